"""Units that come on later: what all such rules have, and those that come in a turn, or are rolled for from one on."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, StrictInt, StrictStr

from engine.kernel.hexes import FacingField
from engine.kernel.parameters import Die, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import rolls
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import ArrivalChanged, LeaderMoved, NoteSet, UnitPlaced
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import entering, named
from engine.systems.gboh.special.named import Arrival
from engine.systems.gboh.state import Unit


class Where(Params):
    name: Arrival
    side: SideId
    area: StrictStr
    """of the battle, by name, they come on in"""
    facing: FacingField

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        yield from named.area(scenario, "area", self.area)
        if not self.facing.is_vertex:
            yield f"facing: {self.facing.name} is a hexside; units face a vertex"
        if not any(g.reinforcement == self.name for s in scenario.sides for g in s.units):
            yield f"name: no unit waits for {self.name!r}; a leader comes with the first of his units"


def waiting(g: Battle, where: Where) -> list[Unit]:
    """Those still to come, in roster order."""
    return [u for u in g.state.units.values() if u.reinforcement == where.name and u.hex is None and not u.eliminated]


def enter(g: Battle, where: Where, most: int, rule: str) -> list[Unit]:
    """Place up to ``most`` of those who wait, as near to the middle of the area as there is room, out of enemy ZOC,
    and their leaders with the first of them.
    """
    placed: list[Unit] = []
    for unit in waiting(g, where)[:most]:
        area = [h for h in g.scenario.areas[where.area] if h in g.map]
        at = entering.room(g, unit, where.side, where.facing, area, area[len(area) // 2])
        if at is None:
            break
        g.emit(UnitPlaced(unit=unit.id, to=at, facing=where.facing, rule=rule))
        placed.append(g.state.units[unit.id])
    own = [x.id for s in g.scenario.sides for x in s.leaders if x.reinforcement == where.name]
    for x in (g.state.leaders[name] for name in own):
        if placed and x.hex is None and not x.eliminated:
            g.emit(LeaderMoved(leader=x.id, start=None, to=placed[0].at, how="arrive"))
    if not waiting(g, where):
        g.emit(ArrivalChanged(name=where.name, status="complete"))
    return placed


class InTurn(Where):
    turn: StrictInt = Field(ge=1, le=999)
    """in which they come, or are rolled for the first time; in Simple GBoH a Player Turn of their side"""
    arrives_on: Die | None = None
    """highest roll on which they have come, one roll a turn; without it they come for certain"""


class InTurns(InTurn):
    also: tuple[InTurn, ...] = Field(default=(), min_length=1)
    """further arrivals, each with a `name` of its own, `side`, `area`, `facing`, `turn` and `arrives_on` as above"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        yield from super().problems(scenario, rule_id)
        for i, one in enumerate(self.also):
            yield from (f"also[{i}].{why}" for why in one.problems(scenario, rule_id))


class Arrivals(Special[B, U, L]):
    """As the turn begins they stand in the area, as many as find room out of enemy ZOC; the others a turn later."""

    about = "units that come on in an area in a turn, or are rolled for from that turn on"
    params = Taken(InTurns)

    def number(self, g: B, side: str) -> int | None:
        """Of the turn that begins, for arrivals of a side; None while it is the other side's."""
        return g.state.turn

    async def turn_start(self, g: B) -> None:
        await self._turn_start(g, self.params, self.spec.id)
        for one in self.params.also:
            await self._turn_start(g, one, f"{self.spec.id}:{one.name}")

    async def _turn_start(self, g: B, p: InTurn, note: str) -> None:
        """One arrival; ``note`` is the key under which it is remembered that a turn has had its roll."""
        number = self.number(g, p.side)
        if number is None or number < p.turn or g.state.arrivals.get(p.name) not in ("due", "marching"):
            return
        if g.state.arrivals[p.name] == "due":
            if not await self._here(g, p, number, note):
                return
            story = Text("Reinforcements of the {side}: {name}.", side=g.spec(p.side).name, name=p.name)
            g.emit(ArrivalChanged(name=p.name, status="marching", story=story, rule=self.spec.id))
        enter(g, p, len(waiting(g, p)), self.spec.id)

    async def _here(self, g: B, p: InTurn, number: int, note: str) -> bool:
        """Whether they have come by now, with a roll where one is due; a turn has one roll, though it begins anew."""
        if p.arrives_on is None:
            return True
        if g.state.notes.get(note) == str(number):
            return False
        g.emit(NoteSet(key=note, value=str(number), rule=self.spec.id))
        text, good, bad = Text("Reinforcements: {name}?", name=p.name), Text("they have come"), Text("not yet")
        return await rolls.at_most(g, p.arrives_on, "reinforcements", p.side, text, self.spec.id, good, bad)

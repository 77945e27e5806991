"""Meeting engagements: columns that come on turn by turn, each through a stretch of the map's edge, with its leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from engine.kernel.complaints import offer
from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import FacingField, Hex, distance, show
from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import ArrivalChanged, LeaderMoved, NoteSet, UnitPlaced
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import entering, named
from engine.systems.gboh.state import Leader, Unit


class Column(BaseModel):
    """One column."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: StrictStr
    side: StrictStr
    turn: StrictInt = Field(ge=1, le=999)
    area: StrictStr
    facing: FacingField
    leader: StrictStr | None = None
    with_any: bool = False
    until: StrictInt | None = Field(default=None, ge=1, le=999)
    free_line: bool = False
    in_reach: bool = False


class Schedule(Params):
    columns: tuple[Column, ...] = Field(min_length=1)
    """each with `name` (of the arrival), `side`, `turn` it is due, `area` of the battle it enters by, `facing`;
    `leader`, whose activation brings it, or `with_any` leader in whose Command Range the area is, else it stands there
    as the turn begins; `until` the last turn in which it may come; `free_line`: on the turn it enters it may be
    ordered as one Line; `in_reach`: on that turn its leader's orders reach them wherever they stand"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        sides = [s.id for s in scenario.sides]
        for i, c in enumerate(self.columns):
            here = f"columns[{i}] ({c.name})"
            side = next((s for s in scenario.sides if s.id == c.side), None)
            if side is None:
                yield f"{here}.side: there is no side {c.side!r} in this battle" + offer(c.side, sides)
                continue
            yield from named.area(scenario, f"{here}.area", c.area)
            if c.leader is not None and c.leader not in {x.id for x in side.leaders}:
                yield f"{here}.leader: {c.leader} is no leader of {c.side}"
            if not c.facing.is_vertex:
                yield f"{here}.facing: {c.facing.name} is a hexside; units face a vertex"
            waiting = {g.reinforcement for g in side.units} | {x.reinforcement for x in side.leaders}
            if c.name not in waiting:
                yield f"{here}.name: nobody of {c.side} waits for it"


class Columns(Special):
    """A column is due from its turn on. Its leader stands on the map's edge then, where his owner says, and his units
    come on around him as his Orders Phase begins: each pays 1 MP, one that finds the whole edge taken stands a hex
    farther in and pays 3. Who finds no room comes in a later Orders Phase of his.
    """

    about = "columns that come on turn by turn through stretches of the map's edge, with their leaders"
    params = Taken(Schedule)

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {c.name: c for c in self.params.columns}

    def _due(self, g: Battle, side: str | None = None) -> list[Column]:
        """Columns whose turn has come and who aren't all there yet."""
        return [
            c
            for c in self.params.columns
            if side in (None, c.side)
            and c.turn <= g.state.turn
            and g.state.arrivals.get(c.name, "due") in ("due", "marching")
        ]

    def waiting(self, g: Battle, c: Column) -> list[Unit]:
        """Its units that are still to come."""
        return [u for u in g.state.units.values() if u.reinforcement == c.name and u.hex is None and not u.eliminated]

    def _area(self, g: Battle, c: Column) -> list[Hex]:
        open_ = (h for h in g.scenario.areas[c.area] if h in g.map)
        return [h for h in open_ if not g.charts.is_prohibited(g.map.terrain_at(h))]

    async def turn_start(self, g: Battle) -> None:
        """Leaders who are due step on to the edge, and columns that need none."""
        for c in self._due(g):
            if c.until is not None and g.state.turn > c.until:
                self._close(g, c)
                continue
            for leader in self._riders(g, c):
                await self._arrive(g, c, leader)
            if c.leader is None and not c.with_any:
                self._enter(g, c, None)

    def _riders(self, g: Battle, c: Column) -> list[Leader]:
        """Leaders of the column who are still to come; the one who commands it first."""
        own = {x.id for s in g.scenario.sides for x in s.leaders if x.reinforcement == c.name}
        found = [x for x in g.state.leaders.values() if x.id in own and x.hex is None and not x.eliminated]
        return sorted(found, key=lambda x: x.id != c.leader)

    async def _arrive(self, g: Battle, c: Column, leader: Leader) -> None:
        free = [h for h in self._area(g, c) if g.enters_free(h, c.side)]
        if not free:
            return
        first = g.state.leaders[c.leader] if c.leader is not None and leader.id != c.leader else None
        if first is not None and first.hex in free:
            g.emit(LeaderMoved(leader=leader.id, start=None, to=first.at, how="arrive"))
            return
        answer = await g.ask(
            Choose(
                kind="entry-hex",
                side=c.side,
                rule=self.spec.id,
                prompt=Text("{leader} is here. Where do {leader}'s troops come on to the field?", leader=leader.name),
                choices=tuple(Choice(show(h), Text("{hex}", hex=show(h)), hex=h) for h in free),
                default_key=show(free[len(free) // 2]),
            )
        )
        g.emit(LeaderMoved(leader=leader.id, start=None, to=int(answer.key), how="arrive"))

    def appears(self, g: Battle, leader: Leader) -> None:
        """An Orders Phase begins: the leader's column comes on, or one that waits for any leader near its edge."""
        for c in self._due(g, leader.side):
            near = c.with_any and any(distance(leader.at, h) <= leader.command_range for h in self._area(g, c))
            if c.leader == leader.id or near:
                self._enter(g, c, leader)

    def _enter(self, g: Battle, c: Column, leader: Leader | None) -> None:
        """Put its units on the edge, nearest to the leader, until it is full."""
        edge = self._area(g, c)
        middle = leader.at if leader is not None and leader.hex in edge else edge[len(edge) // 2]
        farther = sorted({n for h in edge for n in g.map.neighbours(h)} - set(edge))
        entered: list[str] = []
        for u in self.waiting(g, c):
            for hexes, cost in ((edge, 1), (farther, 3)):
                at = entering.room(g, u, c.side, c.facing, hexes, middle)
                if at is not None:
                    g.emit(UnitPlaced(unit=u.id, to=at, facing=c.facing, rule=self.spec.id))
                    entered.append(f"{u.id}={cost if leader is not None else 0}")
                    break
        if entered:
            g.emit(NoteSet(key=f"entered:{c.name}", value=" ".join([str(g.state.turn), *entered]), rule=self.spec.id))
        if not self.waiting(g, c) and not self._riders(g, c):
            g.emit(ArrivalChanged(name=c.name, status="complete"))

    def _close(self, g: Battle, c: Column) -> None:
        story = Text("Who has not come on to the field by now does not come at all.")
        g.emit(ArrivalChanged(name=c.name, status="cancelled", story=story, rule=self.spec.id))

    def _costs(self, g: Battle, c: Column) -> dict[str, int]:
        """What entering costs its units in the Orders Phase they entered in."""
        turn, *entered = g.state.notes.get(f"entered:{c.name}", "0").split()
        if int(turn) != g.state.turn:
            return {}
        return {name: int(cost) for name, _, cost in (x.partition("=") for x in entered)}

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        c = self._by_name.get(unit.reinforcement or "")
        return 0 if c is None else self._costs(g, c).get(unit.id, 0)

    def shock_over(self, g: Battle) -> None:
        """The Orders Phase is over: the next move costs nobody anything for having entered."""
        for c in self.params.columns:
            spent = self._costs(g, c)
            if any(spent.values()):
                told = " ".join([str(g.state.turn), *(f"{name}=0" for name in spent)])
                g.emit(NoteSet(key=f"entered:{c.name}", value=told))

    def in_reach(self, g: Battle, leader: Leader, unit: Unit) -> bool:
        c = self._by_name.get(unit.reinforcement or "")
        return c is not None and c.in_reach and c.leader == leader.id and unit.id in self._costs(g, c)

    def free_lines(self, g: Battle, leader: Leader) -> Sequence[list[Unit]]:
        found: list[list[Unit]] = []
        for c in self.params.columns:
            if c.free_line and c.leader == leader.id:
                units = [g.state.units[name] for name in self._costs(g, c)]
                units = [u for u in units if u.on_map]
                if len(units) > 1:
                    found.append(units)
        return found

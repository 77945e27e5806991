"""Bannockburn: Schiltrons that march, pits, and the small folk who were taken for a second army."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from engine.kernel import risk
from engine.kernel.decisions import Choice, ChooseEach, Item, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Hex, column, distance, show
from engine.kernel.parameters import Column, Count, Die, MovementPoints, OpenHexes, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import results, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import NoteSet, UnitPlaced, UnitUnhorsed
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.named import Numbered, Terrain, brought
from engine.systems.men_of_iron.state import Unit

STAY = "stay"


class March(Numbered):
    ma: MovementPoints
    ma_disordered: MovementPoints
    """when Disordered"""


class MarchingSchiltron(Special):
    """BB-1 A Schiltron moves with ``ma`` MP, ``ma_disordered`` when Disordered, and may Shock."""

    about = "a Schiltron that moves and attacks"
    params = Taken(March)

    def formation_ma(self, g: Battle, unit: Unit) -> int | None:
        if unit.formation != "schiltron":
            return None
        return self.params.ma_disordered if unit.disordered else self.params.ma


class Dug(Numbered):
    terrain: Terrain
    disorders: Die
    """highest roll that harms"""


class Pits(Special):
    """BB-3 Who rides into hexes of ``terrain`` rolls; ``disorders``: highest roll that harms."""

    about = "hexes that may harm who rides in"
    params = Taken(Dug)

    def _dug(self, g: Battle, unit: Unit, h: Hex) -> bool:
        return unit.mounted and g.map.terrain_at(h) == self.params.terrain

    def _harm(self, unit: Unit) -> Text:
        if not unit.disordered:
            return Text("Disordered")
        return Text("Unhorsed") if unit.type == "MM" else Text("Retired")

    def entry_note(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Text | None:
        if not self._dug(g, unit, b):
            return None
        return Text("{n} or less in the pits: {harm}", n=self.params.disorders, harm=self._harm(unit))

    def _request(self, unit: Unit, at: Hex) -> RollRequest:
        most, harm = self.params.disorders, self._harm(unit)
        return RollRequest(
            purpose="pits",
            side=unit.side,
            text=Text("{unit} rides into the pits at {hex}", unit=unit.id, hex=show(at)),
            rule=self.case,
            needs=Text("{n} or more", n=most + 1),
            unit=unit.id,
            outcome=lambda n: Text("{harm}, and it stops", harm=harm) if n <= most else Text("no harm"),
        )

    def entry_risk(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Risk | None:
        if not self._dug(g, unit, b):
            return None
        most = self.params.disorders
        failing = Text("leaves {unit} {harm} in the pits", unit=unit.id, harm=self._harm(unit))
        needs = Text("needs {n} or more", n=most + 1)
        return risk.of(self._request(unit, b), lambda n: n > most, needs, failing)

    async def entered(self, g: Battle, unit: Unit, origin: Hex, *, only: bool) -> bool:
        if not self._dug(g, unit, unit.at):
            return True
        roll = await g.roll(self._request(unit, unit.at))
        if roll.total > self.params.disorders:
            return True
        if unit.retired:
            # Pits are no combat: they don't eliminate a Retired unit as a combat result would (12.4).
            if unit.type == "MM":
                g.emit(UnitUnhorsed(unit=unit.id, rule=self.case))
        elif unit.disordered:
            await results.unhorse(g, unit, cause="other", rule=self.case)
        else:
            await results.disorder(g, unit, cause="other", rule=self.case)
        return False


class Folk(Numbered):
    side: SideId
    points: Count
    """Flight Points the enemy has by then"""
    column: Column
    units: tuple[UnitCode, ...] = Field(min_length=1)
    hexes: OpenHexes = Field(min_length=1)
    """one each, unless their player says otherwise"""

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        yield from brought(scenario, self.side, rule_id, self.units, self.hexes)
        for h in self.hexes:
            if column(h) != self.column:
                yield f"hexes: hex {show(h)} is not in column {self.column}"


class SmallFolk(Special):
    """BB-4 When the enemy of ``side`` first has ``points`` Flight Points, ``units`` may come on in ``column``.

    ``hexes``: where they come on unless their player says otherwise.
    """

    about = "units that may come on when the enemy is beaten enough"
    params = Taken(Folk)

    async def between(self, g: Battle) -> None:
        side = self.params.side
        if self.spec.id in g.state.notes or g.state.phase in ("setup", "over"):
            return
        points = victory.flight_points(g, g.state.enemy(side))
        waiting = [name for name in self.params.units if not g.state.units[name].departed]
        if points < self.params.points or not waiting:
            return
        story = Text("{points:Flight Point|Flight Points}: the small folk show themselves.", points=points)
        g.emit(NoteSet(key=self.spec.id, value="seen", story=story, rule=self.case))
        while waiting:
            question = self._question(g, waiting)
            waiting = self._place(g, question.picked(await g.ask(question)))

    def _vacant(self, g: Battle) -> list[Hex]:
        """Hexes they may be placed on, the middle of the usual ones first."""
        middle = self.params.hexes[0]
        free = [h for h in sorted(g.map.hexes) if column(h) == self.params.column and g.unit_at(h) is None]
        return sorted((h for h in free if not g.ground(h).impassable), key=lambda h: (distance(h, middle), h))

    def _usual(self, g: Battle, names: list[str]) -> list[tuple[str, str]]:
        """Each unit with a hex of its own, to be had without a word."""
        vacant = self._vacant(g)
        wanted = [h for h in self.params.hexes if h in vacant]
        spare = wanted + [h for h in vacant if h not in wanted]
        return [(n, show(spare[i]) if i < len(spare) else STAY) for i, n in enumerate(names)]

    def _question(self, g: Battle, names: list[str]) -> ChooseEach:
        vacant = self._vacant(g)
        return ChooseEach(
            kind="small-folk",
            side=self.params.side,
            rule=self.case,
            prompt=Text("The small folk come over the hill. Where does each unit stand? One to a hex."),
            focus=tuple(vacant),
            items=[
                Item(
                    key=name,
                    label=Text("{unit}", unit=name),
                    choices=(
                        *(Choice(show(h), Text("{hex}", hex=show(h)), unit=name, hex=h) for h in vacant),
                        Choice(STAY, Text("Stay away for good"), unit=name, lean=0.1),
                    ),
                    default_key=default,
                    why=lambda wanted: self._no_place(g, wanted),
                )
                for name, default in self._usual(g, names)
            ],
        )

    def _no_place(self, g: Battle, wanted: Wanted) -> Refusal | None:
        if not wanted.hexes:
            return None
        h = wanted.hexes[-1]
        if h not in g.map:
            return Refusal("{hex} is not on the map.", rule=self.case, hex=show(h))
        if column(h) != self.params.column:
            n = self.params.column
            return Refusal("The small folk come in column {n}; {hex} is not there.", rule=self.case, n=n, hex=show(h))
        if (held := g.unit_at(h)) is not None:
            return Refusal("{other} stands at {hex}.", rule=self.case, other=held.id, hex=show(h))
        return Refusal("Nobody may stand at {hex}.", rule=self.case, hex=show(h))

    def _place(self, g: Battle, keys: Iterator[tuple[str, str]]) -> list[str]:
        """Put each unit where it was told to stand; units told to share a hex with an earlier one are left over."""
        left: list[str] = []
        for name, key in keys:
            if key == STAY:
                continue
            if g.unit_at(int(key)) is not None:
                left.append(name)
                continue
            facing = g.state.units[name].facing
            g.emit(UnitPlaced(unit=name, hex=int(key), facing=facing, never_counts=True, rule=self.case))
        return left

    def bars_formation(self, g: Battle, unit: Unit) -> Text | None:
        if unit.id not in self.params.units:
            return None
        return Text("{unit} is of the small folk: they know no formation.", unit=unit.id)

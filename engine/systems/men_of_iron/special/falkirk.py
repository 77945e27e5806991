"""Falkirk: Comyn's horse, the price of victory; two variants for those who like other Scots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, StrictInt

from engine.kernel.hexes import Hex, column, show
from engine.kernel.parameters import Column, Count, OpenHexes, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.men_of_iron import victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import NoteSet, UnitPlaced
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.leaving import OnActivation
from engine.systems.men_of_iron.special.named import CommandId, Numbered, brought, strangers
from engine.systems.men_of_iron.state import Unit


class ComynsHorse(OnActivation):
    """FK-3 Rolled for, besides, when a unit of it is first shot at or Shocked, if that comes sooner."""

    about = "a Command that may leave when it is activated, shot at or attacked for the first time"

    async def threatened(self, g: Battle, unit: Unit) -> None:
        if unit.command == self.command:
            await self.stays(g)


class Price(Numbered):
    side: SideId
    points: Count
    """Flight Points"""


class Chagrin(Special):
    """FK-4 A victory of ``side`` with more than ``points`` Flight Points of its own is marginal."""

    about = "a victory that cost more is marginal"
    params = Taken(Price)

    def verdict(self, g: Battle, winner: str) -> Text | None:
        side = self.params.side
        points = victory.flight_points(g, side)
        if winner != side or points <= self.params.points:
            return None
        return Text("A marginal victory: it cost {points:Flight Point|Flight Points}.", points=points)


class Waiting(Numbered):
    side: SideId
    commands: tuple[CommandId, ...]
    """that move all the same"""
    passes: Annotated[StrictInt, Field(ge=1, le=1000)]

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        yield from strangers(scenario, self.side, "commands", self.commands)


class StaticScots(Special):
    """falkirk/historical: of ``side`` only the Commands in ``commands`` are activated, and no Schiltron breaks up.

    The side has won when play has passed from its enemy ``passes`` times.
    """

    about = "a side that waits, and wins when play has passed from its enemy often enough"
    params = Taken(Waiting)

    def bars_activation(self, g: Battle, command: str) -> Text | None:
        c = g.state.commands[command]
        if c.side != self.params.side or command in self.params.commands:
            return None
        return Text("{name} stands and waits in this battle.", name=c.name)

    def bars_formation(self, g: Battle, unit: Unit) -> Text | None:
        if unit.side != self.params.side or unit.formation != "schiltron":
            return None
        return Text("{unit} stays in Schiltron to the end.", unit=unit.id)

    async def passed(self, g: Battle, side: str) -> None:
        if side == self.params.side:
            return
        n, last = int(g.state.notes.get(self.spec.id, "0")) + 1, self.params.passes
        story = Text("Play has passed from the {name}: {n} of {last}.", name=g.spec(side).name, n=n, last=last)
        g.emit(NoteSet(key=self.spec.id, value=str(n), story=story, rule=self.case))
        if n >= last:
            winner = self.params.side
            loser, wins = g.spec(side).name, g.spec(winner).name
            told = Text("The {name} have run out of time: the {winner} win.", name=loser, winner=wins)
            await victory.won(g, winner, told)


class Anywhere(Numbered):
    side: SideId
    columns: tuple[Column, ...] = Field(min_length=2, max_length=2)
    """first and last"""
    units: tuple[UnitCode, ...] = ()
    hexes: OpenHexes = ()
    """one each"""

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        first, last = self.columns
        if first > last:
            yield f"columns: {first} comes after {last}"
        yield from brought(scenario, self.side, rule_id, self.units, self.hexes)
        placed = [(g.code, h) for g in scenario.side(self.side).units for h in g.hexes]
        for name, h in (*placed, *zip(self.units, self.hexes, strict=False)):
            if not min(first, last) <= column(h) <= max(first, last):
                yield f"columns: leave out {show(h)}, where {name} stands unless its owner chooses otherwise"


class FreeSetup(Special):
    """falkirk/free_setup: ``side`` sets up anywhere between two ``columns``; ``units`` come on at ``hexes`` for it."""

    about = "a side that sets up where it likes"
    params = Taken(Anywhere)

    async def between(self, g: Battle) -> None:
        if g.state.phase != "setup":
            return
        for name, h in zip(self.params.units, self.params.hexes, strict=True):
            unit = g.state.units[name]
            if not unit.on_map:
                g.emit(UnitPlaced(unit=name, hex=h, facing=unit.facing, rule=self.case))

    def set_up_area(self, g: Battle, unit: Unit) -> Sequence[Hex]:
        if unit.side != self.params.side:
            return ()
        return g.derived(self.spec.id, lambda: self._area(g))

    def _area(self, g: Battle) -> tuple[Hex, ...]:
        first, last = self.params.columns
        return tuple(h for h in sorted(g.map.hexes) if first <= column(h) <= last and not g.ground(h).impassable)

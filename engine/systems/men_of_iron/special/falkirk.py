"""Falkirk: Comyn's horse, the price of victory; two variants for those who like other Scots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel.hexes import Hex, column
from engine.kernel.text import Text
from engine.systems.men_of_iron import victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import NoteSet, UnitPlaced
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.leaving import OnActivation
from engine.systems.men_of_iron.state import Unit


class ComynsHorse(OnActivation):
    """FK-3 Rolled for, besides, when a unit of it is first shot at or Shocked, if that comes sooner."""

    async def threatened(self, g: Battle, unit: Unit) -> None:
        if unit.command == self.command:
            await self.stays(g)


class Chagrin(Special):
    """FK-4 A victory of ``side`` with more than ``points`` Flight Points of its own is marginal."""

    needs: ClassVar[tuple[str, ...]] = ("side", "points")

    def verdict(self, g: Battle, winner: str) -> str:
        side = self.word("side")
        points = victory.flight_points(g, side)
        if winner != side or points <= self.number("points"):
            return ""
        return str(Text("A marginal victory: it cost {points} Flight Points.", points=points))


class StaticScots(Special):
    """falkirk/historical: of ``side`` only the Commands in ``commands`` are activated, and no Schiltron breaks up.

    The side has won when play has passed from its enemy ``passes`` times.
    """

    needs: ClassVar[tuple[str, ...]] = ("side", "commands", "passes")

    def bars_activation(self, g: Battle, command: str) -> str | None:
        c = g.state.commands[command]
        if c.side != self.word("side") or command in self.words("commands"):
            return None
        return str(Text("{name} stands and waits in this battle.", name=c.name))

    def bars_formation(self, g: Battle, unit: Unit) -> str | None:
        if unit.side != self.word("side") or unit.formation != "schiltron":
            return None
        return str(Text("{unit} stays in Schiltron to the end.", unit=unit.id))

    async def passed(self, g: Battle, side: str) -> None:
        if side == self.word("side"):
            return
        n, last = int(g.state.notes.get(self.spec.id, "0")) + 1, self.number("passes")
        story = Text("Play has passed from the {name}: {n} of {last}.", name=g.spec(side).name, n=n, last=last)
        g.emit(NoteSet(key=self.spec.id, value=str(n), story=str(story), rule=self.case))
        if n >= last:
            told = Text("The {name} have run out of time: the {winner} win.", name=g.spec(side).name, winner="{winner}")
            await victory.won(g, self.word("side"), str(told))


class FreeSetup(Special):
    """falkirk/free_setup: ``side`` sets up anywhere between two ``columns``; ``units`` come on at ``hexes`` for it."""

    needs: ClassVar[tuple[str, ...]] = ("side", "columns", "units", "hexes")

    async def between(self, g: Battle) -> None:
        if g.state.phase != "setup":
            return
        for name, h in zip(self.words("units"), self.hexes(), strict=True):
            unit = g.state.units[name]
            if not unit.on_map:
                g.emit(UnitPlaced(unit=name, hex=h, facing=unit.facing, rule=self.case))

    def set_up_area(self, g: Battle, unit: Unit) -> Sequence[Hex]:
        if unit.side != self.word("side"):
            return ()
        return g.derived(self.spec.id, lambda: self._area(g))

    def _area(self, g: Battle) -> tuple[Hex, ...]:
        first, last = self.hexes("columns")
        return tuple(h for h in g.map if first <= column(h) <= last and h in g.map and not g.ground(h).impassable)

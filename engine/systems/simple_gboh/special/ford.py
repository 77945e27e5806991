"""Jaxartes, Samarkand, Pelium: a river that is crossed at a ford, slowly and in disorder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field, StrictBool

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import MovementPoints, OpenHex, Params, SideId
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.special.crossing import FORBIDDEN, whole_move
from engine.systems.gboh.state import Unit
from engine.systems.simple_gboh.special.rule import Rule


class Crossing(Params):
    hexes: tuple[OpenHex, ...] = Field(min_length=1)
    """of the ford"""
    hits: MovementPoints
    """for a crossing"""
    disorder: Literal["stepping in", "stepping out"]
    """when they are taken; if it is stepping out, that takes a whole move, too"""
    barred: SideId | None = None
    """whose units never enter"""
    helpless: StrictBool = False
    """missiles do twice their hits to units in the water"""
    fights: StrictBool
    """units in the water attack those on the bank, and shoot as well as anywhere"""


class Ford(Rule):
    """Stepping into the water takes a whole move. A unit of two hexes may go in and out half by half, and takes the
    hits once: with its first half in the water, or its last out of it."""

    about = "a ford that takes time and order to cross, and is dangerous to be caught in"
    takes = Crossing
    params: Crossing

    @cached_property
    def _water(self) -> Collection[Hex]:
        return frozenset(self.params.hexes)

    def _wet(self, unit: Unit) -> bool:
        return any(h in self._water for h in footprint.hexes_of(unit))

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        entering, leaving = b in self._water and a not in self._water, a in self._water and b not in self._water
        if unit is None or not (entering or leaving or b in self._water):
            return cost
        if unit.side == self.params.barred:
            return cost if leaving else Cost(FORBIDDEN, 0)
        out = self.params.disorder == "stepping out"
        mp = whole_move(unit) if entering or (leaving and out) else cost.mp
        if (leaving and out) or (entering and not out):
            return Cost(mp, cost.hits + self.params.hits, (*cost.causes, str(Text("crossing the river"))))
        return Cost(mp, cost.hits, cost.causes)

    def half_spares(self, g: Battle, unit: Unit, m: Move, a: Hex, b: Hex) -> int:
        entering, leaving = b in self._water and a not in self._water, a in self._water and b not in self._water
        out = self.params.disorder == "stepping out"
        if not ((leaving and out) or (entering and not out)):
            return 0
        stood = {x for x, _ in m.steps} | {h for h in footprint.hexes_of(m.to) if h not in m.entered}
        halves = footprint.hexes_of(m.to) if out else stood
        return self.params.hits if any(h in self._water for h in halves) else 0

    def bars_passing(self, g: Battle, h: Hex) -> bool:
        return h in self._water

    def may_advance(self, g: Battle, unit: Unit, to: Hex) -> bool:
        return to not in self._water or unit.side != self.params.barred

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        return not self.params.fights and self._wet(unit) and not self._wet(enemy)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if self.params.fights or a not in self._water:
            return ()
        return (Modifier(value=2, reason=str(Text("shooting from the water")), rule=self.spec.id),)

    def missile_hits(self, g: Battle, target: Unit) -> int | None:
        return 2 * target.troop.missile_hits if self.params.helpless and self._wet(target) else None

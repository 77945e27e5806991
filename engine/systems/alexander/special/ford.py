"""Jaxartes, Samarkand, Pelium: a river that is crossed at a ford, slowly and in disorder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field, StrictBool

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import MovementPoints, OpenHex, Params, SideId
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.special.crossing import FORBIDDEN, whole_move
from engine.systems.gboh.state import Unit


class Crossing(Params):
    hexes: tuple[OpenHex, ...] = Field(min_length=1)
    """of the ford"""
    whole_move: StrictBool
    """stepping in takes all of a move, and so does stepping out"""
    mp: MovementPoints = 0
    """more to step in, where it doesn't take the whole move"""
    hits: MovementPoints
    """of Cohesion for a crossing"""
    disorder: Literal["stepping in", "stepping out"]
    """when they are taken; a unit of two hexes takes them as it steps out"""
    barred: SideId | None = None
    """whose units never enter"""
    helpless: Literal["all", "pairs"]
    """who suffers missiles twice in the water, and is lost by a rout: every unit, or those of two hexes"""
    fights: StrictBool
    """units in the water attack those on the bank"""


class Ford(Special):
    """Units of two hexes cross In Column: a whole move brings one half in, another the other, a third the unit out."""

    about = "a ford that takes time and order to cross, and is dangerous to be caught in"
    takes = Crossing
    params: Crossing

    @cached_property
    def _water(self) -> Collection[Hex]:
        return frozenset(self.params.hexes)

    def _wet(self, unit: Unit) -> bool:
        return any(h in self._water for h in footprint.hexes_of(unit))

    def _is_helpless(self, unit: Unit) -> bool:
        return self._wet(unit) and (self.params.helpless == "all" or not footprint.is_single(unit))

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        entering, leaving = b in self._water and a not in self._water, a in self._water and b not in self._water
        if unit is None or not (entering or leaving or b in self._water):
            return cost
        pair = not footprint.is_single(unit)
        if unit.side == self.params.barred or (pair and not unit.column):
            return cost if leaving else Cost(FORBIDDEN, 0)
        if not (entering or leaving):
            return cost
        mp, hits = cost.mp, cost.hits
        if self.params.whole_move or (pair and entering):
            mp = whole_move(unit)
        elif entering:
            mp += self.params.mp
        if entering == (self.params.disorder == "stepping in" and not pair):
            return Cost(mp, hits + self.params.hits, (*cost.causes, str(Text("crossing the river"))))
        return Cost(mp, hits, cost.causes)

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        # The last third: the half that is in the water comes out, and that is the whole move.
        hexes = footprint.hexes_of(unit)
        if len(hexes) < 2 or not self.params.whole_move or not unit.column:
            return 0
        return whole_move(unit) - 1 if hexes[0] not in self._water and hexes[1] in self._water else 0

    def bars_passing(self, g: Battle, h: Hex) -> bool:
        return h in self._water

    def may_advance(self, g: Battle, unit: Unit, to: Hex) -> bool:
        return to not in self._water or unit.side != self.params.barred

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if self.params.fights or not self._wet(unit):
            return None
        if any(h in self._water and g.enemy_in(h, unit.side) is not None for h in footprint.front(unit)):
            return None
        return Refusal("{unit} stands in the water and attacks nobody on the bank.", rule=self.spec.id, unit=unit.id)

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        if self.params.fights or not self._wet(unit) or unit.type == "SK":
            return None
        return Refusal("{unit} can't shoot in the water.", rule=self.spec.id, unit=unit.id)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if self.params.fights or a not in self._water:
            return ()
        return (Modifier(value=2, reason=str(Text("shooting from the water")), rule=self.spec.id),)

    def missile_hits(self, g: Battle, target: Unit) -> int | None:
        return 2 * target.troop.missile_hits if self._is_helpless(target) else None

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> str | None:
        return str(Text("it is lost in the river")) if self._is_helpless(unit) else None

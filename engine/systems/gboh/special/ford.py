"""Jaxartes, Samarkand, Pelium: a river that is crossed at a ford, slowly and in disorder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field, StrictBool

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import MovementPoints, OpenHexes, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.special.crossing import FORBIDDEN
from engine.systems.gboh.state import Unit


class Water(Params):
    hexes: OpenHexes = Field(min_length=1)
    """of the ford"""
    hits: MovementPoints
    """for a crossing"""
    disorder: Literal["stepping in", "stepping out"]
    """when they are taken"""
    barred: SideId | None = None
    """whose units never enter"""
    fights: StrictBool
    """units in the water attack those on the bank"""


class FordRule(Special[B, U, L]):
    """Stepping in, or out, takes time and costs hits; each game says how much of a move it is."""

    about = "a ford that takes time and order to cross, and is dangerous to be caught in"
    params = Taken(Water)

    @cached_property
    def _water(self) -> Collection[Hex]:
        return frozenset(self.params.hexes)

    def _wet(self, unit: Unit) -> bool:
        return any(h in self._water for h in footprint.hexes_of(unit))

    # -- each game's own --------------------------------------------------------------------------------------------

    def closed_to(self, unit: Unit) -> bool:
        """Whether the unit may not step in."""
        return unit.side == self.params.barred

    def toll(self, unit: Unit, mp: int, *, entering: bool) -> int:
        """Movement Points of a step in, or out, that by the ground alone takes ``mp``."""
        raise NotImplementedError

    def hurt_entering(self, unit: Unit) -> bool:
        """Whether it takes the hits as it steps in; else as it steps out."""
        return self.params.disorder == "stepping in"

    def is_helpless(self, unit: Unit) -> bool:
        """Whether missiles do twice their hits to it as it stands."""
        raise NotImplementedError

    # -- what is the same -------------------------------------------------------------------------------------------

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        entering, leaving = b in self._water and a not in self._water, a in self._water and b not in self._water
        if unit is None or not (entering or leaving or b in self._water):
            return cost
        if self.closed_to(unit):
            return cost if leaving else Cost(FORBIDDEN, 0)
        if not (entering or leaving):
            return cost
        mp = self.toll(unit, cost.mp, entering=entering)
        if entering == self.hurt_entering(unit):
            return Cost(mp, cost.hits + self.params.hits, (*cost.causes, Text("crossing the river")))
        return Cost(mp, cost.hits, cost.causes)

    def bars_passing(self, g: B, h: Hex) -> bool:
        return h in self._water

    def may_advance(self, g: B, unit: U, to: Hex) -> bool:
        return to not in self._water or unit.side != self.params.barred

    def bars_attack(self, g: B, unit: U) -> Refusal | None:
        if self.params.fights or not self._wet(unit):
            return None
        if any(h in self._water and g.enemy_in(h, unit.side) is not None for h in footprint.front(unit)):
            return None
        return Refusal("{unit} stands in the water and attacks nobody on the bank.", rule=self.spec.id, unit=unit.id)

    def fire_modifiers(self, g: B, shooter: U, a: Hex, b: Hex) -> Sequence[Modifier]:
        if self.params.fights or a not in self._water:
            return ()
        return (Modifier(value=2, reason=Text("shooting from the water"), rule=self.spec.id),)

    def missile_hits(self, g: B, target: U) -> int | None:
        return 2 * target.troop.missile_hits if self.is_helpless(target) else None

"""Jaxartes, Samarkand, Pelium: what crossing the river at a ford takes."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool

from engine.kernel.hexes import Hex
from engine.kernel.parameters import MovementPoints
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.special import ford
from engine.systems.gboh.special.crossing import whole_move
from engine.systems.gboh.state import Unit


class Crossing(ford.Water):
    disorder: Literal["stepping in", "stepping out"]
    """when they are taken; a unit of two hexes takes them as it steps out"""
    whole_move: StrictBool
    """stepping in takes all of a move, and so does stepping out"""
    mp: MovementPoints = 0
    """more to step in, where it doesn't take the whole move"""
    helpless: Literal["all", "pairs"]
    """who suffers missiles twice in the water, and is lost by a rout: every unit, or those of two hexes"""


class Ford(ford.FordRule):
    """Units of two hexes cross In Column: a whole move brings one half in, another the other, a third the unit out."""

    params = Taken(Crossing)

    def closed_to(self, unit: Unit) -> bool:
        return super().closed_to(unit) or (not footprint.is_single(unit) and not unit.column)

    def toll(self, unit: Unit, mp: int, *, entering: bool) -> int:
        if self.params.whole_move or (entering and not footprint.is_single(unit)):
            return whole_move(unit)
        return mp + self.params.mp if entering else mp

    def hurt_entering(self, unit: Unit) -> bool:
        return super().hurt_entering(unit) and footprint.is_single(unit)

    def is_helpless(self, unit: Unit) -> bool:
        return self._wet(unit) and (self.params.helpless == "all" or not footprint.is_single(unit))

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        # The last third: the half that is in the water comes out, and that is the whole move.
        hexes = footprint.hexes_of(unit)
        if len(hexes) < 2 or not self.params.whole_move or not unit.column:
            return 0
        return whole_move(unit) - 1 if hexes[0] not in self._water and hexes[1] in self._water else 0

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        if self.params.fights or not self._wet(unit) or unit.type == "SK":
            return None
        return Refusal("{unit} can't shoot in the water.", rule=self.spec.id, unit=unit.id)

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> Text | None:
        return Text("it is lost in the river") if self.is_helpless(unit) else None

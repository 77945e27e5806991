"""Earthworks along hexsides: what they cost to cross is on the Movement Costs chart, what they shelter from is here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pydantic import Field

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, adjacent
from engine.kernel.parameters import Die, Params
from engine.kernel.sight import line
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.special.named import HexsideType
from engine.systems.gboh.state import Unit


class Earthworks(Params):
    hexside: HexsideType
    """type"""
    shift: Die = Field(default=0)
    """columns to the left when all who attack do so across it"""
    missile: Die = Field(default=0)
    """added to the roll for missiles that fly across it"""


class Ramparts(Special):
    """S table:roman_camp_terrain Earthworks. Of several attackers all attack across them for the shift; missiles are
    told by the line of sight."""

    about = "earthworks along hexsides, which shift the column for who attacks across them and worsen missiles"
    params = Taken(Earthworks)

    def _along(self, g: Battle, a: Hex, b: Hex) -> bool:
        return self.params.hexside in g.map.side(a, b)

    def shock_shifts(
        self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], attacker: Unit, defender: Unit
    ) -> Sequence[Modifier]:
        met = [pair for a in attackers for d in defenders for pair in footprint.touching(a, d)]
        if not self.params.shift or not met or not all(self._along(g, x, y) for x, y in met):
            return ()
        return (Modifier(value=-self.params.shift, reason=Text("across the rampart"), rule=self.spec.id),)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        flight = ((a,), *line(a, b), (b,))
        crossed = any(
            all(self._along(g, x, y) for x in here for y in beyond if adjacent(x, y))
            for here, beyond in pairwise(flight)
        )
        if not self.params.missile or not crossed:
            return ()
        return (Modifier(value=self.params.missile, reason=Text("across the rampart"), rule=self.spec.id),)

"""9.81 Scorpios: two shots in a turn of their own side's, one in an Orders Phase; two in an enemy's."""

from __future__ import annotations

from engine.systems.gboh.missiles.artillery import Artillery
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.state import Unit


class Scorpios(Artillery):
    """9.81"""

    about = "scorpios: fire without orders, fire at any moment in reaction"

    def shots(self, g: Battle, unit: Unit) -> int:
        return unit.turn_shots

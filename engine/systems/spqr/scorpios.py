"""9.81 Scorpios: two shots in a turn of their own side's, one in an Orders Phase; two in an enemy's."""

from __future__ import annotations

from engine.systems.gboh.missiles.modes import ReadiedArtillery
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.state import Leader, Unit


class Scorpios(ReadiedArtillery[Battle, Unit, Leader]):
    """9.81"""

    about = "scorpios: modes, fire without orders, fire at any moment in reaction"

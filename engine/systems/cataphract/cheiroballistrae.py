"""11.61, 11.62 Cheiroballistrae: Cataphract's artillery, which is either made ready to fire or to move."""

from __future__ import annotations

from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh.missiles.modes import ReadiedArtillery


class Cheiroballistrae(ReadiedArtillery[Battle, Unit, Leader]):
    """11.6 Cheiroballistrae."""

    about = "cheiroballistrae: modes, fire without orders, fire at any moment in reaction"

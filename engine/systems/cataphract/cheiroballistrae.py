"""11.61, 11.62 Cheiroballistrae: Cataphract's artillery, which is either made ready to fire or to move."""

from __future__ import annotations

from engine.systems.gboh.missiles.modes import ReadiedArtillery


class Cheiroballistrae(ReadiedArtillery):
    """11.6 Cheiroballistrae."""

    about = "cheiroballistrae: modes, fire without orders, fire at any moment in reaction"

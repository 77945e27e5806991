"""The orders that Cataphract's chapters add, and every answer there is in it, as data."""

from __future__ import annotations

from typing import Literal

from engine.kernel.decisions import Answer
from engine.kernel.hexes import FacingField, Hex
from engine.systems.gboh.missiles.modes import Mode as Mode


class Mount(Answer):
    """11.1 A cataphract dismounts, or mounts again."""

    do: Literal["mount"] = "mount"
    unit: str
    mounted: bool
    """True to mount, False to dismount."""
    facing: FacingField | None = None
    """Facing afterwards; None keeps the present one."""


class WedgeAdvance(Answer):
    """A Line Command to the whole Wedge: it advances as one along its tip's path (Casilinum)."""

    do: Literal["wedge"] = "wedge"
    path: tuple[Hex, ...]


class Reveal(Answer):
    """Bring a unit out of its ambush; it may be given orders from then on."""

    do: Literal["reveal"] = "reveal"
    unit: str


class Enter(Answer):
    """The next unit of a column of reinforcements enters the map."""

    do: Literal["enter"] = "enter"

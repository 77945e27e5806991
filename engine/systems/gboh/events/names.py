"""Facings in words."""

from __future__ import annotations

from engine.kernel.hexes import Facing
from engine.kernel.text import Text


def facing_name(facing: Facing) -> Text:
    """ "NW" for a vertex, "NW side" for a hexside."""
    return Text("{facing}" if facing.is_vertex else "{facing} side", facing=facing.name.removeprefix("SIDE_"))

"""Facings in words."""

from __future__ import annotations

from engine.kernel.hexes import Facing


def facing_name(facing: Facing) -> str:
    """ "NW" for a vertex, "NW side" for a hexside."""
    return facing.name if facing.is_vertex else f"{facing.name.removeprefix('SIDE_')} side"

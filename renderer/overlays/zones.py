"""Zones of control: each side hatches its own way, so that both together cross."""

from __future__ import annotations

from renderer.overlays.kinds import Zones
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette.overlays import washes
from renderer.palette.sides import arrow, side
from renderer.scene import Scene


def under(scene: Scene, o: Zones) -> None:
    """A wash and hatching in the side's colour: the first leans like a backslash, the others like a slash."""
    region = Region(scene, scene.table.zoc.get(o.side, ()))
    if not region:
        return
    colour = arrow(side(o.side), scene.theme)
    region.wash(colour, washes(scene.theme).zone)
    region.hatch(colour, 0.8, -1 if o.side == 0 else 1)
    # The first side's line is broader, so that it shows on both sides of another's on the same hexsides.
    region.contour(Stroke(colour, 0.085 if o.side == 0 else 0.04))

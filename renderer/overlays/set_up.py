"""Where a side may set up."""

from __future__ import annotations

from renderer.overlays.kinds import SetUpArea
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette.overlays import washes
from renderer.palette.sides import arrow, side
from renderer.scene import Scene


def under(scene: Scene, o: SetUpArea) -> None:
    """A wash in the colour of the side and a firm contour: unlike zones of control, which are hatched."""
    region = Region(scene, o.hexes)
    if not region:
        return
    colour = arrow(side(o.side), scene.theme)
    region.wash(colour, washes(scene.theme).zone)
    region.contour(Stroke(colour, 0.09, scene.casing))

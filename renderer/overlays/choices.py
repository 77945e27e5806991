"""Places to choose from."""

from __future__ import annotations

from renderer.overlays.kinds import Choices
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette.overlays import REACH
from renderer.scene import Scene


def under(scene: Scene, o: Choices) -> None:
    """A firm contour round all of them."""
    region = Region(scene, o.places)
    if region:
        region.contour(Stroke(REACH, 0.09, scene.casing))

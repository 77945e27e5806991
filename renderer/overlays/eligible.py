"""Units that may be chosen: a gold hex under each."""

from __future__ import annotations

from renderer.overlays.kinds import Eligible
from renderer.overlays.parts.region import Stroke
from renderer.overlays.parts.rings import ring
from renderer.palette.colours import BLACK, GOLD
from renderer.palette.overlays import washes
from renderer.scene import Scene


def under(scene: Scene, o: Eligible) -> None:
    """A wash and a ring round every unit, one for both hexes of a unit of two."""
    for code in dict.fromkeys(o.units):
        unit = scene.units.get(code)
        hexes = scene.seen(unit.hexes) if unit is not None else []
        if hexes:
            ring(scene, hexes, Stroke(GOLD, 0.085, BLACK, 0.03), floor=(GOLD, washes(scene.theme).chosen))

"""The arrow of a move or an advance."""

from __future__ import annotations

from collections.abc import Sequence

from renderer.arrows.paths import relaxed, ribbon, shortened, stop
from renderer.graphics.curves import Point, length
from renderer.palette.colours import RGB
from renderer.scene import Scene


def move_arrow(
    scene: Scene, points: Sequence[Point], colour: RGB, swelling: tuple[float, float] = (0.07, 0.17)
) -> None:
    """A swelling ribbon from a ring at the first of the points to just before the counter at the last."""
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(points) < 2:
        return
    r = scene.r
    path = relaxed(points)
    path = shortened(path, stop(path) * r)
    path = shortened(path[::-1], min(0.21 * r, 0.3 * length(path)))[::-1]
    for extra, ink in ((0.045 * r, scene.casing), (0.0, colour)):
        canvas.area(ribbon(path, r, extra, swelling), ink, 0.93)
    start = points[0]
    canvas.ring(start, 0.23 * r, scene.casing, 0.11 * r, 0.93)
    canvas.ring(start, 0.20 * r, colour, 0.055 * r, 0.93)
    canvas.onto(scene.image)

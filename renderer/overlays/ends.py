"""Where a unit of two hexes would end by each way it may turn: its counter's outline there, and the facing."""

from __future__ import annotations

import math

from engine.kernel.hexes import Hex
from renderer.counters.outlines import turned
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, along, lerp
from renderer.overlays.facings import name_of
from renderer.overlays.kinds import Ends
from renderer.overlays.parts.plates import Plate, put
from renderer.palette.colours import CREAM, WHITE
from renderer.palette.overlays import REACH_LINE, inks
from renderer.scene import Scene

_HALF = 0.60
"""Half the breadth of the outline, in radii: just within that of a counter."""
_AHEAD, _SIZE = 0.66, 0.30
"""How far before the middle its facing is written, and how large, in radii."""


def over(scene: Scene, o: Ends) -> None:
    """The outlines, dashed."""
    for hexes, _ in o.places:
        canvas = scene.canvas([scene.layout.xy(h) for h in hexes], 1.2)
        if canvas is not None and len(scene.seen(hexes)) == len(hexes):
            _outline(scene, canvas, hexes)
            canvas.onto(scene.image)


def labels(scene: Scene, o: Ends) -> None:
    """How the unit would face, before the middle of its front there."""
    for hexes, facing in o.places:
        if len(scene.seen(hexes)) < len(hexes):
            continue
        a, b = (scene.layout.xy(h) for h in hexes)
        x, y = lerp(a, b, 0.5)
        far = _AHEAD * scene.r / (math.dist(a, b) or 1.0)
        at = x + (b[1] - a[1]) * far, y - (b[0] - a[0]) * far
        put(scene, at, Plate(name_of(facing), WHITE, REACH_LINE, CREAM), _SIZE)


def _outline(scene: Scene, canvas: Canvas, hexes: tuple[Hex, Hex]) -> None:
    a, b = (scene.layout.xy(h) for h in hexes)
    middle, k = lerp(a, b, 0.5), _HALF * scene.r
    long, lean = math.dist(a, b) / 2 + k, math.atan2(b[1] - a[1], b[0] - a[0]) - math.pi / 2
    corners = [(middle[0] + s * k, middle[1] + t * long) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]
    path: list[Point] = [p for p, _ in along(turned(corners, middle, lean), 0.02 * scene.r)]
    count = 22
    for colour, width in ((scene.casing, 0.15), (inks(scene.theme).reach, 0.085)):
        for i in range(count):
            start = i * len(path) // count
            canvas.line(path[start : start + round(len(path) * 0.62 / count)], colour, width * scene.r, round_ends=True)

"""A ring just within the outline of the hexes of one unit, whole or dashed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.kernel.hexes import Hex, centre, neighbours
from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, along, chaikin, loops
from renderer.graphics.sprites import Sprite
from renderer.map.layout import side_between
from renderer.overlays.parts.region import Stroke
from renderer.palette.colours import RGB
from renderer.scene import Scene

_INSET, _INSET_PAIR = 0.02, -0.05
"""How far within the outline of one hex, and of two, the middle of the ring lies, in radii: a counter in two hexes is
so long that it would hide a ring within."""


def ring(
    scene: Scene, hexes: Sequence[Hex], stroke: Stroke | None, dash: float = 0.0, floor: tuple[RGB, float] | None = None
) -> None:
    """A ring round hexes that lie together, and a wash of a colour and an opacity within it.

    ``dash`` is the length of the ring's dashes in radii, 0 for a whole one.
    """
    first = min(hexes)
    x0, y0 = centre(first)
    shape = tuple((round(centre(h)[0] - x0, 3), round(centre(h)[1] - y0, 3)) for h in sorted(hexes))
    r = scene.r

    def make() -> Sprite:
        paths = [[(x - x0, y - y0) for x, y in path] for path in _within(hexes)]
        xs, ys = [p[0] for path in paths for p in path], [p[1] for path in paths for p in path]
        pad = 0.05 if stroke is None else stroke.width + stroke.edge + 0.05
        ox, oy = (min(xs) - pad) * r, (min(ys) - pad) * r
        size = math.ceil((max(xs) + pad) * r - ox) + 1, math.ceil((max(ys) + pad) * r - oy) + 1
        canvas = Canvas((0, 0), size, 3)
        if floor is not None:
            for path in paths:
                canvas.area([(x * r - ox, y * r - oy) for x, y in path], *floor)
        if stroke is None:
            return Sprite(canvas.flat(), (-ox, -oy))
        for colour, width in ((stroke.casing, stroke.width + 2 * stroke.edge), (stroke.colour, stroke.width)):
            for path in paths:
                if colour is None:
                    continue
                for piece in _dashed(path, dash) if dash else (path,):
                    canvas.line([(x * r - ox, y * r - oy) for x, y in piece], colour, width * r, round_ends=bool(dash))
        return Sprite(canvas.flat(), (-ox, -oy))

    sprites.kept(("ring", shape, stroke, dash, floor, r), make).onto(scene.image, scene.layout.xy(first))


def _within(hexes: Sequence[Hex]) -> Iterator[list[Point]]:
    """The outline of the hexes, moved inwards and smoothed, in radii; its first piece is there again at the end."""
    inside = set(hexes)
    inset = _INSET if len(inside) == 1 else _INSET_PAIR
    sides = [side_between(h, n) for h in sorted(inside) for n in neighbours(h) if n not in inside]
    for path, _ in loops(sides):
        corners = path[:-1]
        n = len(corners)
        moved: list[Point] = []
        for i, (x, y) in enumerate(corners):
            a, b = corners[i - 1], corners[(i + 1) % n]
            # The two sides' normals; their sum points inwards along the bisector of the corner.
            (ux, uy), (vx, vy) = _normal(a, (x, y)), _normal((x, y), b)
            k = inset / (1 + ux * vx + uy * vy)
            moved.append((x + (ux + vx) * k, y + (uy + vy) * k))
        smooth = chaikin([*moved, moved[0]], 2, closed=True)
        yield [*smooth, smooth[1]]


def _normal(a: Point, b: Point) -> Point:
    """The unit normal of the way from a to b on the side where what the way runs round lies."""
    d = math.dist(a, b) or 1.0
    return (b[1] - a[1]) / d, -(b[0] - a[0]) / d


def _dashed(path: Sequence[Point], dash: float) -> Iterator[list[Point]]:
    fine = [p for p, _ in along(path, 0.02)]
    whole = len(fine) * 0.02
    count = max(4, round(whole / (2 * dash)))
    step = len(fine) / count
    for i in range(count):
        piece = fine[round(i * step) : round(i * step + step * 0.55)]
        if len(piece) > 1:
            yield piece

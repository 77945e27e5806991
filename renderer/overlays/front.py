"""A unit's front: a gold ring round its place, and the hexsides it faces across drawn firm."""

from __future__ import annotations

import math

from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.overlays.kinds import Front
from renderer.overlays.parts.figures import numbered
from renderer.overlays.parts.region import Stroke
from renderer.overlays.parts.rings import ring
from renderer.palette.colours import BLACK, GOLD
from renderer.palette.overlays import inks, washes
from renderer.scene import Scene

_RING = Stroke(GOLD, 0.075, BLACK, 0.03)
_REACH = 0.95
"""How far from the centre of the hex its front is drawn, in radii."""


def under(scene: Scene, o: Front) -> None:
    """The ring, and a light floor for whoever stands on it."""
    if hexes := scene.seen(o.hexes):
        ring(scene, hexes, _RING, floor=(GOLD, washes(scene.theme).chosen))
        numbered(scene, hexes, inks(scene.theme).reach_figure)


def labels(scene: Scene, o: Front) -> None:
    """The front hexsides with a point where they meet; nothing of a unit that faces nowhere or every way."""
    if o.facing is None:
        return
    for h in scene.seen(o.hexes):
        _mark(scene.r, o.facing * 30 % 360).onto(scene.image, scene.layout.xy(h))


def _mark(r: int, degrees: int) -> Sprite:
    """Two hexsides that meet at the vertex faced, or the one hexside a column faces across, with an arrowhead."""

    def make() -> Sprite:
        half = math.ceil(1.32 * r) + 2
        canvas = Canvas((0, 0), (2 * half, 2 * half), 4)

        def at(far: float, turn: float) -> Point:
            a = math.radians(degrees + turn)
            return half + far * r * math.cos(a), half - far * r * math.sin(a)

        side = degrees % 60 != 0
        path = [at(_REACH, 30), at(_REACH, -30)] if side else [at(_REACH, 60), at(_REACH, 0), at(_REACH, -60)]
        base, tip = (0.80, 1.10) if side else (0.96, 1.27)
        head = [at(tip, 0), at(base, 13), at(base, -13)]
        for grown, colour in ((0.05, BLACK), (0.0, GOLD)):
            canvas.line(path, colour, (0.115 + 2 * grown) * r, round_ends=True)
            canvas.area(_grown(head, grown * r), colour)
        return Sprite(canvas.flat(), (half, half))

    return sprites.kept(("front", degrees, r), make)


def _grown(points: list[Point], by: float) -> list[Point]:
    """A triangle with its corners moved out from its middle, so that its edges move out by about ``by``."""
    mx, my = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
    found: list[Point] = []
    for x, y in points:
        d = math.dist((x, y), (mx, my)) or 1.0
        found.append((x + (x - mx) / d * 2 * by, y + (y - my) / d * 2 * by))
    return found

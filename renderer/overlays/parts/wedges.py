"""The red wedge of hexes that cost cohesion."""

from __future__ import annotations

import math

from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.palette.colours import CREAM, HIT, WHITE
from renderer.scene import Scene


def wedge(scene: Scene, at: Point, hits: int) -> None:
    """The red wedge of a cohesion hit; with a figure for more than one."""
    r = scene.r

    def make() -> Sprite:
        k = max(1.0, 24 / r) * (1.35 if hits > 1 else 1.0)
        side_px = math.ceil(0.55 * k * r)
        canvas = Canvas((0, 0), (side_px, side_px), 4)
        c, foot = side_px / 2, 0.62 * side_px
        for grown, colour in ((0.055, CREAM), (0.0, HIT)):
            up, wide, down = (0.17 + 1.6 * grown) * k * r, (0.165 + 1.4 * grown) * k * r, (0.12 + 0.8 * grown) * k * r
            y = foot - 0.04 * r
            canvas.area(((c, y - up), (c + wide, y + down), (c - wide, y + down)), colour)
        if hits > 1:
            canvas.text((c, foot - 0.01 * r), str(hits), 0.19 * k * r, WHITE, 0.04)
        return Sprite(canvas.flat(), (c, c))

    sprites.kept(("wedge", hits, r), make).onto(scene.image, at)

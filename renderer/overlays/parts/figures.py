"""Figures written in hexes."""

from __future__ import annotations

import math

from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.palette.colours import RGB
from renderer.scene import Scene

LEAST_LABELLED = 20
"""Radius in pixels below which figures in hexes could not be read."""


def figure(scene: Scene, at: Point, text: str, size: float, ink: RGB, halo: RGB) -> None:
    """A figure with a halo, ``size`` in radii."""

    def make() -> Sprite:
        w, h = math.ceil(size * scene.r * (0.75 * len(text) + 1)), math.ceil(size * scene.r * 1.8)
        canvas = Canvas((0, 0), (w, h))
        canvas.text((w / 2, h / 2), text, size * scene.r, ink, 0.04, halo, 0.06 * scene.r)
        return Sprite(canvas.flat(), (w / 2, h / 2))

    sprites.kept(("figure", text, size, ink, halo, scene.r), make).onto(scene.image, at)

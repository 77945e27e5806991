"""Figures written in hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, neighbours
from renderer.graphics import fonts, sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.map.lettering import NUMBER, NUMBERED, number_size
from renderer.palette.colours import RGB
from renderer.scene import Scene

LEAST_LABELLED = 20
"""Radius in pixels below which figures in hexes could not be read."""


def numbered(scene: Scene, hexes: Iterable[Hex], ink: RGB) -> None:
    """The numbers of hexes once more, over a wash and the contours that cross them, where the map has them at all.

    A contour along their lower sides crosses the numbers of the hexes below.
    """
    r = scene.r
    if r < NUMBERED:
        return
    px, halo = number_size(r), max(2, round(0.035 * r))

    def written(text: str) -> Sprite:
        size = 3 * px, 2 * px
        image = Image.new("RGBA", size, (*scene.casing, 0))
        draw, at, font = ImageDraw.Draw(image), (1.5 * px, float(px)), fonts.plain(px)
        draw.text(at, text, font=font, fill=(*scene.casing, 255), anchor="mm", stroke_width=halo)
        draw.text(at, text, font=font, fill=(*ink, 255), anchor="mm")
        return Sprite(image, at)

    inside = set(hexes)
    for h in scene.seen((*inside, *(neighbours(h)[3] for h in inside))):
        x, y = scene.layout.xy(h)
        text = f"{h:04d}"
        number = sprites.kept(("number", text, ink, scene.casing, r), partial(written, text))
        number.onto(scene.image, (x, y - NUMBER * r))


def figure(scene: Scene, at: Point, text: str, size: float, ink: RGB, halo: RGB) -> None:
    """A figure with a halo, ``size`` in radii."""

    def make() -> Sprite:
        w, h = math.ceil(size * scene.r * (0.75 * len(text) + 1)), math.ceil(size * scene.r * 1.8)
        canvas = Canvas((0, 0), (w, h))
        canvas.text((w / 2, h / 2), text, size * scene.r, ink, 0.04, halo, 0.06 * scene.r)
        return Sprite(canvas.flat(), (w / 2, h / 2))

    sprites.kept(("figure", text, size, ink, halo, scene.r), make).onto(scene.image, at)

"""Units as dots, for maps too small for counters."""

from __future__ import annotations

import math

from renderer.graphics.canvas import Canvas
from renderer.graphics.sprites import Sprite, kept
from renderer.palette.colours import RGB
from renderer.palette.sides import side


def dot(owner: int, half: float, routed: bool = False) -> Sprite:
    """A unit's dot: upright square, square on its corner, or disc, by side; pale if routed.

    ``half`` is half its size in pixels.
    """
    return kept(("dot", owner, half, routed), lambda: _made(owner, half, routed))


def _made(owner: int, half: float, routed: bool) -> Sprite:
    colours = side(owner)
    px = math.ceil(2 * (half + 3)) | 1
    canvas = Canvas((0, 0), (px, px), 8)
    c = px / 2
    face: RGB = colours.routed if routed else colours.face
    for grown, colour in ((1.6, colours.casing), (0.6, colours.rim), (-0.5, face)):
        k = half + grown
        if colours.corner == "octagon":
            canvas.disc((c, c), k, colour)
        elif colours.corner == "chamfer":
            k *= 1.25
            canvas.area(((c, c - k), (c + k, c), (c, c + k), (c - k, c)), colour)
        else:
            k *= 0.94
            canvas.area(((c - k, c - k), (c + k, c - k), (c + k, c + k), (c - k, c + k)), colour)
    return Sprite(canvas.flat(), (c, c))

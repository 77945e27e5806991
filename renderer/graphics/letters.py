"""Codes and figures as masks, kept: the same few are written on one counter after the other."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from renderer.graphics import fonts
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point

_Mask = tuple[Image.Image, int, int]
"""A mask, and where its upper left pixel lies from the whole pixel it is written at."""
_LETTERS: Cache[tuple[str, int, str, float], _Mask] = Cache(
    2 << 20, lambda found: found[0].width * found[0].height, "letters"
)


def written(text: str, px: int, at: Point, anchor: str, stroke: float) -> tuple[Image.Image, tuple[int, int]]:
    """ASCII in the plain type of ``px`` pixels, ``stroke`` pixels bolder, as a mask and where its corner goes.

    It is written at whole pixels, of which the picture's own have several: so the same code on a counter that has
    turned round, or stands otherwise, is the same mask.
    """
    key = text, px, anchor, stroke
    mask, left, top = _LETTERS.get(key, lambda: _drawn(*key))
    return mask, (round(at[0]) + left, round(at[1]) + top)


def _drawn(text: str, px: int, anchor: str, stroke: float) -> _Mask:
    font, edge = fonts.plain(px), math.ceil(stroke) + 2
    x0, y0, x1, y1 = ImageDraw.Draw(Image.new("L", (1, 1))).textbbox((0, 0), text, font=font, anchor=anchor)
    left, top = math.floor(x0) - edge, math.floor(y0) - edge
    mask = Image.new("L", (math.ceil(x1) + edge - left, math.ceil(y1) + edge - top), 0)
    ImageDraw.Draw(mask).text(
        (-left, -top), text, font=font, fill=255, anchor=anchor, stroke_width=stroke, stroke_fill=255
    )
    return mask, left, top

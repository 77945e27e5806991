"""Smooth shapes laid over parts of a picture: what is empty costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderer.graphics.curves import Point
from renderer.palette.colours import RGB

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two not included."""
Draw: TypeAlias = Callable[[ImageDraw.ImageDraw, Callable[[Point], Point], Box], None]
"""Draws on a mask of one box: gets what finds a point of the picture on the mask, and the box."""


def masked(image: Image.Image, what: RGB | Image.Image, boxes: Sequence[Box], sharpness: int, draw: Draw) -> None:
    """Lay a colour, or another picture of the same size, over an image wherever ``draw`` leaves its mark.

    Masks are drawn at ``sharpness`` times the picture's size and reduced; nothing outside the boxes is touched.
    """
    q = sharpness
    for x0, y0, x1, y1 in boxes:
        mask = Image.new("L", ((x1 - x0) * q, (y1 - y0) * q), 0)

        def to(p: Point, x0: int = x0, y0: int = y0) -> Point:
            return (p[0] - x0) * q, (p[1] - y0) * q

        draw(ImageDraw.Draw(mask), to, (x0, y0, x1, y1))
        laid = what.crop((x0, y0, x1, y1)).convert("RGB") if isinstance(what, Image.Image) else what
        image.paste(laid, (x0, y0), mask.reduce(q))


def around(box: Box, reach: float, p: Point) -> bool:
    """Whether a point lies within ``reach`` pixels of a box."""
    return box[0] - reach < p[0] < box[2] + reach and box[1] - reach < p[1] < box[3] + reach

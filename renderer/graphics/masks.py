"""Smooth shapes laid over parts of a picture: what is empty costs nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderer.graphics.curves import Point
from renderer.palette.colours import RGB

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two not included."""
To: TypeAlias = Callable[[Point], Point]
"""Finds a point of the picture on a mask."""

_BLOCK = 512
"""Pixels along the side of what is masked at once."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Something drawn in white on a mask."""

    box: tuple[float, float, float, float]
    """Left, top, right and bottom, in pixels of the picture: nothing is drawn beyond."""
    draw: Callable[[ImageDraw.ImageDraw, To], None]
    inner: bool = False
    """Whether others like it lie all round: where only such shapes are, everything is covered."""


def shape(points: Iterable[Point], reach: float, draw: Callable[[ImageDraw.ImageDraw, To], None]) -> Shape:
    """A shape within ``reach`` pixels of these points."""
    xs, ys = zip(*points, strict=True)
    return Shape((min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach), draw)


def masked(
    image: Image.Image, what: RGB | Image.Image, boxes: Sequence[Box], sharpness: int, shapes: Sequence[Shape]
) -> None:
    """Lay a colour, or another picture of the same size, over an image wherever there are shapes.

    Masks are drawn at ``sharpness`` times the picture's size and reduced; nothing outside the boxes is touched.
    """
    q = sharpness
    for box in boxes:
        for (x0, y0, x1, y1), found in _blocks(box, shapes):
            laid = what.crop((x0, y0, x1, y1)).convert("RGB") if isinstance(what, Image.Image) else what
            if all(s.inner for s in found):
                image.paste(laid, (x0, y0, x1, y1))
                continue
            mask = Image.new("L", ((x1 - x0) * q, (y1 - y0) * q), 0)

            def to(p: Point, x0: int = x0, y0: int = y0) -> Point:
                # In whole steps, so that what runs on from block to block does so without a kink.
                return math.floor((p[0] - x0) * q), math.floor((p[1] - y0) * q)

            pen = ImageDraw.Draw(mask)
            for s in found:
                s.draw(pen, to)
            image.paste(laid, (x0, y0), mask.reduce(q))


def _blocks(box: Box, shapes: Sequence[Shape]) -> Iterator[tuple[Box, list[Shape]]]:
    """The parts of a box that have anything in them, each no larger than it must be, with what they have."""
    x0, y0, x1, y1 = box
    there: dict[tuple[int, int], list[Shape]] = {}
    for s in shapes:
        left, top, right, bottom = s.box
        if right <= x0 or bottom <= y0 or left >= x1 or top >= y1:
            continue
        for i in range(max(0, int(left - x0) // _BLOCK), int(min(right, x1 - 1) - x0) // _BLOCK + 1):
            for j in range(max(0, int(top - y0) // _BLOCK), int(min(bottom, y1 - 1) - y0) // _BLOCK + 1):
                there.setdefault((i, j), []).append(s)
    for (i, j), found in sorted(there.items(), key=lambda item: item[0]):
        bx, by = x0 + i * _BLOCK, y0 + j * _BLOCK
        yield (
            (
                max(bx, math.floor(min(s.box[0] for s in found))),
                max(by, math.floor(min(s.box[1] for s in found))),
                min(bx + _BLOCK, x1, math.ceil(max(s.box[2] for s in found))),
                min(by + _BLOCK, y1, math.ceil(max(s.box[3] for s in found))),
            ),
            found,
        )

"""Masks of what lies on an engraved sheet, piece by piece, each drawn once for all pictures of the same window."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.areas.engraved import Path
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point

FINE = 2
"""Pen work is drawn at so many times the picture's size."""

MASKS: Cache[tuple[object, ...], Image.Image] = Cache(9 << 20, lambda i: i.width * i.height, "masks of sheets")
"""What is the same in a window whoever holds what, mode L: land, hatching, provinces, borders. Not to be changed."""

Draw = Callable[[ImageDraw.ImageDraw, list[Point]], None]
Joined = Callable[[Image.Image, Image.Image], Image.Image]


@dataclass(frozen=True)
class Window:
    """What of a sheet a picture shows, and how large."""

    left: float
    top: float
    scale: float
    """Pixels a unit of the sheet."""
    size: tuple[int, int]
    """Of the picture, in pixels."""

    def at(self, p: Point) -> Point:
        """A point of the sheet in the picture."""
        return (p[0] - self.left) * self.scale, (p[1] - self.top) * self.scale

    def holds(self, p: Point, over: float = 0.0) -> bool:
        """Whether a point of the sheet is in the picture, or at most ``over`` pixels outside it."""
        x, y = self.at(p)
        return -over <= x < self.size[0] + over and -over <= y < self.size[1] + over


def piece(
    key: tuple[object, ...], window: Window, paths: Sequence[Path], reach: float, draw: Draw
) -> Image.Image | None:
    """A mask of what is drawn within ``reach`` pixels of these paths; ``key`` tells it from others of the window.

    Where it is stands in ``info["at"]``. None where nothing of it is in the picture.
    """
    (w, h), at = window.size, window.at
    xs, ys = zip(*(at(p) for path in paths for p in path), strict=True)
    left, top = max(0, math.floor(min(xs) - reach)), max(0, math.floor(min(ys) - reach))
    right, low = min(w, math.ceil(max(xs) + reach)), min(h, math.ceil(max(ys) + reach))
    if left >= right or top >= low:
        return None

    def made() -> Image.Image:
        fine = Image.new("L", ((right - left) * FINE, (low - top) * FINE), 0)
        pen = ImageDraw.Draw(fine)
        for path in paths:
            draw(pen, [((x - left) * FINE, (y - top) * FINE) for x, y in map(at, path)])
        mask = fine.reduce(FINE)
        mask.info["at"] = left, top
        return mask

    return MASKS.get((window, *key), made)


def join(mask: Image.Image, part: Image.Image, how: Joined) -> None:
    """Add a piece to a mask of the whole window."""
    x, y = part.info["at"]
    box = x, y, x + part.width, y + part.height
    mask.paste(how(mask.crop(box), part), box)

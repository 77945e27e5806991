"""Parts of an engraved sheet that are drawn, and where on them its points are."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from renderer.graphics.curves import Point

FINE = 2
"""Pen work is drawn at so many times the picture's size."""

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom in units of the sheet."""


@dataclass(frozen=True)
class Window:
    """What of a sheet is drawn, and how large.

    All windows of one scale lie on one plane of pixels, so that what is drawn for one fits every other.
    """

    origin: tuple[int, int]
    """The plane's pixel at its upper left corner."""
    scale: float
    """Pixels a unit of the sheet."""
    size: tuple[int, int]
    """In pixels."""

    @property
    def bounds(self) -> Bounds:
        """The part of the sheet."""
        (x, y), (w, h), s = self.origin, self.size, self.scale
        return x / s, y / s, (x + w) / s, (y + h) / s

    def at(self, p: Point) -> Point:
        """A point of the sheet in the picture."""
        return p[0] * self.scale - self.origin[0], p[1] * self.scale - self.origin[1]

    def fine(self, path: Iterable[Point], corner: tuple[int, int] = (0, 0)) -> list[tuple[int, int]]:
        """A path where pen work is drawn, in whole steps of the plane; ``corner`` is the drawing's first pixel."""
        s, down = self.scale * FINE, math.floor
        left, top = (self.origin[0] + corner[0]) * FINE, (self.origin[1] + corner[1]) * FINE
        return [(down(x * s) - left, down(y * s) - top) for x, y in path]

    def holds(self, p: Point, over: float = 0.0) -> bool:
        """Whether a point of the sheet is in the picture, or at most ``over`` pixels outside it."""
        x, y = self.at(p)
        return -over <= x < self.size[0] + over and -over <= y < self.size[1] + over

    def grown(self, by: int) -> Window:
        """The same with so many pixels more on every side."""
        (x, y), (w, h) = self.origin, self.size
        return Window((x - by, y - by), self.scale, (w + 2 * by, h + 2 * by))

"""Where things are: hexes to pixels, for one zoom and one part of the map.

All pictures of a map at one radius share a plane of pixels; a picture shows a window of it. So what is drawn of the
ground for one picture fits every other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.kernel.hexes import Hex, centre, centre_beside, column, row
from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Point, Side

SQRT3 = math.sqrt(3.0)
RADII = (17, 22, 28, 34, 40, 46, 58, 66, 84)
"""Hex radii in pixels that pictures come in, so that sprites and grounds are used again."""

PHONE = 400
"""Pixels a telephone shows a picture wide."""

Zoom = Literal["near", "middle", "far"]


CODED, NAMED = 28, 84
"""Radii in pixels from which on units have their codes on them, and their names."""


def zoom_of(r: int) -> Zoom:
    """How much a counter shows at a radius of ``r`` pixels: near carries the unit's code and every figure."""
    return "near" if r >= 40 else "middle" if r >= 24 else "far"


CORNERS: tuple[Point, ...] = tuple((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(0, 360, 60))
"""Corners of a hex of radius 1, clockwise from the east."""


def corners(h: Hex, scale: float = 1.0) -> list[Point]:
    """Corners of a hex in units of its radius, on the plane of :func:`engine.kernel.hexes.centre`."""
    x, y = centre(h)
    return [(x + scale * cx, y + scale * cy) for cx, cy in CORNERS]


def side_between(a: Hex, b: Hex) -> Side:
    """The side two neighbours share, in units of the radius, run so that outlines of hexes ``a`` join head to tail."""
    (ax, ay), (bx, by) = centre(a), centre_beside(a, b)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    d = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / d / 2, (by - ay) / d / 2
    return (mx - uy, my + ux), (mx + uy, my - ux)


@dataclass(frozen=True)
class Layout:
    """A block of whole columns and rows at a radius of ``r`` pixels, with a margin for the rulers.

    ``mat`` pixels more are kept free at the left and at the right, where a map is too narrow for its footer. Without
    ``footed`` there is no footer: everything in the picture is the map.
    """

    r: int
    c0: int
    r0: int
    c1: int
    r1: int
    margin: int
    mat: int = 0
    footed: bool = True

    @property
    def columns(self) -> int:
        return self.c1 - self.c0 + 1

    @property
    def rows(self) -> int:
        return self.r1 - self.r0 + 1

    @cached_property
    def origin(self) -> tuple[int, int]:
        """The plane's pixel at the picture's upper left corner."""
        x = (1.5 * self.c0 - 1.0) * self.r - self.margin - self.mat
        y = (self.r0 - 0.5) * SQRT3 * self.r - self.margin
        return math.floor(x), math.floor(y)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Pixels of the map with its margins, without the footer."""
        w = (1.5 * (self.c1 - self.c0) + 2.0) * self.r + 2 * (self.margin + self.mat)
        h = (self.r1 - self.r0 + 1.5) * SQRT3 * self.r + 2 * self.margin
        return math.ceil(w) + 1, math.ceil(h) + 1

    def on_phone(self, px: float) -> float:
        """Pixels of the picture that a telephone shows as ``px``."""
        return px * self.size[0] / PHONE

    def at(self, p: Point) -> Point:
        """A point in units of the radius as a pixel of the picture."""
        return p[0] * self.r - self.origin[0], p[1] * self.r - self.origin[1]

    def xy(self, h: Hex) -> Point:
        """Pixel of a hex's centre."""
        return self.at(centre(h))

    def corners(self, h: Hex, scale: float = 1.0) -> list[Point]:
        return [self.at(p) for p in corners(h, scale)]

    def covers(self, battle_map: BattleMap) -> bool:
        """Whether the whole map is in view."""
        return (self.c0, self.c1, self.r0, self.r1) == (*battle_map.cols, *battle_map.rows)

    def on(self, battle_map: BattleMap) -> list[Hex]:
        """The map's hexes in view, in order."""
        block = (100 * c + r for c in range(self.c0, self.c1 + 1) for r in range(self.r0, self.r1 + 1))
        return [h for h in block if h in battle_map.hexes]

    def holds(self, h: Hex) -> bool:
        return self.c0 <= column(h) <= self.c1 and self.r0 <= row(h) <= self.r1

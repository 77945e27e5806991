"""Outlines of counters: squares with the corners of their side, upright or turned."""

from __future__ import annotations

import math

from renderer.graphics.curves import Point
from renderer.palette.sides import SideColours

_QUARTER = tuple((math.cos(math.radians(15 * k)), math.sin(math.radians(15 * k))) for k in range(7))
"""Directions over a quarter of a turn."""


def cornered(at: Point, width: float, height: float, inset: float, colours: SideColours, r: int) -> list[Point]:
    """An upright body with its side's corners: rounded, or cut."""
    x0, y0 = at[0] - width / 2 + inset, at[1] - height / 2 + inset
    x1, y1 = at[0] + width / 2 - inset, at[1] + height / 2 - inset
    c = max(0.02 * r, colours.corner_size * r - inset * 0.6)
    if colours.corner != "rounded":
        return [
            (x0 + c, y0),
            (x1 - c, y0),
            (x1, y0 + c),
            (x1, y1 - c),
            (x1 - c, y1),
            (x0 + c, y1),
            (x0, y1 - c),
            (x0, y0 + c),
        ]
    return [
        *((x1 - c + c * v, y0 + c - c * u) for u, v in _QUARTER),
        *((x1 - c + c * u, y1 - c + c * v) for u, v in _QUARTER),
        *((x0 + c - c * v, y1 - c + c * u) for u, v in _QUARTER),
        *((x0 + c - c * u, y0 + c - c * v) for u, v in _QUARTER),
    ]


def turned(points: list[Point], about: Point, angle: float) -> list[Point]:
    """The outline turned clockwise by ``angle`` radians about a point."""
    c, s = math.cos(angle), math.sin(angle)
    x0, y0 = about
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in points]

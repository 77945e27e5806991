"""Outlines of counters: squares with the corners of their side, upright or turned."""

from __future__ import annotations

import math

from renderer.graphics.curves import Point
from renderer.palette.sides import SideColours


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
    points = []
    for cx, cy, start in ((x1 - c, y0 + c, -90), (x1 - c, y1 - c, 0), (x0 + c, y1 - c, 90), (x0 + c, y0 + c, 180)):
        for k in range(7):
            a = math.radians(start + k * 15)
            points.append((cx + c * math.cos(a), cy + c * math.sin(a)))
    return points


def turned(points: list[Point], about: Point, angle: float) -> list[Point]:
    """The outline turned clockwise by ``angle`` radians about a point."""
    c, s = math.cos(angle), math.sin(angle)
    x0, y0 = about
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in points]

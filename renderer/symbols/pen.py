"""The pen symbols are drawn with: solid strokes on a box of 100 x 100 units, where ``cut`` takes away."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from renderer.graphics.curves import Point, spline

BOX = 100
SCALE = 4
"""Pixels per unit."""


def oval(cx: float, cy: float, rx: float, ry: float, power: float = 2.0, n: int = 48) -> list[Point]:
    """An oval; the higher the power, the squarer."""
    points: list[Point] = []
    for i in range(n):
        a = 2 * math.pi * i / n
        c, s = math.cos(a), math.sin(a)
        x = math.copysign(abs(c) ** (2 / power), c)
        y = math.copysign(abs(s) ** (2 / power), s)
        points.append((cx + rx * x, cy + ry * y))
    return points


def star(points: int, cx: float, cy: float, r: float, inner: float) -> list[Point]:
    """A star with its first point upwards, ``r`` to the points and ``inner`` to the corners between."""
    outline: list[Point] = []
    for i in range(points * 2):
        a = -math.pi / 2 + i * math.pi / points
        k = r if i % 2 == 0 else inner
        outline.append((cx + k * math.cos(a), cy + k * math.sin(a)))
    return outline


class Pen:
    """Draws one symbol onto ``image``."""

    def __init__(self) -> None:
        self.image = Image.new("L", (BOX * SCALE, BOX * SCALE), 0)
        self._draw = ImageDraw.Draw(self.image)

    def area(self, points: Sequence[Point], cut: bool = False) -> None:
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=0 if cut else 255)

    def blob(self, points: Sequence[Point], cut: bool = False) -> None:
        """A smooth closed shape through the points."""
        self.area(spline(points, closed=True), cut)

    def box(self, x0: float, y0: float, x1: float, y1: float, cut: bool = False) -> None:
        self.area(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), cut)

    def line(self, points: Sequence[Point], width: float, cut: bool = False, smooth: bool = False) -> None:
        """A stroke with round ends."""
        path = [(x * SCALE, y * SCALE) for x, y in (spline(points) if smooth else points)]
        fill, w = (0 if cut else 255), width * SCALE
        self._draw.line(path, fill=fill, width=round(w), joint="curve")
        for x, y in (path[0], path[-1]):
            self._draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=fill)

    def disc(self, x: float, y: float, r: float, cut: bool = False) -> None:
        box = ((x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE)
        self._draw.ellipse(box, fill=0 if cut else 255)

    def ring(self, x: float, y: float, r: float, width: float) -> None:
        self.disc(x, y, r)
        self.disc(x, y, r - width, cut=True)

    def spear(self, a: Point, b: Point, width: float, head: float = 18, blade: float = 5.5) -> None:
        """A shaft from ``a`` with its blade at ``b``."""
        self.line((a, b), width)
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        self.leaf(b, angle, head, blade)

    def leaf(self, at: Point, angle: float, length: float, blade: float) -> None:
        c, s = math.cos(angle), math.sin(angle)
        outline = ((0, 0), (length * 0.45, blade), (length, 0), (length * 0.45, -blade))
        self.area([(at[0] + a * c - b * s, at[1] + a * s + b * c) for a, b in outline])

    def shield(self, outline: Sequence[Point], weight: str, rim: float = 8) -> None:
        """A shield filled by weight: "heavy" full, "medium" lower half, "light" outline."""
        self.area(outline)
        if weight == "heavy":
            return
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        kx, ky = 1 - 2 * rim / (max(xs) - min(xs)), 1 - 2 * rim / (max(ys) - min(ys))
        inner = [(cx + (x - cx) * kx, cy + (y - cy) * ky) for x, y in outline]
        self.area(inner, cut=True)
        if weight == "medium":
            self.area([p for p in inner if p[1] >= cy - 0.5])

    def hollow(self, thickness: float) -> None:
        """Turn what is drawn so far into its outline."""
        half = self.image.reduce(2)
        inner = half
        for _ in range(round(thickness * SCALE / 4)):
            inner = inner.filter(ImageFilter.MinFilter(5))
        inner = inner.resize(self.image.size, Image.Resampling.BICUBIC)
        self.image.paste(0, (0, 0), inner)
        self._draw = ImageDraw.Draw(self.image)

    def cut_by(self, other: Pen, within: Pen) -> None:
        """Take away what ``other`` drew, inside what ``within`` drew."""
        both = Image.new("L", self.image.size, 0)
        both.paste(other.image, (0, 0), within.image)
        self.image.paste(0, (0, 0), both)
        self._draw = ImageDraw.Draw(self.image)

    def arc(self, x: float, y: float, r: float, start: float, end: float, width: float) -> None:
        box = ((x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE)
        self._draw.arc(box, start, end, fill=255, width=round(width * SCALE))


Drawing: TypeAlias = Callable[[Pen], None]

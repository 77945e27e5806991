"""The engraver's strokes: lines that swell and taper, volutes, laurel, palmettes, hatching.

Everything is drawn on a :class:`renderer.graphics.canvas.Canvas` in pixels of the finished sheet.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, along, length, lerp
from renderer.palette.colours import RGB, mix
from renderer.palette.map import Ground


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of a plate: printing ink, paper, and the thin washes of the colourist."""

    ink: RGB
    soft: RGB
    """For second-rank text: 4.5 to 1 against the paper at least."""
    paper: RGB
    mat: RGB
    gilt: RGB
    shade: RGB
    leaf: RGB
    leaf_shade: RGB

    @classmethod
    def of(cls, g: Ground) -> Inks:
        paper = g["paper"]
        return cls(
            ink=g["ink"],
            soft=g["number"],
            paper=paper,
            mat=g["mat"],
            gilt=mix(paper, g["road-line"] if g.dark else g.levels[2], 0.28 if g.dark else 0.62),
            shade=mix(paper, g["road-line"] if g.dark else g.levels[3], 0.5 if g.dark else 0.75),
            leaf=mix(paper, g["tree-lit"], 0.75),
            leaf_shade=mix(paper, g["tree-lit"] if g.dark else g["tree"], 0.35 if g.dark else 0.95),
        )


def swell(path: Sequence[Point], width: Callable[[float], float]) -> list[Point]:
    """The outline of a line whose full width at each share of its length (0 to 1) is ``width`` of it."""
    total = length(path) or 1.0
    left: list[Point] = []
    right: list[Point] = []
    gone = 0.0
    for i, p in enumerate(path):
        a, b = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        d = math.dist(a, b) or 1.0
        nx, ny = (b[1] - a[1]) / d, (a[0] - b[0]) / d
        half = width(gone / total) / 2
        left.append((p[0] + nx * half, p[1] + ny * half))
        right.append((p[0] - nx * half, p[1] - ny * half))
        if i + 1 < len(path):
            gone += math.dist(p, path[i + 1])
    return [*left, *reversed(right)]


def bezier(a: Point, b: Point, c: Point, d: Point, n: int = 24) -> list[Point]:
    """A cubic curve from ``a`` to ``d``."""
    found: list[Point] = []
    for i in range(n + 1):
        t = i / n
        s = 1 - t
        w = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        found.append(
            (
                w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
            )
        )
    return found


def spiral(eye: Point, radius: float, start: float, turns: float, way: int = 1) -> list[Point]:
    """A volute winding inwards to its eye: from ``start`` degrees, clockwise where ``way`` is 1."""
    n = max(12, round(turns * 36))
    found: list[Point] = []
    for i in range(n + 1):
        t = i / n
        a = math.radians(start + way * 360 * turns * t)
        r = radius * (1 - t) ** 0.9 * 0.86 + radius * 0.14
        found.append((eye[0] + r * math.cos(a), eye[1] + r * math.sin(a)))
    return found


def scroll(canvas: Canvas, path: Sequence[Point], width: float, inks: Inks, line: float) -> None:
    """A moulding that tapers to both its ends: ink outline, wash, a hairline within."""

    def body(t: float) -> float:
        return width * (0.22 + 0.78 * math.sin(math.pi * t) ** 0.7)

    canvas.area(swell(path, body), inks.ink)
    canvas.area(swell(path, lambda t: max(0.0, body(t) - 2 * line)), inks.gilt)
    canvas.line(path, inks.ink, line * 0.55)


def stud(canvas: Canvas, at: Point, radius: float, colour: RGB, inks: Inks, line: float) -> None:
    """A disc in an ink outline; all ink where it is too small for one."""
    canvas.disc(at, radius, inks.ink)
    if radius > line:
        canvas.disc(at, radius - line, colour)


def leaf(canvas: Canvas, foot: Point, angle: float, long: float, inks: Inks, line: float) -> None:
    """A laurel leaf growing from ``foot`` at ``angle`` radians, one half in shade, with its rib."""
    c, s = math.cos(angle), math.sin(angle)

    def at(x: float, y: float) -> Point:
        return foot[0] + x * c - y * s, foot[1] + x * s + y * c

    wide = long * 0.19
    shape = ((0.0, 0.0), (0.16, 0.55), (0.40, 1.0), (0.66, 0.82), (0.86, 0.36), (1.0, 0.0))
    upper = [at(x * long, -y * wide) for x, y in shape]
    lower = [at(x * long, y * wide) for x, y in shape]
    outline = [*upper, *reversed(lower)]
    canvas.area(outline, inks.leaf)
    canvas.area(upper if c < 0 else lower, inks.leaf_shade)
    canvas.line([*outline, outline[0]], inks.ink, line)
    canvas.line((at(0, 0), at(0.86 * long, 0)), inks.ink, line * 0.7)


def laurel(canvas: Canvas, path: Sequence[Point], long: float, inks: Inks, line: float) -> None:
    """A branch along a path, foot first: leaves in pairs, shorter to the tip, with berries between."""
    canvas.area(swell(path, lambda t: line * (3.2 - 2.0 * t)), inks.ink)
    places = along(path, long * 0.44)
    count = len(places)
    for i, (p, (nx, ny)) in enumerate(places[1:], 1):
        t = i / count
        size = long * (1.0 - 0.38 * t)
        heading = math.atan2(nx, -ny)
        for side in (-1, 1):
            if i % 3 == 1 and side == (-1 if i % 2 else 1):
                b = size * 0.16
                berry = (p[0] + nx * side * b * 1.9, p[1] + ny * side * b * 1.9)
                stud(canvas, berry, b * 0.62, inks.gilt, inks, line)
            leaf(canvas, p, heading - side * 0.62, size, inks, line)
    tip, before = path[-1], path[-2]
    leaf(canvas, tip, math.atan2(tip[1] - before[1], tip[0] - before[0]), long * 0.62, inks, line)


def palmette(canvas: Canvas, foot: Point, high: float, inks: Inks, line: float, lobes: int = 9) -> None:
    """A fan of lobes over a half-round heart, the classical finish of a tablet's upper edge."""
    order = sorted(range(lobes), key=lambda i: -abs(i - (lobes - 1) / 2))
    for i in order:
        off = (i - (lobes - 1) / 2) / ((lobes - 1) / 2)
        a = math.radians(-90 + off * 82)
        long = high * (1.0 - 0.36 * abs(off) ** 1.4)
        c, s = math.cos(a), math.sin(a)
        wide = high * 0.135

        def at(x: float, y: float, c: float = c, s: float = s) -> Point:
            return foot[0] + x * c - y * s, foot[1] + x * s + y * c

        shape = [(0.12, 0.16), (0.5, 0.52), (0.78, 0.98), (0.92, 0.86), (0.99, 0.46), (1.0, 0.0)]
        right = [at(x * long, y * wide) for x, y in shape]
        left = [at(x * long, -y * wide) for x, y in shape]
        outline = [*left, *reversed(right)]
        canvas.area(outline, inks.gilt)
        canvas.area([at(0.12 * long, 0), *right], inks.shade)
        canvas.line([*outline, outline[0]], inks.ink, line)
        canvas.line((at(0.2 * long, 0), at(0.84 * long, 0)), inks.ink, line * 0.7)
    stud(canvas, foot, high * 0.25, inks.gilt, inks, line)
    stud(canvas, foot, high * 0.13, inks.shade, inks, line * 0.8)


def hatch(canvas: Canvas, outline: Sequence[Point], gap: float, line: float, colour: RGB) -> None:
    """Slanting hairlines between the outline's edges, as a cast shadow is engraved. The outline must be convex."""
    x0, x1 = min(p[0] for p in outline), max(p[0] for p in outline)
    y0, y1 = min(p[1] for p in outline), max(p[1] for p in outline)
    closed = [*outline, outline[0]]
    at = x0 + y0
    while at < x1 + y1:
        cuts: list[Point] = []
        for a, b in itertools.pairwise(closed):
            fa, fb = a[0] + a[1] - at, b[0] + b[1] - at
            if (fa < 0) != (fb < 0):
                cuts.append(lerp(a, b, fa / (fa - fb)))
        cuts.sort()
        for p, q in zip(cuts[::2], cuts[1::2], strict=False):
            canvas.line((p, q), colour, line)
        at += gap


def swelled_rule(canvas: Canvas, middle: Point, half: float, inks: Inks, weight: float) -> None:
    """A printer's rule: two tapering strokes from a lozenge between two dots."""
    x, y = middle
    for side in (-1, 1):
        path = [(x + side * (weight * 4.2 + (half - weight * 4.2) * t), y) for t in (0.0, 0.35, 1.0)]
        canvas.area(swell(path, _fading(weight)), inks.ink)
        canvas.disc((x + side * weight * 2.9, y), weight * 0.55, inks.ink)
    d = weight * 1.6
    canvas.area(((x - d, y), (x, y - d), (x + d, y), (x, y + d)), inks.ink)


def _fading(weight: float) -> Callable[[float], float]:
    return lambda t: weight * (0.25 + 0.75 * (1 - t))

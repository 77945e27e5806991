"""The lines arrows follow: paths through hexes smoothed and shortened, and ribbons along them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from engine.kernel.hexes import Hex
from renderer.graphics.curves import Point, length, lerp, spline
from renderer.scene import Scene

HALF = 0.63
"""Half the side of a counter, in radii."""


def relaxed(points: Sequence[Point]) -> list[Point]:
    """A path through hex centres with its zigzag taken out, ends fixed."""
    path = list(points)
    for _ in range(3):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(path, path[1:], path[2:], strict=False)
        ]
        path = [path[0], *inner, path[-1]]
    if len(path) > 2:
        return spline(path, steps=12)
    return [lerp(path[0], path[-1], t / 20) for t in range(21)]


def shortened(path: list[Point], by: float) -> list[Point]:
    """The path without its last ``by`` pixels, at least a third of it kept."""
    keep = max(length(path) - by, length(path) * 0.34)
    kept, run = [path[0]], 0.0
    for a, b in itertools.pairwise(path):
        step = math.dist(a, b)
        if run + step >= keep:
            if step:
                kept.append(lerp(a, b, (keep - run) / step))
            break
        kept.append(b)
        run += step
    return kept


def stop(path: Sequence[Point]) -> float:
    """How many radii before its end a path must stop for its arrowhead to show at the edge of the counter there."""
    (x0, y0), (x1, y1) = path[max(0, len(path) - 6)], path[-1]
    d = math.dist((x0, y0), (x1, y1)) or 1.0
    return HALF / max(abs(x1 - x0) / d, abs(y1 - y0) / d) + 0.22


def ribbon(path: list[Point], r: int, extra: float, swelling: tuple[float, float], head: bool = True) -> list[Point]:
    left: list[Point] = []
    right: list[Point] = []
    last = len(path) - 1
    for i, (x, y) in enumerate(path):
        a, b = path[max(0, i - 1)], path[min(last, i + 1)]
        d = math.dist(a, b) or 1.0
        nx, ny = -(b[1] - a[1]) / d, (b[0] - a[0]) / d
        w = (swelling[0] + (swelling[1] - swelling[0]) * i / last) * r / 2 + extra
        left.append((x + nx * w, y + ny * w))
        right.append((x - nx * w, y - ny * w))
    if not head:
        return [*left, *reversed(right)]
    a, b = path[max(0, last - 2)], path[-1]
    d = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
    wide, long = 0.20 * r + extra * 1.4, 0.34 * r + extra * 1.6
    x, y = b[0] - ux * extra * 0.5, b[1] - uy * extra * 0.5
    back = 0.05 * r
    tip = [
        (x - uy * wide - ux * back, y + ux * wide - uy * back),
        (x + ux * long, y + uy * long),
        (x + uy * wide - ux * back, y - ux * wide - uy * back),
    ]
    return [*left, *tip, *reversed(right)]


def between(scene: Scene, attacker: Hex, defender: Hex) -> tuple[Callable[[float, float], Point], Point]:
    """What finds a point by how far it lies forward and aside, in radii, from half-way; and half-way itself."""
    a, b = scene.layout.xy(attacker), scene.layout.xy(defender)
    middle, d, r = lerp(a, b, 0.5), math.dist(a, b) or 1.0, scene.r
    ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
    return lambda f, s: (middle[0] + (ux * f - uy * s) * r, middle[1] + (uy * f + ux * s) * r), middle

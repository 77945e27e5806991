"""Arrows: moves, flight, charges, shock."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from engine.kernel.hexes import Hex
from renderer.canvas import Canvas
from renderer.curves import Point, length, lerp, spline
from renderer.palette import BLACK, CREAM, HIT, RGB, ROUT, ROUT_PALE, WHITE
from renderer.scene import Scene

HALF = 0.63
"""Half the side of a counter, in radii."""


def _relaxed(points: Sequence[Point]) -> list[Point]:
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


def _shortened(path: list[Point], by: float) -> list[Point]:
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


def _stop(path: Sequence[Point]) -> float:
    """How many radii before its end a path must stop for its arrowhead to show at the edge of the counter there."""
    (x0, y0), (x1, y1) = path[max(0, len(path) - 6)], path[-1]
    d = math.dist((x0, y0), (x1, y1)) or 1.0
    return HALF / max(abs(x1 - x0) / d, abs(y1 - y0) / d) + 0.22


def move_arrow(scene: Scene, hexes: Sequence[Hex], colour: RGB, swelling: tuple[float, float] = (0.07, 0.17)) -> None:
    """A swelling ribbon from a ring at the start to just before the last hex."""
    points = [scene.layout.xy(h) for h in hexes]
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(points) < 2:
        return
    r = scene.r
    path = _relaxed(points)
    path = _shortened(path, _stop(path) * r)
    path = _shortened(path[::-1], min(0.21 * r, 0.3 * length(path)))[::-1]
    for extra, ink in ((0.045 * r, scene.casing), (0.0, colour)):
        canvas.area(_ribbon(path, r, extra, swelling), ink, 0.93)
    start = points[0]
    canvas.ring(start, 0.23 * r, scene.casing, 0.11 * r, 0.93)
    canvas.ring(start, 0.20 * r, colour, 0.055 * r, 0.93)
    canvas.onto(scene.image)


def _ribbon(path: list[Point], r: int, extra: float, swelling: tuple[float, float], head: bool = True) -> list[Point]:
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


def rout_wave(scene: Scene, hexes: Sequence[Hex], flag: bool = False) -> None:
    """A grey wave along a flight; with a white flag at its end where no counter carries one."""
    points = [scene.layout.xy(h) for h in hexes]
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(points) < 2:
        return
    r = scene.r
    path = _shortened(_relaxed(points), (0.1 if flag else 0.62) * r)
    wave: list[Point] = []
    run = 0.0
    for a, b in itertools.pairwise(path):
        step = math.dist(a, b) or 1.0
        pieces = max(1, round(step / (0.04 * r)))
        for i in range(pieces):
            x, y = lerp(a, b, i / pieces)
            k = math.sin((run + step * i / pieces) / (0.13 * r)) * 0.10 * r
            wave.append((x - (b[1] - a[1]) / step * k, y + (b[0] - a[0]) / step * k))
        run += step
    if len(wave) < 2:
        return
    ink = ROUT_PALE if scene.theme == "dark" else ROUT
    for colour, width in ((scene.casing, 0.15), (ink, 0.075)):
        canvas.line(wave, colour, width * r, round_ends=True)
    canvas.ring(points[0], 0.235 * r, scene.casing, 0.125 * r)
    canvas.ring(points[0], 0.20 * r, ink, 0.055 * r)
    if flag:
        _flag(canvas, wave[-1], 0.22 * r)
    canvas.onto(scene.image)


def _flag(canvas: Canvas, at: Point, k: float) -> None:
    """A white flag on its pole, planted at a point."""
    x, y = at
    canvas.line(((x, y + 0.4 * k), (x, y - 2.4 * k)), CREAM, 0.62 * k, round_ends=True)
    canvas.line(((x, y + 0.4 * k), (x, y - 2.4 * k)), BLACK, 0.34 * k, round_ends=True)
    for grown, colour in ((0.22, BLACK), (0.0, WHITE)):
        g = grown
        shape = ((-g, -2.3 - g), (2.0 + 1.4 * g, -1.75), (1.15 + g, -1.35), (2.0 + 1.4 * g, -0.75), (-g, -0.85 + g))
        canvas.area([(x + (0.16 + a) * k, y + b * k) for a, b in shape], colour)


def charge_ribbon(scene: Scene, hexes: Sequence[Hex], colour: RGB) -> None:
    """The way a charge took: twice as broad as a move's, and without a head, which :func:`charge_point` draws."""
    points = [scene.layout.xy(h) for h in hexes]
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(set(hexes)) < 2:
        return
    r = scene.r
    path = _relaxed(points)
    path = _shortened(path[::-1], min(0.24 * r, 0.3 * length(path)))[::-1]
    for extra, ink in ((0.05 * r, scene.casing), (0.0, colour), (-0.055 * r, HIT)):
        canvas.area(_ribbon(path, r, extra, (0.20, 0.40), head=False), ink, 0.93)
    canvas.ring(points[0], 0.25 * r, scene.casing, 0.13 * r, 0.93)
    canvas.ring(points[0], 0.22 * r, colour, 0.075 * r, 0.93)
    canvas.onto(scene.image)


def _between(scene: Scene, attacker: Hex, defender: Hex) -> tuple[Callable[[float, float], Point], Point]:
    """What finds a point by how far it lies forward and aside, in radii, from half-way; and half-way itself."""
    a, b = scene.layout.xy(attacker), scene.layout.xy(defender)
    middle, d, r = lerp(a, b, 0.5), math.dist(a, b) or 1.0, scene.r
    ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
    return lambda f, s: (middle[0] + (ux * f - uy * s) * r, middle[1] + (uy * f + ux * s) * r), middle


def charge_point(scene: Scene, attacker: Hex, defender: Hex) -> None:
    """Two crimson points, one behind the other, over the hexside charged across."""
    at, middle = _between(scene, attacker, defender)
    canvas = scene.canvas([middle], 0.8)
    if canvas is None or attacker == defender:
        return
    barbed = ((0.30, 0.0), (-0.04, 0.26), (0.05, 0.0), (-0.04, -0.26))
    for grown, colour in ((1.28, CREAM), (1.0, HIT)):
        for back in (0.24, 0.0):
            outline = [(0.12 + (f - 0.12) * grown - back, s * grown) for f, s in barbed]
            canvas.area([at(f, s) for f, s in outline], colour)
    canvas.onto(scene.image)


def shock_arrow(scene: Scene, attacker: Hex, defender: Hex) -> None:
    """A short crimson arrow on the contested hexside."""
    at, middle = _between(scene, attacker, defender)
    canvas = scene.canvas([middle], 0.6)
    if canvas is None or attacker == defender:
        return
    for k, colour in ((0.05, CREAM), (0.0, HIT)):
        w, head = 0.10 + k, 0.19 + 1.2 * k
        outline = (
            at(-0.22 - k, w),
            at(0.0, w),
            at(-0.04, head),
            at(0.24 + k * 1.4, 0.0),
            at(-0.04, -head),
            at(0.0, -w),
            at(-0.22 - k, -w),
        )
        canvas.area(outline, colour)
    canvas.onto(scene.image)

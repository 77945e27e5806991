"""Badges on counters: hits, states, the count of a stack. Each is a shape in its own place, never colour alone."""

from __future__ import annotations

import math
from collections.abc import Callable

from renderer import symbols
from renderer.counters.drawing import CounterDrawing
from renderer.graphics.curves import Point, spline
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, RALLY, RGB, WHITE

PRIORITY = (
    "routed",
    "rallied",
    "retired",
    "disordered",
    "must-check",
    "no-check",
    "engaged",
    "column",
    "screen-no",
    "screen-low",
)
"""States with a badge on the rear top corner; only the first that applies is shown."""


def rear_badge(states: frozenset[str]) -> str | None:
    """The state whose badge the counter carries."""
    return next((s for s in PRIORITY if s in states), None)


def carried(states: frozenset[str]) -> bool:
    """Whether these states put any badge on a counter."""
    return rear_badge(states) is not None or at_rear_bottom(states)


def at_rear_bottom(states: frozenset[str]) -> bool:
    """Whether these states put a badge on the rear lower corner, where hits are too."""
    return "out-of-command" in states


def draw(counter: CounterDrawing) -> None:
    """All badges of a counter."""
    state = rear_badge(counter.look.states)
    if state is not None:
        x = -(counter.half_width - 0.10)
        y = -(counter.half_height - 0.12)
        _REAR[state](counter, counter.at(x, y))
    if counter.look.hits:
        _hits(counter)
    if counter.look.below_hits:
        _hits_below(counter)
    if at_rear_bottom(counter.look.states):
        _out_of_command(counter)
    if counter.look.stack > 1 and counter.zoom != "far":
        _count(counter)


def _medal(counter: CounterDrawing, at: Point, radius: float, fill: RGB, ring: RGB) -> None:
    r = counter.r
    counter.canvas.disc(at, (radius + 0.03) * r, ring)
    counter.canvas.disc(at, radius * r, fill)


def _hits(counter: CounterDrawing) -> None:
    """An eight-pointed seal, rear bottom, with the number of cohesion hits."""
    at = counter.at(-(counter.half_width - 0.09), counter.half_height - 0.10)
    _seal(counter, at, 0.235 if counter.zoom != "far" else 0.30, counter.look.hits)


def _hits_below(counter: CounterDrawing) -> None:
    """The same, smaller, beside the tab that names who is beneath, under the count."""
    _seal(counter, counter.at(counter.half_width - 0.01, counter.half_height + 0.28), 0.15, counter.look.below_hits)


def _seal(counter: CounterDrawing, at: Point, radius: float, n: int) -> None:
    radius *= counter.r
    for scale, colour in ((1.16, CREAM), (1.0, HIT)):
        points: list[Point] = []
        for i in range(16):
            k = radius * scale * (1.28 if i % 2 == 0 else 1.0)
            a = i * math.pi / 8
            points.append((at[0] + k * math.cos(a), at[1] + k * math.sin(a)))
        counter.canvas.area(points, colour)
    counter.canvas.text(at, str(n), radius * (1.45 if n < 10 else 1.1), WHITE, 0.05)


def _count(counter: CounterDrawing) -> None:
    """How many counters the stack holds, front bottom."""
    r = counter.r
    at = counter.at(counter.half_width + 0.03, counter.half_height - 0.02)
    _medal(counter, at, 0.17, BLACK, CREAM)
    counter.canvas.text(at, str(counter.look.stack), 0.25 * r, CREAM, 0.03)


def _flag(counter: CounterDrawing, at: Point) -> None:
    """White flag of a routed unit."""
    r = counter.r
    k = (0.20 if counter.zoom != "far" else 0.28) * r
    x, y = at[0] - (0 if counter.front > 0 else 0.06 * r), at[1] - 0.02 * r
    canvas = counter.canvas
    canvas.line(((x - 0.7 * k, y + 1.5 * k), (x - 0.7 * k, y - 1.1 * k)), BLACK, 0.09 * r)
    outer = ((-0.75, -1.25), (1.6, -0.75), (0.7, -0.2), (1.6, 0.5), (-0.75, 0.6))
    inner = ((-0.55, -1.0), (1.2, -0.62), (0.42, -0.2), (1.2, 0.32), (-0.55, 0.38))
    for shape, colour in ((outer, BLACK), (inner, WHITE)):
        canvas.area([(x + a * k, y + b * k) for a, b in shape], colour)


def _rallied(counter: CounterDrawing, at: Point) -> None:
    """Green disc with an arrow upwards."""
    r = counter.r
    _medal(counter, at, 0.22, RALLY, CREAM)
    shape = ((0, -0.15), (0.13, 0.01), (0.05, 0.01), (0.05, 0.14), (-0.05, 0.14), (-0.05, 0.01), (-0.13, 0.01))
    counter.canvas.area([(at[0] + a * r, at[1] + b * r) for a, b in shape], WHITE)


def _retired(counter: CounterDrawing, at: Point) -> None:
    """Ivory disc with an arrow that turns back."""
    r, back = counter.r, -counter.front
    _medal(counter, at, 0.22, CREAM, BLACK)
    x, y = at
    path = ((-0.10, 0.13), (-0.10, -0.04), (-0.05, -0.11), (0.03, -0.11), (0.08, -0.04), (0.08, 0.03))
    counter.canvas.line([(x + back * a * r, y + b * r) for a, b in path], BLACK, 0.065 * r)
    head = ((-0.03, 0.00), (0.19, 0.00), (0.08, 0.15))
    counter.canvas.area([(x + back * a * r, y + b * r) for a, b in head], BLACK)


def _out_of_command(counter: CounterDrawing) -> None:
    """A leader's star, struck through: rear bottom, or in the middle of the lower edge where hits are.

    In the middle of a pair's rear edge.
    """
    r = counter.r
    rear, low = -(counter.half_width - 0.10), counter.half_height - 0.10
    at = counter.at(rear - 0.10, 0.0) if counter.look.span else counter.at(0.0 if counter.look.hits else rear, low)
    far = counter.zoom == "far"
    radius = 0.22 if not far else 0.30
    _medal(counter, at, radius, CREAM, BLACK)
    counter.canvas.stamp(symbols.mask("rank-sc", round(1.9 * radius * r * counter.sharpness)), at, BLACK)
    d = 0.80 * radius * r
    for width, colour in ((0.10, CREAM), (0.05, HIT)) if not far else ((0.17, CREAM), (0.10, HIT)):
        counter.canvas.line(((at[0] - d, at[1] + d), (at[0] + d, at[1] - d)), colour, width * r)


def _engaged(counter: CounterDrawing, at: Point) -> None:
    """Crossed swords on black."""
    r = counter.r
    _medal(counter, at, 0.24, BLACK, GOLD)
    counter.canvas.stamp(symbols.mask("swords", round(0.36 * r * counter.sharpness)), at, CREAM)


def _disordered(counter: CounterDrawing, at: Point) -> None:
    """Gold triangle with a wave."""
    k = 0.23 * counter.r
    x, y = at
    canvas = counter.canvas
    canvas.area(((x, y - 1.35 * k), (x + 1.25 * k, y + 0.85 * k), (x - 1.25 * k, y + 0.85 * k)), BLACK)
    canvas.area(((x, y - 1.02 * k), (x + 0.98 * k, y + 0.7 * k), (x - 0.98 * k, y + 0.7 * k)), GOLD)
    wave = ((-0.5, 0.35), (-0.25, 0.12), (0, 0.35), (0.25, 0.58), (0.5, 0.35))
    canvas.line(spline([(x + a * k, y + b * k) for a, b in wave]), BLACK, 0.06 * counter.r)


def _must_check(counter: CounterDrawing, at: Point) -> None:
    """Gold disc with an exclamation mark."""
    _medal(counter, at, 0.22, GOLD, BLACK)
    _exclamation(counter, at, BLACK)


def _no_check(counter: CounterDrawing, at: Point) -> None:
    """Ivory disc, the exclamation mark struck through."""
    r = counter.r
    _medal(counter, at, 0.22, CREAM, BLACK)
    _exclamation(counter, at, BLACK)
    d = 0.16 * r
    for width, colour in ((0.11, CREAM), (0.055, HIT)):
        counter.canvas.line(((at[0] - d, at[1] + d), (at[0] + d, at[1] - d)), colour, width * r)


def _exclamation(counter: CounterDrawing, at: Point, colour: RGB) -> None:
    k = 0.22 * counter.r
    x, y = at
    stroke = ((-0.34, -0.72), (0.34, -0.72), (0.14, 0.20), (-0.14, 0.20))
    counter.canvas.area([(x + a * k, y + b * k) for a, b in stroke], colour)
    counter.canvas.disc((x, y + 0.55 * k), 0.21 * k, colour)


def _column(counter: CounterDrawing, at: Point) -> None:
    """Plate with three bars: a column of march."""
    k = 0.20 * counter.r
    x, y = at
    canvas = counter.canvas

    def plate(half_w: float, half_h: float, dy: float, colour: RGB) -> None:
        box = ((-half_w, dy - half_h), (half_w, dy - half_h), (half_w, dy + half_h), (-half_w, dy + half_h))
        canvas.area([(x + a * k, y + b * k) for a, b in box], colour)

    plate(1.15, 1.15, 0, counter.colours.rim)
    plate(0.98, 0.98, 0, CREAM)
    for i in (-1, 0, 1):
        plate(0.55, 0.15, i * 0.55, BLACK)


def _screen_low(counter: CounterDrawing, at: Point) -> None:
    """Ivory disc with an arrow: an elephant's archers have one volley left."""
    r = counter.r
    _medal(counter, at, 0.22, CREAM, BLACK)
    x, y = at
    counter.canvas.line(((x - 0.12 * r, y + 0.12 * r), (x + 0.06 * r, y - 0.06 * r)), BLACK, 0.05 * r)
    head = ((0.15, -0.15), (0.10, 0.04), (-0.04, -0.10))
    counter.canvas.area([(x + a * r, y + b * r) for a, b in head], BLACK)


def _screen_no(counter: CounterDrawing, at: Point) -> None:
    """The arrow struck through: they have none."""
    _screen_low(counter, at)
    r, d = counter.r, 0.16 * counter.r
    for width, colour in ((0.11, CREAM), (0.055, HIT)):
        counter.canvas.line(((at[0] - d, at[1] - d), (at[0] + d, at[1] + d)), colour, width * r)


_REAR: dict[str, Callable[[CounterDrawing, Point], None]] = {
    "routed": _flag,
    "rallied": _rallied,
    "retired": _retired,
    "disordered": _disordered,
    "must-check": _must_check,
    "no-check": _no_check,
    "engaged": _engaged,
    "column": _column,
    "screen-low": _screen_low,
    "screen-no": _screen_no,
}

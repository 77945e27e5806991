"""What stands round a counter's body: where it faces, how it is formed, that it charges."""

from __future__ import annotations

import math

from renderer.counters.drawing import CounterDrawing
from renderer.graphics.curves import Point, lerp
from renderer.palette.colours import HIT, RGB

REACH = 0.93
"""From the centre of the hex to the vertex marked, in radii."""


def draw_behind(c: CounterDrawing) -> None:
    """What the body overlaps: the faced corner of the hex, a point for a charge, locked shields."""
    states, facing = c.look.states, c.look.facing
    to_vertex = facing is not None and facing % 60 == 0
    if "schiltron" in states or "square" in states or ("shield-wall" in states and not to_vertex):
        _ring(c)
    elif to_vertex and "column" not in states:
        for at in (c.first, c.second) if c.look.span else (c.first,):
            if "charging" in states:
                _point(c, at)
            elif "shield-wall" in states:
                _wall(c, at)
            else:
                _chevron(c, at)


def draw_before(c: CounterDrawing) -> None:
    """What lies on the body: the arrow of a column."""
    facing = c.look.facing
    if facing is not None and (facing % 60 or "column" in c.look.states):
        _column_arrow(c, facing)


def _vertex(c: CounterDrawing, at: Point, turn: int) -> Point:
    """The faced vertex, or the one ``turn`` degrees on."""
    a = math.radians((c.look.facing or 0) + turn)
    return at[0] + REACH * c.r * math.cos(a), at[1] - REACH * c.r * math.sin(a)


def _inks(c: CounterDrawing) -> tuple[tuple[float, RGB], ...]:
    """Widths of a line and its casing."""
    return (0.20, c.colours.casing), (0.115, c.colours.chevron)


def _chevron(c: CounterDrawing, at: Point, share: float = 0.40) -> None:
    """The front corner of the hex: a share of each of the two hexsides that meet at the faced vertex."""
    tip = _vertex(c, at, 0)
    path = [lerp(tip, _vertex(c, at, -60), share), tip, lerp(tip, _vertex(c, at, 60), share)]
    for width, colour in _inks(c):
        c.canvas.line(path, colour, width * c.r, round_ends=True)
        c.canvas.disc(tip, width * c.r / 2, colour)


def _wall(c: CounterDrawing, at: Point) -> None:
    """A shield wall: the whole of both front hexsides, with the bosses of the shields."""
    _chevron(c, at, 0.92)
    tip = _vertex(c, at, 0)
    for end in (_vertex(c, at, -60), _vertex(c, at, 60)):
        for t in (0.32, 0.62, 0.92):
            for size, colour in ((0.135, c.colours.casing), (0.095, c.colours.chevron)):
                c.canvas.disc(lerp(tip, end, t), size * c.r, colour)


def _ring(c: CounterDrawing) -> None:
    """All round: locked shields along every outer hexside; of a square a dot on each, as its marker has them."""
    sx, sy = c.span
    for at, toward in ((c.first, (sx, sy)), (c.second, (-sx, -sy))) if c.look.span else ((c.first, None),):
        reach = [_corner(c, at, a, 0.86 if toward is None else REACH) for a in range(0, 360, 60)]
        for width, colour in _inks(c):
            for i in range(6):
                a, b = reach[i], reach[(i + 1) % 6]
                middle = lerp(a, b, 0.5)
                if toward and (middle[0] - at[0]) * toward[0] + (middle[1] - at[1]) * toward[1] > 1.2 * c.r * c.r:
                    continue  # the side the two hexes share
                if "square" in c.look.states:
                    c.canvas.disc(lerp(a, b, 0.5), 1.2 * width * c.r, colour)
                else:
                    c.canvas.line((lerp(a, b, 0.18), lerp(a, b, 0.82)), colour, width * c.r, round_ends=True)


def _corner(c: CounterDrawing, at: Point, degrees: float, reach: float) -> Point:
    a = math.radians(degrees)
    return at[0] + reach * c.r * math.cos(a), at[1] + reach * c.r * math.sin(a)


def _point(c: CounterDrawing, at: Point) -> None:
    """A charge: the faced corner of the hex filled to a crimson point, barbed like the head of a lance."""
    r, facing = c.r, math.radians(c.look.facing or 0)
    ux, uy = math.cos(facing), -math.sin(facing)
    for grown, colour in ((0.10, c.colours.casing), (0.05, c.colours.chevron), (0.0, HIT)):
        outline = ((1.0 + grown, 0.0), (0.57 - grown, 0.47 + grown), (0.57 - grown, -0.47 - grown))
        c.canvas.area([(at[0] + (f * ux - s * uy) * r, at[1] + (f * uy + s * ux) * r) for f, s in outline], colour)


def _column_arrow(c: CounterDrawing, facing: int) -> None:
    """Double arrowhead on the one hexside a column faces."""
    r, a = c.r, math.radians(facing)
    ux, uy = math.cos(a), -math.sin(a)
    # Of a pair, on the hex that leads.
    at = max(c.first, c.second, key=lambda p: round(p[0] * ux + p[1] * uy, 3)) if c.look.span else c.first
    x, y = at[0] + 0.80 * r * ux, at[1] + 0.80 * r * uy
    for k, colour in ((0.25, c.colours.casing), (0.185, c.colours.chevron)):
        for back in (0.0, 0.17):
            cx, cy = x - back * r * ux, y - back * r * uy
            k_r = k * r
            c.canvas.area(
                [
                    (cx + ux * k_r, cy + uy * k_r),
                    (cx - uy * k_r * 1.3 - ux * k_r * 0.4, cy + ux * k_r * 1.3 - uy * k_r * 0.4),
                    (cx + uy * k_r * 1.3 - ux * k_r * 0.4, cy - ux * k_r * 1.3 - uy * k_r * 0.4),
                ],
                colour,
            )

"""Cities: no two hexes alike. A square with its basilica, gardens, great houses round their courts, crowded lanes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from random import Random

from engine.kernel.hexes import Hex, centre, neighbours
from renderer.graphics.curves import Point
from renderer.map.ground.marks import Mark, area, line, oval
from renderer.map.ground.scatter import inside, tree

EDGE = 0.95
"""How far from the middle of its hex a house may stand, in radii of the hex."""
_COURTS, _GARDENS = 0.26, 0.10
"""Shares of the hexes that have great houses and gardens; the rest is lanes."""


def city(h: Hex, hexes: Collection[Hex], middle: bool, turn: float, rnd: Random) -> Iterator[Mark]:
    """What stands in a hex of a city of these hexes.

    The ``middle`` of the city has its square. ``turn`` is the way of the streets in degrees, which changes slowly from
    hex to hex, so that they run on.
    """
    axis = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    within = sum(n in hexes for n in neighbours(h)) >= 5
    kind = rnd.random()
    if middle:
        yield from _lanes(h, axis, rnd, 0.50)
        yield from _square(h, axis)
    elif within and kind < _GARDENS:
        yield from _lanes(h, axis, rnd, 0.56)
        yield from _garden(h, axis, rnd)
    elif within and kind < _GARDENS + _COURTS:
        yield from _lanes(h, axis, rnd, 0.54)
        yield from _court(h, axis, rnd)
    else:
        yield from _lanes(h, axis, rnd, 0.0)


def _at(h: Hex, axis: Point, a: float, b: float) -> Point:
    x, y = centre(h)
    return x + a * axis[0] - b * axis[1], y + a * axis[1] + b * axis[0]


def _box(h: Hex, axis: Point, a: float, b: float, w: float, d: float, shift: Point = (0.0, 0.0)) -> list[Point]:
    """A rectangle along the streets, round a place in the hex."""
    corners = ((-w, -d), (w, -d), (w, d), (-w, d))
    return [(x + shift[0], y + shift[1]) for x, y in (_at(h, axis, a + u, b + v) for u, v in corners)]


def _house(h: Hex, axis: Point, at: Point, size: Point, rnd: Random) -> Iterator[Mark]:
    """A roof with its lit and its dark side, and a shadow; some have their gable the other way."""
    (a, b), (w, d) = at, size
    yield area(_box(h, axis, a, b, w, d, (0.025, 0.035)), ("roof-line", "town", 0.55))
    lit, dark = ("roof", "town", rnd.uniform(0.0, 0.45)), ("roof", "roof-line", rnd.uniform(0.1, 0.45))
    yield area(_box(h, axis, a, b, w, d), lit)
    yield area(_box(h, axis, a, b + d / 2, w, d / 2) if w >= d else _box(h, axis, a + w / 2, b, w / 2, d), dark)
    outline = _box(h, axis, a, b, w, d)
    yield line([*outline, outline[0]], ("roof-line", "roof", 0.4), 0.014)


def _lanes(h: Hex, axis: Point, rnd: Random, free: float) -> Iterator[Mark]:
    """Rows of houses of every size back to back along lanes, with ``free`` radii round the middle kept open."""
    row = -0.92 + rnd.uniform(0.0, 0.08)
    pair = rnd.random() < 0.5
    while row < 0.9:
        depth = rnd.uniform(0.065, 0.095)
        a = -0.98 + rnd.uniform(0.0, 0.1)
        while a < 0.95:
            w = rnd.uniform(0.06, 0.15) if rnd.random() < 0.85 else rnd.uniform(0.15, 0.22)
            at = a + w, row + depth + rnd.uniform(-0.012, 0.012)
            a += 2 * w + (0.012 if rnd.random() < 0.75 else rnd.uniform(0.05, 0.16))
            x, y = at[0] * axis[0] - at[1] * axis[1], at[0] * axis[1] + at[1] * axis[0]
            if inside(x, y, EDGE) and math.hypot(*at) > free and rnd.random() > 0.07:
                yield from _house(h, axis, at, (w, depth * rnd.uniform(0.8, 1.0)), rnd)
        row += 2 * depth + (0.02 if pair else 0.085)
        pair = not pair


def _square(h: Hex, axis: Point) -> Iterator[Mark]:
    """An open place with colonnades on two sides and a basilica with its apse at the end."""
    yield area(_box(h, axis, 0, 0, 0.40, 0.27), ("town", "paper", 0.6), ("roof-line", "town", 0.3), 0.016)
    for side in (-0.235, 0.235):
        yield area(_box(h, axis, -0.06, side, 0.32, 0.03), "wall", "wall-line", 0.014)
        for i in range(8):
            at = _at(h, axis, -0.34 + 0.08 * i, side - math.copysign(0.05, side))
            yield oval(at, 0.012, 0.012, "wall-line")
    yield area(_box(h, axis, 0.30, 0, 0.09, 0.17, (0.03, 0.04)), ("wall-line", "town", 0.5))
    x, y = _at(h, axis, 0.40, 0)
    yield oval((x, y), 0.075, 0.075, "wall", "wall-line", 0.018)
    yield area(_box(h, axis, 0.30, 0, 0.09, 0.17), "wall", "wall-line", 0.022)
    yield line((_at(h, axis, 0.30, -0.17), _at(h, axis, 0.30, 0.17)), "wall-line", 0.016)
    yield oval(_at(h, axis, -0.18, 0), 0.04, 0.04, "wall", "wall-line", 0.016)


def _garden(h: Hex, axis: Point, rnd: Random) -> Iterator[Mark]:
    """A walled garden with paths across it and trees in its beds."""
    yield area(_box(h, axis, 0, 0, 0.42, 0.30), ("woods", "town", 0.35), ("wall-line", "town", 0.25), 0.022)
    for ends in (((-0.42, 0), (0.42, 0)), ((0, -0.30), (0, 0.30))):
        yield line([_at(h, axis, *e) for e in ends], "town", 0.05)
    for a in (-0.32, -0.20, -0.10, 0.10, 0.20, 0.32):
        for b in (-0.21, -0.09, 0.09, 0.21):
            if rnd.random() < 0.8:
                yield from tree(_at(h, axis, a, b), rnd.uniform(0.045, 0.065), True)


def _court(h: Hex, axis: Point, rnd: Random) -> Iterator[Mark]:
    """One to three great houses round their courts."""
    for a, b, w, d in ((-0.24, -0.20, 0.19, 0.15), (0.24, -0.16, 0.20, 0.17), (0.02, 0.24, 0.30, 0.16)):
        if rnd.random() < 0.25:
            continue
        a, b = a + rnd.uniform(-0.03, 0.03), b + rnd.uniform(-0.03, 0.03)
        yield from _house(h, axis, (a, b), (w, d), rnd)
        green = rnd.random() < 0.5
        court = _box(h, axis, a, b, 0.52 * w, 0.46 * d)
        yield area(court, ("woods", "town", 0.4) if green else "town", ("roof-line", "roof", 0.3), 0.014)

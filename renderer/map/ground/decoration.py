"""Fields, farms and paths: what a battlefield had that no rule knows, so faint that nobody takes it for terrain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random

from engine.kernel.hexes import Hex, centre
from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Point, along, spline
from renderer.map.ground.marks import Mark, area, line
from renderer.map.ground.scatter import tree
from renderer.map.ground.wandering import Drift
from renderer.palette.map import Colour

_CROPS: tuple[tuple[str, float], ...] = (("camp", 0.30), ("vineyard", 0.22), ("rough", 0.34), ("marsh", 0.34))
"""Colours of fields, and how far the ground goes towards each."""
_STRIP = 0.33
"""Width of a field's strips, in radii."""


def drawn(m: BattleMap, drift: Drift, hand: Callable[[str], Random], level: Callable[[Hex], int]) -> Iterator[Mark]:
    """All of a map's decoration: fields, on them paths, and farms over both."""
    kinds: dict[str, list[tuple[Hex, ...]]] = {}
    for d in m.decoration:
        kinds.setdefault(d.type, []).append(d.hexes)
    for hexes in kinds.get("field", ()):
        for h in hexes:
            yield from _field(h, drift, hand(f"field {h}"), f"level-{min(level(h), 5)}")
    for hexes in kinds.get("path", ()):
        yield from _path(hexes, drift)
    for hexes in kinds.get("farm", ()):
        for h in hexes:
            yield from _farm(h, hand(f"farm {h}"))


def _field(h: Hex, drift: Drift, rnd: Random, wash: str) -> Iterator[Mark]:
    """Three strips side by side under different crops, with furrows; now and then one lies fallow."""
    x, y = centre(h)
    turn = math.radians(rnd.choice((-58, -24, 14, 38, 74)) + rnd.uniform(-6, 6))
    c, s = math.cos(turn), math.sin(turn)

    def at(a: float, b: float) -> Point:
        return drift.at((x + a * c - b * s, y + a * s + b * c))

    for i in (-1, 0, 1):
        left, right = -0.72 + rnd.uniform(0, 0.16) + 0.1 * abs(i), 0.72 - rnd.uniform(0, 0.16) - 0.1 * abs(i)
        low, high = i * _STRIP - _STRIP / 2 + 0.015, i * _STRIP + _STRIP / 2 - 0.015
        crop, strength = rnd.choice(_CROPS)
        if rnd.random() < 0.14:
            continue
        ink: Colour = (wash, crop, strength)
        steps = [left + (right - left) * k / 6 for k in range(7)]
        yield area([*(at(a, low) for a in steps), *(at(a, high) for a in reversed(steps))], ink)
        furrow: Colour = (wash, "hachure", 0.22)
        for k in range(1, 4):
            b = low + (high - low) * k / 4
            yield line([at(a, b) for a in steps], furrow, 0.012)
        yield line([at(a, low) for a in steps], (wash, "hachure", 0.34), 0.016)


def _path(hexes: tuple[Hex, ...], drift: Drift) -> Iterator[Mark]:
    """A line of small dashes that goes its own way from hex to hex."""
    points = [drift.at(drift.at(centre(h)), 1.2) for h in hexes]
    curve = spline(points, steps=8) if len(points) > 2 else points
    dots = [p for p, _ in along(curve, 0.05)]
    for i in range(0, len(dots) - 3, 5):
        yield line(dots[i : i + 4], ("road-line", "level-0", 0.35), 0.03)


def _farm(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Two or three roofs round a yard, and a tree."""
    x, y = centre(h)
    x, y = x + rnd.uniform(-0.12, 0.12), y + rnd.uniform(0.02, 0.18)
    turn = math.radians(rnd.uniform(-40, 40))
    c, s = math.cos(turn), math.sin(turn)

    def box(a: float, b: float, w: float, d: float) -> list[Point]:
        corners = ((a - w, b - d), (a + w, b - d), (a + w, b + d), (a - w, b + d))
        return [(x + u * c - v * s, y + u * s + v * c) for u, v in corners]

    fence = box(0, 0, 0.27, 0.21)
    yield line([*fence, fence[0]], ("hachure", "level-0", 0.45), 0.014)
    roofs = [(-0.13, -0.14, 0.12, 0.055), (0.20, -0.02, 0.05, 0.11), (-0.10, 0.15, 0.09, 0.045)]
    for a, b, w, d in roofs[: rnd.choice((2, 3))]:
        yield area(box(a + 0.02, b + 0.03, w, d), ("hachure", "level-0", 0.55))
        yield area(box(a, b, w, d), ("camp", "roof", 0.35), ("roof-line", "camp", 0.2), 0.012)
        ridge = [(a - w, b), (a + w, b)] if w > d else [(a, b - d), (a, b + d)]
        yield line([(x + u * c - v * s, y + u * s + v * c) for u, v in ridge], ("roof-line", "camp", 0.3), 0.012)
    yield from tree((x + 0.34 * c, y + 0.34 * s + 0.05), 0.085, False)

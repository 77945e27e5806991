"""Edges that wander: where ground of one kind ends is drawn as it grew, not as hexsides run.

Everything here is worked out once per map, in units of the hex radius, from coordinates and the map's id alone: it is
the same on any machine and at any zoom. Within :data:`SURE` of the middle of a hex there is no doubt what it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from engine.kernel.hexes import Hex, neighbours
from renderer.graphics.curves import Point, along, chaikin, loops
from renderer.map.layout import side_between

SURE = 0.4
"""Radii round the middle of a hex that no edge comes into."""
_OCTAVES = ((2.1, 0.20), (0.75, 0.12), (0.28, 0.035))
"""Cells of the noise and how far each moves a point either way, in radii."""
_HALF = math.sqrt(3) / 2
_LATTICE = 128
"""Cells of the noise before it repeats."""
_STEP = 0.22
"""From point to point of an edge, in radii."""
_EASED = 7
"""Times each point of an edge goes towards its neighbours: what is left of the hexes' zigzag."""


class Drift:
    """A field of small shifts over the plane, its own for each map."""

    def __init__(self, name: str) -> None:
        random = Random(f"{name}/drift")
        # Bytes, as a map's drawing is kept for long: numbers take thirty times the room.
        self._layers = [
            (1 / cell, reach, random.randbytes(_LATTICE**2), random.randbytes(_LATTICE**2)) for cell, reach in _OCTAVES
        ]

    def at(self, p: Point, share: float = 1.0) -> Point:
        """Where a point goes; ``share`` tells how far of the whole way."""
        dx = dy = 0.0
        px, py = p
        for scale, reach, across, down in self._layers:
            u, v = px * scale, py * scale
            i, j = math.floor(u), math.floor(v)
            a, b = u - i, v - j
            a, b = a * a * (3 - 2 * a), b * b * (3 - 2 * b)
            top, low = j % _LATTICE * _LATTICE, (j + 1) % _LATTICE * _LATTICE
            left, right = i % _LATTICE, (i + 1) % _LATTICE
            c = 1 - a
            nw, ne, sw, se = c * (1 - b), a * (1 - b), c * b, a * b
            i, j, k, n = top + left, top + right, low + left, low + right
            dx += reach * ((across[i] * nw + across[j] * ne + across[k] * sw + across[n] * se) / 127.5 - 1)
            dy += reach * ((down[i] * nw + down[j] * ne + down[k] * sw + down[n] * se) / 127.5 - 1)
        return p[0] + dx * share, p[1] + dy * share


@dataclass(frozen=True, slots=True)
class Patch:
    """One edge of an area: a closed path, run so that a hole's runs the other way."""

    path: tuple[Point, ...]
    hole: bool
    box: tuple[float, float, float, float]


def patches(hexes: Collection[Hex], drift: Drift, share: float = 1.0) -> tuple[Patch, ...]:
    """The edges of an area of hexes, the largest first, so that each can be filled over those before it."""
    inside = set(hexes)
    sides = [side_between(h, n) for h in sorted(inside) for n in neighbours(h) if n not in inside]
    found: list[Patch] = []
    for path, _ in loops(sides):
        edge = wandered(path, True, drift, share)
        xs, ys = [p[0] for p in edge], [p[1] for p in edge]
        found.append(Patch(tuple(edge), _area(path) < 0, (min(xs), min(ys), max(xs), max(ys))))
    return tuple(sorted(found, key=lambda p: (-(p.box[2] - p.box[0]) * (p.box[3] - p.box[1]), p.box)))


def wandered(path: Sequence[Point], closed: bool, drift: Drift, share: float = 1.0) -> list[Point]:
    """A chain of hexsides with its corners eased, and every point where the drift takes it; a closed one ends where
    it begins."""
    points = [p for p, _ in along(path, _STEP)]
    if not closed:
        points.append(path[-1])
    n = len(points)
    for _ in range(_EASED):
        if closed:
            points = [_eased(points[i - 1], points[i], points[(i + 1) % n]) for i in range(n)]
        else:
            middle = [_eased(points[i - 1], points[i], points[i + 1]) for i in range(1, n - 1)]
            points = [points[0], *middle, points[-1]]
    points = [_clear(drift.at(p, share)) for p in points]
    return chaikin([*points, points[0]] if closed else points, 1, closed)


def _clear(p: Point) -> Point:
    """A point kept out of the middle of every hex."""
    first = math.floor(p[0] / 1.5)
    for column in (first, first + 1):
        across = p[0] - 1.5 * column
        # Odd columns sit half a hex lower than even ones.
        top = _HALF if column % 2 else 0.0
        down = (p[1] - top + _HALF) % (2 * _HALF) - _HALF
        far = math.hypot(across, down)
        if 0 < far < SURE:
            return p[0] + across * (SURE / far - 1), p[1] + down * (SURE / far - 1)
    return p


def _eased(a: Point, b: Point, c: Point) -> Point:
    return (a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4


def _area(path: Sequence[Point]) -> float:
    """Twice the area a path encloses, below zero where it runs round a hole."""
    return sum(b[0] * a[1] - a[0] * b[1] for a, b in zip(path, [*path[1:], path[0]], strict=True))


def beyond(hexes: Iterable[Hex], on_map: Collection[Hex]) -> set[Hex]:
    """The hexes and those off the map they would go on into, so that ground runs out over the map's edge."""
    inside = set(hexes)
    found = set(inside)
    for h in sorted(inside):
        for d, n in enumerate(neighbours(h)):
            if n in on_map or n in found:
                continue
            beside = [x for x in neighbours(n) if x in on_map]
            same = sum(x in inside for x in beside)
            if d in (0, 3) or 2 * same >= len(beside):
                found.add(n)
    return found

"""Curves and paths, in whatever unit the points come in."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = tuple[Point, Point]


def lerp(a: Point, b: Point, t: float) -> Point:
    """The point a share ``t`` of the way from ``a`` to ``b``."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def chaikin(path: Sequence[Point], times: int, closed: bool = False) -> list[Point]:
    """The path with its corners cut ``times`` times; an open path keeps its ends."""
    points = list(path)
    if closed and len(points) > 1 and math.dist(points[0], points[-1]) < 1e-6:
        points.pop()
    for _ in range(times):
        cut: list[Point] = [] if closed else [points[0]]
        for i in range(len(points) if closed else len(points) - 1):
            a, b = points[i], points[(i + 1) % len(points)]
            cut += (lerp(a, b, 0.25), lerp(a, b, 0.75))
        if not closed:
            cut.append(points[-1])
        points = cut
    return [*points, points[0]] if closed and points else points


def spline(points: Sequence[Point], closed: bool = False, steps: int = 8) -> list[Point]:
    """A Catmull-Rom curve through the points, ``steps`` pieces between each two."""
    n = len(points)
    if n < 2:
        return list(points)
    curve: list[Point] = []
    for i in range(n if closed else n - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + j - 1) % n] for j in range(4))
        else:
            p0, p1, p2, p3 = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, n - 1)]
        for k in range(steps):
            t = k / steps
            curve.append((_blend(p0[0], p1[0], p2[0], p3[0], t), _blend(p0[1], p1[1], p2[1], p3[1], t)))
    if not closed:
        curve.append(points[-1])
    return curve


def _blend(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def along(path: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Points every ``step`` along the path, each with the unit normal to its left (walking up a page, towards -x)."""
    found: list[tuple[Point, Point]] = []
    rest = 0.0
    for a, b in itertools.pairwise(path):
        length = math.dist(a, b)
        if length == 0:
            continue
        normal = (b[1] - a[1]) / length, (a[0] - b[0]) / length
        while rest < length:
            found.append((lerp(a, b, rest / length), normal))
            rest += step
        rest -= length
    return found


def length(path: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


def _key(p: Point) -> Hashable:
    return round(p[0] * 64), round(p[1] * 64)


def loops(sides: Iterable[Side]) -> list[tuple[list[Point], bool]]:
    """Directed sides joined head to tail; each path with whether it closes. Points must be of unit scale."""
    onward: dict[Hashable, list[Side]] = {}
    ends: set[Hashable] = set()
    for p, q in sides:
        onward.setdefault(_key(p), []).append((p, q))
        ends.add(_key(q))

    def walk(at: Hashable) -> list[Point]:
        path: list[Point] = []
        while onward.get(at):
            p, q = onward[at].pop()
            if not path:
                path.append(p)
            path.append(q)
            at = _key(q)
        return path

    found: list[tuple[list[Point], bool]] = []
    for start in [k for k in onward if k not in ends] + list(onward):
        while onward.get(start):
            path = walk(start)
            found.append((path, _key(path[0]) == _key(path[-1])))
    return found


def chains(sides: Iterable[Side]) -> list[list[Point]]:
    """Undirected sides joined to paths, starting where one ends or forks. Points must be of unit scale."""
    at: dict[Hashable, list[tuple[int, Point, Point]]] = {}
    for i, (p, q) in enumerate(sides):
        at.setdefault(_key(p), []).append((i, p, q))
        at.setdefault(_key(q), []).append((i, q, p))
    used: set[int] = set()
    found: list[list[Point]] = []
    for start in [k for k in at if len(at[k]) != 2] + list(at):
        while True:
            path: list[Point] = []
            here = start
            while step := next((s for s in at[here] if s[0] not in used), None):
                i, p, q = step
                used.add(i)
                if not path:
                    path.append(p)
                path.append(q)
                here = _key(q)
            if not path:
                break
            found.append(path)
    return found

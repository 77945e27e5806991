"""Watercourses as lines that names can run along."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kernel.hexes import Hex, centre, within
from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Point, along, chains, length
from renderer.map.ground.types import kind_of, side_kind_of
from renderer.map.layout import side_between

NEAR = 2.0
"""How far from a stream, in units of the radius, a name may be anchored that is the stream's."""
ASIDE = 0.36
"""How far from a stream that runs up and down it is written."""
UNDER, OVER = 0.90, 0.73
"""How far from one that runs across, under it and over it: clear of the numbers of the hexes there."""
SETTLED = ("town", "village", "city", "city-wall", "building", "castle", "camp", "pits")
"""Kinds of ground that have the names near them: such a name is not the stream's."""
BESIDE, BELOW = 0.42, 0.43
"""How far from the middle of a hex a name clears its number and those of its neighbours."""
_STEP = 0.25
_SEEN = 3
"""Hexes round a name in a river that tell which way the river runs."""


def course_of(m: BattleMap, h: Hex) -> list[Point] | None:
    """The line a name anchored in a hex is written along, in units of the radius; None for a name that lies level.

    A name in a river hex follows the river, one beside a stream the stream.
    """
    if kind_of(m.terrain_at(h)) in ("water", "ford"):
        return _axis(m, h)
    if any(kind_of(m.terrain_at(n)) in SETTLED for n in within(h, 2) if n in m):
        return None
    here = centre(h)
    found = [(math.dist(here, p), i, k) for i, c in enumerate(streams(m)) for k, (p, _) in enumerate(c)]
    if not found or min(found)[0] > NEAR:
        return None
    _, i, k = min(found)
    course = streams(m)[i]
    (x, y), (nx, ny) = course[k]
    hand = 1 if (here[0] - x) * nx + (here[1] - y) * ny > 0 else -1
    aside = hand * (ASIDE if abs(nx) > abs(ny) else UNDER if hand * ny > 0 else OVER)
    return [(x + nx * aside, y + ny * aside) for (x, y), (nx, ny) in course]


def streams(m: BattleMap) -> list[list[tuple[Point, Point]]]:
    """The map's streams and narrow rivers without their small bends: points with the normal to the course."""
    found = m.scratch.get("renderer.streams")
    if found is None:
        sides = [side_between(f.a, f.b) for f in m.hexsides if side_kind_of(f.type) in ("stream", "minor-river")]
        found = m.scratch["renderer.streams"] = [along(_eased(path), _STEP) for path in chains(sides)]
    return found


def _eased(path: Sequence[Point]) -> list[Point]:
    points = [p for p, _ in along(path, _STEP)]
    for _ in range(60):
        points = [
            points[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(points, points[1:], points[2:], strict=False)
            ),
            points[-1],
        ]
    return points


def _axis(m: BattleMap, h: Hex) -> list[Point] | None:
    """A straight line through the hex the way the water round it runs; None where it lies all round."""
    wet = [centre(n) for n in within(h, _SEEN) if n in m and kind_of(m.terrain_at(n)) in ("water", "ford", "bridge")]
    mx, my = sum(p[0] for p in wet) / len(wet), sum(p[1] for p in wet) / len(wet)
    xx = sum((p[0] - mx) ** 2 for p in wet)
    yy = sum((p[1] - my) ** 2 for p in wet)
    xy = sum((p[0] - mx) * (p[1] - my) for p in wet)
    apart = math.hypot(xx - yy, 2 * xy)
    if apart < 0.4 * (xx + yy):
        return None
    a = 0.5 * math.atan2(2 * xy, xx - yy)
    x, y = centre(h)
    ux, uy = math.cos(a), math.sin(a)
    # Clear of the numbers in the middle of the hexes: beside them where the river runs down, else under them.
    x, y = (x + BESIDE, y) if abs(uy) > 2 * abs(ux) else (x, y + BELOW)
    return [(x + ux * t / 2, y + uy * t / 2) for t in range(-16, 17)]


def rightwards(course: Sequence[Point]) -> list[Point]:
    """The course in the direction in which it is read: to the right, or upwards where it runs up and down."""
    (ax, ay), (bx, by) = course[0], course[-1]
    dx, dy = bx - ax, by - ay
    steep = abs(dx) < 0.35 * abs(dy)
    return list(course) if (dy < 0 if steep else dx > 0) else list(reversed(course))


def stretch(course: Sequence[Point], at: Point, wanted: float) -> list[Point] | None:
    """The part of a course, ``wanted`` long, whose middle is as near as can be to a point; None if it is too short."""
    total = length(course)
    if total < wanted:
        return None
    points = [p for p, _ in along(course, _STEP / 4)]
    nearest = min(range(len(points)), key=lambda i: math.dist(points[i], at))
    half = wanted / 2 / (_STEP / 4)
    first = round(min(max(nearest - half, 0), max(0, len(points) - 1 - 2 * half)))
    return points[first : first + math.ceil(2 * half) + 2]

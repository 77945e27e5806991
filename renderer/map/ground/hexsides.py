"""What runs along hexsides: streams, trenches, banks, hedges, ramparts, walls, gates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Point, Side, along, chaikin, chains, lerp, loops
from renderer.map.ground.marks import Mark, area, block, line, oval
from renderer.map.ground.types import UNKNOWN, WATER, kind_of, side_kind_of
from renderer.map.layout import side_between
from renderer.palette.map import Colour

Hand = Callable[[str], Random]


def by_kind(m: BattleMap) -> dict[str, list[tuple[Hex, Hex]]]:
    """The map's hexsides by kind, in the order of the file. A bank's high side is its hex ``a``."""
    found: dict[str, list[tuple[Hex, Hex]]] = {}
    for f in m.hexsides:
        found.setdefault(side_kind_of(f.type), []).append((f.a, f.b))
    return found


def hexside_marks(m: BattleMap, hand: Hand) -> Iterator[Mark]:
    """Everything along hexsides but bridges and fords, which lie on top of roads and water."""
    kinds = by_kind(m)
    for kind, draw in _DRAWN.items():
        if kind in kinds:
            yield from draw([side_between(a, b) for a, b in kinds[kind]], hand(kind))


def _streams(sides: Sequence[Side], rnd: Random) -> Iterator[Mark]:
    courses = [meander(path, rnd) for path in chains(sides)]
    yield from _water(courses, 0.13, "stream")
    for course in courses:
        yield line(course, ("stream", "paper", 0.35), 0.035)


def _rivers(sides: Sequence[Side], rnd: Random) -> Iterator[Mark]:
    courses = [meander(path, rnd) for path in chains(sides)]
    yield from _water(courses, 0.28, "water")
    for course in courses:
        for aside, width in ((-0.075, 0.016), (0.0, 0.028), (0.075, 0.016)):
            yield line(
                [(x + nx * aside, y + ny * aside) for (x, y), (nx, ny) in along(course, 0.12)], "water-line", width
            )


def meander(path: Sequence[Point], rnd: Random) -> list[Point]:
    """A watercourse that follows the hexsides of its path, its bends eased and none like the other."""
    points = list(path)
    for i in range(1, len(points) - 1):
        eased = lerp(path[i], lerp(path[i - 1], path[i + 1], 0.5), 0.26)
        points[i] = eased[0] + rnd.uniform(-0.05, 0.05), eased[1] + rnd.uniform(-0.05, 0.05)
    return chaikin(points, 3)


def _water(courses: Sequence[Sequence[Point]], width: float, ink: Colour) -> Iterator[Mark]:
    """Banks first, so that courses that meet run into one another."""
    for w, colour in ((width + 0.11, ("hachure", "level-0", 0.6)), (width + 0.05, "water-edge"), (width, ink)):
        for course in courses:
            yield line(course, colour, w)
            for end in (course[0], course[-1]):
                yield oval(end, w / 2, w / 2, colour)


def _ticks(
    path: Sequence[Point],
    ink: Colour,
    step: float,
    near: float,
    far: float,
    hands: tuple[int, ...],
    width: float = 0.03,
) -> Iterator[Mark]:
    for (x, y), (nx, ny) in along(path, step):
        for s in hands:
            yield line(((x + nx * s * near, y + ny * s * near), (x + nx * s * far, y + ny * s * far)), ink, width)


def trench_marks(paths: Sequence[Sequence[Point]], width: float) -> Iterator[Mark]:
    """A cut in three tones with ticks on both sides."""
    for path in paths:
        yield line(path, "trench-line", width)
        yield line(path, "trench", width * 0.7)
        yield line(path, ("trench-line", "trench", 0.25), width * 0.32)
        yield from _ticks(path, "trench-line", 0.17, width * 0.5, width * 0.9, (1, -1))


def _trenches(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    yield from trench_marks([chaikin(path, 1) for path in chains(sides)], 0.22)


def _banks(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    for path, closed in loops(sides):
        smooth = chaikin(path, 2, closed)
        yield line(smooth, "hachure", 0.05)
        yield from _ticks(smooth, "hachure", 0.10, 0.0, 0.20, (-1,), 0.045)


def _hedges(sides: Sequence[Side], rnd: Random) -> Iterator[Mark]:
    for path in chains(sides):
        for p, _ in along(chaikin(path, 1), 0.13):
            q = 0.10 * rnd.uniform(0.8, 1.2)
            yield oval(p, q, q, "hedge", "tree-line", 0.016)


def _ramparts(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    for path in chains(sides):
        yield line(path, "hachure", 0.16)
        yield line(path, "camp", 0.09)
        yield from _ticks(path, "hachure", 0.12, 0.08, 0.17, (1, -1))


def _walls(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    for width, ink in ((0.20, "wall-line"), (0.11, "wall")):
        for path in chains(sides):
            yield line(path, ink, width)


def _gates(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    for p, q in sides:
        a, b = lerp(p, q, 0.28), lerp(p, q, 0.72)
        for wing in ((p, a), (b, q)):
            yield line(wing, "wall-line", 0.20)
            yield line(wing, "wall", 0.11)
        for x, y in (a, b):
            yield block(x - 0.10, y - 0.10, x + 0.10, y + 0.10, "wall", "wall-line", 0.035)


def _unknown(sides: Sequence[Side], _: Random) -> Iterator[Mark]:
    for p, q in sides:
        for k in range(3):
            yield line((lerp(p, q, 0.06 + k / 3), lerp(p, q, 0.26 + k / 3)), "soft", 0.09)


_DRAWN: dict[str, Callable[[Sequence[Side], Random], Iterator[Mark]]] = {
    "stream": _streams,
    "minor-river": _rivers,
    "trench": _trenches,
    "steep-bank": _banks,
    "hedge": _hedges,
    "rampart": _ramparts,
    "wall": _walls,
    "gate": _gates,
    UNKNOWN: _unknown,
}


def bridge(a: Point, b: Point) -> Iterator[Mark]:
    """A deck between two wing-walls, over the middle of the way from ``a`` to ``b``."""
    p, q = lerp(a, b, 0.34), lerp(a, b, 0.66)
    d = math.dist(p, q)
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    yield line((p, q), "road", 0.22)
    for s in (1, -1):
        nx, ny = -uy * s, ux * s
        yield line(
            (
                (p[0] + nx * 0.16 - ux * 0.05, p[1] + ny * 0.16 - uy * 0.05),
                (p[0] + nx * 0.11, p[1] + ny * 0.11),
                (q[0] + nx * 0.11, q[1] + ny * 0.11),
                (q[0] + nx * 0.16 + ux * 0.05, q[1] + ny * 0.16 + uy * 0.05),
            ),
            "wall-line",
            0.05,
        )


def crossings(m: BattleMap) -> Iterator[Mark]:
    """Bridges and fords on hexsides and in hexes."""
    kinds = by_kind(m)
    for a, b in kinds.get("bridge", []):
        yield from bridge(centre(a), centre(b))
    for a, b in kinds.get("ford", []):
        yield from ford(lerp(centre(a), centre(b), 0.30), lerp(centre(a), centre(b), 0.70))


def ford(p: Point, q: Point) -> Iterator[Mark]:
    """A double row of stepping stones from ``p`` to ``q``."""
    d = math.dist(p, q)
    nx, ny = -(q[1] - p[1]) / d, (q[0] - p[0]) / d
    count = max(3, round(d / 0.17))
    for i in range(count + 1):
        x, y = lerp(p, q, i / count)
        for s in (-1, 1):
            yield oval((x + nx * s * 0.10, y + ny * s * 0.10), 0.045, 0.036, "road", "water-edge", 0.02)


def hex_bridge(m: BattleMap, h: Hex, roads: dict[Hex, list[Hex]]) -> Iterator[Mark]:
    """A bridge on piers that fills a hex: along its road, or across the water where no road says how."""
    x, y = centre(h)
    ends = [lerp((x, y), centre(n), 0.5) for n in roads.get(h, [])][:2]
    if len(ends) == 1:
        ends.append((2 * x - ends[0][0], 2 * y - ends[0][1]))
    if not ends:
        ux, uy = _square(m, h)
        ends = [(x - ux, y - uy), (x + ux, y + uy)]
    yield from _long_bridge(*ends)


def _long_bridge(a: Point, b: Point) -> Iterator[Mark]:
    """A deck from bank to bank over three piers, its parapets opening at both ends."""
    d = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d

    def at(p: Point, forward: float, aside: float) -> Point:
        return p[0] + ux * forward - uy * aside, p[1] + uy * forward + ux * aside

    for i in range(1, 4):
        pier = lerp(a, b, i / 4)
        yield line((at(pier, 0, -0.27), at(pier, 0, 0.27)), "wall-line", 0.13)
    for width, ink in ((0.36, "wall-line"), (0.30, "wall"), (0.20, "road")):
        yield line((a, b), ink, width)
    for end, way in ((a, -1), (b, 1)):
        for s in (1, -1):
            yield line((at(end, 0, 0.165 * s), at(end, 0.09 * way, 0.255 * s)), "wall-line", 0.05)


def hex_ford(m: BattleMap, h: Hex) -> Iterator[Mark]:
    """Stepping stones through a hex: from dry land to dry land opposite, or square to the water it crosses."""
    x, y = centre(h)
    ux, uy = _across(m, h)
    yield from ford((x - ux * 0.7, y - uy * 0.7), (x + ux * 0.7, y + uy * 0.7))


def _wet(m: BattleMap, h: Hex) -> list[bool]:
    """Which neighbours are water, clockwise from the north."""
    return [n in m and kind_of(m.terrain_at(n)) in WATER for n in neighbours(h)]


def _across(m: BattleMap, h: Hex) -> Point:
    """The way over the water in a hex, 1 long: to dry land on both sides, or square to the water; else from west."""
    wet = _wet(m, h)
    dry = next((i for i in range(3) if any(wet) and not wet[i] and not wet[i + 3]), None)
    if dry is not None:
        return _towards(h, neighbours(h)[dry])
    if any(wet):
        vx, vy = _towards(h, neighbours(h)[wet.index(True)])
        return -vy, vx
    return -1.0, 0.0


def _square(m: BattleMap, h: Hex) -> Point:
    """As :func:`_across`, but square to water that runs straight through the hex."""
    wet = _wet(m, h)
    through = next((i for i in range(3) if wet[i] and wet[i + 3]), None)
    if through is None:
        return _across(m, h)
    vx, vy = _towards(h, neighbours(h)[through])
    return -vy, vx


def _towards(h: Hex, n: Hex) -> Point:
    """The way from a hex to its neighbour, 1 long."""
    (x, y), (nx, ny) = centre(h), centre(n)
    d = math.dist((x, y), (nx, ny))
    return (nx - x) / d, (ny - y) / d


__all__ = ["area", "bridge", "by_kind", "crossings", "ford", "hex_bridge", "hex_ford", "hexside_marks", "trench_marks"]

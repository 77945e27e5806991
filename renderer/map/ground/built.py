"""What people built: streets, halls, keeps, city walls, tents, roads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Point, along, lerp, spline
from renderer.map.ground.hexsides import trench_marks
from renderer.map.ground.marks import Mark, area, block, line, oval
from renderer.map.ground.scatter import inside
from renderer.map.ground.types import kind_of


def houses(h: Hex, rnd: Random) -> Iterator[Mark]:
    """The few houses of a village, each its own way round, with ridge and shadow."""
    x, y = centre(h)
    for i in range(-2, 3):
        for j in range(-2, 3):
            a, b = i * 0.5 + rnd.uniform(-0.15, 0.15), j * 0.46 + rnd.uniform(-0.13, 0.13)
            w, d, turn = rnd.uniform(0.09, 0.15), rnd.uniform(0.07, 0.10), math.radians(rnd.uniform(0, 180))
            if rnd.random() > 0.62 or not inside(a, b, 0.80):
                continue
            yield from _house((x + a, y + b), w, d, (math.cos(turn), math.sin(turn)), rnd)


def streets(h: Hex, rnd: Random, middle: bool) -> Iterator[Mark]:
    """A grown town: gabled houses in rows along three lanes, round a church where it is the town's ``middle``."""
    x, y = centre(h)
    turn = math.radians(rnd.uniform(-28, 28))
    c, s = math.cos(turn), math.sin(turn)
    found: list[tuple[float, list[Mark]]] = []
    for row, lane in ((-0.66, -1), (-0.38, 1), (-0.12, -1), (0.14, 1), (0.40, -1), (0.66, 1)):
        along_lane = -0.92 + rnd.uniform(0.0, 0.1)
        while along_lane < 0.86:
            w, d = rnd.uniform(0.085, 0.14), rnd.uniform(0.08, 0.105)
            a, b = along_lane + w, row + lane * 0.025 + 0.05 * math.sin(3 * along_lane)
            along_lane += 2 * w + (rnd.uniform(0.0, 0.02) if rnd.random() < 0.8 else rnd.uniform(0.08, 0.18))
            at = a * c - b * s, a * s + b * c
            gap = rnd.random() < 0.10 or (middle and math.hypot(at[0], at[1] * 1.25) < 0.46)
            if not gap and inside(*at, 0.81):
                found.append((at[1], _house((x + at[0], y + at[1]), w, d, (c, s), rnd)))
    for _, house in sorted(found, key=lambda f: f[0]):
        yield from house
    if middle:
        yield from church(h)


def _house(at: Point, w: float, d: float, axis: Point, rnd: Random) -> list[Mark]:
    """A roof seen from above, its ridge along the lane, lit from the north-west."""
    c, s = axis

    def p(a: float, b: float) -> Point:
        return at[0] + a * c - b * s, at[1] + a * s + b * c

    lit, dark = ("roof", "town", rnd.uniform(0.0, 0.35)), ("roof", "roof-line", rnd.uniform(0.2, 0.45))
    shadow = [(x + 0.03, y + 0.04) for x, y in (p(-w, -d), p(w, -d), p(w, d), p(-w, d))]
    return [
        area(shadow, ("roof-line", "town", 0.55)),
        area((p(-w, -d), p(w, -d), p(w, 0), p(-w, 0)), lit),
        area((p(-w, 0), p(w, 0), p(w, d), p(-w, d)), dark),
        line((p(-w, -d), p(w, -d), p(w, d), p(-w, d), p(-w, -d)), ("roof-line", "roof", 0.4), 0.016),
    ]


def town_middles(m: BattleMap, hexes: Iterable[Hex]) -> set[Hex]:
    """Of every town, hexes that touch one another, the one nearest its centre."""
    left, found = set(hexes), set[Hex]()
    for start in sorted(left):
        if start not in left:
            continue
        town, edge = {start}, [start]
        left.discard(start)
        while edge:
            for n in m.neighbours(edge.pop()):
                if n in left:
                    left.discard(n)
                    town.add(n)
                    edge.append(n)
        xs, ys = zip(*(centre(h) for h in sorted(town)), strict=True)
        at = sum(xs) / len(xs), sum(ys) / len(ys)
        found.add(min(sorted(town), key=lambda h: math.dist(centre(h), at)))
    return found


def church(h: Hex) -> Iterator[Mark]:
    """Nave, transept and tower, a cross on the tower."""
    x, y = centre(h)
    for dx, dy, ink in ((0.04, 0.05, ("wall-line", "town", 0.5)), (0.0, 0.0, None)):
        for x0, y0, x1, y1 in ((-0.20, -0.11, 0.34, 0.11), (0.06, -0.21, 0.20, 0.21), (-0.38, -0.13, -0.14, 0.13)):
            box = (x + x0 + dx, y + y0 + dy, x + x1 + dx, y + y1 + dy)
            yield block(*box, ink) if ink else block(*box, "wall", "wall-line", 0.03)
    yield block(x + 0.075, y - 0.095, x + 0.185, y + 0.095, "wall")
    yield line(((x - 0.14, y), (x + 0.34, y)), "wall-line", 0.02)
    yield line(((x + 0.13, y - 0.21), (x + 0.13, y + 0.21)), "wall-line", 0.02)
    yield line(((x - 0.34, y), (x - 0.18, y)), "wall-line", 0.035)
    yield line(((x - 0.26, y - 0.09), (x - 0.26, y + 0.09)), "wall-line", 0.035)


def hall(h: Hex) -> Iterator[Mark]:
    """The plan of a hall, with a cross."""
    x, y = centre(h)
    yield from _plan(x, y, 0.30)
    yield line(((x - 0.30, y), (x + 0.30, y)), "wall-line", 0.03)
    yield line(((x, y - 0.16), (x, y + 0.16)), "wall-line", 0.05)


def keep(h: Hex) -> Iterator[Mark]:
    """A keep with four round towers."""
    x, y = centre(h)
    yield from _plan(x, y, 0.42)
    for sx in (-0.42, 0.42):
        for sy in (-0.336, 0.336):
            yield oval((x + sx, y + sy), 0.14, 0.14, "wall", "wall-line", 0.05)
    yield block(x - 0.13, y - 0.13, x + 0.13, y + 0.13, "wall-line")


def _plan(x: float, y: float, q: float) -> Iterator[Mark]:
    d = q * 0.8
    yield block(x - q + 0.05, y - d + 0.06, x + q + 0.05, y + d + 0.06, ("wall-line", "level-0", 0.5))
    yield block(x - q, y - d, x + q, y + d, "wall", "wall-line", 0.05)


def tents(h: Hex) -> Iterator[Mark]:
    """Rows of tents."""
    x, y = centre(h)
    for j in (-0.42, -0.02, 0.38):
        for i in (-0.48, -0.16, 0.16, 0.48):
            if not inside(i, j, 0.75):
                continue
            cx, cy, q = x + i, y + j, 0.11
            yield area(((cx - q, cy + q * 0.9), (cx, cy - q), (cx + q, cy + q * 0.9)), "paper", "hachure", 0.012)
            yield area(((cx, cy - q), (cx + q, cy + q * 0.9), (cx + q * 0.2, cy + q * 0.9)), ("hachure", "paper", 0.5))


def _links(hexes: set[Hex]) -> list[tuple[Hex, Hex]]:
    """Which of these hexes a line joins: neighbours, but no chord across a corner of the line."""
    near = {h: [n for n in neighbours(h) if n in hexes] for h in hexes}
    return [
        (h, n)
        for h in sorted(hexes)
        for n in near[h]
        if h < n and not any(len(near[k]) == 2 for k in near[h] if k in near[n])
    ]


def city_walls(m: BattleMap) -> Iterator[Mark]:
    """Masonry from hex to hex, a tower in each, a gap with two cheeks at the gates."""
    kinds = {h: kind_of(t) for h, t in sorted(m.terrain.items())}
    hexes = [h for h, k in kinds.items() if k in ("city-wall", "city-gate")]
    links = _links(set(hexes))
    for width, tower, ink in ((0.34, 0.235, "wall-line"), (0.26, 0.195, "wall")):
        for a, b in links:
            yield line((centre(a), centre(b)), ink, width)
        for h in hexes:
            x, y = centre(h)
            yield block(x - tower, y - tower, x + tower, y + tower, ink)
    for a, b in links:
        for (x, y), (nx, ny) in along([lerp(centre(a), centre(b), 0.2), lerp(centre(a), centre(b), 0.8)], 0.145):
            yield line(
                ((x - nx * 0.11, y - ny * 0.11), (x + nx * 0.11, y + ny * 0.11)), ("wall-line", "wall", 0.4), 0.02
            )
    for h in hexes:
        x, y = centre(h)
        if kinds[h] == "city-gate":
            yield block(x - 0.26, y - 0.13, x + 0.26, y + 0.13, "town")
            for s in (-0.16, 0.16):
                yield line(((x - 0.25, y + s), (x + 0.25, y + s)), "wall-line", 0.06)
        else:
            yield block(x - 0.10, y - 0.10, x + 0.10, y + 0.10, "wall", "wall-line", 0.03)


def ditches(m: BattleMap) -> Iterator[Mark]:
    """Trenches that run through hexes."""
    hexes = {h for h, t in m.terrain.items() if kind_of(t) == "ditch"}
    links = _links(hexes)
    joined = {h for pair in links for h in pair}
    paths = [[centre(a), centre(b)] for a, b in links]
    for h in sorted(hexes - joined):
        x, y = centre(h)
        paths.append([(x, y - 0.8), (x, y + 0.8)])
    yield from trench_marks(paths, 0.30)


def road_ends(m: BattleMap) -> dict[Hex, list[Hex]]:
    """Hexes next to a hex along its roads."""
    found: dict[Hex, list[Hex]] = {}
    for road in m.roads:
        for a, b in zip(road.hexes, road.hexes[1:], strict=False):
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    return found


def _way(m: BattleMap, hexes: Sequence[Hex]) -> list[Point]:
    """A road crosses each hexside in its middle: one along a row of hexes runs straight and doesn't wind about.

    One that ends at the edge of the map runs on over it.
    """
    points = [centre(h) for h in hexes]
    middles = [lerp(a, b, 0.5) for a, b in pairwise(points)]
    return [_end(m, hexes[0], hexes[1]), *middles, _end(m, hexes[-1], hexes[-2])]


def _end(m: BattleMap, last: Hex, before: Hex) -> Point:
    around = neighbours(last)
    beyond = around[around.index(before) - 3] if before in around else last
    return centre(last) if beyond in m else lerp(centre(last), centre(beyond), 0.5)


def roads(m: BattleMap, far: bool = False) -> Iterator[Mark]:
    """Cased lines from hexside to hexside; a dirt road's casing is dashed. Seen from ``far`` it is a wide one."""
    casing, dash = (0.27, 0.16) if far else (0.18, 0.09)
    paths = [(r.type, _way(m, r.hexes)) for r in m.roads if len(r.hexes) > 1]
    for kind in ("roman_road", "dirt_road"):
        hexes = {h for h, t in m.terrain.items() if t == kind}
        paths += [(kind, [centre(a), centre(b)]) for a, b in _links(hexes)]
    curves = [(kind, spline(points, steps=10) if len(points) > 2 else points) for kind, points in paths]
    for kind, curve in curves:
        if "dirt" in kind or "track" in kind:
            marks = [p for p, _ in along(curve, dash)]
            for i in range(0, len(marks) - 1, 2):
                yield line((marks[i], marks[i + 1]), "road-line", casing)
        else:
            yield line(curve, "road-line", casing)
    for _, curve in curves:
        yield line(curve, "road", 0.11)

"""Where a side's routed units run to: its mark along the edge of the map, in the notches between the hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, centre, centre_beside, neighbours
from engine.kernel.terrain import BattleMap
from renderer.graphics import sprites
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point, Side, lerp
from renderer.graphics.masks import Box, Shape, To, masked, shape
from renderer.graphics.sprites import Sprite
from renderer.map.ground.plan import Plan
from renderer.map.layout import Layout, side_between
from renderer.palette import sides
from renderer.palette.colours import RGB, casing, mix
from renderer.palette.map import Ground
from renderer.palette.sides import arrow

Edges: TypeAlias = tuple[tuple[int, tuple[Hex, ...]], ...]
"""Side indices, each with the hexes its routed units run to."""

RIBBON = 0.17
"""Width of the line along the edge, in units of the radius; the half on the map is covered by it."""
_Q = 3


@dataclass(frozen=True, slots=True)
class Flight:
    """One arrowhead, in units of the radius: pointing off the map, or down at a hex within it to be reached."""

    side: int
    at: Point
    towards: Point
    """Direction, 1 long."""
    near: tuple[Hex, ...]
    """The hexes it belongs to."""


def edges_of(retreat: Mapping[int, Iterable[Hex]]) -> Edges:
    """The retreat edges of a table in an order of their own."""
    return tuple((side, tuple(sorted(hexes))) for side, hexes in sorted(retreat.items()) if hexes)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn for the retreat edges of a table."""

    runs: tuple[tuple[int, tuple[tuple[Hex, Hex], ...]], ...]
    """Side indices, each with the hexes along the map's edge and what lies beyond them."""
    flights: tuple[Flight, ...]

    @property
    def within(self) -> bool:
        """Whether some side runs to hexes that don't touch the map's edge: their marks stand in the middle of it."""
        return any(not runs for _, runs in self.runs)


_MARKS: Cache[tuple[str, Edges], Marks] = Cache(64, lambda _: 1)


def marks_of(plan: Plan, edges: Edges) -> Marks:
    """The marks of these edges, worked out once."""
    return _MARKS.get((plan.key, edges), lambda: _marks(plan.map, edges))


def _marks(m: BattleMap, edges: Edges) -> Marks:
    runs: list[tuple[int, tuple[tuple[Hex, Hex], ...]]] = []
    for side, hexes in edges:
        beyond = sorted(_beyond(m, hexes).items())
        runs.append((side, tuple((h, n) for n, hs in beyond for h in hs)))
    return Marks(tuple(runs), tuple(flights(m, edges)))


def _beyond(m: BattleMap, hexes: Iterable[Hex]) -> dict[Hex, list[Hex]]:
    """Places off the map next to these hexes; only those in a corner of the map's edge touch fewer than two."""
    found: dict[Hex, list[Hex]] = {}
    for h in hexes:
        for n in neighbours(h):
            if h in m.hexes and n not in m.hexes:
                found.setdefault(n, []).append(h)
    return {n: hs for n, hs in found.items() if len(hs) > 1} or found


def flights(m: BattleMap, edges: Edges) -> list[Flight]:
    """Every arrowhead of every side."""
    found: list[Flight] = []
    for side, hexes in edges:
        cells = _beyond(m, hexes)
        for n, hs in sorted(cells.items()):
            x, y = _mean([lerp(centre(h), centre_beside(h, n), 0.5) for h in hs])
            fx, fy = _mean([centre(h) for h in hs])
            nx, ny = centre_beside(hs[0], n)
            dx, dy = nx - fx, ny - fy
            out = 0.03 if len(hs) > 1 else 0.24
            if abs(dx) > abs(dy):
                way = math.copysign(1.0, dx), 0.0
            else:
                # A notch at a corner of the map has a wall on one side only.
                x, way = nx if len(hs) > 1 else x, (0.0, math.copysign(1.0, dy))
            found.append(Flight(side, (x + way[0] * out, y + way[1] * out), way, tuple(hs)))
        if not cells:
            for h in hexes:
                x, y = centre(h)
                found += [Flight(side, (x + s * 0.66, y + 0.40), (-s * 0.866, -0.5), (h,)) for s in (-1, 1)]
    return found


def _mean(points: list[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def draw_ribbons(image: Image.Image, marks: Marks, layout: Layout, colours: Ground, boxes: Sequence[Box] = ()) -> None:
    """The coloured line along the map's edge, to be covered by the map: unbroken for the first side, else dashed.

    ``boxes`` hold all of the map's edge in view, where that is known.
    """
    width = max(2, round(RIBBON * layout.r * _Q))
    for side, runs in marks.runs:
        seen = [(h, n) for h, n in runs if layout.holds(h)]
        ends, shapes = not side, list[Shape]()
        for part in (part for h, n in seen for part in _parts(side_between(h, n), side)):
            points = [layout.at(p) for p in part]
            shapes.append(shape(points, width / _Q + 1, partial(_dash, points=points, width=width, ends=ends)))
        ink = mix(_ink(side, colours), colours["mat"], 0.35 if colours.dark else 0.15)
        masked(image, ink, boxes or [(0, 0, image.width, layout.size[1])], _Q, shapes)


def _dash(pen: ImageDraw.ImageDraw, to: To, *, points: Sequence[Point], width: int, ends: bool) -> None:
    points, w = [to(p) for p in points], width / 2
    pen.line(points, fill=255, width=width)
    for x, y in points if ends else ():
        pen.ellipse((x - w, y - w, x + w, y + w), fill=255)


def _parts(whole: Side, side: int) -> list[Side]:
    if not side:
        return [whole]
    a, b = whole
    return [(lerp(a, b, 0.08), lerp(a, b, 0.42)), (lerp(a, b, 0.58), lerp(a, b, 0.92))]


def _ink(side: int, colours: Ground) -> RGB:
    return arrow(sides.side(side), colours.theme)


def draw_flights(image: Image.Image, marks: Marks, layout: Layout, colours: Ground) -> set[int]:
    """The arrowheads in view; returns the sides that have one."""
    shown, size = _shown(marks, layout), _size(layout)
    for f in shown:
        arrowhead(image, layout.at(f.at), f.towards, size, f.side, colours)
    return {f.side for f in shown}


def spots(marks: Marks, layout: Layout) -> list[Box]:
    """The pixels that arrowheads in the middle of the map cover."""
    if not marks.within:
        return []
    reach = math.ceil(1.9 * _size(layout)) + 1
    middles = [layout.at(f.at) for f in _shown(marks, layout)]
    return [(int(x) - reach, int(y) - reach, int(x) + reach + 1, int(y) + reach + 1) for x, y in middles]


def _shown(marks: Marks, layout: Layout) -> list[Flight]:
    return [f for f in marks.flights if any(layout.holds(h) for h in f.near)]


def _size(layout: Layout) -> float:
    return max(4.5, min(0.21 * layout.r, 3.5 + 0.09 * layout.r))


def arrowhead(image: Image.Image, at: Point, towards: Point, size: float, side: int, colours: Ground) -> None:
    """A side's own arrowhead, ``size`` pixels from its middle to its tip: open for the first side, else filled."""
    ink, case = _ink(side, colours), casing(colours.theme)
    key = ("arrowhead", side, towards, size, ink, case)
    sprites.kept(key, lambda: _drawn(towards, size, side, ink, case)).onto(image, at)


def _drawn(towards: Point, size: float, side: int, ink: RGB, case: RGB) -> Sprite:
    q, middle = _Q, math.ceil(size * 1.9)
    image = Image.new("RGBA", (2 * middle * q, 2 * middle * q), (*case, 0))
    draw = ImageDraw.Draw(image)
    ux, uy = towards

    def p(forward: float, aside: float) -> Point:
        x, y = middle + (ux * forward - uy * aside) * size, middle + (uy * forward + ux * aside) * size
        return x * q, y * q

    def chevron(forward: float, colour: RGB, width: float) -> None:
        path = [p(forward - 0.75, -0.95), p(forward, 0.0), p(forward - 0.75, 0.95)]
        w = max(1, round(width * size * q))
        draw.line(path, fill=(*colour, 255), width=w, joint="curve")
        for x, y in path:
            draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=(*colour, 255))

    if side == 0:
        for forward in (0.95, 0.2):
            chevron(forward, case, 0.80)
        for forward in (0.95, 0.2):
            chevron(forward, ink, 0.38)
    else:
        head = [p(1.15, 0.0), p(-0.75, 1.0), p(-0.30, 0.0), p(-0.75, -1.0)]
        draw.line([*head, head[0], head[1]], fill=(*case, 255), width=max(1, round(0.5 * size * q)), joint="curve")
        draw.polygon(head, fill=(*ink, 255))
        if side > 1:
            draw.polygon([p(0.55, 0.0), p(-0.35, 0.5), p(-0.1, 0.0), p(-0.35, -0.5)], fill=(*case, 255))
    return Sprite(image.reduce(q), (middle, middle))


__all__ = [
    "Edges",
    "Flight",
    "Marks",
    "arrowhead",
    "draw_flights",
    "draw_ribbons",
    "edges_of",
    "flights",
    "marks_of",
    "spots",
]

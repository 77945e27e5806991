"""The bench's scene as plain shapes, for libraries that draw shapes: as much of it as ours shows, and no more.

They are spared what is costly and ours alone: relief, textures, smoothed edges, shadows, the legend. Shapes of one
colour are handed over together, which every library likes best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.kernel.hexes import neighbours
from engine.kernel.view import LeaderView, TableView
from renderer import symbols
from renderer.counters import leaders
from renderer.counters.drawing import SIZE
from renderer.counters.outlines import cornered
from renderer.graphics.curves import Point, spline
from renderer.map.ground.types import kind_of, side_kind_of
from renderer.map.layout import Layout, side_between
from renderer.map.lettering import NUMBER, NUMBERED, number_size
from renderer.map.view import FOOTER
from renderer.palette.colours import CREAM, GOLD, HIT, IVORY, RGB, WHITE, mix
from renderer.palette.map import Ground
from renderer.palette.sides import side
from renderer.scene import Placed
from renderer.symbols.pen import BOX, Pen

_ROLES = {"woods": "woods", "rough": "rough", "marsh": "marsh", "water": "water"}


@dataclass(frozen=True)
class Fill:
    """Areas of one colour, lengths in pixels."""

    colour: RGB
    areas: list[list[Point]] = field(default_factory=list[list[Point]])


@dataclass(frozen=True)
class Stroke:
    """Lines of one colour and width, with round ends."""

    colour: RGB
    width: float
    lines: list[list[Point]] = field(default_factory=list[list[Point]])


@dataclass(frozen=True)
class Words:
    """Text of one colour and size in pixels, each centred on its point."""

    colour: RGB
    size: float
    words: list[tuple[Point, str]] = field(default_factory=list[tuple[Point, str]])


Shape = Fill | Stroke | Words


@dataclass
class Sketch:
    """Shapes by layer, the lowest first; those of one colour in one layer are gathered in one."""

    shapes: dict[tuple[Any, ...], Shape] = field(default_factory=dict[tuple[Any, ...], Shape])

    def area(self, layer: float, colour: RGB, points: list[Point]) -> None:
        found = self.shapes.setdefault((layer, colour), Fill(colour))
        assert isinstance(found, Fill)
        found.areas.append(points)

    def line(self, layer: float, colour: RGB, width: float, points: list[Point]) -> None:
        found = self.shapes.setdefault((layer, colour, width), Stroke(colour, width))
        assert isinstance(found, Stroke)
        found.lines.append(points)

    def text(self, layer: float, colour: RGB, size: float, at: Point, text: str) -> None:
        found = self.shapes.setdefault((layer, colour, size), Words(colour, size))
        assert isinstance(found, Words)
        found.words.append((at, text))

    def __iter__(self) -> Iterator[Shape]:
        return (self.shapes[key] for key in sorted(self.shapes, key=lambda key: key[0]))


def ground(table: TableView, layout: Layout, colours: Ground) -> Sketch:
    """What never changes: hexes in the colour of their terrain, streams, grid, numbers, rulers, title."""
    sketch, m, r = Sketch(), table.map, layout.r
    (w, h), ink = layout.size, colours["ink"]
    shown = [x for x in sorted(m.hexes) if layout.holds(x)]
    sketch.area(0, colours["mat"], [(0, 0), (w, 0), (w, h), (0, h)])
    sketch.area(0, colours["paper"], [(0, h), (w, h), (w, h + FOOTER), (0, h + FOOTER)])
    for x in shown:
        role = _ROLES.get(kind_of(m.terrain_at(x)))
        wash = colours[role] if role else colours.levels[min(5, max(0, m.level_at(x)))]
        sketch.area(1, wash, layout.corners(x, 1.01))
    for f in m.hexsides:
        if layout.holds(f.a) and layout.holds(f.b) and side_kind_of(f.type) == "stream":
            path = [layout.at(p) for p in side_between(f.a, f.b)]
            sketch.line(2, colours["water-edge"], 0.18 * r, path)
            sketch.line(2.5, colours["stream"], 0.13 * r, path)
    grid = mix(colours["paper"], colours["grid"], 0.5)
    for x in shown:
        sketch.line(3, grid, 1.0, layout.corners(x)[:4])
        if r >= NUMBERED:
            at = layout.xy(x)
            sketch.text(4, colours["number"], number_size(r), (at[0], at[1] - NUMBER * r), f"{x:04d}")
        for n in neighbours(x):
            if not layout.holds(n) or n not in m.hexes:
                sketch.line(5, ink, 2.0, [layout.at(p) for p in side_between(x, n)])
    small, edge = max(9.0, min(0.30 * r, layout.margin * 0.40)), layout.margin * 0.5
    for c in range(layout.c0, layout.c1 + 1):
        x, _ = layout.xy(c * 100 + layout.r0)
        for y in (edge, h - edge):
            sketch.text(4, colours["soft"], small, (x, y), f"{c:02d}")
    for row in range(layout.r0, layout.r1 + 1):
        _, y = layout.xy((layout.c0 + (layout.c0 & 1)) * 100 + row)
        for x in (edge, w - edge):
            sketch.text(4, colours["soft"], small, (x, y), f"{row:02d}")
    sketch.text(4, ink, 34.0, (120.0, h + 32.0), table.title.upper())
    return sketch


def counters(table: TableView, layout: Layout, placed: tuple[Placed, ...]) -> Sketch:
    """What changes: bodies with facing, symbol, Troop Quality and hits, as far as ours show them, and leaders."""
    sketch, r = Sketch(), layout.r
    for p in placed:
        colours, look, (x, y) = side(p.look.side), p.look, p.at
        if look.facing is not None:
            for layer, (width, colour) in enumerate(((0.20, colours.casing), (0.115, colours.chevron))):
                sketch.line(layer, colour, width * r, _chevron(p.at, look.facing, r))
        for layer, (inset, colour) in enumerate(((0.0, colours.rim), (0.045, colours.casing), (0.08, colours.face))):
            sketch.area(layer + 2, colour, cornered(p.at, SIZE * r, SIZE * r, inset * r, colours, r))
        front = -1 if look.mirrored else 1
        size = (0.92 if look.figure is None else 0.72) * r
        corner = (x - size / 2 - (0.12 * r * front if look.figure is not None else 0), y - size / 2)
        for layer, part in enumerate(_symbol(look.symbol, look.mirrored), 10):
            path = [(corner[0] + a * size / BOX, corner[1] + b * size / BOX) for a, b in part.points]
            colour = colours.face if part.cut else colours.ink
            if part.width:
                sketch.line(layer, colour, part.width * size / BOX, path)
            else:
                sketch.area(layer, colour, path)
        if "moved" in look.states:
            x1, y1, k = x + front * 0.6 * r, y - 0.6 * r, 0.4 * r
            sketch.area(90, IVORY, [(x1 - front * k, y1), (x1, y1), (x1, y1 + k)])
        if look.figure is not None:
            sketch.text(91, colours.ink, 0.56 * r, (x + front * 0.37 * r, y + 0.30 * r), look.figure)
        if look.hits:
            at = (x - front * 0.54 * r, y + 0.53 * r)
            sketch.area(92, CREAM, _seal(at, 0.33 * r))
            sketch.area(93, HIT, _seal(at, 0.28 * r))
            sketch.text(94, WHITE, 0.36 * r, at, str(look.hits))
    for leader in table.leaders:
        if layout.holds(leader.hex):
            _leader(sketch, layout, leader)
    return sketch


def _leader(sketch: Sketch, layout: Layout, leader: LeaderView) -> None:
    at, colours = layout.xy(leader.hex), side(leader.side)
    size = leaders.ALONE * layout.r
    for i, (scale, colour) in enumerate(((1.08, colours.rim), (1.0, GOLD), (0.86, colours.face))):
        sketch.area(i + 96, colour, _round(at, size * scale))
    sketch.text(99, colours.ink, size, at, str(leader.rating))


def _chevron(at: Point, facing: int, r: float) -> list[Point]:
    def vertex(turn: int) -> Point:
        a = math.radians(facing + turn)
        return at[0] + 0.93 * r * math.cos(a), at[1] - 0.93 * r * math.sin(a)

    tip, left, right = vertex(0), vertex(60), vertex(-60)
    arms = [(tip[0] + 0.4 * (p[0] - tip[0]), tip[1] + 0.4 * (p[1] - tip[1])) for p in (left, right)]
    return [arms[0], tip, arms[1]]


def _round(at: Point, r: float, n: int = 24) -> list[Point]:
    return [(at[0] + r * math.cos(2 * math.pi * i / n), at[1] + r * math.sin(2 * math.pi * i / n)) for i in range(n)]


def _seal(at: Point, r: float) -> list[Point]:
    found: list[Point] = []
    for i in range(16):
        a, k = i * math.pi / 8, r * (1.0 if i % 2 == 0 else 0.78)
        found.append((at[0] + k * math.cos(a), at[1] + k * math.sin(a)))
    return found


@dataclass(frozen=True)
class Part:
    """One stroke of a symbol, on the box of the pen: an area, or a line with a width."""

    points: list[Point]
    cut: bool = False
    width: float = 0.0


class _Notes(Pen):
    """Writes down what a symbol is drawn with instead of drawing it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Part] = []

    def area(self, points: Sequence[Point], cut: bool = False) -> None:
        self.parts.append(Part(list(points), cut))

    def line(self, points: Sequence[Point], width: float, cut: bool = False, smooth: bool = False) -> None:
        self.parts.append(Part(spline(points) if smooth else list(points), cut, width))

    def disc(self, x: float, y: float, r: float, cut: bool = False) -> None:
        self.area(_round((x, y), r), cut)

    def hollow(self, thickness: float) -> None:
        self.parts = [Part([*p.points, p.points[0]], False, thickness) for p in self.parts]


@lru_cache(maxsize=32)
def _symbol(name: str, mirrored: bool) -> list[Part]:
    name = symbols.known(name)
    notes = _Notes()
    symbols.DRAWINGS[name](notes)
    if not (mirrored and name in symbols.SIDEWAYS):
        return notes.parts
    return [Part([(BOX - x, y) for x, y in p.points], p.cut, p.width) for p in notes.parts]

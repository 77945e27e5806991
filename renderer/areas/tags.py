"""The names of areas to choose from, in letters that a telephone shows large enough, with what is told of each.

On an engraved sheet names are lettered on the ground, small; where somebody has to name a province they are written
again over everything else, and pushed aside until none lies on another, nor on the counters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from renderer.areas.layout import COUNTER, AreaLayout, Plate, inside, name_lines
from renderer.areas.piles import Standing
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.palette.colours import BLACK, CREAM, HIT

PHONE = 330
"""Pixels across a picture in a chat on a telephone 390 pixels wide."""
SIZES = (9.6, 9.0, 8.4, 7.8)
"""Letters in its pixels, the largest first: smaller ones only where larger ones find no room."""
LINE = 1.06
"""Height of a line, in ems, as all that follows."""
PADDING = 0.26
FARTHEST, STEP = 3.2, 0.55
"""How far a name may be pushed from its area, and by how much at a time."""
WAYS = 12
"""Directions it may be pushed in."""
EDGE = 4
"""Pixels between a name and the picture's edge."""
FEWER = 8
"""Names for each of which the next smaller letters are begun with."""
ROUNDS = 2
"""Times each name is put where it covers least."""
ASIDE = 0.15
"""What an em of distance counts against a counter that is covered."""
ON_NAMES = 6.0
"""The same of another name that is covered."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of an area besides its name."""

    mark: str = ""
    """The letter or number it is chosen by, or what going there costs; in a box of its own before the name."""
    figure: str = ""
    """A price behind the letter."""
    hit: bool = False
    """Whether hits come with it."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the picture, in pixels, by its middle."""

    at: Point
    wide: float
    high: float

    def covers(self, other: Box) -> float:
        """Share of the other that lies under this one."""
        w = (self.wide + other.wide) / 2 - abs(self.at[0] - other.at[0])
        h = (self.high + other.high) / 2 - abs(self.at[1] - other.at[1])
        if w <= 0 or h <= 0:
            return 0.0
        return min(w, self.wide, other.wide) * min(h, self.high, other.high) / (other.wide * other.high)

    def near(self, at: Point, extent: Point, far: float) -> bool:
        """Whether it may meet what lies round a point, and is pushed at most so far."""
        return (
            abs(self.at[0] - at[0]) < (self.wide + extent[0]) / 2 + far
            and abs(self.at[1] - at[1]) < (self.high + extent[1]) / 2 + far
        )


@dataclass(frozen=True, slots=True)
class Tag:
    """One name where it is written."""

    place: Place
    lines: tuple[str, ...]
    told: Told
    size: float
    """Of its letters, in pixels."""
    box: Box


def draw(
    canvas: Canvas, board: AreaMap, layout: AreaLayout, found: Sequence[Standing], told: Mapping[Place, Told]
) -> None:
    """The names of areas, over everything."""
    for tag in tags(board, layout, found, told):
        _tag(canvas, tag)


def tags(board: AreaMap, layout: AreaLayout, found: Sequence[Standing], told: Mapping[Place, Told]) -> tuple[Tag, ...]:
    """The names of these areas as far as they are in the picture, as large as they find room."""
    plates = inside(layout, told)
    # Where least room is, the name comes first.
    plates.sort(key=lambda p: (p.wide, p.place))
    side = COUNTER * layout.px
    counters = [Box(x.at, side, side) for x in found]
    placed: tuple[Tag, ...] = ()
    # Larger letters aren't tried where they would hardly find room.
    for letters in SIZES[min(len(plates) // FEWER, len(SIZES) - 1) :]:
        placed = tuple(_placed(board, layout, plates, counters, told, letters * layout.size[0] / PHONE))
        if not any(a.box.covers(b.box) for a in placed for b in placed if a is not b):
            break
    return placed


def _placed(
    board: AreaMap,
    layout: AreaLayout,
    plates: Sequence[Plate],
    counters: Sequence[Box],
    told: Mapping[Place, Told],
    size: float,
) -> Iterator[Tag]:
    """The names in letters of that size, each moved again for what was written after it."""
    lines = {p.place: name_lines(_short(board.area(p.place).name)) for p in plates}
    far = 2 * (FARTHEST + 1) * size
    taken: dict[Place, Box] = {}
    for _ in range(ROUNDS):
        for plate in plates:
            extent = _measure(lines[plate.place], told[plate.place], size)
            home = _home(layout, plate, extent)
            names = [box for place, box in taken.items() if place != plate.place and box.near(home, extent, far)]
            hidden = [box for box in counters if box.near(home, extent, far)]
            taken[plate.place] = _best(layout, home, extent, size, names, hidden)
    for plate in plates:
        yield Tag(plate.place, lines[plate.place], told[plate.place], size, taken[plate.place])


def _short(name: str) -> str:
    """What an area is called where there is little room: a power's box by the power."""
    return name.removeprefix("Box of the ").removeprefix("Box of ")


def _home(layout: AreaLayout, plate: Plate, extent: Point) -> Point:
    """Just above its counters."""
    x, y = layout.xy((plate.at[0], plate.middle[1] + plate.high / 2))
    return x, y - extent[1] / 2


def _best(
    layout: AreaLayout, home: Point, extent: Point, size: float, names: Sequence[Box], counters: Sequence[Box]
) -> Box:
    """Where a name covers least, as near to its place as can be."""
    wide, high = extent
    best, least = Box(home, wide, high), math.inf
    for p in _around(home, size):
        inner = (
            min(max(p[0], wide / 2 + EDGE), layout.size[0] - wide / 2 - EDGE),
            min(max(p[1], high / 2 + EDGE), layout.size[1] - high / 2 - EDGE),
        )
        box = Box(inner, wide, high)
        covered = sum(box.covers(x) for x in counters)
        covered += ON_NAMES * sum(x.covers(box) + box.covers(x) for x in names)
        worth = covered + ASIDE * math.dist(inner, home) / size
        if worth < least:
            best, least = box, worth
        if not covered:
            break  # whatever follows lies farther off
    return best


def _around(at: Point, size: float) -> Iterator[Point]:
    yield at
    steps = round(FARTHEST / STEP)
    for n in range(1, steps + 1):
        for k in range(WAYS):
            turn = math.tau * k / WAYS
            yield at[0] + n * STEP * size * math.cos(turn), at[1] + n * STEP * size * math.sin(turn)


def _measure(lines: Sequence[str], told: Told, size: float) -> tuple[float, float]:
    font = fonts.serif("Semibold", round(size))
    wide = max(font.getlength(fonts.written(x)) for x in lines) + 2 * PADDING * size
    return wide + sum(_boxed(x, size) for x in (told.mark, told.figure) if x), (len(lines) * LINE + 2 * PADDING) * size


def _boxed(text: str, size: float) -> float:
    """Width of a mark's box."""
    return (0.5 + 0.56 * len(text)) * size


def _tag(canvas: Canvas, tag: Tag) -> None:
    size, box = tag.size, tag.box
    x0, y0 = box.at[0] - box.wide / 2, box.at[1] - box.high / 2
    x1, y1 = x0 + box.wide, y0 + box.high
    canvas.area(_corners(x0 - 2, y0 - 2, x1 + 2, y1 + 2), BLACK)
    canvas.area(_corners(x0, y0, x1, y1), CREAM)
    left = x0
    for n, mark in enumerate(x for x in (tag.told.mark, tag.told.figure) if x):
        wide = _boxed(mark, size)
        face, ink = (BLACK, CREAM) if n == 0 else (CREAM, BLACK)
        if n == 0 and tag.told.hit:
            face = HIT
        canvas.area(_corners(left, y0, left + wide, y1), face)
        canvas.text((left + wide / 2, box.at[1]), mark, size, ink, 0.04)
        left += wide
    font = fonts.serif("Semibold", round(size * canvas.q))
    for n, line in enumerate(tag.lines):
        at = (left + x1) / 2, box.at[1] + (n - (len(tag.lines) - 1) / 2) * LINE * size
        canvas.text(at, fonts.written(line), size, BLACK, 0.0, font=font)


def _corners(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]

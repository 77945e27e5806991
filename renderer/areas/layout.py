"""Where the areas of a picture are: their places on the sheet, pushed apart until no plate lies on another.

All lengths are in ems, the size of the letters of the areas' names; how many pixels that is, is chosen last. The same
areas at the same places always come out alike, so that the pictures of a film fit each other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.kernel.areas import Area, AreaMap
from engine.kernel.board import Place, around
from renderer.graphics import fonts
from renderer.graphics.curves import Point
from renderer.map.view import View

ROW, LEADER = 2.9, 1.25
"""Height of a row of counters, and of the names under it."""
COUNTER = 2.55
"""Side of a counter, in ems; 1.26 hex radii as counters are made."""
LINE, PADDING = 1.22, 0.45
"""Height of a line of a name, and of what is kept free over the first and under the last."""
LEFT, RIGHT = 1.3, 1.9
"""What is kept free beside a name, for its owner's stripe and for its number."""
LEAST_WIDE = 8.2
"""Width of a plate: three counters fit under it."""
GAP = 1.1
"""Kept free between plates, for the lines of borders."""
MARGIN = 2.4
"""Kept free round all of them."""
LONG_NAME = 13
"""Letters from which a name of several words is set in two lines."""
CROWDED = 0.42
"""Share of the sheet that plates take before they are pushed apart."""
FLATTEST, SLIMMEST = 1.9, 1.05
"""Proportions of width to height that a scheme keeps to, before plates are pushed apart."""
FEW, LOOSE = 3, 0.8
"""Areas up to which less room is left between them, and how much."""
SPIRAL = 5.0
"""How far areas at the same place are put from each other before they are pushed apart."""
ROUNDS = 400

LARGEST, SMALLEST = 30, 9
"""Sizes of an em in pixels."""
WIDEST, TALLEST = 1600, 1500
"""Pixels of a picture without what is written under it."""
CLOSE = 1280
"""Pixels of the width of a close-up."""
LARGE = 3200, 3000
"""Pixels of a map that is shown in a window of one's own, part by part."""
BARE = ("close", "large")
"""Kinds of views that show the map and nothing under it."""
LEAST_WIDTH = 900
"""Pixels: room for what is written under it."""
NEAR = 1
"""Borders from what a picture is about to what else it shows."""
MOST_SHOWN = 0.6
"""Share of the map from which on a close-up shows all of it."""


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate of one area: its middle on the scheme, and the lines of its name."""

    place: Place
    at: Point
    wide: float
    lines: tuple[str, ...]

    @property
    def high(self) -> float:
        return LINE * len(self.lines) + 2 * PADDING

    @property
    def whole(self) -> float:
        """Its height with the row of counters under it."""
        return self.high + ROW + LEADER

    @property
    def middle(self) -> Point:
        """The middle of the name's plate alone: what lines run to."""
        return self.at[0], self.at[1] - (ROW + LEADER) / 2


@dataclass(frozen=True)
class AreaLayout:
    """The plates of a picture, and how large an em is in pixels."""

    plates: tuple[Plate, ...]
    px: int
    footed: bool = True
    """Whether something is written under the map."""

    @property
    def r(self) -> int:
        """What a film draws smaller to save room."""
        return self.px

    @cached_property
    def by_place(self) -> dict[Place, Plate]:
        return {p.place: p for p in self.plates}

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom in ems."""
        return _box(self.plates)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Pixels of the map with its margins."""
        x0, y0, x1, y1 = self.box
        wide = max(math.ceil((x1 - x0) * self.px), LEAST_WIDTH if self.footed else 0)
        return wide, math.ceil((y1 - y0) * self.px)

    def xy(self, p: Point) -> Point:
        """A point of the scheme as a pixel of the picture."""
        x0, y0, x1, _ = self.box
        indent = (self.size[0] - (x1 - x0) * self.px) / 2
        return (p[0] - x0) * self.px + indent, (p[1] - y0) * self.px

    def holds(self, place: Place) -> bool:
        return place in self.by_place

    def outlines(self, place: Place) -> list[list[Point]]:
        """The lines round an area that has a shape of its own, in pixels; [] where its plate is all there is of it."""
        return []


def _box(plates: Sequence[Plate]) -> tuple[float, float, float, float]:
    return (
        min(p.at[0] - p.wide / 2 for p in plates) - MARGIN,
        min(p.at[1] - p.whole / 2 for p in plates) - MARGIN,
        max(p.at[0] + p.wide / 2 for p in plates) + MARGIN,
        max(p.at[1] + p.whole / 2 for p in plates) + MARGIN,
    )


def shown(board: AreaMap, view: View) -> tuple[Place, ...]:
    """The areas a view shows, in ascending order: those it is about and what lies beside them, or all."""
    about = [p for p in view.hexes if p in board]
    if view.kind in ("whole", "area", "large") or not about:
        return board.every_place
    found = around(board, about, min(view.ring, NEAR))
    return board.every_place if len(found) > MOST_SHOWN * len(board.every_place) else tuple(sorted(found))


def layout_of(board: AreaMap, view: View, px: int | None = None) -> AreaLayout:
    """The layout of a view at its best size, or at ``px`` pixels an em."""
    places = shown(board, view)
    plates = plates_of(board, places)
    if px is None:
        x0, y0, x1, y1 = _box(plates)
        widest, tallest = reach(view, whole=len(places) == len(board.every_place))
        px = max(SMALLEST, min(LARGEST, math.floor(min(widest / (x1 - x0), tallest / (y1 - y0)))))
    return AreaLayout(plates, px, footed=view.kind not in BARE)


def reach(view: View, *, whole: bool) -> tuple[int, int]:
    """Most pixels of width and height of a picture, of the whole map or a part of it."""
    if view.kind == "large":
        return LARGE
    return WIDEST if whole else CLOSE, TALLEST


def plates_of(board: AreaMap, places: tuple[Place, ...]) -> tuple[Plate, ...]:
    """The plates of these areas, none on another."""
    key = ("areas.plates", places)
    if key not in board.scratch:
        board.scratch[key] = _spread([_plate(board.area(p)) for p in places])
    return board.scratch[key]


def _plate(area: Area) -> Plate:
    lines = name_lines(area.name)
    font = fonts.serif("Semibold", 40)
    wide = max(font.getlength(fonts.written(x)) for x in lines) / 40 + LEFT + RIGHT
    return Plate(area.id, area.at, max(LEAST_WIDE, wide), lines)


def name_lines(name: str) -> tuple[str, ...]:
    """A name in one line, a long one of several words in two.

    >>> name_lines("Achaea"), name_lines("Mauretania Caesariensis")
    (('Achaea',), ('Mauretania', 'Caesariensis'))
    """
    words = name.split()
    if len(name) <= LONG_NAME or len(words) < 2:
        return (name,)
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda c: max(map(len, c)))


def _spread(plates: Sequence[Plate]) -> tuple[Plate, ...]:
    """The plates at the places of their areas, the sheet as large as they need, those that meet pushed apart."""
    boxes = [(p.wide + GAP, p.whole + GAP) for p in plates]
    xs, ys = [p.at[0] for p in plates], [p.at[1] for p in plates]
    across, down = max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6)
    # Areas in a row or a column are drawn in the shape of a sheet all the same.
    shape = min(FLATTEST, max(SLIMMEST, across / down))
    room = sum(w * h for w, h in boxes) / CROWDED
    wide, high = math.sqrt(room * shape), math.sqrt(room / shape)
    if len(plates) <= FEW:
        wide, high = wide * LOOSE, high * LOOSE
    at = [[(x - min(xs)) / across * wide, (y - min(ys)) / down * high] for x, y in zip(xs, ys, strict=True)]
    taken: Counter[tuple[int, int]] = Counter()
    for p in at:
        # Areas at one and the same place begin in a spiral round it.
        spot = round(p[0]), round(p[1])
        far, turn = SPIRAL * math.sqrt(taken[spot]), 2.4 * taken[spot]
        taken[spot] += 1
        p[0] += far * math.cos(turn)
        p[1] += far * math.sin(turn)
    for _ in range(ROUNDS):
        if not _pushed(at, boxes):
            break
    return tuple(
        Plate(p.place, (round(x, 3), round(y, 3)), p.wide, p.lines) for p, (x, y) in zip(plates, at, strict=True)
    )


def _pushed(at: list[list[float]], boxes: Sequence[tuple[float, float]]) -> bool:
    """Push every two plates that meet apart, each half of the way; whether there were any."""
    order = sorted(range(len(at)), key=lambda i: (at[i][0], i))
    widest = max(w for w, _ in boxes)
    met = False
    for n, i in enumerate(order):
        for j in order[n + 1 :]:
            dx, dy = at[j][0] - at[i][0], at[j][1] - at[i][1]
            if dx > widest:
                break
            over_x = (boxes[i][0] + boxes[j][0]) / 2 - abs(dx)
            over_y = (boxes[i][1] + boxes[j][1]) / 2 - abs(dy)
            if over_x <= 1e-3 or over_y <= 1e-3:
                continue
            met = True
            k, over, d = (0, over_x, dx) if over_x < over_y else (1, over_y, dy)
            half = over / 2 * (1 if d >= 0 else -1)
            at[i][k] -= half
            at[j][k] += half
    return met


def inside(layout: AreaLayout, places: Iterable[Place]) -> list[Plate]:
    """The plates of those of the places that are in the picture, in their order, each once."""
    return [layout.by_place[p] for p in dict.fromkeys(places) if p in layout.by_place]

"""Where the areas of a picture are on an engraved sheet: their own places, the sheet cut to those in view.

The counters of an area stand in its roomiest spot, its name is lettered on the ground, and no plate covers the land.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from renderer.areas.engraved import Engraved, sheet
from renderer.areas.layout import (
    BARE,
    COUNTER,
    LARGEST,
    LEADER,
    PADDING,
    ROW,
    SMALLEST,
    AreaLayout,
    Plate,
    reach,
    shown,
)
from renderer.areas.signs import sign_size
from renderer.areas.spots import clear
from renderer.areas.window import Window
from renderer.graphics.curves import Point
from renderer.map.view import View

EM = 26.0
"""An em in units of the sheet, as large as pixels allow: a counter is two and a half of them."""
ROUND = 110.0
"""Units of the sheet kept round the areas of a close-up."""
WIDEST_SHAPE, TALLEST_SHAPE = 1.9, 1.25
"""How much wider than high, and higher than wide, a close-up may be."""
SCALES = (1.15, 1.0, 0.87, 0.76, 0.66, 0.57, 0.5, 0.43, 0.37, 0.32)
"""Pixels a unit of the sheet that close-ups come in, so that the ground drawn for one is found again by the next."""


WHOLE = Window((0, 0), 1.0, (1, 1))


@dataclass(frozen=True)
class SheetLayout(AreaLayout):
    """The areas of a picture on the part of a sheet it shows."""

    window: Window = WHOLE
    engraved: Engraved | None = None
    codes: Mapping[Place, str] = field(default_factory=dict[Place, str])
    """What the areas in view are called on the sheet."""

    @property
    def size(self) -> tuple[int, int]:  # type: ignore[override]
        """Pixels of the map: those of its window, whatever the size of the letters."""
        return self.window.size

    def xy(self, p: Point) -> Point:
        """A point in ems, counted from the window's upper left corner, as a pixel of the picture."""
        return p[0] * self.px, p[1] * self.px

    def outlines(self, place: Place) -> list[list[Point]]:
        if self.engraved is None or (code := self.codes.get(place)) not in self.engraved.shapes:
            return []
        return [[self.window.at(p) for p in line] for line in self.engraved.outlines(code)]


def engraved_of(board: AreaMap) -> Engraved | None:
    """The sheet a map is engraved on; None where it is drawn as a scheme."""
    return sheet(board.engraving) if board.engraving else None


def spot(found: Engraved, board: AreaMap, place: Place) -> Point:
    """Where on the sheet the counters of an area stand."""
    code = board.code(place)
    if code in found.shapes:
        return found.shapes[code].at
    return found.seas.get(code) or found.boxes.get(code) or board.middle(place)


def sheet_layout(board: AreaMap, found: Engraved, view: View, px: int | None = None) -> SheetLayout:
    """The layout of a view on its sheet; ``px`` pixels an em instead of the best size."""
    places = shown(board, view)
    whole = len(places) == len(board.every_place)
    if whole:
        box = (0.0, 0.0, float(found.size[0]), float(found.size[1]))
    else:
        box = _round([spot(found, board, p) for p in places], found)
    wide, high = box[2] - box[0], box[3] - box[1]
    widest, tallest = reach(view, whole=whole)
    scale = min(widest / wide, tallest / high, SCALES[0])
    if not whole or view.kind == "large":
        scale = next((x for x in SCALES if x <= scale), scale)
    if px is not None:
        scale *= px / _em(scale)
    return _laid(board, found, box, scale, footed=view.kind not in BARE, px=px)


def fitted(board: AreaMap, found: Engraved, places: tuple[Place, ...], room: tuple[int, int]) -> SheetLayout:
    """These areas as large as a room in pixels allows."""
    whole = len(places) == len(board.every_place)
    full = (0.0, 0.0, float(found.size[0]), float(found.size[1]))
    box = full if whole else _round([spot(found, board, p) for p in places], found)
    scale = min(room[0] / (box[2] - box[0]), room[1] / (box[3] - box[1]))
    return _laid(board, found, box, scale, footed=False)


def _em(scale: float) -> int:
    """Pixels of an em on a sheet drawn at that scale."""
    return max(SMALLEST, min(LARGEST, round(EM * scale)))


def _laid(
    board: AreaMap,
    found: Engraved,
    box: tuple[float, float, float, float],
    scale: float,
    footed: bool,
    px: int | None = None,
) -> SheetLayout:
    size = max(1, math.floor((box[2] - box[0]) * scale)), max(1, math.floor((box[3] - box[1]) * scale))
    window = Window((math.floor(box[0] * scale), math.floor(box[1] * scale)), scale, size)
    px = px or _em(scale)
    there = [p for p in board.every_place if window.holds(spot(found, board, p), -2)]
    plates = tuple(_plate(board, found, p, window, px) for p in there)
    return SheetLayout(plates, px, footed, window, found, {p: board.code(p) for p in there})


def _plate(board: AreaMap, found: Engraved, place: Place, window: Window, px: int) -> Plate:
    """An area's counters stand round its spot: the plate, which isn't drawn, hangs so that they do."""
    code = board.code(place)
    at = spot(found, board, place)
    if code in found.shapes:
        half = COUNTER * px / 2 / window.scale
        at = clear(found, code, (half, half), sign_size(window) / window.scale)
    x, y = (v / px for v in window.at(at))
    radius = found.shapes[code].radius if code in found.shapes else 90.0
    whole = 2 * PADDING + ROW + LEADER
    return Plate(place, (x, y - whole / 2 + LEADER + ROW / 2), max(2.8, 2 * radius * window.scale / px), ())


def _round(points: list[Point], found: Engraved) -> tuple[float, float, float, float]:
    """The part of the sheet round some points, in a shape that a picture can have."""
    x0, x1 = min(p[0] for p in points) - ROUND, max(p[0] for p in points) + ROUND
    y0, y1 = min(p[1] for p in points) - ROUND, max(p[1] for p in points) + ROUND
    wide, high = max(x1 - x0, (y1 - y0) / TALLEST_SHAPE), max(y1 - y0, (x1 - x0) / WIDEST_SHAPE)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    wide, high = min(wide, found.size[0]), min(high, found.size[1])
    left = min(max(0.0, x - wide / 2), found.size[0] - wide)
    top = min(max(0.0, y - high / 2), found.size[1] - high)
    return left, top, left + wide, top + high

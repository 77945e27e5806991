"""Which part of the map a picture shows, and how large."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.kernel.hexes import Hex, column, row, within
from engine.kernel.terrain import BattleMap
from engine.kernel.view import TableView
from renderer.layout import RADII, SQRT3, Layout

LARGEST = 66
WHOLE_LARGEST = 34
MAX_PIXELS = 2_400_000
MAX_WIDTH = 1600
TALLEST, WIDEST = 5 / 4, 16 / 10
"""Height over width, and width over height, beyond which a phone or a desktop would shrink the picture."""
FOOTER = 104
CLOSE_COLUMNS = 15
"""Columns up to which a picture shown 400 pixels wide keeps Troop Quality and hits readable."""
LEAST_COLUMNS, LEAST_ROWS = 9, 6


@dataclass(frozen=True, slots=True)
class View:
    """A choice of what to show. Make one with :func:`whole`, :func:`around` or :func:`area`."""

    kind: Literal["whole", "around", "area"]
    hexes: tuple[Hex, ...] = ()
    ring: int = 1
    block: tuple[int, int, int, int] = (0, 0, 0, 0)

    def layout(self, table: TableView) -> Layout:
        """The columns, rows and radius of this view on this table."""
        m = table.map
        if self.kind == "around" and self.hexes:
            block = _block(m, _whole_units(table, self.hexes, self.ring))
            return _fitted(m, _shaped(m, block), LARGEST)
        if self.kind == "area":
            c0, r0, c1, r1 = self.block
            cols, rows = sorted((c0, c1)), sorted((r0, r1))
            inside = _clamped(m, (cols[0], rows[0], cols[1], rows[1]))
            return _fitted(m, inside, LARGEST)
        small = m.cols[1] - m.cols[0] < CLOSE_COLUMNS
        return _fitted(m, (m.cols[0], m.rows[0], m.cols[1], m.rows[1]), LARGEST if small else WHOLE_LARGEST)


def whole() -> View:
    """The whole field."""
    return View("whole")


def around(hexes: Iterable[Hex], ring: int = 1) -> View:
    """A close-up of these hexes with ``ring`` hexes round them; of the whole field when there are none."""
    found = tuple(sorted(set(hexes)))
    return View("around", found, ring) if found else whole()


def area(c0: int, r0: int, c1: int, r1: int) -> View:
    """Columns ``c0`` to ``c1`` and rows ``r0`` to ``r1``, cut to the map, as large as fits."""
    return View("area", block=(c0, r0, c1, r1))


_Block = tuple[int, int, int, int]


def _whole_units(table: TableView, hexes: Iterable[Hex], ring: int) -> set[Hex]:
    """The hexes and their surroundings, grown so that no two-hex unit is cut."""
    wanted = {n for h in hexes for n in within(h, ring) if n in table.map.hexes}
    for c in table.counters:
        if len(c.hexes) > 1 and wanted & set(c.hexes):
            wanted |= set(c.hexes)
    return wanted


def _clamped(m: BattleMap, b: _Block) -> _Block:
    c0, c1 = max(m.cols[0], min(b[0], m.cols[1])), max(m.cols[0], min(b[2], m.cols[1]))
    r0, r1 = max(m.rows[0], min(b[1], m.rows[1])), max(m.rows[0], min(b[3], m.rows[1]))
    return c0, r0, c1, r1


def _block(m: BattleMap, hexes: set[Hex]) -> _Block:
    if not hexes:
        return m.cols[0], m.rows[0], m.cols[1], m.rows[1]
    cols, rows = [column(h) for h in hexes], [row(h) for h in hexes]
    return _clamped(m, (min(cols), min(rows), max(cols), max(rows)))


def _extent(b: _Block) -> tuple[float, float]:
    """Width and height of a block in units of the radius."""
    return 1.5 * (b[2] - b[0]) + 2, (b[3] - b[1] + 1.5) * SQRT3


def _shaped(m: BattleMap, b: _Block) -> _Block:
    """The block widened to its least size and to a shape that screens show well, where the map has room."""
    c0, r0, c1, r1 = b
    while c1 - c0 + 1 < LEAST_COLUMNS and (grown := _wider((c0, c1), m.cols)) != (c0, c1):
        c0, c1 = grown
    while r1 - r0 + 1 < LEAST_ROWS and (grown := _wider((r0, r1), m.rows)) != (r0, r1):
        r0, r1 = grown
    while True:
        w, h = _extent((c0, r0, c1, r1))
        if h > w * TALLEST and (grown := _wider((c0, c1), m.cols)) != (c0, c1):
            c0, c1 = grown
        elif w > h * WIDEST and (grown := _wider((r0, r1), m.rows)) != (r0, r1):
            r0, r1 = grown
        else:
            return c0, r0, c1, r1


def _wider(span: tuple[int, int], limit: tuple[int, int]) -> tuple[int, int]:
    """One more column or row, on the side with more map left."""
    lo, hi = span
    if lo - limit[0] > limit[1] - hi:
        return lo - 1, hi
    return (lo, hi + 1) if hi < limit[1] else (max(limit[0], lo - 1), hi)


def _fitted(m: BattleMap, b: _Block, largest: int) -> Layout:
    """The largest radius at which the block fits the limits on width and area."""
    w, h = _extent(b)
    fits = [
        r
        for r in RADII
        if r <= largest
        and w * r + 2 * margin_of(r) <= MAX_WIDTH
        and (w * r + 2 * margin_of(r)) * (h * r + 2 * margin_of(r) + FOOTER) <= MAX_PIXELS
    ]
    if not fits:
        # A field too large for the smallest listed radius gets whatever still fits.
        least = min((MAX_WIDTH - 52) / w, math.sqrt(MAX_PIXELS / (w * h)) - 2)
        fits = [max(4, min(RADII[0], math.floor(least)))]
    r = max(fits)
    return Layout(r, *b, margin_of(r))


def margin_of(r: int) -> int:
    """Room for rulers round the map, in pixels."""
    return 32 if r >= 24 else 26

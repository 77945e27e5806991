"""Which part of the map a picture shows, and how large.

Sizes follow what a phone shows 400 pixels wide: up to nine columns hex numbers can be read, up to fifteen Troop Quality
and hits; beyond that a picture tells where everybody is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.kernel.hexes import Hex, column, distance, row, within
from engine.kernel.terrain import BattleMap
from engine.kernel.view import TableView
from renderer.map.layout import RADII, Layout

LARGEST = RADII[-1]
WHOLE_LARGEST = 34
MAX_PIXELS = 2_400_000
MAX_WIDTH = 1600
LARGE, LARGE_PIXELS, LARGE_WIDTH = 46, 9_000_000, 5000
"""The same of a field that is shown in a window of one's own, part by part: hex radius, and pixels of the picture."""
TALLEST, WIDEST = 5 / 4, 16 / 10
"""Height over width, and width over height, beyond which a phone or a desktop would shrink the picture."""
TALLEST_WITH_PANEL = 1.45
"""Height over width of a picture that has more than the map to show, or two armies that stand along the whole of it."""
SLIMMEST = 2.0
"""Height over width beyond which a map with too few columns is laid on a wider mat."""
LEAST_WIDTH = 760
"""Pixels the strip under the map needs for its words."""
FOOTER = 104
ACTION_COLUMNS = 9
"""Columns up to which a picture shown 400 pixels wide keeps hex numbers, sizes and ammunition readable."""
CLOSE_COLUMNS = 15
"""Columns up to which it keeps Troop Quality and hits readable."""
LEAST_COLUMNS, LEAST_ROWS = 9, 6
PANEL_COLUMNS, PANEL_ROWS = 6, 4
"""Least columns and rows of a picture to choose from, where every column more makes its letters smaller."""

_Block = tuple[int, int, int, int]
"""First column and row, last column and row."""


@dataclass(frozen=True, slots=True)
class View:
    """A choice of what to show.

    Make one with :func:`whole`, :func:`large`, :func:`around`, :func:`close`, :func:`armies`, :func:`area` or
    :func:`wing`.
    """

    kind: Literal["whole", "around", "close", "armies", "area", "large"]
    hexes: tuple[Hex, ...] = ()
    ring: int = 1
    block: _Block = (0, 0, 0, 0)

    def layout(self, table: TableView, below: int = 0) -> Layout:
        """The columns, rows and radius of this view on this table, ``below`` pixels kept free between map and footer.

        Whatever is shown is shown whole: a unit of two hexes is never cut.
        """
        m = table.map
        if self.kind in ("around", "armies") and self.hexes:
            wanted = {n for h in self.hexes for n in within(h, self.ring) if n in m.hexes}
            tallest = TALLEST_WITH_PANEL if below or self.kind == "armies" else TALLEST
            return _fitted(_shaped(table, _block(m, wanted), below, tallest), LARGEST, below)
        if self.kind == "close" and self.hexes:
            return _fitted(_closed(table, self.hexes, self.ring), LARGEST, 0, footed=False)
        if self.kind == "area":
            c0, r0, c1, r1 = self.block
            cols, rows = sorted((c0, c1)), sorted((r0, r1))
            inside = _clamped(m, (cols[0], rows[0], cols[1], rows[1]))
            return _fitted(_uncut(table, inside), LARGEST, below)
        if self.kind == "large":
            full = (m.cols[0], m.rows[0], m.cols[1], m.rows[1])
            return _fitted(full, LARGE, 0, footed=False, most=(LARGE_WIDTH, LARGE_PIXELS))
        small = m.cols[1] - m.cols[0] < CLOSE_COLUMNS
        return _fitted((m.cols[0], m.rows[0], m.cols[1], m.rows[1]), LARGEST if small else WHOLE_LARGEST, below)


def whole() -> View:
    """The whole field."""
    return View("whole")


def large() -> View:
    """The whole field, large enough to be read where a window shows a part of it, and nothing but the field."""
    return View("large")


def around(hexes: Iterable[Hex], ring: int = 1) -> View:
    """A close-up of these hexes with ``ring`` hexes round them; of the whole field when there are none."""
    found = tuple(sorted(set(hexes)))
    return View("around", found, ring) if found else whole()


def close(hexes: Iterable[Hex], ring: int = 1) -> View:
    """As little as holds these hexes, to choose one of them on a telephone: no footer, no more than they need.

    ``ring`` hexes are shown round them as long as that makes no more than :data:`ACTION_COLUMNS`. The whole field when
    there are none.
    """
    found = tuple(sorted(set(hexes)))
    return View("close", found, ring) if found else whole()


def area(c0: int, r0: int, c1: int, r1: int) -> View:
    """Columns ``c0`` to ``c1`` and rows ``r0`` to ``r1``, cut to the map, as large as fits."""
    return View("area", block=(c0, r0, c1, r1))


def wing(table: TableView, side: int, band: int | None = None) -> View:
    """The army of the side with this index, or one contingent or command of it, with one hex round it.

    An army comes with its leaders and whatever else is its own on the map. The whole field when none of it is there.
    """
    hexes = [h for c in table.counters if c.side == side and band in (None, c.band) for h in c.hexes]
    hexes += [m.hex for m in table.markers if m.side == side and band in (None, m.band)]
    if band is None:
        hexes += [x.hex for x in table.leaders if x.side == side]
    return around(h for h in hexes if h in table.board)


def armies(table: TableView, ring: int = 1) -> View:
    """Everything that stands on the map, with ``ring`` hexes round it: how a battle is seen first.

    The ground where nobody is is left out; the whole field when nobody is anywhere.
    """
    held = [h for c in table.counters for h in c.hexes]
    held += [x.hex for x in (*table.leaders, *table.markers)]
    found = tuple(sorted({h for h in held if h in table.board}))
    return View("armies", found, ring) if found else whole()


def clusters(table: TableView, hexes: Iterable[Hex], ring: int = 1) -> list[View]:
    """The pictures that show something that touched these hexes: one to two, the closest first.

    One close-up where up to fifteen columns hold it all. Otherwise a close-up of where most of it happened, with as
    much else as fits, and the whole field.
    """
    wanted = sorted({h for h in hexes if h in table.board})
    if not wanted:
        return [whole()]
    if not isinstance(table.board, BattleMap):
        return [around(wanted, ring)]
    if _close(table, wanted, ring):
        view = around(wanted, ring)
        return [whole() if view.layout(table).covers(table.map) else view]
    groups = _groups(wanted, 2 * ring + 1)
    largest = groups.pop(0)
    if not _close(table, largest, ring):
        # A battle line of hexes in contact has no gap to part it at: show where it is thickest.
        largest = _densest(largest, ring)
    for group in groups:
        if _close(table, [*largest, *group], ring):
            largest = [*largest, *group]
    return [around(largest, ring), whole()]


def _close(table: TableView, hexes: Iterable[Hex], ring: int) -> bool:
    return around(hexes, ring).layout(table).columns <= CLOSE_COLUMNS


def _groups(hexes: list[Hex], gap: int) -> list[list[Hex]]:
    """Hexes parted where more than ``gap`` hexsides lie between them: the largest group, then the nearest."""
    left, groups = list(hexes), list[list[Hex]]()
    while left:
        group = [left.pop(0)]
        for h in group:
            near = [n for n in left if distance(h, n) <= gap]
            group += near
            left = [n for n in left if n not in near]
        groups.append(sorted(group))
    first = max(groups, key=len)
    others = [g for g in groups if g is not first]
    return [first, *sorted(others, key=lambda g: (min(distance(a, b) for a in first for b in g), g))]


def _densest(hexes: list[Hex], ring: int) -> list[Hex]:
    """Those of the hexes in the window of a close-up that has most of them."""
    c0, r0, c1, r1 = 1, 1, CLOSE_COLUMNS, 1
    while not _too_tall((c0, r0, c1, r1 + 1), 0, TALLEST):
        r1 += 1
    wide, high = c1 - 2 * ring, r1 - 2 * ring
    best: list[Hex] = []
    for left in sorted({column(h) for h in hexes}):
        strip = sorted((h for h in hexes if left <= column(h) < left + wide), key=row)
        for i in range(len(strip)):
            found = [h for h in strip[i:] if row(h) < row(strip[i]) + high]
            if len(found) > len(best):
                best = found
    return sorted(best)


def _clamped(m: BattleMap, b: _Block) -> _Block:
    c0, c1 = max(m.cols[0], min(b[0], m.cols[1])), max(m.cols[0], min(b[2], m.cols[1]))
    r0, r1 = max(m.rows[0], min(b[1], m.rows[1])), max(m.rows[0], min(b[3], m.rows[1]))
    return c0, r0, c1, r1


def _block(m: BattleMap, hexes: set[Hex]) -> _Block:
    if not hexes:
        return m.cols[0], m.rows[0], m.cols[1], m.rows[1]
    cols, rows = [column(h) for h in hexes], [row(h) for h in hexes]
    return _clamped(m, (min(cols), min(rows), max(cols), max(rows)))


def _uncut(table: TableView, b: _Block) -> _Block:
    """The least block with this one in it whose edges run through no unit."""
    c0, r0, c1, r1 = b
    pairs = [[h for h in c.hexes if h in table.map] for c in table.counters if len(c.hexes) > 1]
    grown = True
    while grown:
        grown = False
        for hexes in pairs:
            inside = [c0 <= column(h) <= c1 and r0 <= row(h) <= r1 for h in hexes]
            if any(inside) and not all(inside):
                c0, c1 = min(c0, *map(column, hexes)), max(c1, *map(column, hexes))
                r0, r1 = min(r0, *map(row, hexes)), max(r1, *map(row, hexes))
                grown = True
    return c0, r0, c1, r1


def _shaped(table: TableView, b: _Block, below: int, tallest: float) -> _Block:
    """The block widened to its least size and to a shape that screens show well, where the map has room."""
    m = table.map
    about = b
    while True:
        b = c0, r0, c1, r1 = _uncut(table, b)
        wider = _wider((c0, c1), m.cols, about[0] + about[2])
        taller = _wider((r0, r1), m.rows, about[1] + about[3])
        if wider != (c0, c1) and (c1 - c0 + 1 < LEAST_COLUMNS or _too_tall(b, below, tallest)):
            b = wider[0], r0, wider[1], r1
        elif taller != (r0, r1) and (r1 - r0 + 1 < LEAST_ROWS or _too_wide(b, below)):
            b = c0, taller[0], c1, taller[1]
        else:
            return b


def _closed(table: TableView, hexes: Iterable[Hex], ring: int) -> _Block:
    """The block of these hexes with a ring where it fits, no unit cut."""
    m = table.map
    b = c0, r0, c1, r1 = _uncut(table, _block(m, {h for h in hexes if h in m.hexes}))
    for _ in range(ring):
        wide, high = c1 - c0 + 3 <= ACTION_COLUMNS, r1 - r0 + 3 <= ACTION_COLUMNS
        b = c0, r0, c1, r1 = _clamped(m, (c0 - wide, r0 - high, c1 + wide, r1 + high))
    about = b
    while True:
        wider, taller = _wider((c0, c1), m.cols, about[0] + about[2]), _wider((r0, r1), m.rows, about[1] + about[3])
        narrow = c1 - c0 + 1 < PANEL_COLUMNS or (c1 - c0 + 1 < ACTION_COLUMNS and _too_tall(b, 0, TALLEST))
        if wider != (c0, c1) and narrow:
            c0, c1 = wider
        elif taller != (r0, r1) and r1 - r0 + 1 < PANEL_ROWS:
            r0, r1 = taller
        else:
            return b
        b = c0, r0, c1, r1


def _too_tall(b: _Block, below: int, tallest: float) -> bool:
    w, h = _fitted(b, LARGEST, below).size
    return h + FOOTER + below > w * tallest


def _too_wide(b: _Block, below: int) -> bool:
    w, h = _fitted(b, LARGEST, below).size
    return w > (h + FOOTER + below) * WIDEST


def _wider(span: tuple[int, int], limit: tuple[int, int], about: int) -> tuple[int, int]:
    """One more column or row where the map has one, so that ``about``, half of it, stays in the middle."""
    lo, hi = span
    if lo > limit[0] and (lo + hi > about or hi == limit[1]):
        return lo - 1, hi
    return lo, min(hi + 1, limit[1])


def _fitted(
    b: _Block, largest: int, below: int, footed: bool = True, most: tuple[int, int] = (MAX_WIDTH, MAX_PIXELS)
) -> Layout:
    """The block at the largest radius that keeps to the limits on width and area."""
    footer = FOOTER if footed else 0
    widest, pixels = most
    radii = [r for r in reversed(RADII) if r <= largest]
    # A field too large for the smallest listed radius gets whatever still fits.
    for r in (*radii, *range(RADII[0] - 1, 1, -1)):
        layout = Layout(r, *b, margin_of(r), footed=footed)
        if footed:
            layout = _matted(layout, below)
        w, h = layout.size
        if w <= widest and w * (h + footer + below) <= pixels:
            return layout
    return Layout(2, *b, margin_of(2))


def _matted(layout: Layout, below: int) -> Layout:
    """The layout with as much mat at its sides as it needs for its footer and to be no mere strip."""
    w, h = layout.size
    wanted = max(LEAST_WIDTH, round((h + FOOTER + below) / SLIMMEST))
    if w >= wanted:
        return layout
    return Layout(layout.r, layout.c0, layout.r0, layout.c1, layout.r1, layout.margin, -((w - wanted) // 2))


def margin_of(r: int) -> int:
    """Room for rulers round the map, in pixels."""
    return 32 if r >= 24 else 26

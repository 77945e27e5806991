"""What a module's maps call the hex that lies at a place: by the grid and numbering of its boards.

A board's first grid of hexes counts, or that of the zone a place lies in. Numbers that count backwards from the far
edge need the size of a board's picture, which isn't read: such boards give no hexes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scenarios.vassal.saves import MAP, Piece

BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
ZONE = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
NUMBERING = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"


@dataclass(frozen=True)
class HexGrid:
    """A grid of hexes with numbers. Lengths are pixels of the board's picture."""

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool
    first: str
    """H: the column's number comes first; V: the row's."""
    h_off: int
    v_off: int
    stagger: bool
    outline: tuple[tuple[int, int], ...] = ()
    """Corners of the zone it is for; () for a whole board."""

    def label(self, x: float, y: float) -> str | None:
        """Two digits and two of the hex at a place, as the board prints them; None beyond 99 or below 0.

        Row and column as VASSAL's ``HexGridNumbering`` counts them.
        """
        if self.sideways:
            x, y = y, x
        column = math.floor((x - self.x0) / self.dx + 0.5)
        odd = column % 2 != 0
        row = math.floor((y - self.y0 - (self.dy / 2 if odd else 0)) / self.dy + 0.5)
        row += self.stagger and odd
        one, other = column + self.h_off, row + self.v_off
        if self.first == "V":
            one, other = other, one
        return f"{one:02d}{other:02d}" if 0 <= one <= 99 and 0 <= other <= 99 else None

    def holds(self, x: float, y: float) -> bool:
        """Whether a place lies in the zone: a line from it crosses the outline an odd number of times."""
        inside, before = False, self.outline[-1] if self.outline else (0, 0)
        for corner in self.outline:
            (ax, ay), (bx, by) = before, corner
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            before = corner
        return inside or not self.outline


@dataclass(frozen=True)
class Board:
    """A board of a map, with its grids: those of zones first."""

    margin: tuple[int, int]
    grids: tuple[HexGrid, ...]


def boards(module: Element) -> dict[str, dict[str, Board]]:
    """Boards with grids of hexes by the name of their map, and by their own."""
    return {
        m.get("mapName", ""): {
            b.get("name", ""): Board((int(_number(m, "edgeWidth")), int(_number(m, "edgeHeight"))), tuple(_grids(b)))
            for b in m.iter(BOARD)
        }
        for m in module.iter(MAP)
    }


def hex_of(piece: Piece, maps: Mapping[str, Mapping[str, Board]]) -> str | None:
    """The number of the hex a piece lies on; None where no grid tells it."""
    on = maps.get(piece.map, {})
    board = on.get(piece.board) or next((b for b in on.values() if b.grids), None)
    if board is None:
        return None
    left, top = (0, 0) if piece.board else board.margin
    x, y = piece.x - left, piece.y - top
    grid = next((g for g in board.grids if g.holds(x, y)), None)
    return grid.label(x, y) if grid is not None else None


def _grids(board: Element) -> Iterator[HexGrid]:
    zoned: set[int] = set()
    for zone in board.iter(ZONE):
        outline = tuple((int(a), int(b)) for a, b in re.findall(r"(-?\d{1,7}),(-?\d{1,7})", zone.get("path", "")))
        for grid in zone.iter(GRID):
            zoned.add(id(grid))
            if (found := _grid(grid, outline)) is not None and len(outline) > 2:
                yield found
    for grid in board.iter(GRID):
        if id(grid) not in zoned and (found := _grid(grid, ())) is not None:
            yield found


def _grid(grid: Element, outline: tuple[tuple[int, int], ...]) -> HexGrid | None:
    """The grid; None without numbers, or with letters, or numbers that count from the far edge."""
    numbers = grid.find(NUMBERING)
    if numbers is None or any(numbers.get(k) == "true" for k in ("hDescend", "vDescend")):
        return None
    dx, dy = _number(grid, "dx"), _number(grid, "dy")
    if any(numbers.get(k, "N") != "N" for k in ("hType", "vType")) or dx <= 0 or dy <= 0:
        return None
    return HexGrid(
        dx,
        dy,
        _number(grid, "x0"),
        _number(grid, "y0"),
        grid.get("sideways") == "true",
        numbers.get("first", "H"),
        int(_number(numbers, "hOff")),
        int(_number(numbers, "vOff")),
        numbers.get("stagger", "true") == "true",
        outline,
    )


def _number(element: Element, name: str) -> float:
    try:
        found = float(element.get(name, "0"))
    except ValueError:
        return 0.0
    return found if math.isfinite(found) else 0.0

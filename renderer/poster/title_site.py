"""Where the title covers the least of the field."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.hexes import Hex
from engine.kernel.view import TableView
from renderer.map.ground.types import kind_of
from renderer.map.layout import Layout

_INSET = 0.75
"""From the edge of the field to the title, in radii."""
_CLEAR = 0.95
"""Room a counter with its facing and badges needs round its hex's centre, in radii."""
_MOST = 0.12
"""Share of the hexes covered that may carry anything but open, level ground."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A place for the title in a corner of the field, and what it would hide."""

    at: tuple[int, int]
    pieces: int
    ground: int
    hexes: int

    @property
    def empty(self) -> bool:
        return not self.pieces and self.ground <= _MOST * self.hexes


def corners(table: TableView, layout: Layout, size: tuple[int, int]) -> list[Corner]:
    """The four corners for something of ``size`` pixels, the one it hides least in first."""
    inset = round(_INSET * layout.r + layout.margin)
    right, bottom = layout.size[0] - inset - size[0], layout.size[1] - inset - size[1]
    found = [_weighed(table, layout, (x, y), size) for y in (inset, bottom) for x in (inset, right)]
    return sorted(found, key=lambda c: (c.pieces, c.ground))


def _weighed(table: TableView, layout: Layout, at: tuple[int, int], size: tuple[int, int]) -> Corner:
    m = table.map

    def under(h: Hex, reach: float) -> bool:
        x, y = layout.xy(h)
        d = reach * layout.r
        return at[0] - d < x < at[0] + size[0] + d and at[1] - d < y < at[1] + size[1] + d

    standing = [*(h for c in table.counters for h in c.hexes), *(x.hex for x in (*table.leaders, *table.markers))]
    busy = {h for f in m.hexsides for h in (f.a, f.b)} | {h for road in m.roads for h in road.hexes}
    covered = [h for h in m.hexes if under(h, 0.5)]
    ground = sum(h in busy or kind_of(m.terrain_at(h)) != "open" or m.level_at(h) != m.default_level for h in covered)
    named = sum(under(p.hex, 2.0) for p in m.places)
    return Corner(at, sum(under(h, _CLEAR) for h in standing) + named, ground, len(covered))

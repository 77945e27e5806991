"""The overview: a small picture of the whole field with the frame of a close-up, every unit a dot of its side.

It lies in a corner of the close-up where it hides nothing that was drawn there; where no corner is free it stands on a
panel under the map, beside the points.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from engine.kernel.hexes import Hex, centre
from engine.kernel.view import TableView
from renderer.graphics.cache import Cache
from renderer.map.ground.plan import Plan, plan_of
from renderer.map.layout import SQRT3, Layout
from renderer.map.tiles import land
from renderer.map.view import FOOTER, MAX_PIXELS, TALLEST_WITH_PANEL, View
from renderer.margin import scoreboard
from renderer.margin.dots import dot
from renderer.palette.colours import CREAM, HIT, Theme
from renderer.palette.map import ground as ground_colours

WIDE, HIGH = 0.24, 0.30
"""Share of the picture's width the overview may take with its width, and with its height."""
NEARLY = 0.7
"""Share of the map's hexes in view from which on an overview would say nothing new."""
EDGE = 8
"""Pixels of line and paper round it."""
ROUND = 26
"""Pixels of paper round it on its panel."""
RULE = 2
"""Pixels of the footer's rule that a corner's lower line shares."""
_FINE = 8
"""Radius in pixels the ground is drawn at, to be reduced."""
_SEEN = 48
"""Difference of a pixel, of 255, from which on something has been drawn there."""
_FREE = 0.004
"""Share of such pixels a corner may have to count as free: a shadow, the end of a line."""

Corner: TypeAlias = tuple[int, int]
"""Upper left pixel of an overview on the map."""

_FIELDS: Cache[tuple[str, Theme, tuple[int, int]], Image.Image] = Cache(
    6 << 20, lambda im: im.width * im.height * 4, "overviews"
)


@dataclass(frozen=True)
class Inset:
    """The overview of a table's field for a picture ``width`` pixels wide."""

    table: TableView
    theme: Theme
    width: int

    @cached_property
    def scale(self) -> float:
        """Pixels of a hex's radius."""
        w, h = _units(self.table)
        return min(WIDE * self.width / w, HIGH * self.width / h)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Pixels, lines included."""
        w, h = _units(self.table)
        return math.ceil(w * self.scale) + 2 * EDGE, math.ceil(h * self.scale) + 2 * EDGE

    @property
    def panel(self) -> int:
        """Pixels of height it needs under the map."""
        return max(self.size[1], scoreboard.height(self.table)) + 2 * ROUND

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point on the plane of :func:`engine.kernel.hexes.centre` as a pixel of the overview."""
        m, k = self.table.map, self.scale
        return (x - 1.5 * m.cols[0] + 1.0) * k + EDGE, (y - (m.rows[0] - 0.5) * SQRT3) * k + EDGE

    def drawn(self, shown: Layout) -> Image.Image:
        """The overview with the frame of what ``shown`` shows."""
        colours = ground_colours(self.theme, self.table.map.climate)
        w, h = self.size
        image = Image.new("RGB", (w, h), colours["paper"])
        image.paste(_field(plan_of(self.table.map), self.theme, (w - 2 * EDGE, h - 2 * EDGE)), (EDGE, EDGE))
        self._frame(image, shown)
        self._units(image)
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, w - 1, h - 1), outline=colours["ink"], width=3)
        draw.rectangle((EDGE - 2, EDGE - 2, w - EDGE + 1, h - EDGE + 1), outline=colours["ink"], width=1)
        return image

    def _units(self, image: Image.Image) -> None:
        half = max(2.6, 0.78 * self.scale)
        for c in sorted(self.table.counters, key=lambda c: "routed" not in c.states):
            spot = dot(c.side, half, "routed" in c.states)
            for h in c.hexes:
                if h in self.table.map:
                    spot.onto(image, self.at(*centre(h)))

    def _frame(self, image: Image.Image, shown: Layout) -> None:
        x0, y0 = self.at(1.5 * shown.c0 - 1.0, (shown.r0 - 0.5) * SQRT3)
        x1, y1 = self.at(1.5 * shown.c1 + 1.0, (shown.r1 + 1.0) * SQRT3)
        box = tuple(round(v) for v in (x0, y0, x1, y1))
        thick = max(3, round(0.0032 * self.width))
        draw = ImageDraw.Draw(image)
        for grown, colour, width in ((2, CREAM, thick + 4), (0, HIT, thick)):
            draw.rectangle(
                (box[0] - grown, box[1] - grown, box[2] + grown, box[3] + grown), outline=colour, width=width
            )


def panelled(table: TableView, theme: Theme, view: View, shown: Layout) -> tuple[Inset, Layout]:
    """The overview for a panel under a view of layout ``shown``, and the layout that leaves room for the panel."""
    small = Inset(table, theme, shown.size[0])
    room = small.panel
    if with_panel(shown, room):
        return small, shown
    shown = view.layout(table, room)
    small = Inset(table, theme, shown.size[0])
    while small.size[1] > room - 2 * ROUND:
        small = Inset(table, theme, small.width - 8)
    return small, shown


def wanted(table: TableView, shown: Layout) -> bool:
    """Whether a picture of this part leaves so much of the map out that an overview helps."""
    return shown.columns * shown.rows < NEARLY * _columns(table) * _rows(table)


def corners(inset: Inset, shown: Layout, keep: Collection[Hex]) -> list[Corner]:
    """Corners of the map in which the overview would hide no unit and no name, and none of the hexes ``keep``.

    The one with the least and plainest ground comes first.
    """
    table, r = inset.table, shown.r
    m = table.map
    (w, h), (iw, ih) = shown.size, inset.size
    standing = {x for c in table.counters for x in c.hexes} | {x.hex for x in (*table.leaders, *table.markers)}
    points = [shown.xy(x) for x in {*standing, *keep} if shown.holds(x)]
    # Names run to both sides of their hexes.
    names = [shown.xy(p.hex) for p in m.places if shown.holds(p.hex)]
    block = (100 * c + y for c in range(shown.c0, shown.c1 + 1) for y in range(shown.r0, shown.r1 + 1))
    ground = [(shown.xy(x), 3 if x in m.terrain or x in m.levels else 1) for x in block if x in m.hexes]
    found: list[tuple[int, int, Corner]] = []
    low = h - ih + RULE
    for i, at in enumerate(((w - iw, 0), (0, 0), (w - iw, low), (0, low))):
        if any(_near(p, at, (iw, ih), 0.7 * r, 0.7 * r) for p in points):
            continue
        if any(_near(p, at, (iw, ih), 2.2 * r, 0.6 * r) for p in names):
            continue
        found.append((sum(worth for p, worth in ground if _near(p, at, (iw, ih), 0, 0)), i, at))
    return [at for _, _, at in sorted(found)]


def free(inset: Inset, at: Corner, before: Image.Image, now: Image.Image) -> bool:
    """Whether nothing was drawn in a corner: ``before`` is the empty ground, ``now`` the same with everything on it."""
    w, h = inset.size
    box = (*at, at[0] + w, at[1] + h)
    changed = ImageChops.difference(before.crop(box).convert("RGB"), now.crop(box)).convert("L")
    return sum(changed.histogram()[_SEEN:]) <= _FREE * w * h


def _near(p: tuple[float, float], at: Corner, size: tuple[int, int], dx: float, dy: float) -> bool:
    return at[0] - dx <= p[0] <= at[0] + size[0] + dx and at[1] - dy <= p[1] <= at[1] + size[1] + dy


def with_panel(shown: Layout, panel: int) -> bool:
    """Whether a picture of this layout may have a panel of this height without breaking its limits."""
    w, h = shown.size
    high = h + FOOTER + panel
    return high <= w * TALLEST_WITH_PANEL and w * high <= MAX_PIXELS


def forget() -> None:
    """Drop every overview's ground, as when a benchmark wants a cold start."""
    _FIELDS.clear()


def _columns(table: TableView) -> int:
    return table.map.cols[1] - table.map.cols[0] + 1


def _rows(table: TableView) -> int:
    return table.map.rows[1] - table.map.rows[0] + 1


def _units(table: TableView) -> tuple[float, float]:
    """Width and height of the map in units of the radius."""
    return 1.5 * (_columns(table) - 1) + 2.0, (_rows(table) + 0.5) * SQRT3


def _field(plan: Plan, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """The map's ground at this size, cut to its hexes. Not to be changed: it is shared."""
    return _FIELDS.get((plan.key, theme, size), lambda: _reduced(plan, theme, size))


def _reduced(plan: Plan, theme: Theme, size: tuple[int, int]) -> Image.Image:
    m = plan.map
    shown = Layout(_FINE, m.cols[0], m.rows[0], m.cols[1], m.rows[1], 0)
    image = Image.new("RGB", shown.size, ground_colours(theme, m.climate)["mat"])
    mask = Image.new("L", shown.size, 0)
    draw = ImageDraw.Draw(mask)
    for h in sorted(m.hexes):
        draw.polygon(shown.corners(h, 1.05), fill=255)
    image.paste(land(plan, theme, _FINE, shown.origin, shown.size).convert("RGB"), (0, 0), mask)
    return image.resize(size, Image.Resampling.LANCZOS)

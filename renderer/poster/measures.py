"""What a poster shows, and where everything lies on it: field, strip, panels."""

from __future__ import annotations

import math

from engine.kernel.view import TableView
from renderer.map.ground.plan import Plan, plan_of
from renderer.map.layout import SQRT3, Layout
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.palette.map import ground as ground_colours
from renderer.poster.frame import FRAME, NEATLINE
from renderer.poster.strokes import Inks
from renderer.words.say import Say

LONG_SIDE = 4800
"""Pixels of the long side: 205 to the inch on A2, 290 on A3. All sizes on the sheet are in units of a 4800th of it."""

_PAD, _GUTTER = 26, 34
_PANEL = 690
"""Least width of the panels left and right of the field, gutter included."""
_STRIP = 250
"""Height of the strip under the field with scale and legend."""
_ROOMY = 900
"""Width of panels from which they take scale and legend too, if the field gains by it."""
_MAT = 0.40
"""Ground round the field within the neatline, in radii."""


class Measures:
    """A poster's subject, and where everything lies on its sheet, in pixels."""

    def __init__(self, table: TableView, theme: Theme, pieces: bool, story: str, say: Say, long_side: int) -> None:
        self.table, self.pieces, self.story, self.say = table, pieces, story, say
        self.theme: Theme = theme
        self.u = long_side / LONG_SIDE
        self.size = long_side, round(long_side / math.sqrt(2))
        self.plan: Plan = plan_of(table.map)
        self.colours: Ground = ground_colours(theme, table.map.climate)
        self.inks = Inks.of(self.colours)
        self.inner = round((FRAME + _PAD) * self.u)
        self.layout, self.strip = self._fitted()
        self.edge = round(NEATLINE * self.u)
        w, h = self.size
        fw, fh = self.layout.size
        free = h - 2 * (self.inner + self.edge) - fh
        most = round(1.25 * _STRIP * self.u)
        lower = 0 if not self.strip else free if free <= most else most + (free - most) // 2
        self.field_at = (w - fw) // 2, self.inner + self.edge + (free - lower if self.strip else free // 2)
        self.panel = self.field_at[0] - self.edge - round(_GUTTER * self.u) - self.inner

    @property
    def begun(self) -> bool:
        """Whether there is more to tell of the position than that it is the first."""
        table = self.table
        return table.outcome is not None or table.turn > 1 or any(s.points for s in table.sides)

    def _fitted(self) -> tuple[Layout, bool]:
        """The field as large as fits, and whether scale and legend stand in a strip under it."""
        m, u = self.table.map, self.u
        wide = 1.5 * (m.cols[1] - m.cols[0]) + 2 + 2 * _MAT
        high = (m.rows[1] - m.rows[0] + 1.5) * SQRT3 + 2 * _MAT
        w, h = (v - 2 * self.inner - 2 * NEATLINE * u for v in self.size)
        across = (w - 2 * _PANEL * u) / wide
        with_strip = math.floor(min(across, (h - _STRIP * u) / high))
        without = math.floor(min((w - 2 * _ROOMY * u) / wide, h / high))
        r = max(4, with_strip, without)
        layout = Layout(r, m.cols[0], m.rows[0], m.cols[1], m.rows[1], round(_MAT * r))
        return layout, with_strip >= without

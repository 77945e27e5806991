"""The whole plate: frame, field, title, strip and the panels beside the field.

Nothing of it is kept: a poster is drawn once in a while, and would push everything else out of the stores.
"""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer import lettering, retreat, status
from renderer.draw import compose
from renderer.engraved import legend
from renderer.engraved.cartouche import Cartouche
from renderer.engraved.frame import FRAME, NEATLINE, frame, neatline
from renderer.engraved.panel import Panel, arrange
from renderer.engraved.siting import corners
from renderer.engraved.strokes import Inks
from renderer.ground.drawing import draw_ground
from renderer.ground.plan import Plan, plan_of
from renderer.ground.washes import Window
from renderer.layout import SQRT3, Layout
from renderer.map_palette import palette_on
from renderer.palette import Ground, Theme
from renderer.palette import ground as ground_colours
from renderer.scene import Scene
from renderer.sheet import border
from renderer.words import Say

LONG_SIDE = 4800
"""Pixels of the long side: 205 to the inch on A2, 290 on A3. All sizes on the sheet are in units of a 4800th of it."""

_PAD, _GUTTER = 26, 34
_PANEL = 690
"""Least width of the panels left and right of the field, gutter included."""
_STRIP = 250
"""Height of the strip under the field with scale and legend."""
_ROOMY = 900
"""Width of panels from which they take scale and legend too, if the field gains by it."""
_TITLES = (1.0, 0.9, 0.8)
"""Sizes tried for a title on the field, the margin being the last resort."""
_MAT = 0.40
"""Ground round the field within the neatline, in radii."""
_BAND = 640
"""Rows of ground drawn at once, in pixels: bounds the memory it takes."""


class Plate:
    """One poster being drawn."""

    def __init__(self, table: TableView, theme: Theme, pieces: bool, story: str, say: Say, long_side: int) -> None:
        self.table, self.pieces, self.story, self.say = table, pieces, story, say
        self.theme: Theme = theme
        self._rare: Image.Image | None = None
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

    def drawn(self) -> Image.Image:
        """The sheet, as an RGB image."""
        inks = self.inks
        image = self._paper()
        frame(image, self.u, inks)
        field = self._field()
        found = self._titled() if self.pieces else None
        if found is not None:
            title, at = found
            title.draw(field, at, inks)
            tablet = (at[0] + self.field_at[0], at[1] + self.field_at[1], *title.size)
        else:
            tablet = (self.inner, self.inner, self.panel, round(500 * self.u))
        image.paste(field, self.field_at)
        del field
        neatline(image, self.field_at, self.layout, self.u, inks)
        if self.strip:
            self._strip(image)
        self._panels(image, found is None)
        self._rare = self._sample(image, tablet)
        return image

    def palette(self, image: Image.Image) -> Image.Image:
        """256 colours for the drawn plate."""
        return palette_on(image, self.plan, self.theme, self._rare)

    def _titled(self) -> tuple[Cartouche, tuple[int, int]] | None:
        """The title and the empty corner of the field it goes into; None where no corner is empty enough."""
        for k in _TITLES:
            title = Cartouche.of(self.table.title, self.table.subtitle, self.u * k)
            corner = corners(self.table, self.layout, title.size)[0]
            if corner.empty:
                return title, corner.at
        return None

    def _paper(self) -> Image.Image:
        """The sheet before anything is printed on it."""
        w, h = self.size
        image = Image.new("RGB", self.size)
        for top in range(0, h, _BAND):
            size = w, min(_BAND, h - top)
            image.paste(Window(self.plan, self.colours, self.layout.r, (0, top), size).mat(), (0, top))
        return image

    def _field(self) -> Image.Image:
        """The ground, its letters, and the counters on it."""
        layout, plan = self.layout, self.plan
        w, h = layout.size
        image = Window(plan, self.colours, layout.r, layout.origin, (w, h)).mat()
        shown = sorted(plan.map.hexes)
        edges = retreat.edges_of(self.table.retreat_edges)
        retreat.draw_ribbons(image, plan.map, layout, self.colours, edges)
        for top in range(0, h, _BAND):
            high = min(_BAND, h - top)
            mask = Image.new("L", (w * 2, high * 2), 0)
            draw = ImageDraw.Draw(mask)
            for x in shown:
                points = layout.corners(x, 1.01)
                if points[4][1] < top + high and points[1][1] > top:
                    draw.polygon([(a * 2, (b - top) * 2) for a, b in points], fill=255)
            land = draw_ground(plan, self.theme, layout.r, (layout.origin[0], layout.origin[1] + top), (w, high))
            image.paste(land, (0, top), mask.reduce(2))
        border(image, plan, layout, self.colours, shown)
        lettering.numbers(image, plan, layout, self.colours, shown)
        lettering.levels(image, plan, layout, self.colours, shown)
        retreat.draw_flights(image, plan.map, layout, self.colours, edges)
        for named in plan.map.places:
            lettering.place(image, plan, layout, self.colours, named)
        if self.pieces:
            compose(Scene(self.table, layout, self.theme, image, self.say), (), ())
        return image

    def _strip(self, image: Image.Image) -> None:
        """Scale and legend under the field."""
        u = self.u
        (x0, y0), (fw, fh) = self.field_at, self.layout.size
        left, right = x0 - self.edge, x0 + fw + self.edge
        top = y0 + fh + self.edge
        room = right - left - (legend.SCALE_WIDE + 90) * u
        signs = legend.Legend(legend.signs(self.table, self.say), room, u)
        if len(signs.rows) > 1:
            signs = legend.Legend(legend.signs(self.table, self.say), room, u * 0.86)
        bottom = self.size[1] - self.inner
        middle = (top + bottom) / 2
        taken = legend.SCALE_WIDE * u + 90 * u + signs.wide
        start = (left + right - taken) / 2
        legend.scale(
            image, (start + legend.SCALE_WIDE * u / 2, middle), self.table.map, self.layout.r, u, self.inks, self.say
        )
        x = start + legend.SCALE_WIDE * u + 90 * u - (room - signs.wide) / 2
        signs.draw(image, (x, middle - signs.high / 2 + 8 * u), self.plan, self.theme, self.inks)

    def _panels(self, image: Image.Image, titled: bool) -> None:
        """The armies left and right of the field, with what else stands there."""
        order = self._sides()
        armies = [f"army {i}" for i in order]
        begun = ["state"] * (self.pieces and self.begun)
        left_blocks = [*["title"] * titled, *armies[:1], *begun, *["story"] * bool(self.story)]
        left = Panel(self, self.inner, order[:1], left_blocks)
        right = Panel(self, self.size[0] - self.inner - self.panel, order[1:], [*armies[1:], "compass"])
        more = ["legend"] * (not self.strip) + ["signs"] * (self.pieces and bool(left.states))
        k = arrange(left, right, more)
        left.draw(image, k)
        right.draw(image, k)

    def _sides(self) -> list[int]:
        """The sides from left to right as they stand on the field."""

        def middle(side: int) -> float:
            at = [self.layout.xy(h)[0] for c in self.table.counters if c.side == side for h in c.hexes[:1]]
            return sum(at) / len(at) if at else self.layout.size[0] / 2

        return sorted(range(len(self.table.sides)), key=middle)

    def _sample(self, image: Image.Image, tablet: tuple[int, int, int, int]) -> Image.Image:
        """The title and the frame's corner side by side: colours that are on few of the sheet's pixels."""
        x, y, w, h = tablet
        corner = round(FRAME * self.u)
        sample = Image.new("RGB", (w + corner, max(h, corner)), self.inks.paper)
        sample.paste(image.crop((x, y, x + w, y + h)), (0, 0))
        sample.paste(image.crop((0, 0, corner, corner)), (w, 0))
        return sample

    def alt(self) -> str:
        """The plate in a sentence or two."""
        table, say = self.table, self.say
        what = (
            Text("Engraved plate of the whole field of {battle}, with legend and orders of battle.", battle=table.title)
            if self.pieces
            else Text("Engraved map of the field of {battle} without counters, to play on.", battle=table.title)
        )
        return f"{say(what)} {status.alt_text(table, (), say=say)}" if self.pieces else say(what)

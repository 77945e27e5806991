"""The whole plate: frame, field, title, strip and the panels beside the field.

Nothing of it is kept: a poster is drawn once in a while, and would push everything else out of the stores.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from renderer.draw import compose
from renderer.map import lettering, retreat_edges
from renderer.map.colour_table import palette_on
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.washes import Window
from renderer.map.names import name_of
from renderer.poster import legend
from renderer.poster.cartouche import Cartouche
from renderer.poster.frame import FRAME, frame, neatline
from renderer.poster.measures import Measures
from renderer.poster.side_panel import Panel, arrange
from renderer.poster.title_site import corners
from renderer.scene import Scene
from renderer.sheet import border
from renderer.words.alt_text import alt_text
from renderer.words.say import words

_TITLES = (1.0, 0.9, 0.8)
"""Sizes tried for a title on the field, the margin being the last resort."""
_BAND = 640
"""Rows of ground drawn at once, in pixels: bounds the memory it takes."""


class Plate(Measures):
    """One poster being drawn."""

    _rare: Image.Image | None = None

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
            title = Cartouche.of(self.table.title, words(self.table.subtitle, self.say), self.u * k)
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
        marks = retreat_edges.marks_of(plan, retreat_edges.edges_of(self.table.retreat_edges))
        retreat_edges.draw_ribbons(image, marks, layout, self.colours)
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
        lettering.numbers(image, plan, layout.r, layout.origin, self.colours)
        lettering.levels(image, plan, layout.r, layout.origin, self.colours)
        retreat_edges.draw_flights(image, marks, layout, self.colours)
        for named in plan.map.places:
            name_of(plan, layout, self.colours, named).draw(image)
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
        return f"{say(what)} {alt_text(table, (), say=say)}" if self.pieces else say(what)

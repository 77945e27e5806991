"""A map of areas as a plate for the wall: the whole of it, with title, tracks and a story."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.kernel.view import TableView
from renderer.areas import draw, tracks
from renderer.areas.inks import inks
from renderer.graphics import fonts
from renderer.graphics.wrapping import limited
from renderer.margin import ornaments
from renderer.palette.colours import Theme
from renderer.palette.indexed import COLOURS
from renderer.words.alt_text import alt_text
from renderer.words.say import Say, words

HEAD, FOOT, EDGE = 0.085, 0.03, 0.02
"""Of the sheet's width: height of the title, and of the paper under the map and at its sides."""
TITLE, SUB, STORY = 0.028, 0.0125, 0.0095
"""Sizes of letters, of the sheet's width."""
STORY_LINES = 4
STRIP = 1500
"""Width at which the tracks are written, in pixels, before they are brought to the sheet's."""


@dataclass(frozen=True)
class AreaPlate:
    """One poster in the making."""

    table: TableView
    theme: Theme
    pieces: bool
    story: str
    say: Say
    long_side: int

    def drawn(self) -> Image.Image:
        """The sheet, in RGB."""
        table = self._shown
        colours, w = inks(self.theme), self.long_side
        h = round(w / math.sqrt(2))
        image = Image.new("RGB", (w, h), colours["paper"])
        top = self._head(image)
        strip = self._strip(table)
        foot = round(FOOT * w) + (strip.height if strip is not None else 0)
        room = w - 2 * round(EDGE * w), h - top - foot
        board = draw.board_of(table)
        layout = draw.layout_in(board, board.every_place, room)
        field = draw.field(table, layout, (), (), colours)
        at = (w - field.width) // 2, top + (room[1] - field.height) // 2
        mat = (round(EDGE * w), top, w - round(EDGE * w), top + room[1])
        pen = ImageDraw.Draw(image)
        pen.rectangle(mat, fill=colours["mat"])
        image.paste(field, at)
        line = max(2, w // 900)
        pen.rectangle(mat, outline=colours["ink"], width=line)
        if strip is not None:
            image.paste(strip, (mat[0], mat[3] + line))
        inset = round(0.006 * w)
        pen.rectangle((inset, inset, w - 1 - inset, h - 1 - inset), outline=colours["ink"], width=line)
        ornaments.scooped_frame(image, (2 * inset, 2 * inset, w - 1 - 2 * inset, h - 1 - 2 * inset), 9, colours["soft"])
        return image

    def palette(self, image: Image.Image) -> Image.Image:
        """The colours it comes in."""
        small = image.reduce(max(1, image.width // 1600))
        return small.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

    def alt(self) -> str:
        """The sheet in words."""
        return alt_text(self._shown, (), (), self.say)

    @property
    def _shown(self) -> TableView:
        if self.pieces:
            return self.table
        return replace(self.table, counters=(), leaders=(), markers=(), holdings=())

    def _head(self, image: Image.Image) -> int:
        """Title, place and date, the story at the right; returns where the map begins."""
        w, colours = image.width, inks(self.theme)
        pen, left = ImageDraw.Draw(image), round(2 * EDGE * w)
        title = fonts.written(self.table.title).upper()
        px = round(TITLE * w)
        font = fonts.serif("Semibold", px)
        base = round(0.62 * HEAD * w)
        wide = fonts.tracked(pen, (left, base), title, font, colours["ink"], 0.12 * px)
        sub = fonts.written(words(self.table.subtitle, self.say))
        pen.text((left, base + round(1.7 * SUB * w)), sub, font=fonts.serif("It", round(SUB * w)), fill=colours["soft"])
        if self.story:
            small = fonts.serif("Regular", round(STORY * w))
            x = max(round(0.5 * w), left + round(wide) + left)
            for n, text in enumerate(limited(fonts.written(self.story), small, w - left - x, STORY_LINES)):
                at = x, round((0.3 * HEAD + 1.35 * STORY * n) * w)
                pen.text(at, text, font=small, fill=colours["ink"])
        return round(HEAD * w)

    def _strip(self, table: TableView) -> Image.Image | None:
        if not self.pieces:
            return None
        colours = inks(self.theme)
        strip = Image.new("RGB", (STRIP, tracks.height(table, STRIP, self.say)), colours["paper"])
        tracks.draw(strip, 0, table, colours, self.say)
        wide = self.long_side - 2 * round(EDGE * self.long_side)
        return strip.resize((wide, round(strip.height * wide / STRIP)), Image.Resampling.LANCZOS)

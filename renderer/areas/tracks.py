"""How each side stands, in a strip under a map of areas: points, treasury and whatever else it keeps account of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer.areas.inks import Inks
from renderer.counters import bands
from renderer.graphics import fonts
from renderer.graphics.wrapping import limited
from renderer.margin import ornaments
from renderer.margin.dots import dot
from renderer.palette.sides import side
from renderer.words import state_of_play
from renderer.words.say import Say, words

NAME, SMALL = 25, 20
"""Sizes of letters in pixels: of a side's name, of its tracks."""
ROW = 34
LINE = 25
EDGE = 24
MOST_LINES = 3
KEY = (26, 14)
"""Size of a power's band in the key, in pixels."""


def height(table: TableView, width: int, say: Say = str) -> int:
    """Pixels of height the strip takes: its sides stand beside each other."""
    return max((_rows(table, n, width // len(table.sides), say) for n in range(len(table.sides))), default=0) + 16


def draw(image: Image.Image, top: int, table: TableView, inks: Inks, say: Say = str) -> None:
    """Write the strip onto an image, from this row of pixels on."""
    pen = ImageDraw.Draw(image)
    high, wide = height(table, image.width, say), image.width // max(1, len(table.sides))
    pen.rectangle((0, top, image.width, top + high), fill=inks["paper"])
    pen.line([(0, top), (image.width, top)], fill=inks["ink"], width=2)
    for n in range(len(table.sides)):
        if n:
            ornaments.divider(pen, n * wide, top + 10, top + high - 10, inks["soft"])
        _Column(image, pen, table, n, (n * wide, top + 8), wide, inks, say).draw()


def _told(table: TableView, n: int, width: int, say: Say) -> tuple[str, ...]:
    text = " · ".join(f"{say(what)} {words(value, say)}" for what, value in table.sides[n].tracks)
    return _broken(fonts.written(text), width - 2 * EDGE - 34) if text else ()


@lru_cache(maxsize=64)
def _broken(text: str, room: int) -> tuple[str, ...]:
    """The lines of a side's tracks: to measure them takes longer than to write them."""
    return tuple(limited(text, fonts.serif("Regular", SMALL), room, MOST_LINES))


def _powers(table: TableView, n: int) -> list[tuple[int, str]]:
    """Powers of a side that hold anything: number of the band, and name."""
    here = {c.band for c in table.counters if c.side == n} | {h.band for h in table.holdings if h.side == n}
    return [(b, name) for b, name in enumerate(table.sides[n].bands) if b in here and name]


def _rows(table: TableView, n: int, width: int, say: Say) -> int:
    powers = LINE if len(_powers(table, n)) > 1 else 0
    return ROW + LINE * len(_told(table, n, width, say)) + powers


@dataclass(frozen=True)
class _Column:
    """One side's part of the strip."""

    image: Image.Image
    pen: ImageDraw.ImageDraw
    table: TableView
    side: int
    at: tuple[int, int]
    wide: int
    inks: Inks
    say: Say

    def draw(self) -> None:
        (x, y), s, pen, ink = self.at, self.table.sides[self.side], self.pen, self.inks["ink"]
        right = x + self.wide - EDGE
        dot(self.side, 9, False).onto(self.image, (x + EDGE + 12, y + 16))
        if s.points_name:
            points = fonts.written(state_of_play.points(s, self.say))
            font = fonts.serif("Regular", SMALL)
            pen.text((right, y + 24), points, font=font, fill=ink, anchor="rs")
            right -= round(font.getlength(points)) + 12
        font = fonts.serif("Semibold", NAME)
        name = fonts.fitted(fonts.written(words(s.name, self.say)), font, right - x - EDGE - 34)
        pen.text((x + EDGE + 34, y + 24), name, font=font, fill=ink, anchor="ls")
        y += ROW
        for text in _told(self.table, self.side, self.wide, self.say):
            pen.text((x + EDGE + 34, y + 17), text, font=fonts.serif("Regular", SMALL), fill=ink, anchor="ls")
            y += LINE
        powers = _powers(self.table, self.side)
        if len(powers) > 1:
            self._key(powers, x + EDGE + 34, y)

    def _key(self, powers: list[tuple[int, str]], x: int, y: int) -> None:
        """Which band is which power's."""
        font, end = fonts.serif("It", SMALL - 2), self.at[0] + self.wide - EDGE
        for band, name in powers:
            text = fonts.written(self.say(Text("{name}", name=name)))
            wide = KEY[0] + 8 + round(font.getlength(text)) + 22
            if x + wide > end:
                self.pen.text((x, y + 16), "…", font=font, fill=self.inks["soft"], anchor="ls")
                return
            swatch = Image.new("RGBA", KEY, (*side(self.side).face, 255))
            bands.lay(swatch, Image.new("L", KEY, 255), band, 2, KEY[1] - 3)
            self.image.paste(swatch.convert("RGB"), (x, y + 3))
            self.pen.rectangle((x, y + 3, x + KEY[0] - 1, y + 2 + KEY[1]), outline=self.inks["ink"])
            self.pen.text((x + KEY[0] + 8, y + 16), text, font=font, fill=self.inks["ink"], anchor="ls")
            x += wide

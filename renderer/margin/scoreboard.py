"""How the battle stands, in letters a phone can show: what is going on, and how near each side is to breaking."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from renderer.graphics import fonts
from renderer.margin.dots import dot
from renderer.palette.map import Ground
from renderer.palette.sides import arrow, side
from renderer.words import state_of_play
from renderer.words.say import Say, words
from renderer.words.state_of_play import moment

HEAD, NAME, SMALL, LEAST = 38, 34, 26, 20
"""Sizes of letters in pixels, before the picture is reduced to a phone's width; long lines are set smaller, down to the
last."""
ROW, LEAST_ROW = 126, 106
"""Pixels of height a side takes at most, and those it needs to be told in full."""
RULED = 18
"""Pixels from the headline to the sides."""
BAR = 16


def height(table: TableView) -> int:
    """Pixels of height to tell both sides in full; further ones are told in less."""
    return HEAD + RULED + LEAST_ROW * min(2, len(table.sides))


@dataclass(frozen=True)
class Scoreboard:
    """Writes the standing of a table into the ``box`` of an image."""

    table: TableView
    image: Image.Image
    box: tuple[int, int, int, int]
    colours: Ground
    say: Say = str

    def draw(self) -> None:
        x0, y0, x1, y1 = self.box
        draw = ImageDraw.Draw(self.image)
        sides = self.table.sides
        row = min(ROW, (y1 - y0 - HEAD - RULED) // max(1, len(sides)))
        y0 += (y1 - y0 - HEAD - RULED - row * len(sides)) // 2
        head = fonts.written(moment(self.table, self.say))
        self._fitted(draw, (x0, y0 + HEAD), head, "Semibold", HEAD, x1 - x0)
        y = y0 + HEAD + RULED
        draw.line([(x0, y), (x1, y)], fill=self.colours["soft"], width=2)
        for i, s in enumerate(sides):
            self._side(draw, s, i, y + i * row, row)

    def _side(self, draw: ImageDraw.ImageDraw, s: SideView, index: int, top: int, row: int) -> None:
        """Its dot on the overview, name, points; a bar that fills as it nears its limit; its units."""
        x0, _, x1, _ = self.box
        ink, soft = self.colours["ink"], self.colours["soft"]
        size = min(NAME, row // 2 - 4)
        base = top + size + 6
        dot(index, size * 0.36, False).onto(self.image, (x0 + size * 0.6, base - size * 0.34))
        left = x0 + round(1.5 * size)
        points = fonts.written(state_of_play.points(s, self.say))
        font = fonts.serif("Regular", min(SMALL, size))
        wide = font.getlength(points)
        draw.text((x1, base), points, font=font, fill=ink, anchor="rs")
        self._fitted(
            draw, (left, base), fonts.written(words(s.name, self.say)), "Semibold", size, x1 - wide - 24 - left
        )
        y = base + 12
        if s.limit:
            draw.rectangle((left, y, x1, y + BAR), outline=ink, width=2)
            full = round((x1 - left - 4) * min(1.0, max(0, s.points) / s.limit))
            if full:
                draw.rectangle(
                    (left + 2, y + 2, left + 1 + full, y + BAR - 2), fill=arrow(side(index), self.colours.theme)
                )
        if row >= LEAST_ROW:
            told = self._told(s, index, x1 - left)
            self._fitted(draw, (left, y + BAR + SMALL + 4), told, "It", SMALL - 2, x1 - left, soft)

    def _told(self, s: SideView, index: int, room: float) -> str:
        """Its units, and who is still to act: as many names as there is room for, the others counted."""
        strength = state_of_play.strength(self.table, index, self.say)
        font = fonts.serif("It", SMALL - 2)
        tracks = [self.say(Text("{what}: {value}", what=what, value=value)) for what, value in s.tracks]
        strength = " · ".join([strength, *tracks])
        told = fonts.written(strength)
        for shown in range(len(s.to_act), 0, -1):
            names, more = ", ".join(s.to_act[:shown]), len(s.to_act) - shown
            who = Text("to act: {who} and {n} more", who=names, n=more) if more else Text("to act: {who}", who=names)
            told = fonts.written(f"{strength} · {self.say(who)}")
            if font.getlength(told) <= room:
                break
        return told

    def _fitted(
        self,
        draw: ImageDraw.ImageDraw,
        at: tuple[float, float],
        text: str,
        style: fonts.Style,
        px: int,
        room: float,
        ink: tuple[int, int, int] | None = None,
    ) -> None:
        """A line, smaller when it is long, cut when even that doesn't help."""
        while px > LEAST and fonts.serif(style, px).getlength(text) > room:
            px -= 2
        font = fonts.serif(style, px)
        draw.text(at, fonts.fitted(text, font, room), font=font, fill=ink or self.colours["ink"], anchor="ls")


__all__ = ["Scoreboard"]

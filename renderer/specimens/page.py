"""A plate: paper with a title, sections, captions, and a neatline round it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.map.ground.plan import plan_of
from renderer.map.ground.washes import Window
from renderer.palette.colours import RGB, Theme
from renderer.palette.map import ground as ground_colours
from renderer.words.say import Say

MARGIN = 34
TOP = 92
"""Room for the title, in pixels."""


class Page:
    """A plate of ``size`` pixels in the colours of a theme, its title and subtitle written."""

    def __init__(self, title: Text, subtitle: Text, size: tuple[int, int], theme: Theme = "light", say: Say = str):
        self.theme: Theme = theme
        self.colours = ground_colours(theme)
        self.say = say
        paper = plan_of(BattleMap(id="plate", name="plate", cols=(1, 1), rows=(1, 1), compass={}))
        self.image = Window(paper, self.colours, 34, (0, 0), size).mat()
        self.draw = ImageDraw.Draw(self.image)
        w, h = size
        ink = self.colours["ink"]
        self.draw.rectangle((0, 0, w - 1, h - 1), outline=ink, width=3)
        self.draw.rectangle((5, 5, w - 6, h - 6), outline=ink, width=1)
        font = fonts.serif("Semibold", 34)
        wide = fonts.tracked(self.draw, (MARGIN, 58), fonts.written(say(title)).upper(), font, ink, 5)
        small = fonts.serif("It", 20)
        text = fonts.fitted(fonts.written(say(subtitle)), small, w - 2 * MARGIN - wide - 26)
        self.draw.text((MARGIN + wide + 26, 58), text, font=small, fill=self.colours["soft"], anchor="ls")
        self.draw.line(((MARGIN, 74), (w - MARGIN, 74)), fill=ink, width=3)
        self.draw.line(((MARGIN, 80), (w - MARGIN, 80)), fill=ink, width=1)

    def section(self, y: float, title: Text) -> None:
        """A rule across the plate and a heading under it."""
        ink, w = self.colours["ink"], self.image.width
        self.draw.line(((MARGIN, y), (w - MARGIN, y)), fill=ink, width=1)
        font = fonts.serif("Semibold", 22)
        fonts.tracked(self.draw, (MARGIN, y + 32), fonts.written(self.say(title)).upper(), font, ink, 3)

    def caption(self, at: tuple[float, float], text: Text, room: float = 400, px: int = 18, anchor: str = "ms") -> None:
        """A few words in italics, set smaller when they would be wider than ``room`` pixels."""
        words = fonts.written(self.say(text))
        while px > 13 and fonts.serif("It", px).getlength(words) > room:
            px -= 1
        self.draw.text(at, words, font=fonts.serif("It", px), fill=self.colours["ink"], anchor=anchor)

    def heading(self, at: tuple[float, float], text: Text) -> None:
        """A name in bold, as under a panel."""
        self.draw.text(
            at, fonts.written(self.say(text)), font=fonts.serif("Semibold", 22), fill=self.colours["ink"], anchor="ls"
        )

    def note(self, at: tuple[float, float], text: Text, room: float) -> None:
        """A line in softer italics under a heading."""
        font = fonts.serif("It", 17)
        words = fonts.fitted(fonts.written(self.say(text)), font, room)
        self.draw.text(at, words, font=font, fill=self.colours["soft"], anchor="ls")

    def panel(self, at: tuple[int, int], image: Image.Image) -> None:
        """A picture in a thin frame."""
        self.image.paste(image, at)
        x, y = at
        self.draw.rectangle((x - 1, y - 1, x + image.width, y + image.height), outline=self.colours["ink"])

    def patch(self, box: tuple[int, int, int, int], colour: RGB) -> None:
        """A flat area with a thin frame."""
        self.draw.rectangle(box, fill=colour, outline=self.colours["ink"])

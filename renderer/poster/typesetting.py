"""Setting type on the plate: headings, centred lines, justified paragraphs, one under the other."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.wrapping import wrapped
from renderer.poster.strokes import Inks, swelled_rule

_LOOSEST = 4.0
"""A justified line's word space may grow to this multiple of the font's own before the line is left ragged."""


class Column:
    """Type set downwards in a column of an image, from ``y``; with no image it only measures."""

    def __init__(self, image: Image.Image | None, x: float, y: float, width: float, u: float, inks: Inks) -> None:
        self.image = image
        self.draw = ImageDraw.Draw(image) if image is not None else None
        self.x, self.y, self.width, self.u, self.inks = x, y, width, u, inks

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def space(self, units: float) -> None:
        self.y += units * self.u

    def size(self, units: float) -> int:
        """A type size in pixels."""
        return max(8, round(units * self.u))

    def rule(self, weight: float = 5.0, share: float = 0.62) -> None:
        """A swelled rule."""
        high = 26 * self.u
        if self.image is not None:
            x0, y0 = round(self.x), round(self.y)
            canvas = Canvas((x0, y0), (round(self.width), max(4, round(high))), 3)
            swelled_rule(canvas, (self.middle, self.y + high / 2), self.width * share / 2, self.inks, weight * self.u)
            canvas.onto(self.image)
        self.y += high

    def heading(self, text: str, units: float = 31) -> None:
        """Spaced capitals in the middle."""
        px = self.size(units)
        text = fonts.written(text).upper()
        while px > 9 and fonts.width(text, fonts.serif("Semibold", px), px * 0.16) > self.width:
            px -= 1
        font = fonts.serif("Semibold", px)
        wide = fonts.width(text, font, px * 0.16)
        if self.draw is not None:
            at = self.middle - wide / 2, self.y + px * 0.92
            fonts.tracked(self.draw, at, text, font, self.inks.ink, px * 0.16)
        self.y += px * 1.35

    def centred(self, text: str, style: fonts.Style, units: float, soft: bool = False, leading: float = 1.36) -> None:
        """Lines in the middle."""
        px = self.size(units)
        font = fonts.serif(style, px)
        for line in wrapped(fonts.written(text), font, self.width):
            if self.draw is not None:
                fill = self.inks.soft if soft else self.inks.ink
                self.draw.text((self.middle, self.y + px * 0.98), line, font=font, fill=fill, anchor="ms")
            self.y += px * leading

    def paragraph(self, text: str, units: float, leading: float = 1.38) -> None:
        """A justified paragraph."""
        px = self.size(units)
        font = fonts.serif("Regular", px)
        lines = wrapped(fonts.written(text), font, self.width)
        space = font.getlength(" ")
        for i, line in enumerate(lines):
            if self.draw is not None:
                words = line.split()
                free = self.width - font.getlength(line)
                gap = space + (free / (len(words) - 1) if len(words) > 1 else 0)
                if i == len(lines) - 1 or gap > _LOOSEST * space:
                    gap = space
                x = self.x
                for word in words:
                    self.draw.text((x, self.y + px * 0.98), word, font=font, fill=self.inks.ink, anchor="ls")
                    x += font.getlength(word) + gap
            self.y += px * leading

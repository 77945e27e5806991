"""The strip under the map: title, state of play, legend, scale, compass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.kernel.terrain import BattleMap
from renderer import fonts
from renderer.layout import SQRT3
from renderer.palette import Ground
from renderer.view import FOOTER

SWATCH = (52, 36)
LEFT, GAP = 26, 14
COMPASS_ROOM = 122

_WORDS = {
    "east": 0,
    "north-east": 45,
    "northeast": 45,
    "north": 90,
    "north-west": 135,
    "northwest": 135,
    "west": 180,
    "south-west": 225,
    "southwest": 225,
    "south": 270,
    "south-east": 315,
    "southeast": 315,
}
_SHEET = {"R": 0, "UP": 90, "L": 180, "DOWN": 270}


def north(compass: dict[str, str]) -> int:
    """Where north is on the sheet, in degrees anticlockwise from the right; up when the map doesn't say.

    >>> north({"R": "north"}), north({"UP": "north"}), north({"R": "west", "UP": "south"})
    (0, 90, 270)
    """
    for key, angle in _SHEET.items():
        word = _WORDS.get(compass.get(key, "").strip().lower())
        if word is not None:
            return (angle + 90 - word) % 360
    return 90


class Footer:
    """Draws the strip whose upper edge is at ``top`` on ``image``."""

    def __init__(self, image: Image.Image, top: int, colours: Ground) -> None:
        self.image = image
        self.top = top
        self.colours = colours
        self.draw = ImageDraw.Draw(image)
        self.left = LEFT
        self.right = image.width - COMPASS_ROOM

    def heading(self, title: str, subtitle: str) -> None:
        """Title in spaced capitals, place and date under it."""
        room = self.right - LEFT - GAP
        text = fonts.written(title).upper()
        px = 34
        while px > 16 and fonts.width(text, fonts.serif("Semibold", px), px * 0.16) > room * 0.62:
            px -= 2
        font = fonts.serif("Semibold", px)
        wide = fonts.tracked(self.draw, (LEFT, self.top + 43), text, font, self.colours["ink"], px * 0.16)
        small = fonts.serif("It", 18)
        below = fonts.fitted(fonts.written(subtitle), small, room * 0.62)
        self.draw.text((LEFT + 2, self.top + 66), below, font=small, fill=self.colours["soft"], anchor="ls")
        self.left = LEFT + math.ceil(max(wide, small.getlength(below))) + 2 * GAP

    def compass(self, m: BattleMap) -> None:
        """A rose whose N points where the map says."""
        rose = _rose(north(m.compass), self.colours["ink"], self.colours["paper"])
        at = self.image.width - 70 - rose.width // 2, self.top + FOOTER // 2 + 3 - rose.height // 2
        self.image.paste(rose, at, rose)

    def scale(self, m: BattleMap, r: int) -> None:
        """A bar of some hexes' length, in metres where the map knows them."""
        hexes = max(1, min(10, int(235 / (r * SQRT3))))
        hexes = 5 if 5 < hexes < 10 else hexes
        length = hexes * r * SQRT3
        x0 = self.right - length - 14
        if x0 < self.left:
            return
        ink, paper, y = self.colours["ink"], self.colours["paper"], self.top + 38
        for i in range(hexes):
            box = (x0 + i * length / hexes, y, x0 + (i + 1) * length / hexes, y + 6)
            self.draw.rectangle(box, fill=ink if i % 2 == 0 else paper, outline=ink)
        self.draw.text((x0, y - 6), "0", font=fonts.plain(12), fill=ink, anchor="ms")
        if m.hex_metres:
            label = f"{hexes * m.hex_metres} m"
            self.draw.text((x0 + length, y - 6), label, font=fonts.plain(12), fill=ink, anchor="rs")
        words = f"{hexes} hexes" if hexes > 1 else "1 hex"
        italic = fonts.serif("It", 14)
        self.draw.text((x0 + length / 2, y + 22), words, font=italic, fill=self.colours["soft"], anchor="ms")
        self.right = math.floor(x0) - 2 * GAP

    def legend(self, entries: Sequence[tuple[str, Callable[[], Image.Image]]]) -> None:
        """Swatches with their names, as many as there is room for, against the right."""
        font = fonts.serif("It", 14)
        ink = self.colours["ink"]
        labels = [fonts.written(label) for label, _ in entries]
        widths = [max(SWATCH[0], math.ceil(font.getlength(label))) + GAP for label in labels]
        while widths and sum(widths) > self.right - self.left:
            widths.pop()
        x = self.right - sum(widths)
        for (_, swatch), label, w in zip(entries, labels, widths, strict=False):
            image = swatch()
            px = x + (w - GAP - image.width) // 2
            y = self.top + 17
            self.image.paste(image, (px, y))
            self.draw.rectangle((px, y, px + image.width - 1, y + image.height - 1), outline=ink)
            middle = x + (w - GAP) / 2
            self.draw.text((middle, self.top + 69), label, font=font, fill=ink, anchor="ms")
            x += w
        self.right -= sum(widths)

    def status(self, text: str, extra: str) -> None:
        """The state of play along the bottom; ``extra`` against the right, in softer ink."""
        italic = fonts.serif("It", 14)
        end = self.image.width - COMPASS_ROOM
        y = self.top + 91
        if extra:
            extra = fonts.fitted(fonts.written(extra), italic, (end - LEFT) * 0.45)
            self.draw.text((end, y), extra, font=italic, fill=self.colours["soft"], anchor="rs")
            end -= math.ceil(italic.getlength(extra)) + 2 * GAP
        text = fonts.written(text)
        sizes = [fonts.serif("Regular", px) for px in (16, 15, 14, 13, 12)]
        font = next((f for f in sizes if f.getlength(text) <= end - LEFT), sizes[-1])
        text = fonts.fitted(text, font, end - LEFT)
        self.draw.text((LEFT + 2, y), text, font=font, fill=self.colours["ink"], anchor="ls")

    def rules(self) -> None:
        """The double line above the strip and the neatline round the whole picture."""
        ink, (w, h) = self.colours["ink"], self.image.size
        self.draw.line([(0, self.top), (w, self.top)], fill=ink, width=3)
        self.draw.line([(0, self.top + 6), (w, self.top + 6)], fill=ink, width=1)
        self.draw.rectangle((0, 0, w - 1, h - 1), outline=ink, width=3)
        self.draw.rectangle((5, 5, w - 6, h - 6), outline=ink, width=1)


@lru_cache(maxsize=32)
def _rose(angle: int, ink: tuple[int, int, int], paper: tuple[int, int, int]) -> Image.Image:
    """A compass rose with its N at ``angle`` degrees anticlockwise from the right."""
    q, r = 4, 36
    size = int(r * 2.7) * q
    image = Image.new("RGBA", (size, size), (*paper, 0))
    draw = ImageDraw.Draw(image)
    c, rr = size / 2, r * q
    for k, w in ((0.72, 0.03), (0.64, 0.012)):
        draw.ellipse((c - rr * k, c - rr * k, c + rr * k, c + rr * k), outline=ink, width=max(1, int(w * rr)))
    for i in range(8):
        a = math.radians(angle + i * 45)
        long = rr * (1.0 if i == 0 else 0.86 if i % 2 == 0 else 0.5)
        wide = rr * (0.13 if i % 2 == 0 else 0.09)
        ux, uy = math.cos(a), -math.sin(a)
        tip, foot = (c + ux * long, c + uy * long), (c + ux * 0.1 * rr, c + uy * 0.1 * rr)
        draw.polygon([tip, (foot[0] - uy * wide, foot[1] + ux * wide), (c, c)], fill=ink)
        draw.polygon([tip, (foot[0] + uy * wide, foot[1] - ux * wide), (c, c)], fill=paper, outline=ink)
    a = math.radians(angle)
    at = c + math.cos(a) * rr * 1.18, c - math.sin(a) * rr * 1.18
    draw.text(at, "N", font=fonts.serif("Bold", int(0.36 * rr)), fill=ink, anchor="mm")
    return image.reduce(q)

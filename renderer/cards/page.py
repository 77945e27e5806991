"""Pages of paper: what unit cards and rosters are drawn on, framed and headed like the maps' own strip."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.counters import bands
from renderer.counters.outlines import cornered
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.fonts import Style
from renderer.graphics.png import png, reduced
from renderer.graphics.sprites import Sprite, kept
from renderer.graphics.wrapping import shortened
from renderer.palette.colours import BLACK, GOLD, HIT, RGB, Theme, mix
from renderer.palette.indexed import COLOURS, reserved
from renderer.palette.map import Ground
from renderer.palette.map import ground as ground_colours
from renderer.palette.sides import BANDS, SIDES, side
from renderer.picture import Picture

EDGE = 34
"""From the edge of a page to what stands on it, in pixels."""
GHOST = 0.5
"""How far a counter out of play is drawn towards the paper."""


class Page:
    """A sheet of paper. Lengths are in pixels; names are written in the serif, digits and codes in Aileron."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.theme: Theme = theme
        self.colours: Ground = ground_colours(theme)
        self.image = Image.new("RGB", (width, height), self.colours["paper"])
        self.draw = ImageDraw.Draw(self.image)
        self.ink: RGB = self.colours["ink"]
        self.paper: RGB = self.colours["paper"]
        self.soft: RGB = mix(self.ink, self.paper, 0.2)
        """Of labels: softer, and still 4.5 : 1."""
        self.line: RGB = mix(self.ink, self.paper, 0.6)

    def frame(self) -> None:
        """The neatline: a firm line and a fine one within it."""
        w, h = self.image.size
        self.draw.rectangle((0, 0, w - 1, h - 1), outline=self.ink, width=3)
        self.draw.rectangle((6, 6, w - 7, h - 7), outline=self.ink, width=1)

    def rule(self, y: int, x0: int, x1: int, double: bool = False) -> None:
        """A line across; the double one is firm, with a fine one under it."""
        self.draw.line([(x0, y), (x1, y)], fill=self.ink, width=2 if double else 1)
        if double:
            self.draw.line([(x0, y + 5), (x1, y + 5)], fill=self.ink, width=1)

    def write(
        self,
        at: Point,
        text: str,
        px: int,
        style: Style = "Regular",
        fill: RGB | None = None,
        anchor: str = "ls",
        room: float | None = None,
    ) -> float:
        """Words in the serif, cut with an ellipsis beyond ``room``; returns their width."""
        font = fonts.serif(style, px)
        text = fonts.written(text)
        if room is not None:
            text = fonts.fitted(text, font, room)
        self.draw.text(at, text, font=font, fill=fill or self.ink, anchor=anchor)
        return font.getlength(text)

    def name(self, at: Point, text: str, px: int, room: float, style: Style = "Regular") -> None:
        """A name in one line, in smaller type where it is long, at last with its middle left out."""
        text = fonts.written(text)
        for size in (px, px - 1, px - 2):
            font = fonts.serif(style, size)
            if font.getlength(text) <= room:
                break
        self.draw.text(at, shortened(text, font, room), font=font, fill=self.ink, anchor="ls")

    def figure(self, at: Point, text: str, px: int, fill: RGB | None = None, anchor: str = "ms") -> float:
        """Digits or a code in Aileron, emboldened; returns their width."""
        font, text = fonts.plain(px), fonts.ascii_only(text)
        colour = fill or self.ink
        self.draw.text(at, text, font=font, fill=colour, anchor=anchor, stroke_width=0.03 * px, stroke_fill=colour)
        return font.getlength(text)

    def heading(self, at: Point, text: str, px: int, room: float) -> float:
        """A title in spaced capitals; in plain letters where they don't fit, at last with an ellipsis. Its width."""
        text = fonts.written(text)
        for size in range(px, round(px * 0.7), -2):
            font = fonts.serif("Semibold", size)
            if fonts.width(text.upper(), font, 0.12 * size) <= room:
                return fonts.tracked(self.draw, at, text.upper(), font, self.ink, 0.12 * size)
        for size in range(px, round(px * 0.65), -2):
            if fonts.serif("Semibold", size).getlength(text) <= room:
                return self.write(at, text, size, "Semibold")
        return self.write(at, text, round(px * 0.65), "Semibold", room=room)

    def band(self, box: tuple[int, int, int, int], index: int) -> None:
        """The colour and pattern of a contingent or command, outlined."""

        def make() -> Sprite:
            q, w, h = 3, box[2] - box[0], box[3] - box[1]
            image = Image.new("RGBA", (w * q, h * q), (*self.paper, 255))
            bands.lay(image, Image.new("L", image.size, 255), index, 0, h * q - 1)
            return Sprite(image.reduce(q), (0, 0))

        kept(("band", index, box[2] - box[0], box[3] - box[1]), make).onto(self.image, box[:2])
        self.draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), outline=self.ink)

    def plate(self, right: int, middle: int, code: str, owner: int, px: int, most: int) -> int:
        """A code on a plate of its side's colour and corners, against the right; returns its left edge."""
        code = fonts.ascii_only(code)
        while px > 14 and fonts.plain(px).getlength(code) + 1.1 * px > most:
            px -= 1
        wide = min(most, round(fonts.plain(px).getlength(code) + 1.1 * px))
        high = round(1.55 * px)
        code = fonts.fitted(code, fonts.plain(px), wide - 0.4 * px)

        def make() -> Sprite:
            c, q = side(owner), 3
            canvas = Canvas((0, 0), (wide + 2, high + 2), q)
            at = (wide / 2 + 1, high / 2 + 1)
            for inset, colour in ((0.0, c.rim), (0.06, c.casing), (0.12, c.face)):
                canvas.area(cornered(at, wide, high, inset * px, c, round(1.4 * px)), colour)
            canvas.text(at, code, px, c.ink, 0.04)
            return Sprite(canvas.flat(), at)

        sprite = kept(("plate", code, owner, px, wide), make)
        sprite.onto(self.image, (right - wide / 2, middle))
        return right - wide

    def ghost(self, sprite: Sprite, at: Point) -> None:
        """A counter that isn't in play: half way to the paper."""
        pale = sprite.image.getchannel("A").point([round(v * (1 - GHOST)) for v in range(256)])
        self.image.paste(sprite.image, sprite.corner(at), pale)

    def picture(self, alt: str, palette: Image.Image | None = None) -> Picture:
        """The finished page; ``palette`` where there is more on it than paper and counters."""
        data = png(reduced(self.image, palette or _palette(self.theme)))
        return Picture(data, self.image.width, self.image.height, alt)


@lru_cache(maxsize=2)
def _palette(theme: Theme) -> Image.Image:
    """Of a page without ground: the reserved colours, and those of counters fading into the paper."""
    colours = ground_colours(theme)
    paper, ink = colours["paper"], colours["ink"]
    found = reserved(colours)
    found += [mix(paper, ink, t / 16) for t in range(17)]
    for s in SIDES:
        for c in (s.face, s.ink, s.rim, s.chevron, s.routed):
            found += [mix(c, paper, t) for t in (0.25, GHOST, 0.75)]
        found += [mix(s.rim, s.casing, t) for t in (0.33, 0.67)] + [mix(s.face, s.casing, 0.5)]
    for c, _ in BANDS:
        found += [mix(c, paper, GHOST), mix(c, BLACK, 0.4)]
    found += [mix(HIT, paper, t) for t in (0.25, 0.5, 0.75)] + [mix(GOLD, paper, t) for t in (0.3, 0.6)]
    unique = list(dict.fromkeys(found))[:COLOURS]
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([v for c in unique for v in c])
    return carrier


__all__ = ["EDGE", "GHOST", "Page"]

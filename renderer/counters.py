"""Counters of units: the body, which may be written over by arrows, and the badges, which may not.

Lengths are in units of the hex radius, x to the front of the unit and y down; a unit that faces west is laid out
mirrored, strength in front and wounds behind, with letters and digits upright as ever.
"""

from __future__ import annotations

import math
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from renderer import badges, bands, fonts, front, symbols
from renderer.canvas import Canvas
from renderer.curves import Point, lerp
from renderer.look import Look, Zoom, zoom_of
from renderer.palette import BLACK, FADING, HIT, IVORY, RGB, WHITE, SideColours, Theme, faded, luminance, mix, side
from renderer.shapes import cornered, turned
from renderer.sprites import Sprite, kept, shadowed

SIZE = 1.26
"""Side of the square body."""

Part = Literal["body", "badges"]


def sprite(look: Look, r: int, theme: Theme, part: Part) -> Sprite:
    """A counter's body, or its badges alone, at a radius of ``r`` pixels."""
    return kept((look, r, theme, part), lambda: CounterDrawing(look, r, theme).sprite(part))


def has_badges(look: Look) -> bool:
    """Whether the counter has anything that lies above arrows."""
    return bool(look.hits or look.stack > 1 or badges.carried(look.states))


class CounterDrawing:
    """One counter being drawn, at a radius of ``r`` pixels."""

    def __init__(self, look: Look, r: int, theme: Theme) -> None:
        self.look = look
        self.r = r
        self.theme: Theme = theme
        self.zoom = zoom_of(r)
        self.colours: SideColours = side(look.side)
        self.sharpness = 4 if r < 60 else 3
        dx, dy = look.span or (0.0, 0.0)
        self.span = (dx * r, dy * r)
        self.first: Point = (1.18 * r - min(self.span[0], 0), 1.18 * r - min(self.span[1], 0))
        self.second: Point = (self.first[0] + self.span[0], self.first[1] + self.span[1])
        self.middle = lerp(self.first, self.second, 0.5)
        size = math.ceil(2.36 * r + abs(self.span[0])), math.ceil(2.36 * r + abs(self.span[1]))
        self.canvas = Canvas((0, 0), size, self.sharpness)
        self.front = -1 if look.mirrored else 1
        routed = "routed" in look.states
        self.face: RGB = self.colours.routed if routed else self.colours.face
        self.ink: RGB = self.colours.ink
        if routed:
            self.ink = self.colours.chevron
        self.half_width, self.half_height = self._halves()

    def sprite(self, part: Part) -> Sprite:
        if part == "body":
            self._body()
        else:
            badges.draw(self)
        image = self.canvas.flat()
        if part == "body" and "retired" in self.look.states:
            image = self._faded(image)
        return Sprite(shadowed(image, self.r, self.theme, 0.045, 0.05), self.first)

    def _faded(self, image: Image.Image) -> Image.Image:
        """Every colour drawn towards that of the paper."""
        channels = list(image.split())
        for i, paper in enumerate(faded((0, 0, 0), self.theme)):
            channels[i] = channels[i].point([round(v * (1 - FADING) + paper) for v in range(256)])
        return Image.merge("RGBA", channels)

    def at(self, x: float, y: float) -> Point:
        """A point of the layout on the canvas, front to the right or left as the unit faces."""
        return self.middle[0] + self.front * x * self.r, self.middle[1] + y * self.r

    # The body

    def _body(self) -> None:
        look = self.look
        front.draw_behind(self)
        if not look.span:
            self._stacked()
        self._plate()
        if "routed" in look.states:
            self._hatched()
        if look.band is not None:
            self._band()
        front.draw_before(self)
        self._symbol()
        if look.code:
            self._code()
        if look.figure is not None:
            self._figures(look.figure)
        if look.missile:
            self._missile()
        if "finished" in look.states or "moved" in look.states:
            self._dog_ear("finished" in look.states)

    def outline(self, inset: float) -> list[Point]:
        """The body's edge, ``inset`` radii within it."""
        if self.look.span:
            across = math.hypot(*self.span)
            body = cornered(self.middle, SIZE * self.r + across, SIZE * self.r, inset * self.r, self.colours, self.r)
            return turned(body, self.middle, math.atan2(self.span[1], self.span[0]))
        if "depleted" in self.look.states:
            return self._torn(inset)
        side_px = SIZE * self.r
        return cornered(self.middle, side_px, side_px, inset * self.r, self.colours, self.r)

    def _torn(self, inset: float) -> list[Point]:
        """The body with its rear edge torn off."""
        h, c = SIZE / 2 - inset, self.colours.corner_size
        edge = [(-h + 0.10, -h), (h - c, -h), (h, -h + c), (h, h - c), (h - c, h), (-h + 0.04, h)]
        for i in range(6, 0, -1):
            depth = (0.03 if i % 2 else 0.16) + 0.02 * (i % 3)
            edge.append((-h + depth, -h + 2 * h * i / 7))
        return [self.at(x, y) for x, y in edge]

    def _plate(self) -> None:
        canvas, c = self.canvas, self.colours
        if self.zoom == "far":
            canvas.area(self.outline(0), c.rim)
            if self.theme == "dark":
                canvas.area(self.outline(0.045), c.casing)
                canvas.area(self.outline(0.085), self.face)
            else:
                canvas.area(self.outline(0.06), self.face)
            return
        canvas.area(self.outline(0), c.rim)
        canvas.area(self.outline(0.035), c.casing)
        canvas.area(self.outline(0.074), self.face)

    def _face_mask(self) -> Image.Image:
        mask = Image.new("L", self.canvas.image.size, 0)
        q = self.sharpness
        ImageDraw.Draw(mask).polygon([(x * q, y * q) for x, y in self.outline(0.074)], fill=255)
        return mask

    def _hatched(self) -> None:
        lines = Image.new("L", self.canvas.image.size, 0)
        draw = ImageDraw.Draw(lines)
        w, h = lines.size
        r = self.r * self.sharpness
        for x in range(-h, w, max(2, int(0.17 * r))):
            draw.line([(x, h), (x + h, 0)], fill=105, width=max(1, int(0.045 * r)))
        self.canvas.image.paste((*self.ink, 255), (0, 0), ImageChops.multiply(lines, self._face_mask()))

    def _band(self) -> None:
        """The contingent's colour and pattern along the top."""
        look, r, q = self.look, self.r, self.sharpness
        height = (0.15 if self.zoom == "near" else 0.14) * r
        top = min(y for _, y in self.outline(0.074))
        bands.lay(self.canvas.image, self._face_mask(), look.band or 0, round(top * q), round((top + height) * q))

    def _stacked(self) -> None:
        """Edges of the counters beneath, up and to the front."""
        for i in range(min(self.look.stack, 3) - 1, 0, -1):
            d = 0.07 * self.r * i
            for inset, colour in ((0.0, self.colours.rim), (0.04, mix(self.face, WHITE, 0.18))):
                self.canvas.area([(x + self.front * d, y - d) for x, y in self.outline(inset)], colour)

    def _symbol(self) -> None:
        look = self.look
        if look.span:
            size, at = 1.02, lerp(self.first, self.second, 0.17)
            if self.zoom == "far":
                size, at = 1.10, self.middle
        elif self.zoom == "far":
            size, at = 0.92, self.middle
        elif look.figure is None:
            size, at = (
                (0.70, self.at(0, 0.14)) if look.code else (0.86, self.at(0, 0.05 if look.band is not None else 0))
            )
        elif look.code:
            size, at = 0.62, self.at(-0.20, 0.085)
        elif _signed(look.figure):
            size, at = 0.72, self.at(-0.19, -0.03)
        else:
            size, at = 0.86, self.at(-0.12, -0.02)
        px = round(size * self.r * self.sharpness)
        self.canvas.stamp(symbols.mask(look.symbol, px, look.mirrored), at, self.ink)

    def _code(self) -> None:
        """The code orders are written with, under the band."""
        look, r = self.look, self.r
        px = min(0.225, 1.02 / max(1, len(look.code)) / 0.64) * r
        wide = fonts.plain(100).getlength(fonts.ascii_only(look.code)) / 100 * px
        px *= min(1.0, 1.02 * r / max(1.0, wide))
        if look.span:
            # On the upper long side of the body, clear of symbol and TQ.
            at = lerp(self.first, self.second, 0.5)
            self.canvas.text(at, look.code, px, self.ink, 0.03, self.face, 0.03 * r)
            return
        at = self.at(0.03, -0.325 if look.band is not None else -0.40)
        self.canvas.text(at, look.code, px, self.ink, 0.03, self.face, 0.02 * r)

    def _figures(self, figure: str) -> None:
        """TQ or rating large in front; a rating's sign takes room, so it is written smaller. Size or MA above."""
        look, r = self.look, self.r
        signed = _signed(figure)
        if look.span:
            at, px = lerp(self.first, self.second, 1.10), 0.72 * r
        elif self.zoom == "near":
            at, px = (self.at(0.27, 0.345), 0.44 * r) if signed else (self.at(0.35, 0.335), 0.52 * r)
        else:
            at, px = (self.at(0.26, 0.335), 0.47 * r) if signed else (self.at(0.37, 0.30), 0.56 * r)
        self.canvas.text(at, figure, px, self.ink, 0.05, self.face, 0.04 * r)
        if look.second is not None and self.zoom == "near":
            at = lerp(self.first, self.second, 0.76) if look.span else self.at(0.44, -0.06)
            self.canvas.text(at, look.second, 0.24 * r, mix(self.ink, self.face, 0.12), 0.02)

    def _missile(self) -> None:
        """Class letter; two pips: two solid full, one solid low; letter struck through when nothing is left."""
        look, r, canvas = self.look, self.r, self.canvas
        if self.zoom == "middle" and look.supply not in ("low", "no"):
            return
        x, y = (-0.20, 0.475) if self.front > 0 else (0.06, 0.475)
        at = (self.middle[0] + x * r, self.middle[1] + y * r)
        way = 1
        if look.supply is None or _signed(look.figure or "0"):
            # No pips follow it, or a figure with a sign needs their room.
            way = self.front
            at = self.at(-0.39, 0.405)
        if look.span:
            at = (self.first[0] - 0.10 * r, self.first[1] + 0.47 * r)
        canvas.text(at, look.missile or "", 0.24 * r, self.ink, 0.035, self.face, 0.05 * r)
        if self.zoom == "near":
            for i in range(2):
                pip = (at[0] + way * (0.16 + 0.12 * i) * r, at[1])
                if look.supply == "full" or (look.supply == "low" and i == 0):
                    canvas.disc(pip, 0.045 * r, self.ink)
                elif look.supply == "low":
                    canvas.ring(pip, 0.045 * r, self.ink, 0.018 * r)
        if look.supply == "no":
            strike = WHITE if luminance(self.face) < 0.2 else HIT
            canvas.line(((at[0] - 0.15 * r, at[1] + 0.13 * r), (at[0] + 0.15 * r, at[1] - 0.13 * r)), strike, 0.05 * r)

    def _dog_ear(self, finished: bool) -> None:
        """Folded corner, front top: ivory with an arrow for moved, black with a square for finished."""
        k = 0.36 if self.zoom != "far" else 0.46
        x, y = self.half_width / self.r, -self.half_height / self.r
        canvas, dark = self.canvas, BLACK
        canvas.area([self.at(x - k - 0.05, y), self.at(x, y), self.at(x, y + k + 0.05)], self.colours.rim)
        fold = [self.at(x - k + 0.02, y + 0.03), self.at(x - 0.03, y + 0.03), self.at(x - 0.03, y + k - 0.02)]
        canvas.area(fold, dark if finished else IVORY)
        if self.zoom == "far":
            return
        cx, cy = x - 0.125, y + 0.125
        if finished:
            square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            canvas.area([self.at(cx + a * 0.045, cy + b * 0.045) for a, b in square], IVORY)
        else:
            arrow = ((-0.07, -0.018), (0, -0.018), (0, -0.055), (0.09, 0), (0, 0.055), (0, 0.018), (-0.07, 0.018))
            canvas.area([self.at(cx + a, cy + b) for a, b in arrow], dark)

    def _halves(self) -> tuple[float, float]:
        """Half the body's width and height where its corners carry badges, in pixels."""
        half = SIZE / 2 * self.r
        dx, dy = abs(self.span[0]), abs(self.span[1])
        if dy > dx:
            return half, half + dy / 2
        return half + max(0.0, dx / 2 - 0.1 * self.r if dx else 0.0), half + dy * 0.4


def _signed(figure: str) -> bool:
    """Whether it is a modifier and not a plain number."""
    return not figure.isdigit()


__all__ = ["CounterDrawing", "Look", "Part", "Zoom", "has_badges", "sprite", "zoom_of"]

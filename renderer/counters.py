"""Counters of units: the body, which may be written over by arrows, and the badges, which may not.

Lengths are in units of the hex radius, x to the front of the unit and y down; a unit that faces west is laid out
mirrored, strength in front and wounds behind, with letters and digits upright as ever.
"""

from __future__ import annotations

import math
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from renderer import badges, bands, face, front
from renderer.canvas import Canvas
from renderer.curves import Point, lerp
from renderer.look import Look, Zoom, zoom_of
from renderer.palette import BLACK, FADING, IVORY, RGB, WHITE, SideColours, Theme, faded, mix, routed_ink, side
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


def lay(image: Image.Image, look: Look, r: int, at: Point, theme: Theme) -> None:
    """Paste a counter with its badges, the centre of its first hex on a pixel of the image."""
    for part in ("body", "badges") if has_badges(look) else ("body",):
        sprite(look, r, theme, part).onto(image, at)


def place(look: Look, x: float, y: float) -> Point:
    """A point of the layout, as :meth:`CounterDrawing.at`, seen from the centre of the first hex; in radii."""
    (fx, fy), (dx, dy) = _axes(look)
    sx, sy = look.span or (0.0, 0.0)
    return sx / 2 + x * fx + y * dx, sy / 2 + x * fy + y * dy


def end_of(look: Look, hex_at: Point) -> int:
    """-1 where the hex at this place, in radii from the first hex, is the pair's first end; 1 for its second."""
    _, (dx, dy) = _axes(look)
    sx, sy = look.span or (0.0, 0.0)
    return -1 if (hex_at[0] - sx / 2) * dx + (hex_at[1] - sy / 2) * dy < 0 else 1


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
        self.forward, self.down = _axes(look)
        across = math.hypot(dx, dy)
        self.half_width, self.half_height = SIZE / 2, (SIZE + across) / 2
        routed = "routed" in look.states
        self.plate: RGB = self.colours.routed if routed else self.colours.face
        self.ink: RGB = self.colours.ink
        if routed:
            self.ink = routed_ink(self.colours)

    def sprite(self, part: Part) -> Sprite:
        if part == "body":
            self._body()
        else:
            badges.draw(self)
        return Sprite(shadowed(self.canvas.flat(), self.r, self.theme, 0.045, 0.05), self.first)

    def _fade(self) -> None:
        """Every colour drawn so far goes towards that of the paper."""
        canvas = self.canvas
        channels = list(canvas.image.split())
        for i, paper in enumerate(faded((0, 0, 0), self.theme)):
            channels[i] = channels[i].point([round(v * (1 - FADING) + paper) for v in range(256)])
        canvas.image.paste(Image.merge("RGBA", channels))
        self.plate = faded(self.plate, self.theme)

    def at(self, x: float, y: float) -> Point:
        """A point of the layout on the canvas: ``x`` to the front, ``y`` down, or towards a pair's second end."""
        (fx, fy), (dx, dy), r = self.forward, self.down, self.r
        return self.middle[0] + (x * fx + y * dx) * r, self.middle[1] + (x * fy + y * dy) * r

    # The body

    def _body(self) -> None:
        look = self.look
        front.draw_behind(self)
        self._stacked()
        self._plate()
        if "routed" in look.states:
            self._hatched()
        if look.band is not None:
            self._band()
        front.draw_before(self)
        if "retired" in look.states:
            self._fade()
        face.draw(self)
        if "finished" in look.states or "moved" in look.states:
            self._dog_ear("finished" in look.states)

    def outline(self, inset: float) -> list[Point]:
        """The body's edge, ``inset`` radii within it."""
        if "depleted" in self.look.states:
            return self._torn(inset)
        width, height = 2 * self.half_width * self.r, 2 * self.half_height * self.r
        body = cornered(self.middle, width, height, inset * self.r, self.colours, self.r)
        return turned(body, self.middle, math.radians(-self.turn)) if self.look.span else body

    @property
    def turn(self) -> float:
        """How far the body is turned from upright, in degrees anticlockwise: 0, or 60 or 120 for a slanted pair."""
        return math.degrees(math.atan2(self.down[0], self.down[1]))

    def _torn(self, inset: float) -> list[Point]:
        """The body with its rear edge torn off."""
        w, h, c = self.half_width - inset, self.half_height - inset, self.colours.corner_size
        edge = [(-w + 0.10, -h), (w - c, -h), (w, -h + c), (w, h - c), (w - c, h), (-w + 0.04, h)]
        teeth = 14 if self.look.span else 6
        for i in range(teeth, 0, -1):
            depth = (0.03 if i % 2 else 0.16) + 0.02 * (i % 3)
            edge.append((-w + depth, -h + 2 * h * i / (teeth + 1)))
        return [self.at(x, y) for x, y in edge]

    def _plate(self) -> None:
        canvas, c = self.canvas, self.colours
        if self.zoom == "far":
            canvas.area(self.outline(0), c.rim)
            if self.theme == "dark":
                canvas.area(self.outline(0.045), c.casing)
                canvas.area(self.outline(0.085), self.plate)
            else:
                canvas.area(self.outline(0.06), self.plate)
            return
        canvas.area(self.outline(0), c.rim)
        canvas.area(self.outline(0.035), c.casing)
        canvas.area(self.outline(0.074), self.plate)

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
        """The contingent's colour and pattern along the top, or across the first end of a pair."""
        look, r, q = self.look, self.r, self.sharpness
        image, mask, band = self.canvas.image, self._face_mask(), look.band or 0
        height = (0.15 if self.zoom == "near" else 0.14) * r
        top = self.middle[1] - (self.half_height - 0.074) * r
        rows = round(top * q), round((top + height) * q)
        if not look.span or not round(self.turn):
            bands.lay(image, mask, band, *rows, self.ink)
            return
        # Laid on an upright strip, as wide as the body and a little more, which is then turned to its place.
        strip = Image.new("RGBA", (math.ceil(2 * self.half_width * r * q) + 4, rows[1] - rows[0] + 4), (0, 0, 0, 0))
        bands.lay(strip, Image.new("L", strip.size, 255), band, 2, strip.height - 2, self.ink)
        strip = strip.rotate(self.turn, Image.Resampling.BICUBIC, expand=True)
        a, up = math.radians(self.turn), (rows[0] + rows[1]) / 2 - self.middle[1] * q
        middle = self.middle[0] * q + up * math.sin(a), self.middle[1] * q + up * math.cos(a)
        corner = round(middle[0] - strip.width / 2), round(middle[1] - strip.height / 2)
        inside = mask.crop((*corner, corner[0] + strip.width, corner[1] + strip.height))
        image.paste(strip, corner, ImageChops.multiply(inside, strip.getchannel("A")))

    def _stacked(self) -> None:
        """Edges of the counters beneath, up and to the front."""
        for i in range(min(self.look.stack, 3) - 1, 0, -1):
            d = 0.07 * self.r * i
            for inset, colour in ((0.0, self.colours.rim), (0.04, mix(self.plate, WHITE, 0.18))):
                self.canvas.area([(x + self.front * d, y - d) for x, y in self.outline(inset)], colour)

    def _dog_ear(self, finished: bool) -> None:
        """Folded corner, front top: ivory with an arrow for moved, black with a square for finished."""
        k = 0.36 if self.zoom != "far" else 0.46
        x, y = self.half_width, -self.half_height
        canvas, dark = self.canvas, BLACK
        edge = self.colours.casing if self.theme == "dark" else self.colours.rim
        canvas.area([self.at(x - k - 0.05, y), self.at(x, y), self.at(x, y + k + 0.05)], edge)
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


def _axes(look: Look) -> tuple[Point, Point]:
    """Unit vectors to the front and down; of a pair, square to its axis and along it, from its upper or left end."""
    if not look.span:
        return (-1.0 if look.mirrored else 1.0, 0.0), (0.0, 1.0)
    dx, dy = look.span
    long = math.hypot(dx, dy) * (-1 if (round(dx, 3), round(dy, 3)) < (0, 0) else 1)
    down = dx / long, dy / long
    forward = down[1], -down[0]
    if look.facing is not None:
        a = math.radians(look.facing)
        if forward[0] * math.cos(a) - forward[1] * math.sin(a) < -0.01:
            forward = -forward[0], -forward[1]
    return forward, down


__all__ = ["CounterDrawing", "Look", "Part", "Zoom", "end_of", "has_badges", "lay", "place", "sprite", "zoom_of"]

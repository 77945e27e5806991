"""Counters of units: the body, which may be written over by arrows, and the badges, which may not."""

from __future__ import annotations

import math
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from renderer.counters import badges, bands, face, facing, nameplates
from renderer.counters.drawing import CounterDrawing
from renderer.counters.look import Look
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite, kept, shadowed
from renderer.palette.colours import BLACK, IVORY, WHITE, Theme, mix
from renderer.palette.sides import FADING, faded

Part = Literal["body", "badges"]


def sprite(look: Look, r: int, theme: Theme, part: Part) -> Sprite:
    """A counter's body, or its badges alone, at a radius of ``r`` pixels."""
    return kept((look, r, theme, part), lambda: drawn(look, r, theme, part))


def has_badges(look: Look) -> bool:
    """Whether the counter has anything that lies above arrows."""
    return bool(look.hits or look.below_hits or look.stack > 1 or badges.carried(look.states))


def lay(image: Image.Image, look: Look, r: int, at: Point, theme: Theme) -> None:
    """Paste a counter with its badges, the centre of its first hex on a pixel of the image."""
    for part in ("body", "badges") if has_badges(look) else ("body",):
        sprite(look, r, theme, part).onto(image, at)


def drawn(look: Look, r: int, theme: Theme, part: Part) -> Sprite:
    """The same as :func:`sprite`, drawn now and not kept."""
    c = CounterDrawing(look, r, theme)
    if part == "body":
        _body(c)
    else:
        badges.draw(c)
    return Sprite(shadowed(c.canvas.flat(), c.r, c.theme, 0.045, 0.05), c.first)


def _body(c: CounterDrawing) -> None:
    look = c.look
    facing.draw_behind(c)
    _stacked(c)
    if look.below:
        _tab(c)
    _plate(c)
    if "routed" in look.states:
        _hatched(c)
    if nameplates.wanted(c):
        nameplates.draw(c, _face_mask(c))
    elif look.band is not None:
        _band(c)
    facing.draw_before(c)
    if "retired" in look.states:
        _fade(c)
    face.draw(c)
    if "finished" in look.states or "moved" in look.states:
        _dog_ear(c, "finished" in look.states)


def _fade(c: CounterDrawing) -> None:
    """Every colour drawn so far goes towards that of the paper."""
    canvas = c.canvas
    channels = list(canvas.image.split())
    for i, paper in enumerate(faded((0, 0, 0), c.theme)):
        channels[i] = channels[i].point([round(v * (1 - FADING) + paper) for v in range(256)])
    canvas.image.paste(Image.merge("RGBA", channels))
    c.plate = faded(c.plate, c.theme)


def _plate(c: CounterDrawing) -> None:
    canvas, colours = c.canvas, c.colours
    if c.zoom == "far":
        canvas.area(c.outline(0), colours.rim)
        if c.theme == "dark":
            canvas.area(c.outline(0.045), colours.casing)
            canvas.area(c.outline(0.085), c.plate)
        else:
            canvas.area(c.outline(0.06), c.plate)
        return
    canvas.area(c.outline(0), colours.rim)
    canvas.area(c.outline(0.035), colours.casing)
    canvas.area(c.outline(0.074), c.plate)


def _face_mask(c: CounterDrawing) -> Image.Image:
    mask = Image.new("L", c.canvas.image.size, 0)
    q = c.sharpness
    ImageDraw.Draw(mask).polygon([(x * q, y * q) for x, y in c.outline(0.074)], fill=255)
    return mask


def _hatched(c: CounterDrawing) -> None:
    lines = Image.new("L", c.canvas.image.size, 0)
    draw = ImageDraw.Draw(lines)
    w, h = lines.size
    r = c.r * c.sharpness
    for x in range(-h, w, max(2, int(0.17 * r))):
        draw.line([(x, h), (x + h, 0)], fill=105, width=max(1, int(0.045 * r)))
    c.canvas.image.paste((*c.ink, 255), (0, 0), ImageChops.multiply(lines, _face_mask(c)))


def _band(c: CounterDrawing) -> None:
    """The contingent's colour and pattern along the top, or across the first end of a pair."""
    look, r, q = c.look, c.r, c.sharpness
    image, mask, band = c.canvas.image, _face_mask(c), look.band or 0
    height = (0.15 if c.zoom == "near" else 0.14) * r
    top = c.middle[1] - (c.half_height - 0.074) * r
    rows = round(top * q), round((top + height) * q)
    if not look.span or not round(c.turn):
        bands.lay(image, mask, band, *rows, c.ink)
        return
    # Laid on an upright strip, as wide as the body and a little more, which is then turned to its place.
    strip = Image.new("RGBA", (math.ceil(2 * c.half_width * r * q) + 4, rows[1] - rows[0] + 4), (0, 0, 0, 0))
    bands.lay(strip, Image.new("L", strip.size, 255), band, 2, strip.height - 2, c.ink)
    strip = strip.rotate(c.turn, Image.Resampling.BICUBIC, expand=True)
    a, up = math.radians(c.turn), (rows[0] + rows[1]) / 2 - c.middle[1] * q
    middle = c.middle[0] * q + up * math.sin(a), c.middle[1] * q + up * math.cos(a)
    corner = round(middle[0] - strip.width / 2), round(middle[1] - strip.height / 2)
    inside = mask.crop((*corner, corner[0] + strip.width, corner[1] + strip.height))
    image.paste(strip, corner, ImageChops.multiply(inside, strip.getchannel("A")))


def _stacked(c: CounterDrawing) -> None:
    """Edges of the counters beneath, up and to the front."""
    for i in range(min(c.look.stack, 3) - 1, 0, -1):
        d = 0.07 * c.r * i
        for inset, colour in ((0.0, c.colours.rim), (0.04, mix(c.plate, WHITE, 0.18))):
            c.canvas.area([(x + c.front * d, y - d) for x, y in c.outline(inset)], colour)


_TAB = (-0.30, 0.46)
"""Rear and front end of the tab at a counter's foot, between hits and the count of the stack."""
_TAB_HEIGHT = 0.27


def _tab(c: CounterDrawing) -> None:
    """Who is beneath: its code on a tab that hangs out below the counter, as large as that of the upper one."""
    top, foot = c.half_height - 0.15, c.half_height + _TAB_HEIGHT
    for inset, colour in ((0.0, c.colours.rim), (0.035, c.plate)):
        ends = (_TAB[0] + inset, _TAB[1] - inset)
        corners = ((ends[0], top), (ends[1], top), (ends[1], foot - inset), (ends[0], foot - inset))
        c.canvas.area([c.at(x, y) for x, y in corners], colour)
    face.written_code(c, c.at(sum(_TAB) / 2, foot - 0.16), _TAB[1] - _TAB[0] - 0.12, c.look.below)


def _dog_ear(c: CounterDrawing, finished: bool) -> None:
    """Folded corner, front top: ivory with an arrow for moved, black with a square for finished."""
    k = 0.36 if c.zoom != "far" else 0.46
    x, y = c.half_width, -c.half_height
    canvas, dark = c.canvas, BLACK
    edge = c.colours.casing if c.theme == "dark" else c.colours.rim
    canvas.area([c.at(x - k - 0.05, y), c.at(x, y), c.at(x, y + k + 0.05)], edge)
    fold = [c.at(x - k + 0.02, y + 0.03), c.at(x - 0.03, y + 0.03), c.at(x - 0.03, y + k - 0.02)]
    canvas.area(fold, dark if finished else IVORY)
    if c.zoom == "far":
        return
    cx, cy = x - 0.125, y + 0.125
    if finished:
        square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        canvas.area([c.at(cx + a * 0.045, cy + b * 0.045) for a, b in square], IVORY)
    else:
        arrow = ((-0.07, -0.018), (0, -0.018), (0, -0.055), (0.09, 0), (0, 0.055), (0, 0.018), (-0.07, 0.018))
        canvas.area([c.at(cx + a, cy + b) for a, b in arrow], dark)

"""How a battle stood from its beginning to its end, as a curve: above the middle for one side, below for the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.png import png
from renderer.palette.colours import RGB, Theme, mix
from renderer.palette.map import Ground, ground
from renderer.palette.sides import arrow, side
from renderer.picture import Picture
from renderer.words.say import Say

SIZE = 960, 480
"""Pixels."""
LEFT, RIGHT, TOP, BOTTOM = 28, 28, 64, 94
"""Margins round the curve."""
NAME, SMALL = 34, 26
"""Sizes of letters."""
FULL = 100.0
"""Points of a battle all but won: as far as the curve goes."""
NOTCH = 44
"""Pixels between two turns that are numbered, at least."""
SEAL = 19
"""Radius of a numbered mark."""


def curve(
    points: Sequence[float],
    turns: Sequence[tuple[int, int]],
    marks: Sequence[int],
    names: tuple[str, str],
    theme: Theme = "light",
    say: Say = str,
) -> Picture:
    """``points``: how it stood for the first side, 100 for a battle all but won. ``turns``: number of each and the
    place in ``points`` at which it began. ``marks``: places that get a number, from 1. ``names`` of both sides.
    """
    colours = ground(theme)
    image = Image.new("RGB", SIZE, colours["paper"])
    known = [max(-FULL, min(FULL, p)) for p in points]
    places = [_place(n, p, len(known)) for n, p in enumerate(known)]
    inks = arrow(side(0), theme), arrow(side(1), theme)
    _hatched(ImageDraw.Draw(image), turns, len(known), colours)
    sheet = Canvas((0, 0), SIZE)
    for a, b in pairwise(places):
        _stretch(sheet, a, b, inks)
    sheet.line([(LEFT, _middle()), (SIZE[0] - RIGHT, _middle())], colours["soft"], 1.5)
    sheet.line(places, colours["ink"], 3, round_ends=True)
    image.paste(sheet.image.resize(SIZE, Image.Resampling.LANCZOS), mask=_mask(sheet))
    draw = ImageDraw.Draw(image)
    name = fonts.serif("Semibold", NAME)
    room = SIZE[0] - LEFT - RIGHT
    draw.text((LEFT, TOP - 18), fonts.fitted(fonts.written(names[0]), name, room), font=name, fill=inks[0], anchor="ls")
    below = SIZE[1] - 14
    draw.text((LEFT, below), fonts.fitted(fonts.written(names[1]), name, room), font=name, fill=inks[1], anchor="ls")
    for n, at in enumerate(marks, start=1):
        _seal(draw, places[at], str(n), colours)
    return Picture(png(image.quantize(256, dither=Image.Dither.NONE)), *SIZE, _alt(known, names, say))


def _middle() -> float:
    return (TOP + SIZE[1] - BOTTOM) / 2


def _place(n: int, points: float, count: int) -> Point:
    """Where a moment of the curve lies."""
    half = (SIZE[1] - BOTTOM - TOP) / 2
    wide = SIZE[0] - LEFT - RIGHT
    return LEFT + wide * n / max(1, count - 1), _middle() - half * points / FULL


def _stretch(sheet: Canvas, a: Point, b: Point, inks: tuple[RGB, RGB]) -> None:
    """What lies between the middle and a stretch of the curve, in the colour of whom it is good for."""
    middle = _middle()
    if (a[1] - middle) * (b[1] - middle) < 0:
        t = (middle - a[1]) / (b[1] - a[1])
        cut = a[0] + t * (b[0] - a[0]), middle
        _stretch(sheet, a, cut, inks)
        _stretch(sheet, cut, b, inks)
        return
    ink = inks[0] if a[1] + b[1] < 2 * middle else inks[1]
    sheet.area([(a[0], middle), a, b, (b[0], middle)], ink, 0.5)


def _mask(sheet: Canvas) -> Image.Image:
    return sheet.image.resize(SIZE, Image.Resampling.LANCZOS).getchannel("A")


def _hatched(draw: ImageDraw.ImageDraw, turns: Sequence[tuple[int, int]], count: int, colours: Ground) -> None:
    """A fine line where each turn begins, its number below."""
    font, last = fonts.serif("Regular", SMALL), -float(NOTCH)
    for number, at in turns:
        x, _ = _place(at, 0.0, count)
        draw.line([(x, TOP), (x, SIZE[1] - BOTTOM)], fill=mix(colours["paper"], colours["grid"], 0.3), width=1)
        if x - last >= NOTCH:
            draw.text((x, SIZE[1] - BOTTOM + 6), str(number), font=font, fill=colours["number"], anchor="la")
            last = x


def _seal(draw: ImageDraw.ImageDraw, at: Point, number: str, colours: Ground) -> None:
    """A number in a circle, on the curve or, at its ends, as near as it can be seen whole."""
    x = min(max(at[0], SEAL + 2), SIZE[0] - SEAL - 2)
    y = min(max(at[1], SEAL + 2), SIZE[1] - SEAL - 2)
    box = (x - SEAL, y - SEAL, x + SEAL, y + SEAL)
    draw.ellipse(box, fill=colours["paper"], outline=colours["ink"], width=2)
    draw.text((x, y), number, font=fonts.serif("Bold", SMALL), fill=colours["ink"], anchor="mm")


def _alt(points: Sequence[float], names: tuple[str, str], say: Say) -> str:
    """The curve in words: who had the better of it for how long, and how far."""
    ahead = sum(p > 0 for p in points)
    best, worst = max(points, default=0.0), min(points, default=0.0)
    return say(
        Text(
            "How the battle stood over {n:moment|moments}: {first} had the better of {ahead}, by {best} of 100 points "
            "at most; {second} by {worst} at most.",
            n=len(points),
            first=names[0],
            ahead=ahead,
            best=round(max(0.0, best)),
            second=names[1],
            worst=round(max(0.0, -worst)),
        )
    )

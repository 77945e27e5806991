"""The title's tablet: a moulded plate with scrolls at its sides, a palmette above and laurel beneath."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.wrapping import balanced, wrapped
from renderer.poster.strokes import Inks, bezier, hatch, laurel, palmette, scroll, spiral, stud, swelled_rule

_TITLE, _BELOW = 84, 35
_TRACKING = 0.15
_WIDEST_TITLE = 800
"""Sizes of type and the measure at which a title takes two lines, in units."""
_SIDE, _TOP, _FOOT = 92, 86, 84
"""Room for scrolls, palmette and laurel round the tablet, in units."""


@dataclass(frozen=True, slots=True)
class Cartouche:
    """A title made ready; ``size`` is what it takes on the sheet, in pixels."""

    title: tuple[str, ...]
    below: tuple[str, ...]
    u: float
    px: int
    plate: tuple[float, float]
    size: tuple[int, int]

    @classmethod
    def of(cls, title: str, subtitle: str, u: float, widest: float | None = None) -> Cartouche:
        """The tablet for a title with place and date, at a unit of ``u`` pixels and no wider than ``widest`` pixels."""
        room = None if widest is None else widest - 2 * (_SIDE + 56) * u
        title = fonts.written(title).upper()
        measure = min(_WIDEST_TITLE * u, room) if room is not None else _WIDEST_TITLE * u
        px = max(10, round(_TITLE * u))
        while True:
            font = fonts.serif("Semibold", px)
            lines = balanced(title, font, measure, px * _TRACKING)
            wide = max(fonts.width(line, font, px * _TRACKING) for line in lines)
            if wide <= measure or px <= 10:
                break
            px -= 2
        small = fonts.serif("It", max(8, round(_BELOW * u)))
        below = _place_and_date(fonts.written(subtitle), small, max(wide, min(measure, 560 * u)))
        inner = max(wide, *(small.getlength(line) for line in below), min(420 * u, measure))
        plate = inner + 2 * 56 * u, (len(lines) * 1.14 * px) + (118 + len(below) * _BELOW * 1.3) * u
        size = math.ceil(plate[0] + 2 * _SIDE * u), math.ceil(plate[1] + (_TOP + _FOOT) * u)
        return cls(tuple(lines), tuple(below), u, px, plate, size)

    def draw(self, image: Image.Image, at: tuple[int, int], inks: Inks) -> None:
        """Draw it with its upper left corner at ``at``."""
        u = self.u
        canvas = Canvas(at, self.size, 3)
        w, h = self.plate
        x0, y0 = at[0] + _SIDE * u, at[1] + _TOP * u
        x1, y1 = x0 + w, y0 + h
        line = max(1.0, 2.4 * u)
        _shadow(canvas, (x0, y0, x1, y1), u, inks)
        _scrolls(canvas, (x0, y0, x1, y1), u, inks, line)
        middle = (x0 + x1) / 2
        palmette(canvas, (middle, y0 + 10 * u), 88 * u, inks, line * 0.8)
        for side in (-1, 1):
            crest = spiral((middle + side * 96 * u, y0 - 14 * u), 26 * u, 90, 1.35, -side)
            tail = bezier(
                (middle + side * 220 * u, y0 - 8 * u),
                (middle + side * 180 * u, y0 - 6 * u),
                (middle + side * 140 * u, y0 + 8 * u),
                crest[0],
                16,
            )
            scroll(canvas, [*tail, *crest[1:]], 17 * u, inks, line)
        _tablet(canvas, (x0, y0, x1, y1), u, inks, line)
        self._laurels(canvas, (middle, y1), w, inks, line)
        canvas.onto(image)
        self._letters(image, (middle, y0), inks)

    def _laurels(self, canvas: Canvas, foot: Point, w: float, inks: Inks, line: float) -> None:
        """Two branches crossed under the tablet."""
        u = self.u
        x, y = foot
        long = min(w * 0.40, 330 * u)
        for side in (-1, 1):
            path = bezier(
                (x - side * 34 * u, y + 56 * u),
                (x + side * long * 0.30, y + 30 * u),
                (x + side * long * 0.62, y + 30 * u),
                (x + side * long, y + 8 * u),
                40,
            )
            laurel(canvas, path, 46 * u, inks, line * 0.72)
        stud(canvas, (x, y + 44 * u), 15 * u, inks.gilt, inks, line)
        canvas.disc((x, y + 44 * u), 5 * u, inks.ink)

    def _letters(self, image: Image.Image, top: Point, inks: Inks) -> None:
        draw = ImageDraw.Draw(image)
        u, px = self.u, self.px
        font = fonts.serif("Semibold", px)
        middle, y = top[0], top[1] + 40 * u
        for text in self.title:
            wide = fonts.width(text, font, px * _TRACKING)
            fonts.tracked(draw, (middle - wide / 2, y + px * 0.90), text, font, inks.ink, px * _TRACKING)
            y += px * 1.14
        x0, high = round(middle - 230 * u), 30 * u
        rule = Canvas((x0, round(y)), (round(460 * u), max(4, round(high))), 3)
        swelled_rule(rule, (middle, y + high / 2), min(220 * u, self.plate[0] * 0.36), inks, 5.5 * u)
        rule.onto(image)
        y += high + 4 * u
        size = max(8, round(_BELOW * u))
        for text in self.below:
            draw.text((middle, y + size), text, font=fonts.serif("It", size), fill=inks.ink, anchor="ms")
            y += _BELOW * 1.3 * u


def _place_and_date(text: str, font: fonts.Font, measure: float) -> list[str]:
    """Where on the first lines, when on the last, as they are joined by the last comma."""
    where, comma, when = text.rpartition(", ")
    if not comma or font.getlength(text) <= measure * 0.72:
        return [text] if text else []
    where = where[:1].upper() + where[1:]
    lines = balanced(where, font, measure)
    if max(font.getlength(line) for line in lines) > measure:
        lines = wrapped(where, font, measure)
    return [*lines, when]


def _shadow(canvas: Canvas, box: tuple[float, float, float, float], u: float, inks: Inks) -> None:
    """What the plate casts to its right and below, ruled in slanting hairlines."""
    x0, y0, x1, y1 = box
    fall = 15 * u
    shadow = [(x0 + fall, y1), (x1, y1), (x1, y0 + fall), (x1 + fall, y0 + fall), (x1 + fall, y1 + fall)]
    shadow.append((x0 + fall, y1 + fall))
    canvas.area(shadow, inks.ink, 0.16)
    for strip in (
        [(x0 + fall, y1), (x1 + fall, y1), (x1 + fall, y1 + fall), (x0 + fall, y1 + fall)],
        [(x1, y0 + fall), (x1 + fall, y0 + fall), (x1 + fall, y1), (x1, y1)],
    ):
        hatch(canvas, strip, 6.5 * u, max(1.0, 1.5 * u), inks.ink)


def _tablet(canvas: Canvas, box: tuple[float, float, float, float], u: float, inks: Inks, line: float) -> None:
    """A moulded plate with hollowed corners."""
    x0, y0, x1, y1 = box
    square = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    canvas.area(square, inks.ink)
    for inset, colour in ((3.6, inks.gilt), (13.0, inks.ink), (15.4, inks.paper)):
        d = inset * u
        canvas.area([(x0 + d, y0 + d), (x1 - d, y0 + d), (x1 - d, y1 - d), (x0 + d, y1 - d)], colour)
    d, hollow = 24 * u, 26 * u
    points: list[Point] = []
    corners = ((x0 + d, y0 + d, 90), (x1 - d, y0 + d, 180), (x1 - d, y1 - d, 270), (x0 + d, y1 - d, 0))
    for cx, cy, start in corners:
        for k in range(9):
            a = math.radians(start - k * 90 / 8)
            points.append((cx + hollow * math.cos(a), cy + hollow * math.sin(a)))
    canvas.line([*points, points[0]], inks.ink, line)
    for cx, cy, _ in corners:
        sx, sy = (1 if cx < (x0 + x1) / 2 else -1), (1 if cy < (y0 + y1) / 2 else -1)
        canvas.disc((cx + sx * 7 * u, cy + sy * 7 * u), 4.6 * u, inks.ink)


def _scrolls(canvas: Canvas, box: tuple[float, float, float, float], u: float, inks: Inks, line: float) -> None:
    """Behind each side of the tablet a C-shaped scroll, its ends rolled outwards."""
    x0, y0, x1, y1 = box
    middle = (y0 + y1) / 2
    big = min(42 * u, (y1 - y0) * 0.15)
    for side, x in ((-1, x0), (1, x1)):
        for way, y in ((-1, y0 + big * 0.9), (1, y1 - big * 0.9)):
            eye = (x + side * 46 * u, y)
            # The volute leaves its outer turn towards the tablet's middle.
            start = 180 if side > 0 else 0
            volute = spiral(eye, big, start, 1.55, side * -way)
            bend = bezier(
                (x + side * 26 * u, middle + way * 2 * u),
                (x + side * 2 * u, middle + way * (y1 - y0) * 0.10),
                (volute[0][0] + side * 4 * u, volute[0][1] - way * big * 1.2),
                volute[0],
                20,
            )
            scroll(canvas, [*bend, *volute[1:]], 25 * u, inks, line)
        stud(canvas, (x + side * 25 * u, middle), 17 * u, inks.gilt, inks, line)
        canvas.disc((x + side * 25 * u, middle), 6 * u, inks.ink)

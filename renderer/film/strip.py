"""The strip under a film's map: who acts, how the sides stand, what happens, and how far the film has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.kernel.view import SideView
from renderer.counters.outlines import cornered
from renderer.graphics import fonts
from renderer.graphics.fonts import Font
from renderer.graphics.wrapping import limited
from renderer.palette.colours import CREAM, HIT
from renderer.palette.map import Ground
from renderer.palette.sides import side

PHONE = 400
"""Pixels a phone shows a picture wide; letters are sized so as to be read there."""

LINES = 2
"""Lines of a caption."""


@dataclass(frozen=True, slots=True)
class TimeLine:
    """Where a film's turns begin and its turning points are, as shares of its length."""

    turns: tuple[float, ...] = ()
    turning: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Type:
    """Sizes of everything written on a film of a given width, in pixels."""

    unit: float

    @classmethod
    def of(cls, width: int) -> Type:
        return cls(width / PHONE)

    @property
    def heading(self) -> Font:
        return fonts.serif("Semibold", round(11.5 * self.unit))

    @property
    def points(self) -> Font:
        return fonts.serif("Semibold", round(10.5 * self.unit))

    @property
    def caption(self) -> Font:
        return fonts.serif("Regular", round(11.5 * self.unit))

    def px(self, units: float) -> int:
        return max(1, round(units * self.unit))


def height(width: int) -> int:
    """Pixels the strip is high under a picture of this width."""
    return Type.of(width).px(62)


class Strip:
    """The strip of one film. What is written on it is kept from one frame to the next, as several have the same."""

    def __init__(self, colours: Ground, line: TimeLine) -> None:
        self._colours = colours
        self._line = line
        self._kept: tuple[object, Image.Image] | None = None

    def draw(
        self, image: Image.Image, top: int, *, heading: str, caption: str, sides: Sequence[SideView], gone: float
    ) -> None:
        """Fill the strip from ``top`` to the picture's lower edge; ``gone`` is the share of the film that has run."""
        kind, size = Type.of(image.width), (image.width, image.height - top)
        scores = [(f"{s.points}/{s.limit}" if s.limit else str(s.points)) if s.points_name else "" for s in sides]
        points = [(fonts.written(s.name), score) for s, score in zip(sides, scores, strict=True)]
        key = size, heading, caption, points
        if self._kept is None or self._kept[0] != key:
            self._kept = key, _written(size, self._colours, heading, caption, points)
        image.paste(self._kept[1], (0, top))
        span = kind.px(7), image.width - kind.px(7)
        _time(ImageDraw.Draw(image), kind, self._colours, span, image.height - kind.px(7), gone, self._line)


def _written(
    size: tuple[int, int], colours: Ground, heading: str, caption: str, points: Sequence[tuple[str, str]]
) -> Image.Image:
    """All of the strip but how far the film has come. ``points`` are names and points of the sides."""
    kind, (w, _) = Type.of(size[0]), size
    image = Image.new("RGB", size, colours["paper"])
    pen, ink = ImageDraw.Draw(image), colours["ink"]
    pen.line(((0, 0), (w, 0)), fill=ink, width=kind.px(0.8))
    left, right = kind.px(7), w - kind.px(7)
    base = kind.px(14.5)
    room = _scores(image, pen, kind, colours, points, right, base, 0.55 * w)
    head = fonts.fitted(fonts.written(heading), kind.heading, room - left - kind.px(6))
    pen.text((left, base), head, font=kind.heading, fill=ink, anchor="ls")
    for n, text in enumerate(limited(fonts.written(caption), kind.caption, right - left, LINES)):
        pen.text((left, base + kind.px(15.5 + 14 * n)), text, font=kind.caption, fill=ink, anchor="ls")
    return image


def _scores(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    kind: Type,
    colours: Ground,
    points: Sequence[tuple[str, str]],
    right: int,
    base: int,
    room: float,
) -> float:
    """Every side's points at the right, behind a little counter; returns where they begin.

    Sides are named where there is room for it.
    """
    scores = [score for _, score in points]
    named = [f"{name} {score}".rstrip() for name, score in points]
    chip = kind.px(8.5)
    for texts in (named, scores):
        widths = [chip + kind.px(3.5) + kind.points.getlength(t) for t in texts]
        if sum(widths) + kind.px(9) * (len(texts) - 1) <= room:
            break
    x = right - sum(widths) - kind.px(9) * (len(widths) - 1)
    start = x
    for n, (text, wide) in enumerate(zip(texts, widths, strict=True)):
        swatch(image, (x + chip / 2, base - kind.px(3.8)), n, chip, colours)
        pen.text((x + chip + kind.px(3.5), base), text, font=kind.points, fill=colours["ink"], anchor="ls")
        x += wide + kind.px(9)
    return start


def swatch(image: Image.Image, at: tuple[float, float], n: int, size: int, ground: Ground) -> None:
    """A little counter of a side: its colour and its corners."""
    colours, small = side(n), _plate(n, size)
    box = (round(at[0] - size / 2), round(at[1] - size / 2))
    image.paste(colours.casing if ground.dark else colours.rim, box, small.point([min(255, v * 3) for v in range(256)]))
    image.paste(colours.face, box, small.point([max(0, (v - 128) * 2) for v in range(256)]))


@lru_cache(maxsize=16)
def _plate(n: int, size: int) -> Image.Image:
    """The shape of a side's little counter, its rim darker."""
    q = 4
    colours = side(n)
    plate = Image.new("L", (size * q, size * q), 0)
    middle = (size * q / 2, size * q / 2)
    # A radius at which the counter's usual size is that of the plate.
    r = size * q / 1.26
    pen = ImageDraw.Draw(plate)
    for inset, value in ((0.0, 120), (0.09, 255)):
        pen.polygon(cornered(middle, size * q, size * q, inset * r, colours, round(r)), fill=value)
    return plate.reduce(q)


def _time(
    pen: ImageDraw.ImageDraw,
    kind: Type,
    colours: Ground,
    span: tuple[int, int],
    y: int,
    gone: float,
    line: TimeLine,
) -> None:
    """A line with a tick where a turn begins and a diamond at each turning point, thick as far as the film has run."""
    soft, ink = colours["soft"], colours["ink"]
    x0, x1 = span
    thin, thick = kind.px(0.8), kind.px(3)
    pen.rectangle((x0, y - thin / 2, x1, y + thin / 2), fill=soft)
    now = x0 + (x1 - x0) * gone
    pen.rectangle((x0, y - thick / 2, now, y + thick / 2), fill=ink)
    for at in line.turns:
        x = x0 + (x1 - x0) * at
        tall = kind.px(3.6)
        pen.rectangle((x - thin, y - tall, x + thin, y + tall), fill=ink if at <= gone else soft)
    for at in line.turning:
        x, k = x0 + (x1 - x0) * at, kind.px(3.2)
        for grown, colour in ((1.45, CREAM if colours.dark else colours["paper"]), (1.0, HIT)):
            d = k * grown
            pen.polygon(((x - d, y), (x, y - d), (x + d, y), (x, y + d)), fill=colour)

"""A compass rose of thirty-two points, a lily on its north."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from PIL import Image, ImageDraw

from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, spline
from renderer.poster.strokes import Inks
from renderer.words.say import Say

Polar: TypeAlias = Callable[[float, float], Point]
"""A point so many radii out at a bearing from north."""

_POINTS = (Text("N"), Text("E"), Text("S"), Text("W"))
REACH = 1.50
"""How far lily and letters reach, in radii of the rose."""


def rose(image: Image.Image, at: Point, radius: float, north: float, inks: Inks, say: Say = str) -> None:
    """Draw a rose round a point; ``north`` is where north lies, in degrees anticlockwise from the right."""
    reach = round(radius * REACH) + 2
    origin = round(at[0]) - reach, round(at[1]) - reach
    canvas = Canvas(origin, (2 * reach, 2 * reach), 3)
    line = max(1.0, radius * 0.011)

    def p(r: float, bearing: float) -> Point:
        """A point ``r`` radii out at ``bearing`` degrees clockwise from north."""
        a = math.radians(north - bearing)
        return at[0] + r * radius * math.cos(a), at[1] - r * radius * math.sin(a)

    _rings(canvas, at, radius, p, inks, line)
    for first, step, long, wide in ((11.25, 22.5, 0.50, 0.030), (22.5, 45, 0.62, 0.055), (45, 90, 0.80, 0.105)):
        for i in range(round(360 / step)):
            _ray(canvas, p, first + i * step, long, wide, inks, line)
    for bearing in (0, 90, 180, 270):
        _ray(canvas, p, bearing, 1.0, 0.13, inks, line)
    for r, colour in ((0.125, inks.ink), (0.125 - line / radius, inks.gilt), (0.055, inks.ink)):
        canvas.disc(at, r * radius, colour)
    _lily(canvas, p, line, inks)
    canvas.onto(image)
    draw = ImageDraw.Draw(image)
    font = fonts.serif("Semibold", max(8, round(radius * 0.19)))
    for bearing, word in zip((90, 180, 270), _POINTS[1:], strict=True):
        draw.text(p(1.14, bearing), fonts.written(say(word)), font=font, fill=inks.ink, anchor="mm")
    draw.text(p(1.39, 0), fonts.written(say(_POINTS[0])), font=font, fill=inks.ink, anchor="mm")


def _rings(canvas: Canvas, at: Point, radius: float, p: Polar, inks: Inks, line: float) -> None:
    """Degrees round the edge, every second five of them black, and two hairlines within."""
    canvas.disc(at, 0.90 * radius, inks.ink)
    canvas.disc(at, 0.90 * radius - 1.6 * line, inks.paper)
    canvas.disc(at, 0.86 * radius, inks.ink)
    canvas.disc(at, 0.86 * radius - line, inks.paper)
    for i in range(36):
        wedge = [p(0.815, i * 10 + d) for d in (0, 2.5, 5)] + [p(0.855, i * 10 + d) for d in (5, 2.5, 0)]
        canvas.area(wedge, inks.ink)
    for bearing in range(0, 360, 5):
        canvas.line((p(0.80, bearing), p(0.855, bearing)), inks.ink, line * 0.8)
    canvas.ring(at, 0.81 * radius, inks.ink, line)
    canvas.ring(at, 0.46 * radius, inks.ink, line)
    canvas.ring(at, 0.43 * radius, inks.ink, line * 0.7)


def _ray(canvas: Canvas, p: Polar, bearing: float, long: float, wide: float, inks: Inks, line: float) -> None:
    """One point of the star: half ink, half wash."""
    tip, foot = p(long, bearing), p(0.0, 0)
    spread = math.degrees(math.atan2(wide, 0.17))
    root = math.hypot(wide, 0.17)
    right, left = p(root, bearing + spread), p(root, bearing - spread)
    canvas.area((tip, left, foot), inks.gilt if wide > 0.08 else inks.paper)
    canvas.area((tip, right, foot), inks.ink)
    canvas.line((foot, left, tip, right, foot), inks.ink, line)


def _lily(canvas: Canvas, p: Polar, line: float, inks: Inks) -> None:
    """The fleur-de-lis above the north point."""

    def at(x: float, y: float) -> Point:
        """``x`` to the east and ``y`` to the north of the north point, in radii."""
        return p(math.hypot(1.0 + y, x), math.degrees(math.atan2(x, 1.0 + y)))

    for side in (-1, 1):
        petal = [(0.02, 0.06), (0.045, 0.15), (0.10, 0.19), (0.145, 0.155), (0.135, 0.105), (0.10, 0.10), (0.085, 0.12)]
        back = [(0.075, 0.085), (0.045, 0.05)]
        outline = spline([at(side * x, y) for x, y in (*petal, *back)], closed=True)
        canvas.area(outline, inks.ink)
    middle = spline([at(x, y) for x, y in ((0, 0.02), (0.045, 0.13), (0, 0.27), (-0.045, 0.13))], closed=True)
    canvas.area(middle, inks.ink)
    canvas.line((at(-0.075, 0.065), at(0.075, 0.065)), inks.ink, line * 2.6)
    foot = [at(x, y) for x, y in ((-0.03, 0.06), (0.03, 0.06), (0.055, 0.0), (-0.055, 0.0))]
    canvas.area(foot, inks.ink)

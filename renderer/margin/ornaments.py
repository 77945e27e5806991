"""The engraver's ornaments: compass rose, hatched scale, swelled rules, scooped corners, the ladder of the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer.graphics import fonts
from renderer.graphics.curves import Point
from renderer.palette.colours import RGB, mix


@lru_cache(maxsize=32)
def rose(angle: int, letter: str, ink: RGB, paper: RGB) -> Image.Image:
    """A compass rose with north, and its ``letter``, at ``angle`` degrees anticlockwise from the right."""
    q, r = 4, 31
    size = int(r * 2.7) * q
    image = Image.new("RGBA", (size, size), (*paper, 0))
    draw = ImageDraw.Draw(image)
    c, rr = size / 2, r * q

    def at(degrees: float, far: float) -> Point:
        a = math.radians(angle + degrees)
        return c + math.cos(a) * far * rr, c - math.sin(a) * far * rr

    def ray(degrees: float, long: float, wide: float, foot: float = 0.1) -> None:
        tip, waist_l, waist_r = at(degrees, long), at(degrees + wide, foot), at(degrees - wide, foot)
        draw.polygon([tip, waist_l, (c, c)], fill=ink)
        draw.polygon([tip, waist_r, (c, c)], fill=paper, outline=ink)

    for k, w in ((0.76, 0.035), (0.63, 0.014)):
        draw.ellipse((c - rr * k, c - rr * k, c + rr * k, c + rr * k), outline=ink, width=max(1, round(w * rr)))
    for degrees in range(0, 360, 10):
        a, b = at(degrees, 0.63), at(degrees, 0.76 if degrees % 30 == 0 else 0.70)
        draw.line([a, b], fill=ink, width=max(1, round(0.022 * rr)))
    for i in range(8):
        ray(22.5 + 45 * i, 0.55, 26, 0.17)
    for i in range(4):
        ray(45 + 90 * i, 0.70, 30, 0.21)
    for i in (1, 2, 3, 0):
        ray(90 * i, 1.0 if i == 0 else 0.90, 42, 0.19)
    draw.ellipse((c - 0.075 * rr, c - 0.075 * rr, c + 0.075 * rr, c + 0.075 * rr), fill=paper, outline=ink, width=q)
    x, y = at(0, 1.17)
    draw.text((x, y), letter, font=fonts.serif("Bold", int(0.36 * rr)), fill=ink, anchor="mm")
    return image.reduce(q)


def scale_bar(
    draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], parts: int, ink: RGB, paper: RGB
) -> None:
    """A bar of ``parts`` fields, solid and hatched in turn, under a fine line with a tick at every division."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / parts
    for i in range(parts):
        a, b = x0 + i * step, x0 + (i + 1) * step
        draw.rectangle((a, y0, b, y1), fill=ink if i % 2 == 0 else paper, outline=ink)
        if i % 2:
            height = y1 - y0
            x = a - height + 4
            while x < b:
                low, high = max(a, x), min(b, x + height)
                draw.line([(low, y1 - (low - x)), (high, y1 - (high - x))], fill=ink)
                x += 4
            draw.rectangle((a, y0, b, y1), outline=ink)
    for i in range(parts + 1):
        x = x0 + i * step
        draw.line([(x, y0 - (5 if i in (0, parts) else 3)), (x, y0)], fill=ink)


def swelled_rule(draw: ImageDraw.ImageDraw, x0: float, x1: float, y: float, ink: RGB) -> None:
    """A hairline that swells in its middle."""
    draw.line([(x0, y), (x1, y)], fill=ink)
    for share, below in ((0.18, 1), (0.34, -1)):
        draw.line([(x0 + (x1 - x0) * share, y + below), (x1 - (x1 - x0) * share, y + below)], fill=ink)


def divider(draw: ImageDraw.ImageDraw, x: float, y0: float, y1: float, ink: RGB) -> None:
    """An upright hairline with a lozenge in its middle."""
    draw.line([(x, y0), (x, y1)], fill=ink)
    lozenge(draw, (x, (y0 + y1) / 2), 3, ink)


def lozenge(draw: ImageDraw.ImageDraw, at: Point, r: float, ink: RGB) -> None:
    x, y = at
    draw.polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)], fill=ink)


def scooped_frame(image: Image.Image, box: tuple[int, int, int, int], scoop: int, ink: RGB) -> None:
    """A hairline frame whose corners are scooped out, a small ring in each scoop."""
    q = 3
    x0, y0, x1, y1 = box
    draw = ImageDraw.Draw(image)
    draw.line([(x0 + scoop, y0), (x1 - scoop, y0)], fill=ink)
    draw.line([(x0 + scoop, y1), (x1 - scoop, y1)], fill=ink)
    draw.line([(x0, y0 + scoop), (x0, y1 - scoop)], fill=ink)
    draw.line([(x1, y0 + scoop), (x1, y1 - scoop)], fill=ink)
    size = scoop + 2
    for x, y, start in ((x0, y0, 0), (x1, y0, 90), (x1, y1, 180), (x0, y1, 270)):
        corner = Image.new("L", (2 * size * q, 2 * size * q), 0)
        pen = ImageDraw.Draw(corner)
        c = size * q + q / 2
        pen.arc((c - scoop * q, c - scoop * q, c + scoop * q, c + scoop * q), start, start + 90, fill=255, width=q)
        bx, by = (1 if x == x0 else -1) * 3.0 * q, (1 if y == y0 else -1) * 3.0 * q
        pen.ellipse((c + bx - 2.2 * q, c + by - 2.2 * q, c + bx + 2.2 * q, c + by + 2.2 * q), outline=255, width=q)
        image.paste(ink, (x - size, y - size), corner.reduce(q))


def ladder(
    draw: ImageDraw.ImageDraw,
    size: tuple[int, int],
    across: Sequence[float],
    down: Sequence[float],
    ink: RGB,
    paper: RGB,
) -> None:
    """The frame's ladder: fields filled and empty in turn between the given divisions, along all four edges.

    ``size`` is that of the map; the outer line is three pixels wide, the inner one a hairline.
    """
    w, h = size
    soft = mix(ink, paper, 0.2)
    for cuts, long in ((across, w), (down, h)):
        for i, (a, b) in enumerate(pairwise(cuts)):
            if i % 2 or b <= 8 or a >= long - 8:
                continue
            a, b = max(8, a), min(long - 9, b)
            for edge in (4, (h - 4 if long == w else w - 7)):
                box = (a, edge, b, edge + 2) if long == w else (edge, a, edge + 2, b)
                draw.rectangle(box, fill=soft)


__all__ = ["divider", "ladder", "lozenge", "rose", "scale_bar", "scooped_frame", "swelled_rule"]

"""The plate's edges: an ornamental frame round the sheet, and a neatline round the field with its columns and rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, spline
from renderer.map.layout import SQRT3, Layout
from renderer.poster.strokes import Inks, stud

MARGIN, RULE, GAP, FINE, BAND = 40, 13, 11, 3, 58
"""Paper beyond the frame, outer rule, gap, fine rules, and guilloche between them, in units."""
FRAME = MARGIN + RULE + GAP + FINE + BAND + FINE
"""Units the frame takes on each side."""
SCALE_BAR, LETTERS = 17, 46
NEATLINE = FINE + SCALE_BAR + FINE + LETTERS + FINE
"""Units the neatline takes on each side of the field."""


def frame(image: Image.Image, u: float, inks: Inks) -> None:
    """Draw the frame along the image's edges; ``u`` is the unit in pixels."""
    draw = ImageDraw.Draw(image)
    w, h = image.size

    def ring(inset: float, width: float) -> None:
        i, t = round(inset * u), max(1, round(width * u))
        draw.rectangle((i, i, w - 1 - i, h - 1 - i), outline=inks.ink, width=t)

    ring(MARGIN, RULE)
    ring(MARGIN + RULE + GAP, FINE)
    ring(FRAME - FINE, FINE)
    inset, band = round((FRAME - FINE - BAND) * u), max(4, round(BAND * u))
    for length, along in ((w - 2 * inset - 2 * band, "x"), (h - 2 * inset - 2 * band, "y")):
        strip = _guilloche(length, band, u, inks)
        if along == "x":
            image.paste(strip, (inset + band, inset))
            image.paste(strip, (inset + band, h - inset - band))
        else:
            upright = strip.transpose(Image.Transpose.ROTATE_90)
            image.paste(upright, (inset, inset + band))
            image.paste(upright, (w - inset - band, inset + band))
    corner = _rosette(band, u, inks)
    for x in (inset, w - inset - band):
        for y in (inset, h - inset - band):
            image.paste(corner, (x, y))


def _guilloche(length: int, high: int, u: float, inks: Inks) -> Image.Image:
    """Two bands plaited round a row of studs, a whole number of times in ``length`` pixels."""
    canvas = Canvas((0, 0), (length, high), 3)
    canvas.draw.rectangle((0, 0, length * 3, high * 3), fill=(*inks.mat, 255))
    count = max(2, round(length / (high * 1.18)))
    step, middle, swing = length / count, high / 2, high * 0.285
    thick, edge = high * 0.17, max(1.0, 2.2 * u)

    def strand(phase: float, x0: float, x1: float) -> list[Point]:
        n = max(2, round((x1 - x0) / step * 24))
        xs = [x0 + (x1 - x0) * i / n for i in range(n + 1)]
        return [(x, middle + swing * math.sin(math.pi * x / step + phase)) for x in xs]

    def laid(path: Sequence[Point]) -> None:
        canvas.line(path, inks.ink, thick)
        canvas.line(path, inks.gilt, thick - 2 * edge)

    for phase in (0.0, math.pi):
        laid(strand(phase, -step, length + step))
    # The strands meet at every whole step; at each second of them the first one lies on top.
    for i in range(0, count + 1, 2):
        laid(strand(0.0, (i - 0.27) * step, (i + 0.27) * step))
    for i in range(count):
        at = ((i + 0.5) * step, middle)
        stud(canvas, at, high * 0.095, inks.shade, inks, edge * 0.8)
    return canvas.flat().convert("RGB")


def _rosette(size: int, u: float, inks: Inks) -> Image.Image:
    """The block in a corner: eight petals in a square."""
    canvas = Canvas((0, 0), (size, size), 3)
    canvas.draw.rectangle((0, 0, size * 3, size * 3), fill=(*inks.gilt, 255))
    edge, c = max(1.0, 2.2 * u), size / 2
    box = [(0, 0), (size, 0), (size, size), (0, size), (0, 0)]
    canvas.line(box, inks.ink, edge * 2.2)
    for i in range(8):
        a = math.radians(i * 45 + 22.5)
        long = size * 0.40

        def at(x: float, y: float, a: float = a) -> Point:
            return c + x * math.cos(a) - y * math.sin(a), c + x * math.sin(a) + y * math.cos(a)

        petal = spline(
            [at(0, 0), at(long * 0.55, -long * 0.24), at(long, 0), at(long * 0.55, long * 0.24)], closed=True
        )
        canvas.area(petal, inks.paper)
        canvas.line([*petal, petal[0]], inks.ink, edge)
    stud(canvas, (c, c), size * 0.13, inks.shade, inks, edge)
    return canvas.flat().convert("RGB")


def neatline(image: Image.Image, at: tuple[int, int], layout: Layout, u: float, inks: Inks) -> None:
    """Draw the border round the field, whose upper left corner is ``at``: a bar in black and white, a piece to every
    column and row of hexes, with their numbers."""
    draw = ImageDraw.Draw(image)
    (x0, y0), (w, h) = at, layout.size
    x1, y1 = x0 + w - 1, y0 + h - 1
    fine, bar, letters = max(1, round(FINE * u)), max(2, round(SCALE_BAR * u)), round(LETTERS * u)

    def ring(grown: int, width: int) -> None:
        box = (x0 - grown - width, y0 - grown - width, x1 + grown + width, y1 + grown + width)
        draw.rectangle(box, outline=inks.ink, width=width)

    ring(0, fine)
    near, far = fine, fine + bar
    ring(far, fine)
    ring(far + fine + letters, fine)
    draw.rectangle((x0 - far, y0 - far, x1 + far, y0 - near - 1), fill=inks.paper)
    draw.rectangle((x0 - far, y1 + near + 1, x1 + far, y1 + far), fill=inks.paper)
    draw.rectangle((x0 - far, y0 - far, x0 - near - 1, y1 + far), fill=inks.paper)
    draw.rectangle((x1 + near + 1, y0 - far, x1 + far, y1 + far), fill=inks.paper)
    font = fonts.serif("Semibold", max(8, round(27 * u)))
    off = far + fine + letters / 2
    for c in range(layout.c0, layout.c1 + 1):
        x = x0 + layout.xy(c * 100 + layout.r0)[0]
        a, b = max(x0, round(x - 0.75 * layout.r)), min(x1, round(x + 0.75 * layout.r))
        if (c - layout.c0) % 2 == 0:
            draw.rectangle((a, y0 - far, b, y0 - near - 1), fill=inks.ink)
            draw.rectangle((a, y1 + near + 1, b, y1 + far), fill=inks.ink)
        for y in (y0 - off, y1 + off):
            draw.text((x, y), f"{c:02d}", font=font, fill=inks.ink, anchor="mm")
    even = layout.c0 + (layout.c0 & 1)
    for row in range(layout.r0, layout.r1 + 1):
        y = y0 + layout.xy(even * 100 + row)[1]
        a, b = max(y0, round(y - SQRT3 / 2 * layout.r)), min(y1, round(y + SQRT3 / 2 * layout.r))
        if (row - layout.r0) % 2 == 0:
            draw.rectangle((x0 - far, a, x0 - near - 1, b), fill=inks.ink)
            draw.rectangle((x1 + near + 1, a, x1 + far, b), fill=inks.ink)
        for x in (x0 - off, x1 + off):
            draw.text((x, y), f"{row:02d}", font=font, fill=inks.ink, anchor="mm")

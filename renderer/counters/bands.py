"""The coloured stripe of a contingent or command: a hue with its pattern, on counters and standards alike."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.palette.colours import BLACK, IVORY, RGB, luminance
from renderer.palette.sides import BANDS


def lay(image: Image.Image, mask: Image.Image, band: int, y0: int, y1: int, rule: RGB | None = None) -> None:
    """Lay the stripe of a band over an RGBA image between two rows of pixels, where ``mask`` lets it.

    A thin ``rule`` along its foot parts it from a face of much the same colour.
    """
    colour, pattern = BANDS[band % len(BANDS)]
    first, y0, y1 = y0, 0, y1 - y0
    stripe = Image.new("RGBA", (image.width, y1 + 1), (*colour, 255))
    draw = ImageDraw.Draw(stripe)
    h = y1
    ink = BLACK if luminance(colour) > 0.18 else IVORY
    if pattern == "diagonal":
        for x in range(-h, image.width, max(2, round(h * 0.9))):
            draw.line([(x, y1), (x + h, y0)], fill=ink, width=max(1, round(h * 0.26)))
    elif pattern == "dots":
        for i in range(round(image.width / (h * 0.95)) + 1):
            x, y, d = (i + 0.5) * h * 0.95, (y0 + y1) / 2, h * 0.22
            draw.ellipse((x - d, y - d, x + d, y + d), fill=ink)
    elif pattern == "bars":
        for i in range(round(image.width / (h * 1.1)) + 1):
            x, d = (i + 0.5) * h * 1.1, h * 0.17
            draw.rectangle((x - d, y0, x + d, y1), fill=ink)
    elif pattern == "line":
        middle, d = (y0 + y1) / 2, h * 0.14
        draw.rectangle((0, middle - d, image.width, middle + d), fill=ink)
    elif pattern == "checks":
        for i in range(round(image.width / (h * 0.55)) + 1):
            x, top = i * h * 0.55, y0 if i % 2 == 0 else (y0 + y1) / 2
            draw.rectangle((x, top, x + h * 0.55 - 1, top + h / 2), fill=ink)
    if rule is not None:
        draw.rectangle((0, y1 - max(1, round(h * 0.13)), image.width, y1), fill=rule)
    image.paste(stripe, (0, first), mask.crop((0, first, image.width, first + h + 1)))

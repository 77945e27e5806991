"""How well writing stands out in a finished picture: its ink against the ground right round it."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from statistics import median

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.graphics.fonts import Font
from renderer.palette import colours
from renderer.palette.colours import RGB

ROUND = 12
"""Pixels round a text that may matter."""

# A picture has few colours and many pixels.
luminance = lru_cache(1 << 16)(colours.luminance)
contrast = lru_cache(1 << 16)(colours.contrast)


def written(image: Image.Image, at: tuple[float, float], text: str, font: Font, anchor: str = "mm") -> float:
    """The contrast of a text in an RGB picture, drawn there in this font.

    Its ink is the pixel of its strokes that stands out most, as thin strokes pale at their edges; its ground is the
    median of a ring of two pixels round the strokes.
    """
    # No more of the picture than holds it, moved by whole pixels: strokes fall on the same ones.
    x0, y0, x1, y1 = font.getbbox(text, anchor=anchor)
    left, top = floor(at[0] + x0) - ROUND, floor(at[1] + y0) - ROUND
    part = image.crop((left, top, ceil(at[0] + x1) + ROUND, ceil(at[1] + y1) + ROUND))
    mask = Image.new("L", part.size, 0)
    ImageDraw.Draw(mask).text((at[0] - left, at[1] - top), text, font=font, fill=255, anchor=anchor)
    return against(part, mask)


def against(image: Image.Image, mask: Image.Image, near: int = 5) -> float:
    """The contrast of what lies under a mask's strokes to what lies round them."""
    box = mask.getbbox()
    assert box is not None
    box = (box[0] - near, box[1] - near, box[2] + near, box[3] + near)
    mask, image = mask.crop(box), image.crop(box)
    ring = ImageChops.subtract(mask.filter(ImageFilter.MaxFilter(near)), mask.filter(ImageFilter.MaxFilter(3)))
    ground = _under(image, _above(ring, 127))
    ink = _under(image, _above(mask, 180))
    middle = sorted(ground, key=luminance)[len(ground) // 2]
    best = max(contrast(c, middle) for c in ink)
    assert median(contrast(c, middle) for c in ink) > 1.3, "nothing is written there"
    return best


def _above(grey: Image.Image, least: int) -> Image.Image:
    """White where a grey image is brighter, black elsewhere."""
    return grey.point([255 if v > least else 0 for v in range(256)])


def _under(image: Image.Image, mask: Image.Image) -> list[RGB]:
    pixels, where = image.tobytes(), mask.tobytes()
    return [(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]) for i, v in enumerate(where) if v]


def differing(a: Image.Image, b: Image.Image) -> float:
    """The contrast between two RGB pictures that differ in what is written: of a pixel with ink to the same without.

    Of all pixels that differ clearly the one below the best tenth, so that no speck decides and no edge does.
    """
    other = _above(ImageChops.difference(a, b).convert("L"), 24)
    found = sorted((contrast(x, y) for x, y in zip(_under(a, other), _under(b, other), strict=True)), reverse=True)
    assert found, "nothing differs"
    return found[len(found) // 10]

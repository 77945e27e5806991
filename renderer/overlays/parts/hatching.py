"""Patterns of slanting lines."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.graphics.cache import Cache

_PATTERNS: Cache[tuple[int, int, int], Image.Image] = Cache(
    1 << 20, lambda image: image.width * image.height, "hatching"
)
_LEAST = 192
"""Pixels a pattern goes on for after any of its first lines."""


def pattern(px: int, lean: int, ink: int) -> Image.Image:
    """Lines ``px`` pixels apart at 45 degrees, mode L, ``ink`` (0 to 255) where they are full.

    ``lean`` is 1 for lines as in a slash, -1 as in a backslash, 0 for both. The pattern begins anew every ``px``
    pixels both ways, and whatever piece of it begins within the first ``px`` is at least 192 pixels large.
    """
    return _PATTERNS.get((px, lean, ink), lambda: _drawn(px, lean, ink))


def _drawn(px: int, lean: int, ink: int) -> Image.Image:
    q = 4
    step, width = px * q, max(q, round(0.28 * px * q))
    # One period, drawn with room round it: at its edges lines of the next ones come in.
    tile = Image.new("L", (3 * step, 3 * step))
    draw = ImageDraw.Draw(tile)
    for x in range(-3 * step, 6 * step + 1, step):
        if lean >= 0:
            draw.line([(x, 3 * step), (x + 3 * step, 0)], fill=ink, width=width)
        if lean <= 0:
            draw.line([(x, 0), (x + 3 * step, 3 * step)], fill=ink, width=width)
    period = tile.crop((step, step, 2 * step, 2 * step)).reduce(q)
    size = _LEAST + 2 * px
    found = Image.new("L", (size, size))
    for y in range(0, size, px):
        for x in range(0, size, px):
            found.paste(period, (x, y))
    return found

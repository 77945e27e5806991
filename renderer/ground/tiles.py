"""The store of drawn ground: square tiles of the plane of pixels, so that the next picture finds most of it done."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderer.cache import Cache
from renderer.ground.marks import Painter
from renderer.ground.plan import Plan
from renderer.ground.washes import Window
from renderer.layout import corners
from renderer.palette import Theme
from renderer.palette import ground as ground_colours

TILE = 256
SHARPNESS = 2
"""Pen work is drawn at this multiple of the picture's size and reduced."""

_Key = tuple[str, Theme, int, int, int]
_TILES: Cache[_Key, Image.Image] = Cache(48 << 20, lambda im: im.width * im.height * 3)


def forget() -> None:
    """Drop every tile, as when a benchmark wants a cold start."""
    _TILES.clear()


def ground(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """The ground of a rectangle of the plane, as a new RGB image: washes, pen work and grid, not cut to any hexes."""
    x0, y0 = origin[0] // TILE, origin[1] // TILE
    x1, y1 = -(-(origin[0] + size[0]) // TILE), -(-(origin[1] + size[1]) // TILE)
    wanted = [(x, y) for x in range(x0, x1) for y in range(y0, y1)]
    found = {(x, y): _TILES.find((plan.key, theme, r, x, y)) for x, y in wanted}
    missing = [at for at, tile in found.items() if tile is None]
    if missing:
        left, top = min(x for x, _ in missing), min(y for _, y in missing)
        right, bottom = max(x for x, _ in missing) + 1, max(y for _, y in missing) + 1
        block = draw_ground(plan, theme, r, (left * TILE, top * TILE), ((right - left) * TILE, (bottom - top) * TILE))
        for x, y in missing:
            px, py = (x - left) * TILE, (y - top) * TILE
            tile = block.crop((px, py, px + TILE, py + TILE))
            found[x, y] = _TILES.put((plan.key, theme, r, x, y), tile)
    image = Image.new("RGB", size)
    for (x, y), tile in found.items():
        if tile is not None:
            image.paste(tile, (x * TILE - origin[0], y * TILE - origin[1]))
    return image


def draw_ground(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Draw a rectangle of the plane. Its surroundings are taken into account, so tiles meet without a seam."""
    pad = 2 * r
    padded = size[0] + 2 * pad, size[1] + 2 * pad
    at = origin[0] - pad, origin[1] - pad
    colours = ground_colours(theme, plan.map.climate)
    window = Window(plan, colours, r, at, padded)
    wash = window.wash().crop((pad, pad, pad + size[0], pad + size[1]))
    q = SHARPNESS
    image = wash.resize((size[0] * q, size[1] * q), Image.Resampling.NEAREST)
    corner = origin[0] * q, origin[1] * q
    Painter(ImageDraw.Draw(image), colours, r * q, corner, image.size).paint(plan.marks)
    image = image.reduce(q)
    image.paste(colours["grid"], (0, 0), _grid(window, origin, size, colours.grid_opacity))
    return image


def _grid(window: Window, origin: tuple[int, int], size: tuple[int, int], opacity: float) -> Image.Image:
    """Hairlines along every hexside and a dot on every vertex."""
    q, r = SHARPNESS, window.r
    mask = Image.new("L", (size[0] * q, size[1] * q), 0)
    draw = ImageDraw.Draw(mask)
    ink = round(255 * opacity)
    dark = min(255, round(ink * 1.9))
    width = max(1, round(0.018 * r * q)) if r > 40 else 2
    dot = 0.035 * r * q
    dots = []
    for h in window.near(window.plan.map.hexes):
        points = [((x * r - origin[0]) * q, (y * r - origin[1]) * q) for x, y in corners(h)]
        draw.line(points[:4], fill=ink, width=width)
        draw.line([points[3], points[4], points[5], points[0]], fill=ink, width=width)
        dots += points[:2] + points[3:4]
    for x, y in dots:
        draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=dark)
    return mask.reduce(q)

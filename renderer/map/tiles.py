"""The store of the drawn map: square tiles of the plane of pixels, so that the next picture finds most of it done.

A tile has the ground, and the numbers of hexes and levels on it: all that is the same in every picture at this radius.
Tiles are kept in the map's own palette, in which every picture ends: a quarter of the room that full colour takes.
"""

from __future__ import annotations

from PIL import Image

from renderer.graphics.cache import Cache
from renderer.graphics.png import reduced
from renderer.map import files, lettering
from renderer.map.colour_table import map_palette
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import Plan
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours

TILE = 256

_Key = tuple[str, Theme, int, int, int]
_TILES: Cache[_Key, Image.Image] = Cache(24 << 20, lambda im: im.width * im.height, "ground")


def forget() -> None:
    """Drop every tile, as when a benchmark wants a cold start."""
    _TILES.clear()


def land(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """A rectangle of the plane as a new image in the map's palette: ground with its numbers, not cut to any hexes."""
    x0, y0 = origin[0] // TILE, origin[1] // TILE
    x1, y1 = -(-(origin[0] + size[0]) // TILE), -(-(origin[1] + size[1]) // TILE)
    wanted = [(x, y) for x in range(x0, x1) for y in range(y0, y1)]
    found = {(x, y): _found((plan.key, theme, r, x, y)) for x, y in wanted}
    missing = [at for at, tile in found.items() if tile is None]
    if missing:
        left, top = min(x for x, _ in missing), min(y for _, y in missing)
        right, bottom = max(x for x, _ in missing) + 1, max(y for _, y in missing) + 1
        block = drawn(plan, theme, r, (left * TILE, top * TILE), ((right - left) * TILE, (bottom - top) * TILE))
        for x, y in missing:
            px, py = (x - left) * TILE, (y - top) * TILE
            tile = block.crop((px, py, px + TILE, py + TILE))
            key = (plan.key, theme, r, x, y)
            files.put(key, tile)
            found[x, y] = _TILES.put(key, tile)
    image = Image.new("P", size)
    image.putpalette(map_palette(plan, theme).getpalette() or ())
    for (x, y), tile in found.items():
        if tile is not None:
            image.paste(tile, (x * TILE - origin[0], y * TILE - origin[1]))
    return image


def _found(key: _Key) -> Image.Image | None:
    """A tile that was drawn before, by this process or another."""
    tile = _TILES.find(key)
    if tile is None and (tile := files.find(key, (TILE, TILE))) is not None:
        tile = _TILES.put(key, tile)
    return tile


def drawn(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """The same as :func:`land`, drawn now and not kept."""
    image = draw_ground(plan, theme, r, origin, size)
    colours = ground_colours(theme, plan.map.climate)
    lettering.numbers(image, plan, r, origin, colours)
    lettering.levels(image, plan, r, origin, colours)
    return reduced(image, map_palette(plan, theme))

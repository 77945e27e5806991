"""The store of the drawn map: square tiles of the plane of pixels, so that the next picture finds most of it done.

A tile has the ground, and the numbers of hexes and levels on it: all that is the same in every picture at this radius.
Tiles are kept in the map's own palette, in which every picture ends: a quarter of the room that full colour takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from PIL import Image

from engine.kernel.terrain import BattleMap
from renderer.graphics.cache import Cache
from renderer.graphics.png import reduced
from renderer.map import files, lettering
from renderer.map.colour_table import map_palette
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import Plan, plan_of
from renderer.map.layout import Layout
from renderer.map.view import margin_of
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours

TILE = 256

At: TypeAlias = tuple[int, int]
"""A tile's column and row in the plane."""
Block: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in tiles, the last two not included."""
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
    found = {at: _found(_key(plan, theme, r, at)) for at in wanted}
    missing = [at for at, tile in found.items() if tile is None]
    for at, tile in _cut(plan, theme, r, missing):
        files.put(_key(plan, theme, r, at), tile)
        found[at] = _TILES.put(_key(plan, theme, r, at), tile)
    image = Image.new("P", size)
    image.putpalette(map_palette(plan, theme).getpalette() or ())
    for (x, y), tile in found.items():
        if tile is not None:
            image.paste(tile, (x * TILE - origin[0], y * TILE - origin[1]))
    return image


BLOCK = 6
"""Most tiles along the side of what is drawn at once ahead of need: half a second's work, in some 60 MB."""


def blocks(m: BattleMap, r: int) -> list[Block]:
    """Blocks of tiles that hold all of a map at this radius, from the top."""
    layout = Layout(r, m.cols[0], m.rows[0], m.cols[1], m.rows[1], margin_of(r))
    (x, y), (width, height) = layout.origin, layout.size
    left, top, right, bottom = x // TILE, y // TILE, -(-(x + width) // TILE), -(-(y + height) // TILE)
    corners = [(x, y) for y in range(top, bottom, BLOCK) for x in range(left, right, BLOCK)]
    return [(x, y, min(x + BLOCK, right), min(y + BLOCK, bottom)) for x, y in corners]


def ahead(m: BattleMap, theme: Theme, r: int, block: Block) -> None:
    """Draw those tiles of a block that aren't on file, so that whoever shows them only reads them."""
    plan, (left, top, right, bottom) = plan_of(m), block
    tiles = [(x, y) for y in range(top, bottom) for x in range(left, right)]
    for at, tile in _cut(plan, theme, r, [at for at in tiles if not files.has(_key(plan, theme, r, at))]):
        files.put(_key(plan, theme, r, at), tile, tight=True)


def _key(plan: Plan, theme: Theme, r: int, at: At) -> _Key:
    return plan.key, theme, r, *at


def _cut(plan: Plan, theme: Theme, r: int, wanted: Sequence[At]) -> Iterator[tuple[At, Image.Image]]:
    """These tiles, drawn in one piece."""
    if not wanted:
        return
    left, top = min(x for x, _ in wanted), min(y for _, y in wanted)
    right, bottom = max(x for x, _ in wanted) + 1, max(y for _, y in wanted) + 1
    piece = drawn(plan, theme, r, (left * TILE, top * TILE), ((right - left) * TILE, (bottom - top) * TILE))
    for x, y in wanted:
        px, py = (x - left) * TILE, (y - top) * TILE
        yield (x, y), piece.crop((px, py, px + TILE, py + TILE))


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


def unnumbered(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """A small rectangle of the ground alone, in the map's palette; on file, not in memory."""
    key = "piece", plan.key, theme, r, origin
    piece = files.find_packed(key, size)
    if piece is None:
        piece = reduced(draw_ground(plan, theme, r, origin, size), map_palette(plan, theme))
        files.put_packed(key, piece)
    return piece

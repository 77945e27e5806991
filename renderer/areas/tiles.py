"""The store of a drawn sheet: square tiles of its plane of pixels, bare and in the colours of those who hold it.

Each tile is drawn by itself, so that it is the same whatever picture it was drawn for, and kept in the sheet's own
palette, in which every picture of it ends; on file too, where the next process finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from PIL import Image

from engine.kernel.areas import AreaMap
from engine.kernel.view import HoldingView
from renderer.areas import held
from renderer.areas.colour_table import sheet_palette
from renderer.areas.engraved import Engraved
from renderer.areas.engraving import Engraving
from renderer.areas.held import Held, Holder
from renderer.areas.inks import Inks, inks
from renderer.areas.on_sheet import engraved_of
from renderer.areas.window import Window
from renderer.graphics.cache import Cache
from renderer.graphics.png import reduced
from renderer.map import files
from renderer.palette.colours import Theme

TILE = 256

At: TypeAlias = tuple[int, int]
"""A tile's column and row in the plane."""

Ground: TypeAlias = tuple[Image.Image, Image.Image]
"""A tile in nobody's colours, mode P without a palette of its own, and a mask of the land on it."""

_GROUNDS: Cache[tuple[object, ...], Ground] = Cache(7 << 20, lambda g: 2 * g[0].width * g[0].height, "engraved sheets")
_WASHED: Cache[tuple[object, ...], Image.Image] = Cache(7 << 20, lambda i: i.width * i.height, "washed sheets")
"""What both hold isn't to be changed."""


def land(sheet: Engraved, window: Window, holders: Mapping[str, Holder], colours: Inks) -> Image.Image:
    """What a window shows, as a new image in the sheet's palette: the ground, washed in its holders' colours."""
    image = Image.new("P", window.size)
    image.putpalette(sheet_palette(sheet, colours).getpalette() or ())
    for at in within(window):
        tile = _washed(sheet, tile_at(window.scale, at), holders, colours)
        image.paste(tile, (at[0] * TILE - window.origin[0], at[1] * TILE - window.origin[1]))
    return image


BLOCK = 5
"""Most tiles along the side of what is drawn at once ahead of need: half a second's work."""


def blocks(sheet: Engraved, scale: float) -> list[list[At]]:
    """All tiles of a sheet at this scale, in blocks, from the top."""
    size = round(sheet.size[0] * scale), round(sheet.size[1] * scale)
    found: dict[At, list[At]] = {}
    for x, y in within(Window((0, 0), scale, size)):
        found.setdefault((y // BLOCK, x // BLOCK), []).append((x, y))
    return [found[at] for at in sorted(found)]


def ahead(sheet: Engraved, scale: float, block: Sequence[At], holders: Mapping[str, Holder], colours: Inks) -> None:
    """Draw those tiles of a block that aren't on file, so that whoever shows them only reads them."""
    for at in block:
        tile = tile_at(scale, at)
        found, key = held.seen(sheet, tile, holders), _key(sheet, tile, colours)
        if not files.has(key):
            _drawn(sheet, tile, colours, key, tight=True)
        if found and not files.has((*key, found)):
            _wash(sheet, tile, found, colours, (*key, found), tight=True)


def parts_ahead(board: AreaMap, theme: Theme, scale: float, n: int, holdings: Sequence[HoldingView]) -> bool:
    """Draw the block of a map's sheet with this number ahead of need; whether there is another."""
    sheet = engraved_of(board)
    if sheet is None:
        return False
    parts = blocks(sheet, scale)
    ahead(sheet, scale, parts[n], held.holders(board, holdings), inks(theme))
    return n + 1 < len(parts)


def within(window: Window) -> Iterator[At]:
    """The tiles that a window meets."""
    (x, y), (w, h) = window.origin, window.size
    for column in range(x // TILE, -(-(x + w) // TILE)):
        for row in range(y // TILE, -(-(y + h) // TILE)):
            yield column, row


def tile_at(scale: float, at: At) -> Window:
    """A tile's part of the plane."""
    return Window((at[0] * TILE, at[1] * TILE), scale, (TILE, TILE))


def _washed(sheet: Engraved, tile: Window, holders: Mapping[str, Holder], colours: Inks) -> Image.Image:
    found, key = held.seen(sheet, tile, holders), _key(sheet, tile, colours)
    if not found:
        return _ground(sheet, tile, colours)[0]

    def made() -> Image.Image:
        return files.find((*key, found), tile.size) or _wash(sheet, tile, found, colours, (*key, found))

    return _WASHED.get((*key, found), made)


def _wash(
    sheet: Engraved, tile: Window, found: Held, colours: Inks, key: tuple[object, ...], *, tight: bool = False
) -> Image.Image:
    """A tile in its holders' colours, washed now and kept on file."""
    ground, land = _ground(sheet, tile, colours)
    engraving = Engraving(sheet, tile, colours.ground)
    image = held.laid(ground, land, engraving, found, colours, sheet_palette(sheet, colours))
    files.put(key, image, tight=tight)
    return image


def _ground(sheet: Engraved, tile: Window, colours: Inks) -> Ground:
    """The ground as it was drawn before, by this process or another, or now."""
    key = _key(sheet, tile, colours)

    def made() -> Ground:
        pixels = TILE * TILE
        found = files.read(key, 2 * pixels)
        if found is None:
            return _drawn(sheet, tile, colours, key)
        return Image.frombytes("P", tile.size, found[:pixels]), Image.frombytes("L", tile.size, found[pixels:])

    return _GROUNDS.get(key, made)


def _drawn(sheet: Engraved, tile: Window, colours: Inks, key: tuple[object, ...], *, tight: bool = False) -> Ground:
    """The ground drawn now, and kept on file."""
    engraving = Engraving(sheet, tile, colours.ground)
    image, land = reduced(engraving.drawn(), sheet_palette(sheet, colours)), engraving.land_mask()
    files.write(key, image.tobytes() + land.tobytes(), tight=tight)
    return image, land


def _key(sheet: Engraved, tile: Window, colours: Inks) -> tuple[object, ...]:
    return "sheet", sheet.id, colours.theme, tile.scale, tile.origin


__all__ = ["TILE", "ahead", "blocks", "land", "parts_ahead", "tile_at", "within"]

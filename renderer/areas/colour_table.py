"""The 256 colours of an engraved sheet: one palette for every picture of it in one theme, at any scale.

Whoever holds what, the ground under their washes is in it; so nothing need be counted for any picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image

from renderer.areas.engraved import Engraved
from renderer.areas.engraving import SEA, Engraving
from renderer.areas.held import EDGE, HATCH, REVOLT, WASH, Holder, edge, tint
from renderer.areas.inks import Inks
from renderer.areas.window import Window
from renderer.graphics.cache import Cache
from renderer.map import files
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, RGB, ROUT, WHITE, Theme, casing, mix
from renderer.palette.indexed import COLOURS, cell, harmless, median
from renderer.palette.overlays import COMMAND, REACH
from renderer.palette.sides import BANDS, SIDES, arrow

SMALL = 0.15
"""Pixels a unit of the sheet it is drawn at to see its colours."""
HATCHED, EDGED, LAND = 6, 2, 14
"""Palette entries for what is hatched, for a power's edge, and for land that is washed in a side's colour."""

_PALETTES: Cache[tuple[str, Theme], Image.Image] = Cache(16, lambda _: 1)


def sheet_palette(sheet: Engraved, colours: Inks) -> Image.Image:
    """An image of mode P that carries the palette. Not to be changed: it is shared."""
    return _PALETTES.get((sheet.id, colours.theme), lambda: _known(sheet, colours))


def _known(sheet: Engraved, colours: Inks) -> Image.Image:
    """The palette as it was worked out before, by this process or another, or else now."""
    key = ("palette of a sheet", sheet.id, colours.theme)
    found = files.read(key)
    if found is None:
        found = bytes(v for c in _worked_out(sheet, colours) for v in c)
        files.write(key, found)
    image = Image.new("P", (1, 1))
    image.putpalette(found)
    return image


def _worked_out(sheet: Engraved, colours: Inks) -> list[RGB]:
    size = round(sheet.size[0] * SMALL), round(sheet.size[1] * SMALL)
    engraving = Engraving(sheet, Window((0, 0), SMALL, size), colours.ground)
    ground = engraving.drawn()
    # Land in play is as much of the sheet as matters; elsewhere nobody holds anything.
    land = Image.new("RGB", size, _plain(colours))
    land.paste(ground, (0, 0), engraving.in_play(engraving.land_mask()))
    exact = list(dict.fromkeys(_exact(colours)))
    found = [*exact, *harmless(_settled((*_drawn(colours), *_washed(land, colours))), exact)]
    room = asked = COLOURS - len(found)
    own: list[RGB] = []
    # Of those asked for some are there already.
    for _ in range(3):
        own = harmless(_settled(median(ground, min(asked, COLOURS))), found)
        if len(own) >= room:
            break
        asked += room - len(own)
    return [*found, *own[:room]]


def _settled(found: Iterable[RGB]) -> Iterable[RGB]:
    """Each as it is found again: a picture may go through its palette more than once, and is to stay as it is."""
    return dict.fromkeys((cell(r), cell(g), cell(b)) for r, g, b in found)


def _plain(colours: Inks) -> RGB:
    """Land in play where nothing is drawn."""
    return mix(colours.ground["level-0"], colours["paper"], 0.5)


def _exact(colours: Inks) -> Iterator[RGB]:
    """What must come out exactly: counters, bands, signals, inks, and the flat colours of the ground."""
    theme, paper, ink = colours.theme, colours["paper"], colours["ink"]
    yield from (HIT, BLACK, WHITE, CREAM, GOLD, ROUT, REACH, COMMAND, casing(theme))
    yield from (c for c, _ in BANDS)
    for s in SIDES:
        yield from (s.face, s.ink, s.rim, s.chevron, s.casing, arrow(s, theme))
        yield from (mix(s.face, s.ink, t) for t in (0.25, 0.5, 0.75))
        yield mix(s.face, s.rim, 0.5)
    yield from (mix(ink, paper, t / 5) for t in range(5))
    soft = colours["soft"]
    yield from (soft, mix(soft, paper, 0.35), mix(soft, paper, 0.7))
    yield from (mix(BLACK, CREAM, 0.35), mix(BLACK, CREAM, 0.7), mix(HIT, paper, 0.5), mix(HIT, BLACK, 0.5))
    # What covers most of the picture: found wherever it is, by night too, when all of these are near one another.
    plain = _plain(colours)
    flats = paper, mix(colours["water"], paper, SEA), plain, *(mix(plain, tint(colours, n), WASH) for n in range(2))
    for flat in flats:
        yield cell(flat[0]), cell(flat[1]), cell(flat[2])


def _drawn(colours: Inks) -> Iterator[RGB]:
    """What is drawn on land that is washed in a side's colour, and half of it, as at the edges of lines."""
    g, plain = colours.ground, _plain(colours)
    pens = (
        mix(g["ink"], g["paper"], 0.35),
        mix(g["level-3"], g["paper"], 0.55),
        mix(g["hachure"], g["level-3"], 0.45),
        mix(g["hachure"], g["ink"], 0.65),
        g["stream"],
        g["water-edge"],
    )
    for n in range(2):
        for pen in pens:
            yield mix(pen, tint(colours, n), WASH)
            yield mix(mix(pen, plain, 0.5), tint(colours, n), WASH)


def _washed(land: Image.Image, colours: Inks) -> Iterator[RGB]:
    """The land in the colours of those who may hold it."""
    small = land.reduce(2)
    for n, s in enumerate(SIDES):
        washed = _under(land, tint(colours, n), WASH)
        few = 1 if n < 2 else 2
        yield from median(washed, LAND // few)
        if n:
            yield from median(_under(washed, s.chevron, HATCH), HATCHED // few)
        yield from median(
            _under(small, edge(colours, Holder(n, None, False)), EDGE, tint(colours, n)), 2 * EDGED // few
        )
    for n in range(len(BANDS)):
        yield from median(_under(small, edge(colours, Holder(1, n, False)), EDGE, tint(colours, 1)), EDGED)
    yield from median(_under(small, HIT, REVOLT), HATCHED)
    yield from median(_under(small, HIT, REVOLT / 2), HATCHED // 2)
    yield from median(_under(small, HIT, EDGE), EDGED)


def _under(land: Image.Image, colour: RGB, opacity: float, first: RGB | None = None) -> Image.Image:
    """The land under a wash, or under two."""
    below = _under(land, first, WASH) if first is not None else land
    return Image.blend(below, Image.new("RGB", land.size, colour), opacity)


__all__ = ["sheet_palette"]

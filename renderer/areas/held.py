"""Who holds what, on an engraved sheet: each province washed in its holder's colour, darker along its border.

A side is told by hue, by lightness and by pattern: the first is washed plain, the second hatched, a third dotted. What
nobody holds stays as it is engraved; what is in revolt is hatched in red.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from engine.kernel.areas import AreaMap
from engine.kernel.view import HoldingView
from renderer.areas.engraved import Engraved
from renderer.areas.engraving import Engraving
from renderer.areas.inks import Inks
from renderer.areas.window import FINE, Window
from renderer.graphics.cache import Cache
from renderer.graphics.png import reduced
from renderer.palette.colours import CREAM, HIT, RGB, mix
from renderer.palette.sides import BANDS, side

WASH, EDGE, HATCH = 0.34, 0.62, 0.26
"""Opacity of the wash, of its darker edge, of its pattern."""
EDGE_WIDTH = 13.0
"""Of the darker edge, in units of the sheet."""
BY_NIGHT = 0.3
"""How much lighter the edge is in the dark theme."""
REVOLT = 0.55
"""Opacity of the hatching of what is in revolt."""
APART = 15.0
"""Between hatches, in units of the sheet."""


class Holder(NamedTuple):
    """In whose hands a province is."""

    side: int
    band: int | None
    revolt: bool


Hatching: TypeAlias = tuple[tuple[float, Image.Image], ...]
"""Lines: each depth of their colour, from 0 to 1, and the pixels that have it."""
Held: TypeAlias = tuple[tuple[str, Holder], ...]
"""Provinces by their codes, in the sheet's order, each with its holder."""


def holders(board: AreaMap, holdings: Sequence[HoldingView]) -> dict[str, Holder]:
    """Who holds which area, by codes; those that are nobody's are left out."""
    found: dict[str, Holder] = {}
    for h in holdings:
        if "revolt" in h.marks:
            found[board.code(h.place)] = Holder(0, None, True)
        elif h.side is not None:
            found[board.code(h.place)] = Holder(h.side, h.band, False)
    return found


def seen(sheet: Engraved, window: Window, found: Mapping[str, Holder]) -> Held:
    """As much of it as shows in a window: provinces whose wash, or whose edge, reaches into it."""
    x0, y0, x1, y1 = window.grown(3).bounds
    x0, y0, x1, y1 = x0 - EDGE_WIDTH, y0 - EDGE_WIDTH, x1 + EDGE_WIDTH, y1 + EDGE_WIDTH
    return tuple(
        (code, found[code])
        for code, (left, top, right, low) in sheet.shape_bounds.items()
        if code in found and left <= x1 and right >= x0 and top <= y1 and low >= y0
    )


def laid(
    ground: Image.Image, land: Image.Image, engraving: Engraving, held: Held, inks: Inks, palette: Image.Image
) -> Image.Image:
    """The ground with its provinces washed, both in the palette, mode P; ``land`` is a mask."""
    borders = engraving.borders(EDGE_WIDTH)
    groups: dict[Holder, list[str]] = {}
    for code, holder in held:
        groups.setdefault(holder, []).append(code)
    image = ground.copy()
    # What is in revolt is washed last.
    for holder, codes in sorted(groups.items(), key=lambda g: (g[0].revolt, g[0].side, g[0].band or -1)):
        mask = engraving.province_mask(codes, land)
        box = mask.getbbox()
        if box is None:
            continue
        washed = _washed(ground, engraving.window, holder, inks, palette)
        # No soft edge: it would lie under the darker one.
        image.paste(washed.crop(box), box, mask.crop(box).point(_COVERED, "1"))
        _edge(image, ImageChops.multiply(mask, _edges(engraving, borders, codes)), edge(inks, holder), palette)
    return image


_COVERED = [0] * 128 + [255] * 128


def _washed(ground: Image.Image, window: Window, holder: Holder, inks: Inks, palette: Image.Image) -> Image.Image:
    """All of the ground as if it were one holder's, without edges."""
    if holder.revolt:
        wash, hatches, colour, opacity = (), 3, HIT, REVOLT
    else:
        wash, hatches = ((tint(inks, holder.side), WASH),), holder.side
        colour, opacity = side(holder.side).chevron, HATCH
    image = ground.point(_under(palette, wash)) if wash else ground.copy()
    if hatches:
        for depth, mask in _hatching(window, hatches):
            image.paste(ground.point(_under(palette, (*wash, (colour, opacity * depth)))), (0, 0), mask)
    return image


_UNDER: Cache[tuple[object, ...], list[int]] = Cache(256, lambda _: 1)


def _under(palette: Image.Image, washes: tuple[tuple[RGB, float], ...]) -> list[int]:
    """What each colour of a palette becomes under washes, each with its opacity."""
    colours = bytes(palette.getpalette() or ())

    def made() -> list[int]:
        strip = Image.frombytes("RGB", (len(colours) // 3, 1), colours)
        for colour, opacity in washes:
            strip = Image.blend(strip, Image.new("RGB", strip.size, colour), opacity)
        found = reduced(strip, palette).tobytes()
        return [*found, *[0] * (256 - len(found))]

    return _UNDER.get((colours, washes), made)


def _edge(image: Image.Image, mask: Image.Image, colour: RGB, palette: Image.Image) -> None:
    """A band along a border, laid on an image that is in the palette."""
    box = mask.getbbox()
    if box is None:
        return
    part = Image.new("P", (box[2] - box[0], box[3] - box[1]))
    part.putpalette(palette.getpalette() or ())
    part.paste(image.crop(box), (0, 0))
    part = part.convert("RGB")
    part.paste(colour, (0, 0), mask.crop(box).point(_EDGED))
    image.paste(reduced(part, palette), box, mask.crop(box).point(_TOUCHED, "1"))


_TOUCHED = [0] + [255] * 255
_EDGED = [round(v * EDGE) for v in range(256)]


def edge(inks: Inks, holder: Holder) -> RGB:
    """The colour along a border: that of the power, or of the side."""
    if holder.revolt:
        return HIT
    found = side(holder.side).chevron if holder.band is None else BANDS[holder.band % len(BANDS)][0]
    # By night a dark band would be lost on the dark wash.
    return mix(found, CREAM, BY_NIGHT) if inks.ground.dark else found


def tint(inks: Inks, owner: int) -> RGB:
    """A side's colour as thin paint: lighter than its counters, and as bright as they are dark."""
    face = side(owner).face
    most = max(face)
    bright = (round(255 * face[0] / most), round(255 * face[1] / most), round(255 * face[2] / most))
    return mix(face, bright, 0.55) if not inks.ground.dark else mix(face, bright, 0.2)


def _edges(engraving: Engraving, borders: Sequence[tuple[int, tuple[str, ...]]], codes: Iterable[str]) -> Image.Image:
    """Strips along the borders of provinces with those of another holder, and along their coasts."""
    mine = set(codes)
    return engraving.strip_mask([i for i, sides in borders if len(mine.intersection(sides)) == 1], 2 * EDGE_WIDTH)


_HATCHINGS: Cache[tuple[object, ...], Hatching] = Cache(
    1 << 20, lambda found: sum(mask.width * mask.height for _, mask in found), "hatching of sheets"
)


def _hatching(window: Window, kind: int) -> Hatching:
    """Fine parallel lines all over a window, slanted as ``kind`` says: how deep, and where, mode 1."""
    period, rise = max(5, round(APART * window.scale)), 1 if kind % 2 else -1
    (x, y), (w, h) = window.origin, window.size
    # The lines of all windows are one pattern, that repeats itself along a row.
    left = (x - rise * y) % period
    found = _HATCHINGS.get((w, h, period, rise), lambda: _hatched((w + period, h), period, rise))
    return tuple((depth, mask.crop((left, 0, left + w, h))) for depth, mask in found)


def _hatched(size: tuple[int, int], period: int, rise: int) -> Hatching:
    w, h = size
    mask = Image.new("L", (w * FINE, h * FINE), 0)
    draw = ImageDraw.Draw(mask)
    pen = max(1, round(0.9 * FINE))
    for x in range(-(h // period + 2) * period, w + h + period, period):
        draw.line([(x * FINE, 0), ((x + rise * h) * FINE, h * FINE)], fill=255, width=pen)
    flat = mask.reduce(FINE)
    depths = [v for v, n in enumerate(flat.histogram()) if v and n]
    return tuple((v / 255, flat.point([255 * (x == v) for x in range(256)], "1")) for v in depths)

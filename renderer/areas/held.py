"""Who holds what, on an engraved sheet: each province washed in its holder's colour, darker along its border.

A side is told by hue, by lightness and by pattern: the first is washed plain, the second hatched, a third dotted. What
nobody holds stays as it is engraved; what is in revolt is hatched in red.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image, ImageChops, ImageDraw

from engine.kernel.areas import AreaMap
from engine.kernel.view import HoldingView
from renderer.areas.engraving import Engraving
from renderer.areas.inks import Inks
from renderer.areas.pieces import FINE, MASKS, Window
from renderer.palette.colours import CREAM, HIT, RGB, mix
from renderer.palette.sides import BANDS, side

WASH, EDGE, HATCH = 0.34, 0.62, 0.26
"""Opacity of the wash, of its darker edge, of its pattern."""
EDGE_WIDTH = 13.0
"""Of the darker edge, in units of the sheet."""
BY_NIGHT = 0.3
"""How much lighter the edge is in the dark theme."""
APART = 15.0
"""Between hatches, in units of the sheet."""


def lay(image: Image.Image, engraving: Engraving, board: AreaMap, holdings: Sequence[HoldingView], inks: Inks) -> None:
    """Wash the provinces on the ground."""
    land = engraving.land_mask()
    groups: dict[tuple[int | None, int | None], list[str]] = {}
    revolts: list[str] = []
    for h in holdings:
        code = board.code(h.place)
        if code not in engraving.sheet.shapes:
            continue
        if "revolt" in h.marks:
            revolts.append(code)
        elif h.side is not None:
            groups.setdefault((h.side, h.band), []).append(code)
    for (owner, band), codes in groups.items():
        colours = side(owner or 0)
        mask = engraving.province_mask(codes, land)
        _wash(image, mask, _tint(inks, owner), WASH)
        if owner:
            _wash(image, ImageChops.multiply(mask, _hatching(engraving.window, owner)), colours.chevron, HATCH)
        edge = colours.chevron if band is None else BANDS[band % len(BANDS)][0]
        # By night a dark band would be lost on the dark wash.
        edge = mix(edge, CREAM, BY_NIGHT) if inks.ground.dark else edge
        _wash(image, ImageChops.multiply(mask, _edges(engraving, codes)), edge, EDGE)
    if revolts:
        mask = engraving.province_mask(revolts, land)
        _wash(image, ImageChops.multiply(mask, _hatching(engraving.window, 3)), HIT, 0.55)
        _wash(image, ImageChops.multiply(mask, _edges(engraving, revolts)), HIT, EDGE)


def _tint(inks: Inks, owner: int | None) -> RGB:
    """A side's colour as thin paint: lighter than its counters, and as bright as they are dark."""
    face = side(owner or 0).face
    most = max(face)
    bright = (round(255 * face[0] / most), round(255 * face[1] / most), round(255 * face[2] / most))
    return mix(face, bright, 0.55) if not inks.ground.dark else mix(face, bright, 0.2)


def _wash(image: Image.Image, mask: Image.Image, colour: tuple[int, int, int], opacity: float) -> None:
    box = mask.getbbox()  # a small power needn't have the whole sheet gone over
    if box is not None:
        image.paste(colour, box, mask.crop(box).point([round(v * opacity) for v in range(256)]))


def _edges(engraving: Engraving, codes: Iterable[str]) -> Image.Image:
    """Strips along the borders of provinces with those of another holder, and along their coasts."""
    mine = set(codes)
    borders = [i for i, sides in engraving.sheet.sides.items() if len(mine.intersection(sides)) == 1]
    return engraving.strip_mask(borders, 2 * EDGE_WIDTH)


def _hatching(window: Window, kind: int) -> Image.Image:
    """Fine parallel lines over the whole picture, slanted as ``kind`` says. Not to be changed: it is shared."""
    return MASKS.get((window.size, window.scale, kind), lambda: _hatched(window, kind))


def _hatched(window: Window, kind: int) -> Image.Image:
    w, h = window.size
    mask = Image.new("L", (w * FINE, h * FINE), 0)
    draw = ImageDraw.Draw(mask)
    step = max(5.0, APART * window.scale) * FINE
    rise = h * FINE * (1 if kind % 2 else -1)
    x = -float(h * FINE)
    while x < (w + h) * FINE:
        draw.line([(x, 0), (x + rise, h * FINE)], fill=255, width=max(1, round(0.9 * FINE)))
        x += step
    return mask.reduce(FINE)

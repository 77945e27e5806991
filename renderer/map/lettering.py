"""Figures on the map: numbers of hexes and levels, rulers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, centre, neighbours
from renderer.graphics import fonts
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite, kept
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import kind_of
from renderer.map.layout import Layout, zoom_of
from renderer.palette.colours import RGB, mix
from renderer.palette.map import Ground

BUSY = {
    "woods": "woods",
    "city": "town",
    "city-wall": "town",
    "city-gate": "town",
    "town": "town",
    "village": "town",
    "rough": "rough",
    "riverbed": "rough",
    "mud": "mud",
    "fen": "marsh",
    "ditch": "trench",
    "vineyard": "level-0",
    "water": "water",
    "sea": "water",
    "ford": "water",
    "bridge": "water",
    "marsh": "marsh",
}
"""Ground so full of pen work that numbers need a halo, with the halo's colour."""
_FLOORS = BUSY | {
    "camp": "camp",
    "building": "town",
    "land": "level-1",
    "unknown": "unknown",
}
"""The colour of every ground that isn't its level's."""
NUMBERED = 24
"""Radius in pixels from which on hexes have their numbers written in them."""
NUMBER = 0.74
"""How far above the centre of its hex a number stands, in radii."""
BOLD = 0.15
"""Pixels small figures are emboldened by: their strokes, thinner than a pixel, would pale."""
MANY_LEVELS = 3
"""More than so many different levels on a map, and each hex says which it is."""


def numbers(image: Image.Image, plan: Plan, r: int, origin: tuple[int, int], colours: Ground) -> None:
    """The number of every hex, where there is room to read it; ``origin`` is where on the plane the image begins."""
    if r < NUMBERED:
        return
    draw = ImageDraw.Draw(image)
    for h, at in _within(image, plan, r, origin):
        _number(draw, h, at, r, *_number_inks(plan, colours, h))


def numbers_over_border(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, hexes: Iterable[Hex]) -> None:
    """Once more the numbers under the upper edge that have a halo, which keeps the border's line away from them."""
    draw = ImageDraw.Draw(image)
    for h in hexes:
        if layout.r >= NUMBERED and not layout.holds(neighbours(h)[0]):
            ink, halo = _number_inks(plan, colours, h)
            if halo:
                _number(draw, h, layout.xy(h), layout.r, ink, halo)


def number_size(r: int) -> int:
    """Pixels of type a hex's number has: where codes of units are written, it is as large as theirs.

    >>> number_size(34), number_size(84)
    (8, 21)
    """
    return int(0.26 * r) if zoom_of(r) == "near" else max(8, int(0.205 * r))


def _number(draw: ImageDraw.ImageDraw, h: Hex, at: Point, r: int, ink: RGB, halo: RGB | None) -> None:
    px = number_size(r)
    font, bold, at = fonts.plain(px), BOLD if px < 12 else 0, (at[0], at[1] - NUMBER * r)
    if halo:
        draw.text(at, f"{h:04d}", font=font, fill=halo, anchor="mm", stroke_width=2, stroke_fill=halo)
    draw.text(at, f"{h:04d}", font=font, fill=ink, anchor="mm", stroke_width=bold, stroke_fill=ink)


def _within(image: Image.Image, plan: Plan, r: int, origin: tuple[int, int]) -> Iterator[tuple[Hex, Point]]:
    """The map's hexes that show on an image, in order, each with the pixel of its centre."""
    for h in sorted(plan.map.hexes):
        cx, cy = centre(h)
        x, y = cx * r - origin[0], cy * r - origin[1]
        if -r < x < image.width + r and -r < y < image.height + r:
            yield h, (x, y)


def _number_inks(plan: Plan, colours: Ground, h: Hex) -> tuple[RGB, RGB | None]:
    """Ink of a hex's number, and of the halo where strokes of the pen run through it."""
    m = plan.map
    north = neighbours(h)[0]
    kind = kind_of(m.terrain_at(h))
    # A ditch runs through the number only where it comes from the hex above.
    clear = kind == "ditch" and kind_of(m.terrain_at(north)) != "ditch"
    level = f"level-{min(plan.level(h), 5)}"
    busy = not clear and kind in BUSY
    floor = colours[level if clear else _FLOORS.get(kind, level)]
    ink, halo = colours.figures(floor)
    n, ne, _, _, _, nw = neighbours(h)
    slope = any(x in m and plan.level(x) != plan.level(h) for x in neighbours(h))
    # Where another kind of ground begins above, its edge may wander through the number.
    edge = any(x in m and kind_of(m.terrain_at(x)) != kind for x in (n, ne, nw))
    crossed = slope or edge or m.side(h, north)
    return ink, mix(halo, colours["paper"], 0.12) if busy or crossed or halo != floor else None


def levels(image: Image.Image, plan: Plan, r: int, origin: tuple[int, int], colours: Ground) -> None:
    """At near zoom, on a map with many levels: the level of every raised hex, in italics in its lower right."""
    m = plan.map
    if zoom_of(r) != "near" or len({m.level_at(h) for h in m.hexes}) <= MANY_LEVELS:
        return
    draw = ImageDraw.Draw(image)
    font = fonts.serif("SemiboldIt", max(11, round(0.24 * r)))
    for h, (x, y) in _within(image, plan, r, origin):
        if not plan.level(h):
            continue
        ink, halo = colours.figures(colours.levels[min(plan.level(h), 5)])
        at = (x + 0.27 * r, y + 0.745 * r)
        draw.text(at, str(m.level_at(h)), font=font, fill=ink, anchor="mm", stroke_width=1, stroke_fill=halo)
        draw.text(at, str(m.level_at(h)), font=font, fill=ink, anchor="mm")


def rulers(image: Image.Image, layout: Layout, colours: Ground) -> None:
    """Columns along top and bottom, rows left and right."""
    w, h = layout.size
    px = max(9, int(min(0.30 * layout.r, layout.margin * 0.40)))
    edge = layout.margin * 0.5 + 2
    for c in range(layout.c0, layout.c1 + 1):
        x, _ = layout.xy(c * 100 + layout.r0)
        for y in (edge, h - edge):
            _figure(f"{c:02d}", px, colours["soft"]).onto(image, (x, y))
    even = layout.c0 + (layout.c0 & 1)
    for row in range(layout.r0, layout.r1 + 1):
        _, y = layout.xy(even * 100 + row)
        for x in (edge, w - edge):
            _figure(f"{row:02d}", px, colours["soft"]).onto(image, (x, y))


def _figure(text: str, px: int, ink: RGB) -> Sprite:
    """A number of a ruler, on the middle of its letters."""

    def make() -> Sprite:
        image = Image.new("RGBA", (3 * px, 2 * px), (*ink, 0))
        ImageDraw.Draw(image).text((1.5 * px, px), text, font=fonts.plain(px), fill=(*ink, 255), anchor="mm")
        return Sprite(image, (1.5 * px, px))

    return kept(("ruler", text, px, ink), make)


__all__ = ["BUSY", "NUMBER", "NUMBERED", "levels", "number_size", "numbers", "numbers_over_border", "rulers"]

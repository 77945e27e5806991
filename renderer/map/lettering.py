"""What is written on the map: numbers of hexes and levels, rulers, names of places and rivers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import Place
from renderer.graphics import fonts
from renderer.graphics.curves import Point, along
from renderer.map.ground.courses import BELOW, course_of, rightwards, stretch
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import WATER, kind_of
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
}
"""Ground so full of pen work that numbers need a halo, with the halo's colour."""
_FLOORS = BUSY | {
    "marsh": "marsh",
    "camp": "camp",
    "building": "town",
    "land": "level-1",
    "unknown": "unknown",
}
"""The colour of every ground that isn't its level's."""
BOLD = 0.15
"""Pixels small figures are emboldened by: their strokes, thinner than a pixel, would pale."""
MANY_LEVELS = 3
"""More than so many different levels on a map, and each hex says which it is."""


def numbers(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: Sequence[Hex]) -> None:
    """The number of every hex, where there is room to read it."""
    r = layout.r
    if r < 24:
        return
    draw = ImageDraw.Draw(image)
    px = max(8, int(0.205 * r))
    font, bold = fonts.plain(px), BOLD if px < 12 else 0
    for h in shown:
        x, y = layout.xy(h)
        at = (x, y - 0.735 * r)
        ink, halo = _number_inks(plan, colours, h)
        if halo:
            draw.text(at, f"{h:04d}", font=font, fill=halo, anchor="mm", stroke_width=2, stroke_fill=halo)
        draw.text(at, f"{h:04d}", font=font, fill=ink, anchor="mm", stroke_width=bold, stroke_fill=ink)


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
    shore = kind not in WATER and any(x in m and kind_of(m.terrain_at(x)) in WATER for x in (n, ne, nw))
    slope = any(x in m and plan.level(x) != plan.level(h) for x in neighbours(h))
    crossed = shore or slope or m.side(h, north)
    return ink, halo if busy or crossed or halo != floor else None


def levels(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: Sequence[Hex]) -> None:
    """At near zoom, on a map with many levels: the level of every raised hex, in italics in its lower right."""
    m, r = plan.map, layout.r
    if zoom_of(r) != "near" or len({m.level_at(h) for h in m.hexes}) <= MANY_LEVELS:
        return
    draw = ImageDraw.Draw(image)
    font = fonts.serif("SemiboldIt", max(11, round(0.24 * r)))
    for h in shown:
        if not plan.level(h):
            continue
        x, y = layout.xy(h)
        ink, halo = colours.figures(colours.levels[min(plan.level(h), 5)])
        at = (x + 0.27 * r, y + 0.745 * r)
        draw.text(at, str(m.level_at(h)), font=font, fill=ink, anchor="mm", stroke_width=1, stroke_fill=halo)
        draw.text(at, str(m.level_at(h)), font=font, fill=ink, anchor="mm")


def rulers(image: Image.Image, layout: Layout, colours: Ground) -> None:
    """Columns along top and bottom, rows left and right."""
    draw = ImageDraw.Draw(image)
    w, h = layout.size
    font = fonts.plain(max(9, int(min(0.30 * layout.r, layout.margin * 0.40))))
    edge = layout.margin * 0.5 + 2
    for c in range(layout.c0, layout.c1 + 1):
        x, _ = layout.xy(c * 100 + layout.r0)
        for y in (edge, h - edge):
            draw.text((x, y), f"{c:02d}", font=font, fill=colours["soft"], anchor="mm")
    even = layout.c0 + (layout.c0 & 1)
    for row in range(layout.r0, layout.r1 + 1):
        _, y = layout.xy(even * 100 + row)
        for x in (edge, w - edge):
            draw.text((x, y), f"{row:02d}", font=font, fill=colours["soft"], anchor="mm")


def place(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, named: Place) -> None:
    """A name in spaced italics, a breath of ground colour round it, kept inside the map; a city's in capitals.

    Names of rivers and streams run along them, in the ink of water. Among trees and houses the breath is a deep one;
    a single building has its name under it.
    """
    r = layout.r
    kind = kind_of(plan.map.terrain_at(named.hex))
    grand, crowded = kind == "city", kind in ("woods", "town", "village")
    course = course_of(plan.map, named.hex)
    px = max(20, round(0.95 * r)) if grand else max(14 if course is None else 13, round(0.46 * r))
    font = fonts.serif("SemiboldIt", px)
    text = fonts.written(named.name.upper() if grand else named.name)
    tracking = px * (0.3 if grand else 0.16)
    wide = fonts.width(text, font, tracking)
    bent = None if course is None else stretch(rightwards(course), centre(named.hex), wide / r)
    if bent is not None and (path := _kept_in([layout.at(p) for p in bent], layout, px)):
        ink, corner = _along(path, text, font, px, tracking)
    else:
        ink = Image.new("L", (int(wide) + 2 * px, 3 * px), 0)
        fonts.tracked(ImageDraw.Draw(ink), (px, 1.5 * px), text, font, 255, tracking, "lm")
        x, y = layout.xy(named.hex)
        room = layout.margin + 0.4 * r
        x = max(room + wide / 2, min(x, layout.size[0] - room - wide / 2))
        down = 0.66 if kind in ("building", "castle") else 0.12 if grand else BELOW
        corner = round(x - ink.width / 2), round(y + down * r - ink.height / 2)
    soft, strong = (3.0, 4.2) if crowded else (2.2, 1.76)
    halo = ink.filter(ImageFilter.GaussianBlur(soft)).point([min(235, int(v * strong)) for v in range(256)])
    wet = kind in ("water", "sea", "ford")
    ground = (
        colours[BUSY[kind]] if crowded else colours["water"] if wet else colours.levels[min(plan.level(named.hex), 5)]
    )
    colour = colours["ink"] if course is None else mix(colours["water-edge"], colours["ink"], 0.5)
    image.paste(ground, corner, halo)
    image.paste(colour, corner, ink.point([int(v * (0.85 if course is None else 1.0)) for v in range(256)]))


def _kept_in(path: list[Point], layout: Layout, px: int) -> list[Point] | None:
    """The path pushed so far that what is written along it stays on the map; None where that is too far."""
    room = layout.margin * 0.9 + px * 0.6
    push = []
    for i, size in enumerate(layout.size):
        low, high = min(p[i] for p in path), max(p[i] for p in path)
        if high - low > size - 2 * room:
            return None
        push.append(max(0.0, room - low) - max(0.0, high - (size - room)))
    if math.hypot(*push) > layout.r:
        return None
    return [(x + push[0], y + push[1]) for x, y in path]


def _along(
    path: list[Point], text: str, font: fonts.Font, px: int, tracking: float
) -> tuple[Image.Image, tuple[int, int]]:
    """The text letter by letter along a path in pixels: a mask and where its corner goes."""
    left, top = math.floor(min(p[0] for p in path)) - 2 * px, math.floor(min(p[1] for p in path)) - 2 * px
    right, bottom = math.ceil(max(p[0] for p in path)) + 2 * px, math.ceil(max(p[1] for p in path)) + 2 * px
    mask = Image.new("L", (right - left, bottom - top), 0)
    steps = along(path, 1.0)
    q, at = 3, 0.0
    big = font.font_variant(size=px * q) if isinstance(font, ImageFont.FreeTypeFont) else font
    for c in text:
        advance = font.getlength(c)
        (x, y), _ = steps[min(round(at + advance / 2), len(steps) - 1)]
        (ax, ay), _ = steps[max(0, min(round(at + advance / 2 - px), len(steps) - 1))]
        (bx, by), _ = steps[min(round(at + advance / 2 + px), len(steps) - 1)]
        letter = Image.new("L", (4 * px * q, 4 * px * q), 0)
        ImageDraw.Draw(letter).text((2 * px * q, 2.35 * px * q), c, font=big, fill=255, anchor="ms")
        letter = letter.rotate(math.degrees(math.atan2(ay - by, bx - ax)), Image.Resampling.BICUBIC).reduce(q)
        spot = round(x - left - 2 * px), round(y - top - 2 * px)
        box = (*spot, spot[0] + letter.width, spot[1] + letter.height)
        mask.paste(ImageChops.lighter(mask.crop(box), letter), spot)
        at += advance + tracking
    return mask, (left, top)


__all__ = ["BUSY", "levels", "numbers", "place", "rulers"]

"""Names of places and rivers, written on the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.kernel.hexes import Hex, centre, within
from engine.kernel.terrain import Place
from renderer.graphics import fonts
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point, along
from renderer.graphics.masks import Box
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import kind_of
from renderer.map.layout import Layout
from renderer.map.lettering import BUSY
from renderer.map.name_lines import BELOW, course_of, rightwards, stretch
from renderer.palette.colours import RGB, mix
from renderer.palette.map import Ground

CROWDED = frozenset({"woods", "town", "village"})
"""Kinds of ground on which a name is hard to read: the breath round it is deep."""

_Masks: TypeAlias = tuple[Image.Image, Image.Image]
_NAMES: Cache[Hashable, _Masks] = Cache(1 << 20, lambda m: 2 * m[0].width * m[0].height, "names")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is written on the map."""

    ink: Image.Image
    halo: Image.Image
    """A breath of ground colour round it. Both are masks of one size."""
    corner: tuple[int, int]
    colours: tuple[RGB, RGB]
    """Of ink and halo."""

    @property
    def box(self) -> Box:
        """The pixels of the picture it covers."""
        (x, y), (w, h) = self.corner, self.ink.size
        return x, y, x + w, y + h

    def draw(self, image: Image.Image) -> None:
        image.paste(self.colours[1], self.corner, self.halo)
        image.paste(self.colours[0], self.corner, self.ink)


def name_of(plan: Plan, layout: Layout, colours: Ground, named: Place) -> Name:
    """A name in spaced italics, a breath of ground colour round it, kept inside the map; a city's in capitals.

    Names of rivers and streams run along them, in the ink of water. Among trees and houses, or where it runs into
    them, the breath is a deep one; a single building has its name under it.
    """
    r = layout.r
    kind = kind_of(plan.map.terrain_at(named.hex))
    grand, amid = kind == "city", kind in CROWDED
    course = course_of(plan.map, named.hex)
    px = max(20, round(0.95 * r)) if grand else max(14 if course is None else 13, round(0.46 * r))
    font = fonts.serif("SemiboldIt", px)
    text = fonts.written(named.name.upper() if grand else named.name)
    tracking = px * (0.3 if grand else 0.16)
    wide = fonts.width(text, font, tracking)
    bent = None if course is None else stretch(rightwards(course), centre(named.hex), wide / r)
    if bent is not None and (path := _kept_in([layout.at(p) for p in bent], layout, px)):
        left, top = math.floor(min(p[0] for p in path)), math.floor(min(p[1] for p in path))
        way = tuple((round(x - left, 2), round(y - top, 2)) for x, y in path)
        masks = _masks((text, px, tracking, amid, False, way), lambda: _along(way, text, font, px, tracking))
        corner = left - 2 * px, top - 2 * px
    else:
        crowded = amid or _runs_into(plan, layout, named.hex, wide)
        look = (text, px, tracking, crowded, course is None)
        masks = _masks(look, lambda: _straight(text, font, px, tracking, wide))
        x, y = layout.xy(named.hex)
        room = layout.margin + 0.4 * r
        x = max(room + wide / 2, min(x, layout.size[0] - room - wide / 2))
        down = 0.66 if kind in ("building", "castle") else 0.12 if grand else BELOW
        corner = round(x - masks[0].width / 2), round(y + down * r - masks[0].height / 2)
    wet = kind in ("water", "sea", "ford")
    ground = colours[BUSY[kind]] if amid else colours["water"] if wet else colours.levels[min(plan.level(named.hex), 5)]
    colour = colours["ink"] if course is None else mix(colours["water-edge"], colours["ink"], 0.5)
    return Name(*masks, corner, (colour, ground))


def _runs_into(plan: Plan, layout: Layout, at: Hex, wide: float) -> bool:
    """Whether a name of that width, written level at a hex, reaches trees or houses beside it."""
    (x, y), half = layout.xy(at), wide / 2
    for h in within(at, math.ceil(half / (1.5 * layout.r))):
        to_x, to_y = layout.xy(h)
        near = abs(to_x - x) < half + 0.7 * layout.r and abs(to_y - y) < layout.r
        if near and h in plan.map and kind_of(plan.map.terrain_at(h)) in CROWDED:
            return True
    return False


def _masks(look: tuple[object, ...], write: Callable[[], Image.Image]) -> _Masks:
    """Ink and halo of a name that looks like this. Not to be changed: they are shared."""

    def make() -> _Masks:
        ink = write()
        crowded, dry = look[3:5]
        soft, strong = (3.0, 4.2) if crowded else (2.2, 1.76)
        halo = ink.filter(ImageFilter.GaussianBlur(soft)).point([min(235, int(v * strong)) for v in range(256)])
        return ink.point([int(v * (0.85 if dry else 1.0)) for v in range(256)]), halo

    return _NAMES.get(look, make)


def _straight(text: str, font: fonts.Font, px: int, tracking: float, wide: float) -> Image.Image:
    ink = Image.new("L", (int(wide) + 2 * px, 3 * px), 0)
    fonts.tracked(ImageDraw.Draw(ink), (px, 1.5 * px), text, font, 255, tracking, "lm")
    return ink


def _kept_in(path: list[Point], layout: Layout, px: int) -> list[Point] | None:
    """The path pushed so far that what is written along it stays on the map; None where that is too far."""
    room = layout.margin * 0.9 + px * 0.6
    push: list[float] = []
    for i, size in enumerate(layout.size):
        low, high = min(p[i] for p in path), max(p[i] for p in path)
        if high - low > size - 2 * room:
            return None
        push.append(max(0.0, room - low) - max(0.0, high - (size - room)))
    if math.hypot(*push) > layout.r:
        return None
    return [(x + push[0], y + push[1]) for x, y in path]


def _along(path: Sequence[Point], text: str, font: fonts.Font, px: int, tracking: float) -> Image.Image:
    """The text letter by letter along a path in pixels, which comes no nearer to the mask's edges than two letters."""
    left, top = -2 * px, -2 * px
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
    return mask

"""Washes: heights with their light, the grain of the paper, areas of ground, water. Drawn at the picture's own size."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.kernel.hexes import Hex, centre
from renderer.graphics.cache import Cache
from renderer.graphics.masks import Box
from renderer.map.ground.marks import snapped
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import WATER
from renderer.map.ground.wandering import Patch, beyond
from renderer.map.layout import corners
from renderer.palette.colours import RGB
from renderer.palette.map import Ground

BASE, STEP = 40, 30
"""Grey of level 0 and the grey between two levels in the image of heights."""

AREAS: tuple[tuple[tuple[str, ...], str, float, float], ...] = (
    (("land",), "level-1", 0.8, 1.0),
    (("mud",), "mud", 0.8, 1.0),
    (("marsh", "fen"), "marsh", 0.85, 1.0),
    (("rough", "riverbed"), "rough", 0.55, 1.0),
    (("unknown",), "unknown", 0.7, 0.5),
    (("vineyard",), "woods", 0.35, 0.5),
    (("camp",), "camp", 0.55, 0.5),
    (("city", "city-wall", "city-gate"), "town", 0.95, 0.3),
    (("town", "village", "building"), "town", 0.75, 0.8),
    (("woods",), "woods", 0.85, 1.0),
)
"""Kinds of ground, the wash's role, its opacity, and how far its edges wander."""

BRIGHTEST, DARKEST = 20, 66
"""Most that a slope is lit and shaded, of 255: a hill is shown by its shadow, not by a glow round it."""
SHORES = ((0.34, (0.60, 0.72, 0.84, 0.93), 0.42),)
"""Water lines of a river: blur in units of the radius, where along it each line runs, and their opacity."""
COASTS = ((0.34, (0.58, 0.72, 0.86), 0.5), (0.80, (0.80, 0.87, 0.93, 0.97), 0.36))
"""Those of a sea, the wider apart the farther from the coast."""

SHARPNESS = 2
"""Masks are drawn at this multiple of the picture's size and reduced."""
GRID = 16
"""Windows that must meet without a seam begin and end at multiples of this many pixels."""

LATTICE = 512
"""Cells of noise before it repeats."""

_LATTICES: Cache[str, Image.Image] = Cache(6 << 20, lambda im: im.width * im.height, "noise")


def power_of_two(value: float) -> int:
    """The largest power of two up to ``value``, but at least 1.

    >>> [power_of_two(v) for v in (0.3, 1, 5.9, 8)]
    [1, 1, 4, 8]
    """
    return 1 << max(0, math.floor(math.log2(max(1.0, value))))


class Window:
    """A rectangle of the plane of pixels at one radius: ``origin`` and ``size`` in pixels."""

    def __init__(self, plan: Plan, colours: Ground, r: int, origin: tuple[int, int], size: tuple[int, int]) -> None:
        self.plan = plan
        self.colours = colours
        self.r = r
        self.origin = origin
        self.size = size
        reach = 2.5
        x0, y0 = origin[0] / r - reach, origin[1] / r - reach
        x1, y1 = (origin[0] + size[0]) / r + reach, (origin[1] + size[1]) / r + reach
        self._cols = range(math.floor(x0 / 1.5), math.ceil(x1 / 1.5) + 1)
        self._rows = range(math.floor(y0 / math.sqrt(3)) - 1, math.ceil(y1 / math.sqrt(3)) + 1)

    def near(self, hexes: Iterable[Hex]) -> list[Hex]:
        """Those of the hexes that may show in the window."""
        return [h for h in hexes if h // 100 in self._cols and h % 100 in self._rows]

    def _part(self, hexes: Iterable[Hex], reach: float) -> tuple[Window, Box]:
        """The part of the window within so many radii of these hexes, and where in the window it is."""
        middles = [centre(h) for h in hexes]
        r, out, (ox, oy), (w, h) = self.r, (1 + reach) * self.r, self.origin, self.size
        x0 = max(0, math.floor((min(x for x, _ in middles) * r - out - ox) / GRID) * GRID)
        y0 = max(0, math.floor((min(y for _, y in middles) * r - out - oy) / GRID) * GRID)
        x1 = min(w, math.ceil((max(x for x, _ in middles) * r + out - ox) / GRID) * GRID)
        y1 = min(h, math.ceil((max(y for _, y in middles) * r + out - oy) / GRID) * GRID)
        part = Window(self.plan, self.colours, r, (ox + x0, oy + y0), (x1 - x0, y1 - y0))
        return part, (x0, y0, x1, y1)

    def polygon(self, h: Hex, scale: float) -> list[tuple[float, float]]:
        r, (ox, oy) = self.r, self.origin
        return [(x * r - ox, y * r - oy) for x, y in corners(h, scale)]

    def wash(self) -> Image.Image:
        """The whole ground without pen work, as RGB."""
        heights = self._heights()
        grain = self._grain()
        slopes = self._light(heights, grain)
        image = self._levels(heights)
        light = slopes.point([_clamped(v, 128 - DARKEST, 128 + BRIGHTEST) for v in range(256)])
        gentle = slopes.point([128 + (v - 128) * 7 // 10 for v in range(256)])
        for kinds, role, opacity, share in AREAS:
            if self.near(h for k in kinds for h in self.plan.kinds.get(k, ())):
                mask = self._filled(self.plan.patches(kinds, share))
                image.paste(self.colours[role], (0, 0), mask.point([int(v * opacity) for v in range(256)]))
                light.paste(gentle, (0, 0), mask)
        wet = self.near(h for k in WATER for h in self.plan.kinds.get(k, ()))
        if wet:
            part, box = self._part(wet, 6)
            under, shade = image.crop(box), light.crop(box)
            part._water(under, shade, wet, grain.crop(box))
            image.paste(under, box)
            light.paste(shade, box)
        return _lit(image, light)

    def mat(self) -> Image.Image:
        """Paper with its grain and nothing on it."""
        grain = self._grain().point([128 + (v - 128) // 2 for v in range(256)])
        return _lit(Image.new("RGB", self.size, self.colours["mat"]), grain)

    def _blur(self, image: Image.Image, radius: float) -> Image.Image:
        """Gaussian blur; a wide one on a smaller copy, a fifth of the time.

        The copy is smaller by a power of two, which divides :data:`GRID`: so the result doesn't hang on the window.
        """
        f = power_of_two(radius / 2)
        small = image.reduce(f) if f > 1 else image
        small = small.filter(ImageFilter.GaussianBlur(radius / f))
        return small.resize(image.size, Image.Resampling.BICUBIC) if f > 1 else small

    def _heights(self) -> Image.Image:
        """Grey by level. Ground at the edge of the map goes on beyond it, so that the edge is no cliff."""
        image = Image.new("L", self.size, BASE)
        plan = self.plan
        raised = {plan.level(h) for h in self.near(h for h in plan.map.levels if h in plan.map.hexes)}
        for level in range(1, max(raised, default=0) + 1):
            image.paste(_grey(level), (0, 0), self._filled(plan.raised(level)))
        return image

    def _filled(self, patches: Iterable[Patch]) -> Image.Image:
        """A mask of what lies within wandering edges."""
        q, r, (ox, oy), (w, h) = SHARPNESS, self.r, self.origin, self.size
        mask = Image.new("L", (w * q, h * q), 0)
        draw = ImageDraw.Draw(mask)
        for p in patches:
            x0, y0, x1, y1 = p.box
            if x1 * r < ox or y1 * r < oy or x0 * r > ox + w or y0 * r > oy + h:
                continue
            points = [(snapped(x, r * q) - ox * q, snapped(y, r * q) - oy * q) for x, y in p.path]
            draw.polygon(points, fill=0 if p.hole else 255)
        return mask.reduce(q)

    def _levels(self, heights: Image.Image) -> Image.Image:
        if heights.getextrema() == (BASE, BASE):
            return Image.new("RGB", self.size, self.colours.levels[0])
        rough = self._noise(0.55, "heights").point([int(v * 0.03) for v in range(256)])
        height = ImageChops.add(self._blur(heights, 0.30 * self.r), rough, 1, -4)
        tables = level_tables(self.colours.levels)
        return Image.merge("RGB", [height.point(t) for t in tables])

    def _light(self, heights: Image.Image, grain: Image.Image) -> Image.Image:
        """Light from the north-west on slopes and paper, 128 for none."""
        if heights.getextrema() == (BASE, BASE):
            return grain
        d = max(1, round(0.16 * self.r))
        smooth = self._blur(heights, 0.55 * self.r)
        scale = (0.9 if self.colours.dark else 0.62) * (1.0 if self.r >= 24 else 0.8)
        relief = ImageChops.subtract(ImageChops.offset(smooth, -d, -d), ImageChops.offset(smooth, d, d), scale, 128)
        return ImageChops.add(relief, grain, 1, -128)

    def _grain(self) -> Image.Image:
        """The paper's own light, 128 for none: fibres, and broad stains that night hides."""
        dark = self.colours.dark
        grain = Image.blend(self._noise(0.30, "paper"), self._noise(1.6, "sheet"), 0.3 if dark else 0.5)
        if self.r >= 40:
            grain = Image.blend(grain, self._noise(0.11, "grain"), 0.4)
        strength = 0.038 if dark else 0.085
        return grain.point([round(128 + (v - 128) * strength) for v in range(256)])

    def _noise(self, cell: float, name: str) -> Image.Image:
        """Smooth noise with cells of about ``cell`` radii, fixed to the plane and not to the window."""
        m = self.plan.map
        lattice = _LATTICES.get(
            f"{m.id}/{name}",
            lambda: Image.frombytes("L", (LATTICE, LATTICE), self.plan.hand(f"noise {name}").randbytes(LATTICE**2)),
        )
        unit = power_of_two(cell * self.r * 1.7)
        left, top = self.origin[0] // unit - 2, self.origin[1] // unit - 2
        columns = (self.origin[0] + self.size[0]) // unit + 3 - left
        rows = (self.origin[1] + self.size[1]) // unit + 3 - top
        cells = Image.new("L", (columns, rows))
        for y in range(-(top % LATTICE), rows, LATTICE):
            for x in range(-(left % LATTICE), columns, LATTICE):
                cells.paste(lattice, (x, y))
        smooth = cells.resize((columns * unit, rows * unit), Image.Resampling.BICUBIC)
        x, y = self.origin[0] - left * unit, self.origin[1] - top * unit
        return smooth.crop((x, y, x + self.size[0], y + self.size[1]))

    def _area(self, hexes: Iterable[Hex], blur: float, grow: float, threshold: float) -> Image.Image:
        """A mask with an organic edge, smooth for the price of a blur."""
        return self._soft(hexes, blur, grow).point(_cliff(threshold, max(4.0, 1.4 * blur * self.r)))

    def _soft(self, hexes: Iterable[Hex], blur: float, grow: float) -> Image.Image:
        """The hexes in white on black, out of focus."""
        mask = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(mask)
        for h in beyond(hexes, self.plan.map.hexes):
            draw.polygon(self.polygon(h, grow), fill=255)
        return self._blur(mask, blur * self.r)

    def _water(self, image: Image.Image, light: Image.Image, hexes: list[Hex], grain: Image.Image) -> None:
        """Water with the engraver's lines along its banks, and the shade of the banks on the land."""
        soft = self._soft(hexes, 0.42, 1.06)
        steep = max(4.0, 0.59 * self.r)
        mask = soft.point(_cliff(0.46, steep))
        bank = soft.point([round(70 * max(0.0, 1 - abs(v / 255 - 0.40) / 0.22)) for v in range(256)])
        image.paste(self.colours["hachure"], (0, 0), bank)
        image.paste(self.colours["water"], (0, 0), mask)
        light.paste(grain, (0, 0), mask)
        sea = self.near(self.plan.kinds.get("sea", ()))
        rivers = self.near(h for k in WATER if k != "sea" for h in self.plan.kinds.get(k, ()))
        for lines, there in ((SHORES, rivers), (COASTS, sea)):
            if there:
                # The sea goes on far enough beyond the map for no line to run along its edge.
                whole = mask
                if there is sea:
                    whole = self._soft(beyond(hexes, self.plan.map.hexes), 0.42, 1.06).point(_cliff(0.46, steep))
                for blur, places, opacity in lines:
                    drawn = self._water_lines(whole, blur, places, opacity, there if sea and rivers else None)
                    image.paste(self.colours["water-line"], (0, 0), ImageChops.multiply(drawn, mask))
        edge = soft.point([round(230 * max(0.0, 1 - abs(v - 255 * 0.44) * steep / 300)) for v in range(256)])
        image.paste(self.colours["water-edge"], (0, 0), edge)

    def _water_lines(
        self, water: Image.Image, blur: float, places: tuple[float, ...], opacity: float, only: list[Hex] | None
    ) -> Image.Image:
        """A mask of lines along the shore of the water; with ``only`` not outside these hexes."""
        shore = self._blur(water, blur * self.r)
        rings = [0.0] * 256
        for at in places:
            slope = (60 if at > 0.8 else 40) * blur / 0.34 / (self.r / 34 + 0.5)
            for v in range(256):
                rings[v] = max(rings[v], 255 - abs(v - 255 * at) * slope)
        lines = shore.point([round(max(0.0, v) * opacity) for v in rings])
        return lines if only is None else ImageChops.multiply(lines, self._area(only, 0.3, 1.0, 0.5))


def _clamped(v: int, least: int, most: int) -> int:
    return max(least, min(most, v))


def _cliff(threshold: float, steep: float) -> list[int]:
    """A table that turns a soft edge into a firm one where it passes ``threshold`` (0 to 1)."""
    return [_clamped(int((v - 255 * threshold) * steep + 128), 0, 255) for v in range(256)]


def _grey(level: int) -> int:
    return BASE + STEP * min(level, 6)


def level_tables(levels: tuple[RGB, ...]) -> list[list[int]]:
    """Three tables from the grey of a height to its colour: flat per level, a short ramp at each boundary."""
    top = len(levels) - 1

    def shade(v: int, channel: int) -> int:
        t = (v - BASE) / STEP
        n = max(0, min(top, math.floor(t + 0.5)))
        below, above = t - (n - 0.5), (n + 0.5) - t
        here = levels[n][channel]
        if below < 0.16 and n > 0:
            return round(levels[n - 1][channel] + (here - levels[n - 1][channel]) * (0.5 + max(0.0, below) / 0.32))
        if above < 0.16 and n < top:
            return round(levels[n + 1][channel] + (here - levels[n + 1][channel]) * (0.5 + max(0.0, above) / 0.32))
        return here

    return [[shade(v, channel) for v in range(256)] for channel in range(3)]


def _lit(image: Image.Image, light: Image.Image) -> Image.Image:
    """The image lightened and darkened by a grey image, 128 meaning no change."""
    return Image.merge("RGB", [ImageChops.add(c, light, 1, -128) for c in image.split()])

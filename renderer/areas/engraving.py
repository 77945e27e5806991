"""The ground of an engraved sheet: sea with its water lines, land, hills, rivers, coasts and borders.

It shows nothing that changes: who holds what, and who stands where, is laid over it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.areas.engraved import Engraved, Path
from renderer.areas.pieces import FINE, MASKS, Window, join, piece
from renderer.graphics.curves import Point, along, chaikin, spline
from renderer.palette.colours import RGB, mix
from renderer.palette.map import Ground

WATER_LINES = (6.0, 14.0, 24.0, 36.0, 50.0)
"""How far from the coast its echoes run in the sea, in units of the sheet."""
SEA = 0.62
"""How far the open sea goes from the colour of water towards that of paper."""
FAINT = 0.16
"""Pixels a unit below which the finest pen work is left out."""


class Engraving:
    """The ground of one window, put together in layers."""

    def __init__(self, sheet: Engraved, window: Window, colours: Ground) -> None:
        self.sheet, self.window, self.colours = sheet, window, colours
        self.w, self.h = window.size

    def drawn(self) -> Image.Image:
        """The finished ground, RGB."""
        c = self.colours
        land = self.land_mask()
        image = Image.new("RGB", self.window.size, mix(c["water"], c["paper"], SEA))
        self._water_lines(image)
        image.paste(c["paper"], (0, 0), land)
        inside = self.in_play(land)
        image.paste(mix(c["level-0"], c["paper"], 0.5), (0, 0), inside)
        self._shade(image, land)
        pen = _Pen(self.window)
        self._rivers(pen)
        self._hills(pen)
        self._borders(pen)
        pen.onto(image, land)
        pen = _Pen(self.window)
        self._sea_lines(pen)
        pen.onto(image, ImageChops.invert(land))
        pen = _Pen(self.window)
        self._coasts(pen)
        pen.onto(image)
        return image

    # -- masks --------------------------------------------------------------------------------------------------------

    def land_mask(self) -> Image.Image:
        """Land, 255, with the waters in it 0. Not to be changed: it is shared."""
        return MASKS.get((self.sheet.id, self.window), self._land)

    def _land(self) -> Image.Image:
        mask = Image.new("L", (self.w * FINE, self.h * FINE), 0)
        draw = ImageDraw.Draw(mask)
        for outline, *waters in self.sheet.coast:
            if not self._near(outline):
                continue
            draw.polygon(self._fine(outline), fill=255)
            for water in waters:
                draw.polygon(self._fine(water), fill=0)
        for lake in self.sheet.lakes:
            draw.polygon(self._fine(chaikin(lake, 3, closed=True)), fill=0)
        return mask.reduce(FINE)

    def province_mask(self, codes: Iterable[str], land: Image.Image) -> Image.Image:
        """Provinces, 255, cut off at the coast."""
        mask = Image.new("L", self.window.size, 0)
        for code in codes:
            part = piece((self.sheet.id, "province", code), self.window, [*self.sheet.outlines(code)], 1.0, _filled)
            if part is not None:
                # What two provinces each have a part of is theirs together.
                join(mask, part, ImageChops.add)
        return ImageChops.multiply(mask, land)

    def strip_mask(self, lines: Iterable[int], width: float) -> Image.Image:
        """Strips along borders, 255, by their numbers; ``width`` in units of the sheet."""
        mask = Image.new("L", self.window.size, 0)
        pen = max(2, round(width * self.window.scale * FINE))

        def draw(to: ImageDraw.ImageDraw, path: list[Point]) -> None:
            to.line(path, fill=255, width=pen, joint="curve")

        for i in lines:
            part = piece((self.sheet.id, "strip", i, pen), self.window, [self.sheet.lines[i]], pen / FINE + 1, draw)
            if part is not None:
                join(mask, part, ImageChops.lighter)
        return mask

    def in_play(self, land: Image.Image) -> Image.Image:
        """All provinces."""
        return self.province_mask(self.sheet.shapes, land)

    # -- layers -------------------------------------------------------------------------------------------------------

    def _water_lines(self, image: Image.Image) -> None:
        """Echoes of the coast, finer and paler the farther out: each is what a broad stroke leaves of a broader one."""
        s, c = self.window.scale, self.colours
        sea = mix(c["water"], c["paper"], SEA)
        pen = _Pen(self.window)
        coasts = [x for shore in self.sheet.coast for p in shore for x in self._parts([*p, p[0]], 2 * WATER_LINES[-1])]
        for n, out in reversed(list(enumerate(WATER_LINES))):
            if out * s < 1.6:
                continue
            far = n / (len(WATER_LINES) - 1)
            wash = mix(c["water"], sea, 0.75 * far)
            ink = mix(c["water-line"], wash, 0.35 + 0.5 * far)
            line = (1.5 - 0.7 * far) * s + 0.45
            thinned = [_thinned(path, 0.45 * out) for path in coasts]
            for path in thinned:
                pen.broad(path, ink, 2 * out * s + line)
            for path in thinned:
                pen.broad(path, wash, 2 * out * s - line)
        pen.onto(image)

    def _shade(self, image: Image.Image, land: Image.Image) -> None:
        """The land's inner edge, a little darker, as a colourist leaves it."""
        blurred = ImageChops.invert(land).filter(ImageFilter.GaussianBlur(max(1.0, 9 * self.window.scale)))
        edge = ImageChops.multiply(blurred.point([v // 3 for v in range(256)]), land)
        image.paste(self.colours["hachure"], (0, 0), edge)

    def _rivers(self, pen: _Pen) -> None:
        s = self.window.scale
        for river in self.sheet.rivers:
            course = spline(_wandering(river), steps=6)
            if self._near(course):
                pen.tapered(course, self.colours["stream"], 1.0 * s + 0.4, 4.0 * s + 0.8)

    def _hills(self, pen: _Pen) -> None:
        """Ranges as rows of engraved mounds, lit from the upper left."""
        s, c = self.window.scale, self.colours
        step = max(34.0, 13 / s)
        for n, line in enumerate(self.sheet.hills):
            rng = random.Random(f"{self.sheet.id} hills {n}")
            for at, normal in along(spline(line, steps=8), step):
                off = rng.uniform(-12, 12)
                size = rng.uniform(0.75, 1.25) * step * 0.62
                peak = at[0] + normal[0] * off, at[1] + normal[1] * off
                if self.window.holds(peak, 40):
                    _mound(pen, peak, size, rng, c, s)

    def _borders(self, pen: _Pen) -> None:
        s, c = self.window.scale, self.colours
        for i, line in enumerate(self.sheet.lines):
            sides = self.sheet.sides.get(i, ())
            if not sides or not self._near(line):
                continue
            path = chaikin(line, 1)
            if i in self.sheet.ridges:
                self._ridge(pen, path, i)
            elif len(sides) == 1:
                pen.line(path, c["soft"], 3.2 * s + 0.6)
                pen.line(path, c["paper"], 1.1 * s)
            else:
                pen.dashed(path, mix(c["ink"], c["paper"], 0.35), 1.5 * s + 0.45, 11 * s + 1.5, 6 * s + 1.0)

    def _ridge(self, pen: _Pen, path: Iterable[Point], n: int) -> None:
        rng = random.Random(f"{self.sheet.id} ridge {n}")
        for at, _ in along(list(path), max(15.0, 6 / self.window.scale)):
            _mound(pen, at, max(15.0, 6 / self.window.scale), rng, self.colours, self.window.scale)

    def _sea_lines(self, pen: _Pen) -> None:
        s, ink = self.window.scale, mix(self.colours["water-edge"], self.colours["water"], 0.6)
        for x in self.sheet.sea_lines:
            if self._near(x.line):
                pen.dashed(chaikin(x.line, 2), ink, 2.2 * s + 0.5, 3 * s + 1.2, 12 * s + 3)

    def _coasts(self, pen: _Pen) -> None:
        s, c = self.window.scale, self.colours
        for shore in self.sheet.coast:
            for outline in shore:
                for part in self._parts([*outline, outline[0]], 20):
                    pen.line(part, c["water-edge"], 1.7 * s + 0.6)
        for lake in self.sheet.lakes:
            pen.line(chaikin(lake, 3, closed=True), c["water-edge"], 1.2 * s + 0.4)

    # -- points -------------------------------------------------------------------------------------------------------

    def _fine(self, path: Iterable[Point]) -> list[Point]:
        at = self.window.at
        return [(x * FINE, y * FINE) for x, y in map(at, path)]

    def _near(self, path: Iterable[Point], over: float = 0.0) -> bool:
        """Whether the box round the path, ``over`` units larger on every side, and the picture overlap."""
        win = self.window
        xs, ys = zip(*path, strict=True)
        right, low = win.left + self.w / win.scale + over, win.top + self.h / win.scale + over
        return max(xs) >= win.left - over and min(xs) <= right and max(ys) >= win.top - over and min(ys) <= low

    def _parts(self, path: list[Point], over: float) -> list[list[Point]]:
        """What of a path is in the picture, or at most ``over`` units outside it."""
        win = self.window
        x0, y0, x1, y1 = win.left - over, win.top - over, win.left + self.w / win.scale, win.top + self.h / win.scale
        inside = [x0 <= x <= x1 + over and y0 <= y <= y1 + over for x, y in path]
        found: list[list[Point]] = []
        for i, (a, b) in enumerate(itertools.pairwise(path)):
            if not (inside[i] or inside[i + 1]):
                continue
            if found and found[-1][-1] is a:
                found[-1].append(b)
            else:
                found.append([a, b])
        return found


def _filled(to: ImageDraw.ImageDraw, path: list[Point]) -> None:
    to.polygon(path, fill=255)


class _Pen:
    """Ink on a sheet of glass of the picture's size."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.image = Image.new("RGBA", (window.size[0] * FINE, window.size[1] * FINE), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def to(self, p: Point) -> Point:
        x, y = self.window.at(p)
        return x * FINE, y * FINE

    def line(self, path: Iterable[Point], ink: RGB, width: float) -> None:
        """A line ``width`` pixels wide."""
        points = [self.to(p) for p in path]
        self.draw.line(points, fill=(*ink, 255), width=max(1, round(width * FINE)), joint="curve")

    def broad(self, path: list[Point], ink: RGB, width: float) -> None:
        """A broad line with round joints and ends, quicker than :meth:`line` makes them."""
        points, r, fill = [self.to(p) for p in path], width * FINE / 2, (*ink, 255)
        self.draw.line(points, fill=fill, width=max(1, round(2 * r)))
        for x, y in points:
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def dashed(self, path: Iterable[Point], ink: RGB, width: float, on: float, off: float) -> None:
        """A broken line; ``on`` and ``off`` in pixels."""
        step = 1.0 / self.window.scale
        dots = [p for p, _ in along(list(path), step)]
        dash, gap = max(1, round(on)), max(1, round(off))
        for i in range(0, len(dots), dash + gap):
            piece = dots[i : i + dash + 1]
            if len(piece) > 1:
                self.line(piece, ink, width)

    def tapered(self, path: list[Point], ink: RGB, thin: float, thick: float) -> None:
        """A line that grows from ``thin`` to ``thick`` pixels."""
        n = len(path)
        for i in range(0, n - 1, 4):
            self.line(path[i : i + 5], ink, thin + (thick - thin) * i / n)

    def area(self, path: Iterable[Point], ink: RGB, opacity: float = 1.0) -> None:
        self.draw.polygon([self.to(p) for p in path], fill=(*ink, round(255 * opacity)))

    def onto(self, image: Image.Image, within: Image.Image | None = None) -> None:
        flat = self.image.reduce(FINE)
        mask = flat.getchannel("A")
        image.paste(flat.convert("RGB"), (0, 0), ImageChops.multiply(mask, within) if within is not None else mask)


def _mound(pen: _Pen, at: Point, size: float, rng: random.Random, c: Ground, scale: float) -> None:
    """One hill: a lit flank, hachures down the other, its crest in ink."""
    x, y = at
    w, h = size * 0.62, size * rng.uniform(0.62, 0.85)
    lean = rng.uniform(-0.12, 0.12) * size
    top = x + lean, y - h
    left, right = (x - w, y + 0.08 * size), (x + w, y + 0.08 * size)
    crest = spline([left, (x - w * 0.45, y - h * 0.5), top, (x + w * 0.5, y - h * 0.42), right], steps=4)
    pen.area(crest, mix(c["level-3"], c["paper"], 0.55))
    pen.area([top, *crest[len(crest) // 2 :], (x + w * 0.1, y)], mix(c["hachure"], c["level-3"], 0.45), 0.75)
    ink = mix(c["hachure"], c["ink"], 0.65)
    pen.line(crest, ink, 1.1 * scale + 0.45)
    if scale < FAINT:
        return
    for k in range(3):
        t = 0.3 + 0.22 * k
        a = x + lean * (1 - t) + w * t * 0.9, y - h * (1 - t)
        b = a[0] - w * 0.16, min(y, a[1] + h * 0.42)
        pen.line([a, b], ink, 0.9 * scale + 0.3)


def _thinned(path: list[Point], apart: float) -> list[Point]:
    """The path with its points at least ``apart`` units from one another; its ends stay."""
    kept = [path[0]]
    for p in path[1:-1]:
        if math.dist(p, kept[-1]) >= apart:
            kept.append(p)
    return [*kept, path[-1]]


def _wandering(path: Path) -> list[Point]:
    """A river's points with a bend between each two of them."""
    found: list[Point] = []
    for n, (a, b) in enumerate(itertools.pairwise(path)):
        length = math.dist(a, b)
        rng = random.Random(f"{a} {b}")
        off = rng.uniform(0.05, 0.13) * length * (1 if n % 2 else -1)
        nx, ny = ((b[1] - a[1]) / length, (a[0] - b[0]) / length) if length else (0.0, 0.0)
        found += [a, ((a[0] + b[0]) / 2 + nx * off, (a[1] + b[1]) / 2 + ny * off)]
    return [*found, path[-1]]

"""The ground of an engraved sheet: sea with its water lines, land, hills, rivers, coasts and borders.

It shows nothing that changes: who holds what, and who stands where, is laid over it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.areas.engraved import Engraved, Path, bounds
from renderer.areas.runs import Run, closed_round, near, runs
from renderer.areas.window import FINE, Bounds, Window
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point, along, chaikin, spline
from renderer.palette.colours import RGB, mix
from renderer.palette.map import Ground

WATER_LINES = (6.0, 14.0, 24.0, 36.0, 50.0)
"""How far from the coast its echoes run in the sea, in units of the sheet."""
SEA = 0.62
"""How far the open sea goes from the colour of water towards that of paper."""
FAINT = 0.16
"""Pixels a unit below which the finest pen work is left out."""
SHADE = 9.0
"""How far the shade along the coast is blurred, in units of the sheet; no more than three times that far is it seen."""
COAST_WIDTH, SEA_LINE_WIDTH = (1.7, 0.6), (2.2, 0.5)
"""Widths of lines: so many units of the sheet, and so many pixels."""
DASH_STEP = 4
"""Pixels between the points of a dash."""

_SHORES: Cache[tuple[str, float], tuple[_Shore, ...]] = Cache(32, lambda _: 1)
_RIVERS: Cache[str, tuple[Run, ...]] = Cache(16, lambda _: 1)
_PEN_WORK: Cache[tuple[object, ...], _Strokes] = Cache(
    2 << 20, lambda s: 200 + 150 * sum(map(len, s)), "lines of sheets"
)
"""Broken lines, each put together once for all parts of a sheet."""


class Engraving:
    """The ground of one window, put together in layers. What is drawn of a spot is the same in every window."""

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
        """Land, 255, with the waters in it 0."""
        return self._cut(self._grown)

    def _cut(self, grown: Image.Image) -> Image.Image:
        """The window's part of a mask as of :attr:`_grown`."""
        over = self._shaded
        return grown.crop((over, over, over + self.w, over + self.h))

    @property
    def _shaded(self) -> int:
        """Pixels round the window from which shade reaches into it."""
        return math.ceil(3 * max(1.0, SHADE * self.window.scale)) + 2

    @cached_property
    def _grown(self) -> Image.Image:
        """The same as :meth:`land_mask`, with all round it that throws shade into the window."""
        window = self.window.grown(self._shaded)
        mask = Image.new("L", (window.size[0] * FINE, window.size[1] * FINE), 0)
        draw, box = ImageDraw.Draw(mask), self._box(self._shaded + 2)
        for shore in self._shores(box):
            for n, line in enumerate(shore.lines):
                points = closed_round(line, box)
                if points:
                    draw.polygon(window.fine(points), fill=0 if n else 255)
        for lake in self.sheet.lakes:
            if _meet(bounds(lake), box):
                draw.polygon(window.fine(chaikin(lake, 3, closed=True)), fill=0)
        return mask.reduce(FINE)

    def province_mask(self, codes: Iterable[str], land: Image.Image) -> Image.Image:
        """Provinces, 255, cut off at the coast."""
        fine, box = self._fine(), self._box(2)
        draw = ImageDraw.Draw(fine)
        for code in codes:
            if _meet(self.sheet.shape_bounds[code], box):
                for line in self.sheet.outlines(code):
                    draw.polygon(self.window.fine(line), fill=255)
        return ImageChops.multiply(fine.reduce(FINE), land)

    def strip_mask(self, lines: Iterable[int], width: float) -> Image.Image:
        """Strips along borders, 255, by their numbers; ``width`` in units of the sheet."""
        fine = self._fine()
        draw, pen = ImageDraw.Draw(fine), max(2, round(width * self.window.scale * FINE))
        r, w, h = pen / 2, *fine.size
        for i in lines:
            path = self.window.fine(self.sheet.lines[i])
            draw.line(path, fill=255, width=pen)
            # Round joints, quicker than Pillow draws them.
            for x, y in path[1:-1]:
                if -r < x < w + r and -r < y < h + r:
                    draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
        return fine.reduce(FINE)

    def _fine(self) -> Image.Image:
        """An empty mask of the window that pen work is drawn on."""
        return Image.new("L", (self.w * FINE, self.h * FINE), 0)

    def borders(self, reach: float) -> list[tuple[int, tuple[str, ...]]]:
        """The numbers of borders in the window, or so many units off it, and the provinces on either side."""
        x0, y0, x1, y1 = self._box(math.ceil(reach * self.window.scale) + 2)
        return [
            (i, self.sheet.sides[i])
            for i, (left, top, right, low) in enumerate(self.sheet.line_bounds)
            if left <= x1 and right >= x0 and top <= y1 and low >= y0 and i in self.sheet.sides
        ]

    def in_play(self, land: Image.Image) -> Image.Image:
        """All provinces."""
        return self.province_mask(self.sheet.shapes, land)

    # -- layers -------------------------------------------------------------------------------------------------------

    def _water_lines(self, image: Image.Image) -> None:
        """Echoes of the coast, finer and paler the farther out: each is what a broad stroke leaves of a broader one."""
        s, c = self.window.scale, self.colours
        sea = mix(c["water"], c["paper"], SEA)
        pen = _Pen(self.window)
        for n, out in reversed(list(enumerate(WATER_LINES))):
            if out * s < 1.6:
                continue
            far = n / (len(WATER_LINES) - 1)
            wash = mix(c["water"], sea, 0.75 * far)
            ink = mix(c["water-line"], wash, 0.35 + 0.5 * far)
            line = (1.5 - 0.7 * far) * s + 0.45
            box = self._box(math.ceil(out * s + line))
            parts = [x for shore in self._shores(box, 0.45 * out) for one in shore.lines for x in near(one, box)]
            for path in parts:
                pen.broad(path, ink, 2 * out * s + line)
            for path in parts:
                pen.broad(path, wash, 2 * out * s - line)
        pen.onto(image)

    def _shade(self, image: Image.Image, land: Image.Image) -> None:
        """The land's inner edge, a little darker, as a colourist leaves it."""
        sea = ImageChops.invert(self._grown)
        if sea.getbbox() is None or land.getbbox() is None:
            return
        blurred = self._cut(sea.filter(ImageFilter.GaussianBlur(max(1.0, SHADE * self.window.scale))))
        edge = ImageChops.multiply(blurred.point([v // 3 for v in range(256)]), land)
        image.paste(self.colours["hachure"], (0, 0), edge)

    def _rivers(self, pen: _Pen) -> None:
        s, box = self.window.scale, self._box(8)
        for course in _RIVERS.get(self.sheet.id, lambda: tuple(map(_course, self.sheet.rivers))):
            if _meet(course.bounds, box):
                pen.tapered(course.points, self.colours["stream"], 1.0 * s + 0.4, 4.0 * s + 0.8)

    def _hills(self, pen: _Pen) -> None:
        """Ranges as rows of engraved mounds, lit from the upper left."""
        step = max(34.0, 13 / self.window.scale)
        for n, line in enumerate(self.sheet.hills):
            if _meet(bounds(line), self._box(math.ceil(4 * step * self.window.scale))):
                self._mounds(pen, f"{self.sheet.id} hills {n}", spline(line, steps=8), step, 12.0)

    def _borders(self, pen: _Pen) -> None:
        s, c = self.window.scale, self.colours
        box = self._box(math.ceil(4 * s) + 4)
        for i, line in enumerate(self.sheet.lines):
            sides = self.sheet.sides.get(i, ())
            if not sides or not _meet(self.sheet.line_bounds[i], box):
                continue
            if i in self.sheet.ridges:
                step = max(15.0, 6 / s)
                self._mounds(pen, f"{self.sheet.id} ridge {i}", chaikin(line, 1), step, 0.0)
            elif len(sides) == 1:
                path = chaikin(line, 1)
                pen.line(path, c["soft"], 3.2 * s + 0.6)
                pen.line(path, c["paper"], 1.1 * s)
            else:
                ink = mix(c["ink"], c["paper"], 0.35)
                self._dashed(pen, ("border", i), line, 1, ink, 1.5 * s + 0.45, (11 * s + 1.5, 6 * s + 1.0))

    def _sea_lines(self, pen: _Pen) -> None:
        s, ink = self.window.scale, mix(self.colours["water-edge"], self.colours["water"], 0.6)
        units, pixels = SEA_LINE_WIDTH
        for n, x in enumerate(self.sheet.sea_lines):
            if _meet(bounds(x.line), self._box(math.ceil(4 * s) + 4)):
                self._dashed(pen, ("sea", n), x.line, 2, ink, units * s + pixels, (3 * s + 1.2, 12 * s + 3))

    def _coasts(self, pen: _Pen) -> None:
        s, c = self.window.scale, self.colours
        units, pixels = COAST_WIDTH
        box = self._box(math.ceil(2 * s) + 4)
        for shore in self._shores(box):
            for one in shore.lines:
                for part in near(one, box):
                    pen.line(part, c["water-edge"], units * s + pixels)
        for lake in self.sheet.lakes:
            if _meet(bounds(lake), box):
                pen.line(chaikin(lake, 3, closed=True), c["water-edge"], 1.2 * s + 0.4)

    # -- what is put together once ------------------------------------------------------------------------------------

    def _shores(self, box: Bounds, apart: float = 0.0) -> Iterator[_Shore]:
        """The pieces of land that may meet a box; with the points of their lines at least so far apart."""
        land = self.sheet.coast
        for shore in _SHORES.get((self.sheet.id, apart), lambda: tuple(_shore(lines, apart) for lines in land)):
            if _meet(shore.bounds, box):
                yield shore

    def _kept(self, key: tuple[object, ...], make: Callable[[], _Strokes]) -> _Strokes:
        return _PEN_WORK.get((self.sheet.id, *key), make)

    def _dashed(
        self,
        pen: _Pen,
        key: tuple[object, ...],
        line: Path,
        cut: int,
        ink: RGB,
        width: float,
        on_off: tuple[float, float],
    ) -> None:
        """A line with its corners cut, broken; how long it is and isn't drawn is in pixels."""
        s = self.window.scale
        for dash in self._kept((*key, s), lambda: [*_dashes(chaikin(line, cut), 1 / s, *on_off)]):
            pen.line(dash, ink, width)

    def _mounds(self, pen: _Pen, seed: str, line: Sequence[Point], step: float, strewn: float) -> None:
        """A row of mounds, ``step`` units apart and up to ``strewn`` off the line."""
        wide = strewn > 0
        for mound in _row(seed, line, step, strewn, (0.62, (0.75, 1.25)) if wide else (1.0, (1.0, 1.0))):
            if self.window.holds(mound.at, 2 * mound.size * self.window.scale + 4):
                mound.draw(pen, self.colours, self.window.scale)

    def _box(self, over: int) -> Bounds:
        """The part of the sheet in the window and so many pixels round it."""
        return self.window.grown(over).bounds


_Strokes: TypeAlias = list[list[Point]]


def _meet(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


@dataclass(frozen=True, slots=True)
class _Shore:
    """A piece of land."""

    bounds: Bounds
    lines: tuple[tuple[Run, ...], ...]
    """Its outline, then the waters in it, all closed."""


def _shore(lines: Sequence[Path], apart: float) -> _Shore:
    return _Shore(bounds(lines[0]), tuple(runs(_thinned([*line, line[0]], apart)) for line in lines))


def _course(river: Path) -> Run:
    points = tuple(spline(_wandering(river), steps=6))
    return Run(points, bounds(points))


class _Pen:
    """Ink on a sheet of glass of the picture's size, which is there as soon as anything is drawn on it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.image: Image.Image | None = None
        self._limits = window.size[0] * FINE, window.size[1] * FINE

    def _points(self, path: Iterable[Point], reach: float) -> list[tuple[int, int]]:
        """A path on the glass; [] where nothing that reaches so far round it would be on it."""
        points = self.window.fine(path)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        (w, h), off = self._limits, reach + 2
        return points if max(xs) >= -off and min(xs) < w + off and max(ys) >= -off and min(ys) < h + off else []

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        if self.image is None:
            self.image = Image.new("RGBA", self._limits, (0, 0, 0, 0))
            self._draw = ImageDraw.Draw(self.image)
        return self._draw

    def line(self, path: Iterable[Point], ink: RGB, width: float) -> None:
        """A line ``width`` pixels wide."""
        pen = max(1, round(width * FINE))
        if points := self._points(path, pen):
            self.draw.line(points, fill=(*ink, 255), width=pen, joint="curve")

    def broad(self, path: list[Point], ink: RGB, width: float) -> None:
        """A broad line with round joints and ends, quicker than :meth:`line` makes them."""
        r, fill = width * FINE / 2, (*ink, 255)
        points = self._points(path, r)
        if not points:
            return
        self.draw.line(points, fill=fill, width=max(1, round(2 * r)))
        (w, h), disc, reach = self._limits, self.draw.ellipse, math.ceil(r)
        for x, y in points:
            if -reach <= x < w + reach and -reach <= y < h + reach:
                disc((x - r, y - r, x + r, y + r), fill=fill)

    def tapered(self, path: Sequence[Point], ink: RGB, thin: float, thick: float) -> None:
        """A line that grows from ``thin`` to ``thick`` pixels."""
        n = len(path)
        for i in range(0, n - 1, 4):
            self.line(path[i : i + 5], ink, thin + (thick - thin) * i / n)

    def area(self, path: Iterable[Point], ink: RGB, opacity: float = 1.0) -> None:
        if points := self._points(path, 0):
            self.draw.polygon(points, fill=(*ink, round(255 * opacity)))

    def onto(self, image: Image.Image, within: Image.Image | None = None) -> None:
        box = self.image.getbbox() if self.image is not None else None
        if self.image is None or box is None:
            return
        x0, y0, x1, y1 = box[0] // FINE, box[1] // FINE, -(-box[2] // FINE), -(-box[3] // FINE)
        flat = self.image.crop((x0 * FINE, y0 * FINE, x1 * FINE, y1 * FINE)).reduce(FINE)
        mask = flat.getchannel("A")
        if within is not None:
            mask = ImageChops.multiply(mask, within.crop((x0, y0, x1, y1)))
        image.paste(flat.convert("RGB"), (x0, y0), mask)


def _dashes(path: Sequence[Point], step: float, on: float, off: float) -> Iterator[list[Point]]:
    """The pieces of a broken line: ``on`` steps drawn and ``off`` left out in turn."""
    dots = [p for p, _ in along(path, step)]
    dash, gap = max(1, round(on)), max(1, round(off))
    for i in range(0, len(dots), dash + gap):
        one = dots[i : i + dash + 1]
        if len(one) > 1:
            yield [*one[:-1:DASH_STEP], one[-1]]


@dataclass(frozen=True, slots=True)
class _Mound:
    """One hill: a lit flank, hachures down the other, its crest in ink."""

    at: Point
    size: float
    tall: float
    """Its height, in widths."""
    lean: float
    """How far its top is off its middle, in widths."""

    def draw(self, pen: _Pen, c: Ground, scale: float) -> None:
        (x, y), size = self.at, self.size
        w, h, lean = size * 0.62, size * self.tall, size * self.lean
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


def _row(
    seed: str, line: Sequence[Point], step: float, strewn: float, sized: tuple[float, tuple[float, float]]
) -> Iterator[_Mound]:
    """Mounds along a line; ``sized`` tells how many steps wide they are, and the least and most of that."""
    rng = random.Random(seed)
    share, (least, most) = sized
    for at, normal in along(line, step):
        off = rng.uniform(-strewn, strewn)
        size = rng.uniform(least, most) * step * share
        peak = at[0] + normal[0] * off, at[1] + normal[1] * off
        yield _Mound(peak, size, rng.uniform(0.62, 0.85), rng.uniform(-0.12, 0.12))


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

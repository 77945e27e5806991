"""What is written and signed on an engraved sheet: names of areas, cities and forts, straits, ways in, incomes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from engine.kernel.areas import Area, AreaMap
from engine.kernel.board import Place
from engine.kernel.view import HoldingView
from renderer.areas.borders import line
from renderer.areas.engraved import Engraved, Shape
from renderer.areas.inks import Inks
from renderer.areas.layout import name_lines
from renderer.areas.on_sheet import SheetLayout, spot
from renderer.areas.piles import COUNTER
from renderer.areas.signs import sign_size
from renderer.areas.window import Window
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.graphics.sprites import Sprite, kept
from renderer.palette.colours import HIT, RGB, mix

NAMED = 0.42
"""Pixels a unit of the sheet from which on provinces have their names written in them; below, regions have theirs."""
LETTER, SMALLEST = 17.0, 8.0
"""Size of a province's letters in units of the sheet, and the smallest in pixels."""
SEA = 34.0
SQUARE = 96
"""Pixels along the side of what is drawn of a long line at once."""
BOX = 20.0


def lay(
    image: Image.Image, board: AreaMap, layout: SheetLayout, holdings: dict[Place, HoldingView], inks: Inks
) -> None:
    """Write everything that stands on the ground of the picture, each piece of it as it was drawn before."""
    found = layout.engraved
    if found is None:
        return
    pen, scale = _Letterer(image, found, layout.window, inks), layout.window.scale
    _crossings(pen)
    _ways(pen, board, layout)
    if scale < NAMED:
        _regions(pen, board)
    for plate in layout.plates:
        area = board.area(plate.place)
        at = spot(found, board, area.id)
        match area.kind:
            case "sea":
                size = max(9.0, min(30.0, SEA * scale * 1.2))
                room = _wide(area, "It", size), 4 * size
                pen.write(at, ("sea", area.name), room, partial(_sea, area=area, size=size, inks=inks))
            case "box":
                size = max(9.0, min(24.0, BOX * scale * 1.6))
                room = _wide(area, "SemiboldIt", size) + 3 * size, 4 * size
                pen.write(at, ("box", area.name), room, partial(_box, area=area, size=size, inks=inks))
            case "province":
                _signs(pen, area)
                if scale >= NAMED:
                    _province(pen, area, layout, holdings.get(area.id))


def _wide(area: Area, style: fonts.Style, size: float) -> float:
    """Half the width of an area's name, in pixels, and a little more."""
    # The letters themselves are twice as large.
    font = fonts.serif(style, round(2 * size))
    return max(font.getlength(fonts.written(text)) for text in name_lines(area.name)) / 4 + 0.5 * size


@dataclass(frozen=True)
class _Letterer:
    """Lays what is written onto a picture."""

    image: Image.Image
    found: Engraved
    window: Window
    inks: Inks

    def write(
        self, spot: Point, key: tuple[object, ...], room: tuple[float, float], draw: Callable[[Canvas, Point], None]
    ) -> None:
        """Lay what is drawn round a point of the sheet; ``key`` tells what is written.

        ``room`` is how many pixels it reaches to either side, and up or down.
        """
        x, y = self.window.at(spot)
        corner, wide, high = (math.floor(x), math.floor(y)), math.ceil(room[0]) + 2, math.ceil(room[1]) + 2
        w, h = self.image.size
        if not (-wide < x < w + wide and -high < y < h + high):
            return

        def made() -> Sprite:
            canvas = Canvas((-wide, -high), (2 * wide, 2 * high))
            draw(canvas, (x - corner[0], y - corner[1]))
            return Sprite(canvas.flat(), (wide, high))

        # Where a point of the sheet lies within its pixel depends on the scale alone.
        of = self.found.id, self.window.scale, self.inks.theme, spot
        kept(("lettering", *of, *key), made).onto(self.image, corner)


def _regions(pen: _Letterer, board: AreaMap) -> None:
    """The names of regions, spaced wide over the provinces that make them up."""
    inks, shapes = pen.inks, pen.found.shapes
    size = max(11.0, 62 * pen.window.scale)
    ink = mix(inks["ink"], inks["paper"], 0.35)
    for region in dict.fromkeys(a.region for a in board.areas if a.region and a.kind == "province"):
        spots = [shapes[a.code].at for a in board.areas if a.region == region and a.code in shapes]
        if len(spots) < 3:
            continue
        x, y = (sum(v) / len(spots) for v in zip(*spots, strict=True))
        text, room = region.upper(), (0.6 * size * (len(region) + 1), 1.5 * size)
        draw = partial(_spaced, text=text, size=size, ink=ink, halo=inks["paper"])
        pen.write((x, y), ("region", text), room, draw)


def _crossings(pen: _Letterer) -> None:
    """A double arrow over each strait, from one province towards the other."""
    for x in pen.found.straits:
        if not pen.window.holds(x.at, 20):
            continue
        a, b = (pen.found.shapes[code].at for code in x.between)
        far = math.dist(a, b)
        r = max(6.0, 26 * pen.window.scale)
        along = (b[0] - a[0]) / far * r, (b[1] - a[1]) / far * r
        pen.write(x.at, ("strait", *x.between), (2 * r, 2 * r), partial(_strait, along=along, inks=pen.inks))


def _strait(canvas: Canvas, at: Point, along: Point, inks: Inks) -> None:
    (x, y), (dx, dy) = at, along
    double_arrow(canvas, (x - dx, y - dy), (x + dx, y + dy), inks)


def double_arrow(canvas: Canvas, a: Point, b: Point, inks: Inks) -> None:
    """A red arrow with a head at either end."""
    far = math.dist(a, b)
    ux, uy, r = (b[0] - a[0]) / far, (b[1] - a[1]) / far, far / 2
    for ink, grown in ((inks["paper"], 0.22 * r), (HIT, 0.0)):
        canvas.line((a, b), ink, 0.2 * r + grown)
        for (x, y), turn in ((a, -1), (b, 1)):
            head = 0.62 * r + grown
            wing = head * 0.5
            tip = x + turn * ux * head * 0.7, y + turn * uy * head * 0.7
            canvas.area([tip, (x - uy * wing, y + ux * wing), (x + uy * wing, y - ux * wing)], ink)


def _ways(pen: _Letterer, board: AreaMap, layout: SheetLayout) -> None:
    """The ways that lead from a box into provinces and to other boxes."""
    window, found = pen.window, pen.found
    px = max(5.0, 20 * window.scale)
    there = {p.place for p in layout.plates}
    for border in board.borders:
        if border.kind not in ("arrow", "box_arrow"):
            continue
        ends = board.read(border.a), board.read(border.b)
        if ends[0] is None or ends[1] is None or not there.intersection(ends):
            continue
        a, b = (window.at(spot(found, board, p)) for p in ends if p is not None)
        if border.kind == "arrow":
            b = lerp(a, b, _reaching(found.shapes[border.b], window, a, b))
        a, b = lerp(a, b, 0.12), lerp(a, b, 0.98)
        # Most of a sheet that holds all of a slanting line would be empty.
        for corner, size in _passed(a, b, 0.5 * px, pen.image.size):
            canvas = Canvas(corner, size)
            line(canvas, border.kind, a, b, px, pen.inks)
            canvas.onto(pen.image)


def _passed(
    a: Point, b: Point, reach: float, limit: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The squares of a picture that a straight line comes near to: upper left corner and size, in pixels."""
    steps, off = math.ceil(math.dist(a, b) / (SQUARE / 3)), reach + SQUARE / 6
    found: dict[tuple[int, int], None] = {}
    for n in range(steps + 1):
        x, y = lerp(a, b, n / max(1, steps))
        for i, j in ((-off, -off), (off, -off), (-off, off), (off, off)):
            found[math.floor((x + i) / SQUARE), math.floor((y + j) / SQUARE)] = None
    for x, y in found:
        left, top = x * SQUARE, y * SQUARE
        size = min(SQUARE, limit[0] - left), min(SQUARE, limit[1] - top)
        if left >= 0 and top >= 0 and size[0] > 0 and size[1] > 0:
            yield (left, top), size


def _reaching(shape: Shape, window: Window, a: Point, b: Point) -> float:
    """How far along from a box to a province's spot an arrow goes: to a little within its border."""
    far = math.dist(a, b)
    return 1.0 if far < 1 else max(0.3, 1 - 0.55 * shape.radius * window.scale / far)


def _spaced(canvas: Canvas, at: Point, *, text: str, size: float, ink: RGB, halo: RGB) -> None:
    q = canvas.q
    font = fonts.serif("Semibold", round(size * q))
    tracking = 0.28 * size * q
    wide = fonts.width(fonts.written(text), font, tracking)
    x, y = canvas.to(at)
    layer = Image.new("L", (round(wide) + 8 * q, round(1.6 * size * q)), 0)
    fonts.tracked(ImageDraw.Draw(layer), (4 * q, 1.15 * size * q), fonts.written(text), font, 255, tracking)
    corner = round(x - layer.width / 2), round(y - layer.height / 2)
    for dx, dy in ((-q, 0), (q, 0), (0, -q), (0, q)):
        canvas.image.paste((*halo, 200), (corner[0] + dx, corner[1] + dy), layer)
    canvas.image.paste((*ink, 235), corner, layer)


def _sea(canvas: Canvas, at: Point, *, area: Area, size: float, inks: Inks) -> None:
    font = fonts.serif("It", round(size * canvas.q))
    ink = inks["water-edge"]
    lines = name_lines(area.name)
    x, y = at
    for n, text in enumerate(lines):
        where = x, y - 1.5 * size + (n - (len(lines) - 1) / 2) * 1.1 * size
        canvas.text(where, fonts.written(text), size, ink, 0.0, inks["paper"], 0.08 * size, font=font)


def _box(canvas: Canvas, at: Point, *, area: Area, size: float, inks: Inks) -> None:
    """A cartouche on the land beyond the borders."""
    q = canvas.q
    font = fonts.serif("SemiboldIt", round(size * q))
    name = fonts.written(area.name.removeprefix("Box of the ").removeprefix("Box of "))
    wide = max(font.getlength(name) / q + 1.2 * size, 5.6 * size)
    x, y = at
    high = 5.2 * size
    top = y - 3.0 * size
    for inset, ink in ((0.0, inks["soft"]), (1.4, inks["paper"]), (3.0, inks["soft"]), (3.9, inks["paper"])):
        canvas.area(_rectangle(x, top, wide, high, inset), ink)
    canvas.text((x, top + 1.05 * size), name, size, inks["ink"], 0.0, font=font)


def _rectangle(x: float, top: float, wide: float, high: float, inset: float) -> list[Point]:
    x0, x1, y0, y1 = x - wide / 2 + inset, x + wide / 2 - inset, top + inset, top + high - inset
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _province(pen: _Letterer, area: Area, layout: SheetLayout, held: HoldingView | None) -> None:
    """Its name in small letters over where its counters stand, and what it brings."""
    shape, scale = pen.found.shapes[area.code], layout.window.scale
    size = max(SMALLEST, LETTER * scale)
    over = max(0.62 * shape.radius * scale, COUNTER / 2 * layout.px + 0.75 * size)
    now = held.worth if held is not None and held.worth is not None else area.worth
    name = _Name(area, size, over, now, pen.inks)
    room = _wide(area, "Semibold", size) + 2 * size, over + 2.5 * size
    pen.write(shape.at, ("province", area.name, area.worth, now, over), room, name.draw)


@dataclass(frozen=True)
class _Name:
    """A province's name."""

    area: Area
    size: float
    over: float
    """Pixels from the province's spot up to it."""
    worth: int | None
    inks: Inks

    def draw(self, canvas: Canvas, at: Point) -> None:
        size, inks, now = self.size, self.inks, self.worth
        font = fonts.serif("Semibold", round(size * canvas.q))
        lines = name_lines(self.area.name)
        x, y = at
        top = y - self.over - (len(lines) - 1) * 1.05 * size
        for n, text in enumerate(lines):
            where = x, top + n * 1.05 * size
            canvas.text(where, fonts.written(text), size, inks["ink"], 0.0, inks["paper"], 0.14 * size, font=font)
        if now is not None:
            half = max(font.getlength(fonts.written(t)) for t in lines) / canvas.q / 2
            coin, printed = (x + half + 0.85 * size, top + (len(lines) - 1) * 1.05 * size), now == self.area.worth
            canvas.disc(coin, 0.62 * size, inks["ink"])
            canvas.disc(coin, 0.52 * size, inks["paper"] if printed else HIT)
            canvas.text(coin, str(now), 0.8 * size, inks["ink"] if printed else (255, 253, 244), 0.02)


def _signs(pen: _Letterer, area: Area) -> None:
    """A city as a walled ring, a fort as a square with a tower at each corner."""
    shape, r = pen.found.shapes[area.code], sign_size(pen.window)
    for what, at, draw in (("city", shape.city, _city), ("fort", shape.fort, _fort)):
        if at is not None:
            pen.write(at, (what,), (1.5 * r, 1.5 * r), partial(draw, r=r, inks=pen.inks))


def _city(canvas: Canvas, at: Point, *, r: float, inks: Inks) -> None:
    canvas.disc(at, 1.25 * r, inks["paper"])
    canvas.ring(at, r, inks["ink"], 0.3 * r)
    canvas.disc(at, 0.42 * r, HIT)


def _fort(canvas: Canvas, at: Point, *, r: float, inks: Inks) -> None:
    (x, y), h = at, 0.8 * r
    for half, ink in ((h, inks["ink"]), (0.5 * h, inks["paper"])):
        canvas.area([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], ink)
    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        canvas.disc((x + i * h, y + j * h), 0.36 * h, inks["ink"])

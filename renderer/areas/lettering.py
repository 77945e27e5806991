"""What is written and signed on an engraved sheet: names of provinces, seas and boxes, cities, forts, what they bring."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.kernel.areas import Area, AreaMap
from engine.kernel.board import Place
from engine.kernel.view import HoldingView
from renderer.areas.engraved import Engraved
from renderer.areas.engraving import Window
from renderer.areas.inks import Inks
from renderer.areas.layout import name_lines
from renderer.areas.on_sheet import SheetLayout, spot
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.palette.colours import HIT, RGB, mix

NAMED = 0.42
"""Pixels a unit of the sheet from which on provinces have their names written in them."""
REGIONS = 0.42
"""... and below which the regions have theirs instead."""
LETTER, SMALLEST = 17.0, 8.0
"""Size of a province's letters in units of the sheet, and the smallest in pixels."""
SEA = 34.0
BOX = 20.0
SIGN = 11.0
"""Half the size of a city's sign, in units of the sheet."""


def draw(canvas: Canvas, board: AreaMap, layout: SheetLayout, holdings: dict[Place, HoldingView], inks: Inks) -> None:
    """Everything written on the ground of the picture."""
    found = layout.engraved
    if found is None:
        return
    if layout.window.scale < REGIONS:
        _regions(canvas, board, found, layout.window, inks)
    for plate in layout.plates:
        area = board.area(plate.place)
        match area.kind:
            case "sea":
                _sea(canvas, area, spot(found, board, area.id), layout.window, inks)
            case "box":
                _box(canvas, area, spot(found, board, area.id), layout.window, inks)
            case "province":
                _signs(canvas, area, found, layout.window, inks)
                if layout.window.scale >= NAMED:
                    _province(canvas, area, found, layout.window, holdings.get(area.id), inks)


def _regions(canvas: Canvas, board: AreaMap, found: Engraved, window: Window, inks: Inks) -> None:
    """The names of regions, spaced wide over the provinces that make them up."""
    for region in dict.fromkeys(a.region for a in board.areas if a.region and a.kind == "province"):
        spots = [found.shapes[a.code].at for a in board.areas if a.region == region and a.code in found.shapes]
        if len(spots) < 3:
            continue
        x, y = (sum(v) / len(spots) for v in zip(*spots, strict=True))
        size = max(11.0, 62 * window.scale)
        _spaced(canvas, window.at((x, y)), region.upper(), size, mix(inks["ink"], inks["paper"], 0.35), inks["paper"])


def _spaced(canvas: Canvas, at: Point, text: str, size: float, ink: RGB, halo: RGB) -> None:
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


def _sea(canvas: Canvas, area: Area, at: Point, window: Window, inks: Inks) -> None:
    size = max(9.0, min(30.0, SEA * window.scale * 1.2))
    font = fonts.serif("It", round(size * canvas.q))
    ink = inks["water-edge"]
    lines = name_lines(area.name)
    x, y = window.at(at)
    for n, text in enumerate(lines):
        where = x, y - 1.5 * size + (n - (len(lines) - 1) / 2) * 1.1 * size
        canvas.text(where, fonts.written(text), size, ink, 0.0, inks["paper"], 0.08 * size, font=font)


def _box(canvas: Canvas, area: Area, at: Point, window: Window, inks: Inks) -> None:
    """A cartouche on the land beyond the borders."""
    size = max(9.0, min(24.0, BOX * window.scale * 1.6))
    q = canvas.q
    font = fonts.serif("SemiboldIt", round(size * q))
    name = fonts.written(area.name.removeprefix("Box of the ").removeprefix("Box of "))
    wide = max(font.getlength(name) / q + 1.2 * size, 5.6 * size)
    x, y = window.at(at)
    high = 5.2 * size
    top = y - 3.0 * size
    for inset, ink in ((0.0, inks["soft"]), (1.4, inks["paper"]), (3.0, inks["soft"]), (3.9, inks["paper"])):
        canvas.area(_rectangle(x, top, wide, high, inset), ink)
    canvas.text((x, top + 1.05 * size), name, size, inks["ink"], 0.0, font=font)


def _rectangle(x: float, top: float, wide: float, high: float, inset: float) -> list[Point]:
    x0, x1, y0, y1 = x - wide / 2 + inset, x + wide / 2 - inset, top + inset, top + high - inset
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _province(
    canvas: Canvas, area: Area, found: Engraved, window: Window, held: HoldingView | None, inks: Inks
) -> None:
    """Its name in small letters over where its counters stand, and what it brings."""
    shape = found.shapes[area.code]
    q = canvas.q
    size = max(SMALLEST, LETTER * window.scale)
    font = fonts.serif("Semibold", round(size * q))
    lines = name_lines(area.name)
    x, y = window.at(shape.at)
    top = y - 0.62 * shape.radius * window.scale - (len(lines) - 1) * 0.5 * size
    for n, text in enumerate(lines):
        where = x, top + n * 1.05 * size
        canvas.text(where, fonts.written(text), size, inks["ink"], 0.0, inks["paper"], 0.14 * size, font=font)
    now = held.worth if held is not None and held.worth is not None else area.worth
    if now is not None:
        half = max(font.getlength(fonts.written(t)) for t in lines) / q / 2
        coin = x + half + 0.85 * size, top + (len(lines) - 1) * 1.05 * size
        canvas.disc(coin, 0.62 * size, inks["ink"])
        canvas.disc(coin, 0.52 * size, HIT if now != area.worth else inks["paper"])
        canvas.text(coin, str(now), 0.8 * size, inks["ink"] if now == area.worth else (255, 253, 244), 0.02)


def _signs(canvas: Canvas, area: Area, found: Engraved, window: Window, inks: Inks) -> None:
    """A city as a walled ring, a fort as a square with a tower at each corner."""
    shape = found.shapes[area.code]
    r = max(2.6, SIGN * window.scale)
    ink, paper = inks["ink"], inks["paper"]
    if shape.city is not None:
        at = window.at(shape.city)
        canvas.disc(at, 1.25 * r, paper)
        canvas.ring(at, r, ink, 0.3 * r)
        canvas.disc(at, 0.42 * r, HIT)
    if shape.fort is not None:
        x, y = window.at(shape.fort)
        h = 0.8 * r
        canvas.area([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)], ink)
        canvas.area([(x - 0.5 * h, y - 0.5 * h), (x + 0.5 * h, y - 0.5 * h), (x + 0.5 * h, y + 0.5 * h),
                     (x - 0.5 * h, y + 0.5 * h)], paper)  # fmt: skip
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            canvas.disc((x + i * h, y + j * h), 0.36 * h, ink)

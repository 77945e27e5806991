"""What is written and signed on an engraved sheet: names of areas, cities and forts, straits, ways in, incomes."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from engine.kernel.areas import Area, AreaMap
from engine.kernel.board import Place
from engine.kernel.view import HoldingView
from renderer.areas.borders import line
from renderer.areas.engraved import Engraved, Shape
from renderer.areas.inks import Inks
from renderer.areas.layout import name_lines
from renderer.areas.on_sheet import SheetLayout, spot
from renderer.areas.pieces import Window
from renderer.areas.piles import COUNTER
from renderer.areas.signs import sign_size
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.palette.colours import HIT, RGB, mix

NAMED = 0.42
"""Pixels a unit of the sheet from which on provinces have their names written in them; below, regions have theirs."""
LETTER, SMALLEST = 17.0, 8.0
"""Size of a province's letters in units of the sheet, and the smallest in pixels."""
SEA = 34.0
BOX = 20.0


def draw(canvas: Canvas, board: AreaMap, layout: SheetLayout, holdings: dict[Place, HoldingView], inks: Inks) -> None:
    """Everything written on the ground of the picture."""
    found = layout.engraved
    if found is None:
        return
    _crossings(canvas, found, layout.window, inks)
    _ways(canvas, board, found, layout, inks)
    if layout.window.scale < NAMED:
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
                    _province(canvas, area, found, layout, holdings.get(area.id), inks)


def _regions(canvas: Canvas, board: AreaMap, found: Engraved, window: Window, inks: Inks) -> None:
    """The names of regions, spaced wide over the provinces that make them up."""
    for region in dict.fromkeys(a.region for a in board.areas if a.region and a.kind == "province"):
        spots = [found.shapes[a.code].at for a in board.areas if a.region == region and a.code in found.shapes]
        if len(spots) < 3:
            continue
        x, y = (sum(v) / len(spots) for v in zip(*spots, strict=True))
        size = max(11.0, 62 * window.scale)
        _spaced(canvas, window.at((x, y)), region.upper(), size, mix(inks["ink"], inks["paper"], 0.35), inks["paper"])


def _crossings(canvas: Canvas, found: Engraved, window: Window, inks: Inks) -> None:
    """A double arrow over each strait, from one province towards the other."""
    for x in found.straits:
        if not window.holds(x.at, 20):
            continue
        a, b = (found.shapes[code].at for code in x.between)
        far = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
        r = max(6.0, 26 * window.scale)
        at = window.at(x.at)
        ends = (at[0] - ux * r, at[1] - uy * r), (at[0] + ux * r, at[1] + uy * r)
        double_arrow(canvas, ends[0], ends[1], inks)


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


def _ways(canvas: Canvas, board: AreaMap, found: Engraved, layout: SheetLayout, inks: Inks) -> None:
    """The ways that lead from a box into provinces and to other boxes."""
    window = layout.window
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
        line(canvas, border.kind, a, b, px, inks)


def _reaching(shape: Shape, window: Window, a: Point, b: Point) -> float:
    """How far along from a box to a province's spot an arrow goes: to a little within its border."""
    far = math.dist(a, b)
    return 1.0 if far < 1 else max(0.3, 1 - 0.55 * shape.radius * window.scale / far)


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
    canvas: Canvas, area: Area, found: Engraved, layout: SheetLayout, held: HoldingView | None, inks: Inks
) -> None:
    """Its name in small letters over where its counters stand, and what it brings."""
    shape, window = found.shapes[area.code], layout.window
    q = canvas.q
    size = max(SMALLEST, LETTER * window.scale)
    font = fonts.serif("Semibold", round(size * q))
    lines = name_lines(area.name)
    x, y = window.at(shape.at)
    over = max(0.62 * shape.radius * window.scale, COUNTER / 2 * layout.px + 0.75 * size)
    top = y - over - (len(lines) - 1) * 1.05 * size
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
    r = sign_size(window)
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

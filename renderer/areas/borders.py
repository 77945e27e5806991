"""Borders as lines between plates, each kind told from the others by how it is drawn and not by colour alone."""

from __future__ import annotations

import math

from engine.kernel.areas import Area, AreaMap, Border, BorderKind
from engine.kernel.text import Text
from renderer.areas.inks import Inks
from renderer.areas.layout import AreaLayout, Plate
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, along
from renderer.palette.colours import RGB

WORDS: dict[BorderKind, Text] = {
    "land": Text("common border"),
    "strait": Text("strait"),
    "coast": Text("coast"),
    "sea": Text("sea to sea"),
    "arrow": Text("way in"),
    "box_arrow": Text("box to box"),
}
"""What the legend calls them."""

FADED = 0.55
"""How far a line that leads out of the picture goes on, of the way to where it leads."""


def draw(canvas: Canvas, board: AreaMap, layout: AreaLayout, inks: Inks) -> None:
    """All borders between areas in the picture; coasts first, what may be crossed by land last."""
    by_code: dict[str, Area] = {a.code: a for a in board.areas}
    order: tuple[BorderKind, ...] = ("coast", "sea", "box_arrow", "arrow", "strait", "land")
    for border in sorted(board.borders, key=lambda b: order.index(b.kind)):
        ends = _ends(border, by_code, layout)
        if ends is not None:
            a, b = ends
            line(canvas, border.kind, layout.xy(a), layout.xy(b), layout.px, inks)


def _ends(border: Border, areas: dict[str, Area], layout: AreaLayout) -> tuple[Point, Point] | None:
    """Where the line between two plates leaves each of them; None where one is not in the picture."""
    a, b = layout.by_place.get(areas[border.a].id), layout.by_place.get(areas[border.b].id)
    if a is None or b is None:
        return None
    return edge(a, b.middle), edge(b, a.middle)


def edge(plate: Plate, towards: Point) -> Point:
    """The point on a plate's edge in the direction of another point."""
    (x, y), dx, dy = plate.middle, towards[0] - plate.middle[0], towards[1] - plate.middle[1]
    shares = [size / 2 / abs(d) for size, d in ((plate.wide, dx), (plate.high, dy)) if abs(d) > 1e-9]
    t = min([1.0, *shares])
    return x + dx * t, y + dy * t


def line(canvas: Canvas, kind: BorderKind, a: Point, b: Point, px: float, inks: Inks) -> None:
    """One border from point to point, as large as suits letters of ``px`` pixels."""
    if math.dist(a, b) < 1:
        return
    colour, paper = inks.lines[kind], inks["paper"]
    match kind:
        case "land":
            canvas.line([a, b], colour, 0.34 * px)
            canvas.line([a, b], inks["road"], 0.17 * px)
        case "strait":
            canvas.line([a, b], colour, 0.42 * px)
            canvas.dashes([a, b], paper, 0.24 * px, 0.5 * px, 0.35 * px)
        case "coast":
            canvas.dashes([a, b], colour, 0.13 * px, 0.14 * px, 0.32 * px)
        case "sea":
            canvas.line(_waves(a, b, px), colour, 0.14 * px)
        case "arrow":
            canvas.dashes([a, b], colour, 0.15 * px, 0.6 * px, 0.3 * px)
            _head(canvas, a, b, px, colour)
        case "box_arrow":
            canvas.line([a, b], colour, 0.12 * px)
            _head(canvas, a, b, px, colour)
            _head(canvas, b, a, px, colour)


def _waves(a: Point, b: Point, px: float) -> list[Point]:
    """A wavy line, still at its ends."""
    far = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    found: list[Point] = []
    for n, (p, _) in enumerate(along([a, b], 0.22 * px)):
        swing = 0.24 * px * math.sin(n * math.pi / 3) * min(1.0, n / 4)
        found.append((p[0] - uy * swing, p[1] + ux * swing))
    return [*found, b]


def _head(canvas: Canvas, a: Point, b: Point, px: float, colour: RGB) -> None:
    """The head of an arrow from ``a`` at ``b``."""
    far = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    long, wide = 0.85 * px, 0.38 * px
    x, y = b[0] - ux * long, b[1] - uy * long
    canvas.area(((b[0], b[1]), (x - uy * wide, y + ux * wide), (x + uy * wide, y - ux * wide)), colour)

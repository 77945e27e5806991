"""Pen strokes on the land, in units of the hex radius: what is drawn, free of zoom and theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PIL import ImageDraw

from renderer.graphics.curves import Point
from renderer.palette.colours import RGB
from renderer.palette.map import Colour, Ground

Shape = Literal["line", "area", "oval", "arc"]


@dataclass(slots=True)
class Mark:
    """One stroke: a line, a filled area, an oval or a part of an oval's outline."""

    shape: Shape
    points: tuple[Point, ...]
    """Path or outline; for ovals and arcs the upper left and lower right corner of the box."""
    ink: Colour | None
    """Fill of areas and ovals, colour of lines and arcs."""
    width: float = 0.0
    """Of the line or edge, in units of the radius; never drawn thinner than a hairline."""
    edge: Colour | None = None
    angles: tuple[float, float] = (0, 360)
    box: tuple[float, float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        xs = [p[0] for p in self.points]
        ys = [p[1] for p in self.points]
        w = self.width
        self.box = min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w

    def moved(self, dx: float, dy: float) -> Mark:
        """The same stroke elsewhere."""
        points = tuple((x + dx, y + dy) for x, y in self.points)
        return Mark(self.shape, points, self.ink, self.width, self.edge, self.angles)


def line(points: Iterable[Point], ink: Colour, width: float) -> Mark:
    return Mark("line", tuple(points), ink, width)


def area(points: Iterable[Point], ink: Colour, edge: Colour | None = None, width: float = 0.0) -> Mark:
    return Mark("area", tuple(points), ink, width, edge)


def oval(at: Point, rx: float, ry: float, ink: Colour | None, edge: Colour | None = None, width: float = 0.0) -> Mark:
    return Mark("oval", ((at[0] - rx, at[1] - ry), (at[0] + rx, at[1] + ry)), ink, width, edge)


def arc(at: Point, rx: float, ry: float, ink: Colour, width: float, angles: tuple[float, float]) -> Mark:
    """Part of an oval's outline between two angles in degrees, clockwise from the east."""
    return Mark("arc", ((at[0] - rx, at[1] - ry), (at[0] + rx, at[1] + ry)), ink, width, None, angles)


def block(
    x0: float, y0: float, x1: float, y1: float, ink: Colour, edge: Colour | None = None, width: float = 0.0
) -> Mark:
    """An upright rectangle."""
    return area(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), ink, edge, width)


def snapped(value: float, scale: float) -> float:
    """``value`` times ``scale`` in whole sixteenths, so that no rounding further on hangs on the window's origin."""
    return round(value * scale * 16) / 16


class Painter:
    """Draws marks onto an image whose pixel (0, 0) is at ``origin`` and whose scale is ``scale`` pixels per radius."""

    def __init__(self, draw: ImageDraw.ImageDraw, colours: Ground, scale: float, origin: Point, size: tuple[int, int]):
        self.draw = draw
        self.colours = colours
        self.scale = scale
        self.origin = origin
        ox, oy = origin[0] / scale, origin[1] / scale
        self.window = ox, oy, ox + size[0] / scale, oy + size[1] / scale
        self._inks: dict[Colour, RGB] = {}

    def _ink(self, colour: Colour | None) -> RGB | None:
        if colour is None:
            return None
        found = self._inks.get(colour)
        if found is None:
            found = self._inks[colour] = self.colours.ink(colour)
        return found

    def paint(self, marks: Sequence[Mark]) -> None:
        """Draw every mark that touches the window."""
        x0, y0, x1, y1 = self.window
        s, (ox, oy) = self.scale, self.origin
        fine = 16 * s
        draw = self.draw
        for m in marks:
            b = m.box
            if b[2] < x0 or b[0] > x1 or b[3] < y0 or b[1] > y1:
                continue
            points = [(round(x * fine) / 16 - ox, round(y * fine) / 16 - oy) for x, y in m.points]  # as snapped does
            width = max(1, round(m.width * s))
            ink = self._ink(m.ink)
            if m.shape == "line":
                draw.line(points, fill=ink, width=width, joint="curve")
            elif m.shape == "area":
                if m.edge is None:
                    draw.polygon(points, fill=ink)
                else:
                    draw.polygon(points, fill=ink, outline=self._ink(m.edge), width=width)
            elif m.shape == "oval":
                draw.ellipse(points, fill=ink, outline=self._ink(m.edge), width=width)
            else:
                draw.arc(points, *m.angles, fill=ink, width=width)

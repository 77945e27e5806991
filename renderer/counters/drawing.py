"""A counter being drawn: its canvas, its measures, its outline.

Lengths are in units of the hex radius, x to the front of the unit and y down; a unit that faces west is laid out
mirrored, strength in front and wounds behind, with letters and digits upright as ever.
"""

from __future__ import annotations

import math

from renderer.counters.look import Look
from renderer.counters.outlines import cornered, turned
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.map.layout import zoom_of
from renderer.palette.colours import RGB, Theme
from renderer.palette.sides import SideColours, routed_ink, side

SIZE = 1.26
"""Side of the square body."""


class CounterDrawing:
    """One counter being drawn, at a radius of ``r`` pixels."""

    def __init__(self, look: Look, r: int, theme: Theme) -> None:
        self.look = look
        self.r = r
        self.theme: Theme = theme
        self.zoom = zoom_of(r)
        self.colours: SideColours = side(look.side)
        self.sharpness = 4 if r < 60 else 3 if r < 80 else 2
        dx, dy = look.span or (0.0, 0.0)
        self.span = (dx * r, dy * r)
        self.first: Point = (1.18 * r - min(self.span[0], 0), 1.18 * r - min(self.span[1], 0))
        self.second: Point = (self.first[0] + self.span[0], self.first[1] + self.span[1])
        self.middle = lerp(self.first, self.second, 0.5)
        size = math.ceil(2.36 * r + abs(self.span[0])), math.ceil(2.36 * r + abs(self.span[1]))
        self.canvas = Canvas((0, 0), size, self.sharpness)
        self.front = -1 if look.mirrored else 1
        self.forward, self.down = _axes(look)
        across = math.hypot(dx, dy)
        self.half_width, self.half_height = SIZE / 2, (SIZE + across) / 2
        routed = "routed" in look.states
        self.plate: RGB = self.colours.routed if routed else self.colours.face
        self.ink: RGB = self.colours.ink
        if routed:
            self.ink = routed_ink(self.colours)

    def at(self, x: float, y: float) -> Point:
        """A point of the layout on the canvas: ``x`` to the front, ``y`` down, or towards a pair's second end."""
        (fx, fy), (dx, dy), r = self.forward, self.down, self.r
        return self.middle[0] + (x * fx + y * dx) * r, self.middle[1] + (x * fy + y * dy) * r

    def outline(self, inset: float) -> list[Point]:
        """The body's edge, ``inset`` radii within it."""
        if "depleted" in self.look.states:
            return self._torn(inset)
        width, height = 2 * self.half_width * self.r, 2 * self.half_height * self.r
        body = cornered(self.middle, width, height, inset * self.r, self.colours, self.r)
        return turned(body, self.middle, math.radians(-self.turn)) if self.look.span else body

    @property
    def turn(self) -> float:
        """How far the body is turned from upright, in degrees anticlockwise: 0, or 60 or 120 for a slanted pair."""
        return math.degrees(math.atan2(self.down[0], self.down[1]))

    def _torn(self, inset: float) -> list[Point]:
        """The body with its rear edge torn off."""
        w, h, c = self.half_width - inset, self.half_height - inset, self.colours.corner_size
        edge = [(-w + 0.10, -h), (w - c, -h), (w, -h + c), (w, h - c), (w - c, h), (-w + 0.04, h)]
        teeth = 14 if self.look.span else 6
        for i in range(teeth, 0, -1):
            depth = (0.03 if i % 2 else 0.16) + 0.02 * (i % 3)
            edge.append((-w + depth, -h + 2 * h * i / (teeth + 1)))
        return [self.at(x, y) for x, y in edge]


def place(look: Look, x: float, y: float) -> Point:
    """A point of the layout, as :meth:`CounterDrawing.at`, seen from the centre of the first hex; in radii."""
    (fx, fy), (dx, dy) = _axes(look)
    sx, sy = look.span or (0.0, 0.0)
    return sx / 2 + x * fx + y * dx, sy / 2 + x * fy + y * dy


def end_of(look: Look, hex_at: Point) -> int:
    """-1 where the hex at this place, in radii from the first hex, is the pair's first end; 1 for its second."""
    _, (dx, dy) = _axes(look)
    sx, sy = look.span or (0.0, 0.0)
    return -1 if (hex_at[0] - sx / 2) * dx + (hex_at[1] - sy / 2) * dy < 0 else 1


def _axes(look: Look) -> tuple[Point, Point]:
    """Unit vectors to the front and down; of a pair, square to its axis and along it, from its upper or left end."""
    if not look.span:
        return (-1.0 if look.mirrored else 1.0, 0.0), (0.0, 1.0)
    dx, dy = look.span
    long = math.hypot(dx, dy) * (-1 if (round(dx, 3), round(dy, 3)) < (0, 0) else 1)
    down = dx / long, dy / long
    forward = down[1], -down[0]
    if look.facing is not None:
        a = math.radians(look.facing)
        if forward[0] * math.cos(a) - forward[1] * math.sin(a) < -0.01:
            forward = -forward[0], -forward[1]
    return forward, down

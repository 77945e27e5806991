"""Where in a province its counters stand: at its roomiest point, or beside a City or Fort they would cover there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from renderer.areas.engraved import Engraved, Shape
from renderer.graphics.curves import Point

COUNTERS = 2
"""Counters of a row that are kept clear of signs; a third one may meet them."""
STEPS, FARTHEST = 12, 1.5
"""Places tried on the way to the farthest one, and how far that is, in counters."""
WAYS = 16
"""Directions that are tried."""


def clear(found: Engraved, code: str, sides: Point, sign: float) -> Point:
    """The point of the sheet round which a row of counters stands.

    ``sides`` are half the width and height of one counter, ``sign`` half the size of a sign, all in units of the sheet.
    The nearest point to the roomiest one that leaves the signs uncovered counts, with a row of two if there is one,
    else with one counter; where neither finds room in the province, the roomiest.
    """
    shape = found.shapes[code]
    signs = [s for s in (shape.city, shape.fort) if s is not None]
    outlines = [*found.outlines(code)]
    for n in range(COUNTERS, 0, -1):
        box = n * sides[0] + sign, sides[1] + sign
        for p in _around(shape, 2 * max(sides)):
            if all(abs(p[0] - x) >= box[0] or abs(p[1] - y) >= box[1] for x, y in signs) and (
                p == shape.at or _holds(outlines, p)
            ):
                return p
    return shape.at


def _around(shape: Shape, counter: float) -> Iterator[Point]:
    """The roomiest point, then those round it, the nearest first."""
    yield shape.at
    for step in range(1, STEPS + 1):
        far = step / STEPS * FARTHEST * counter
        for k in range(WAYS):
            turn = math.tau * k / WAYS
            yield shape.at[0] + far * math.cos(turn), shape.at[1] + far * math.sin(turn)


def _holds(outlines: Sequence[Sequence[Point]], p: Point) -> bool:
    """Whether a point lies inside closed lines."""
    inside = False
    for line in outlines:
        for (x0, y0), (x1, y1) in zip(line, (*line[1:], line[0]), strict=True):
            if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (p[1] - y0) / (y1 - y0) * (x1 - x0):
                inside = not inside
    return inside

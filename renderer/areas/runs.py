"""Long lines of a sheet in short runs, so that a small part of it needn't look at each of their points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from renderer.areas.engraved import bounds
from renderer.areas.window import Bounds
from renderer.graphics.curves import Point

RUN = 12
"""Points of a run; the last is the first of the next."""


@dataclass(frozen=True, slots=True)
class Run:
    """Some points of a line that follow one another, and what bounds them."""

    points: tuple[Point, ...]
    bounds: Bounds


def runs(path: Sequence[Point]) -> tuple[Run, ...]:
    """A path in runs."""
    cut = [tuple(path[i : i + RUN + 1]) for i in range(0, max(1, len(path) - 1), RUN)]
    return tuple(Run(points, bounds(points)) for points in cut)


def near(found: Sequence[Run], box: Bounds) -> Iterator[list[Point]]:
    """What of a path may meet a box, in pieces as long as can be."""
    left, top, right, low = box
    piece: list[Point] = []
    for run in found:
        x0, y0, x1, y1 = run.bounds
        if x0 <= right and x1 >= left and y0 <= low and y1 >= top:
            piece += run.points[1:] if piece else run.points
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


def closed_round(found: Sequence[Run], box: Bounds) -> list[Point]:
    """A closed path that covers the same of a box, with few points outside of it; [] where it covers nothing."""
    left, top, right, low = box
    points: list[Point] = []
    last = side = 0
    for run in found:
        x0, y0, x1, y1 = run.bounds
        beyond = (x1 < left) | (x0 > right) << 1 | (y1 < top) << 2 | (y0 > low) << 3
        if not beyond:
            points += run.points
            side = 0
            continue
        # Runs that follow one another on one side of the box cover as much of it as a straight line does.
        if side & beyond:
            side &= beyond
            points[last:] = [run.points[-1]]
            continue
        points += (run.points[0], run.points[-1])
        last, side = len(points) - 1, beyond
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    missed = max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > low
    return [] if missed else points

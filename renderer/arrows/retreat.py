"""The arrows of retreats: the grey ribbon of a withdrawal, the grey wave of a rout with a white flag at its end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from renderer.arrows.move import move_arrow
from renderer.arrows.paths import relaxed, shortened
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.palette.colours import BLACK, CREAM, RGB, ROUT, ROUT_PALE, WHITE
from renderer.scene import Scene


def withdrawal_arrow(scene: Scene, points: Sequence[Point]) -> None:
    """The arrow of a withdrawal in order: a move's, narrower, and grey for either side."""
    move_arrow(scene, points, _ink(scene), (0.06, 0.12))


def rout_wave(scene: Scene, points: Sequence[Point], flag: bool = False) -> None:
    """A grey wave along a flight; with a white flag at its end where no counter carries one."""
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(points) < 2:
        return
    r = scene.r
    path = shortened(relaxed(points), (0.1 if flag else 0.62) * r)
    wave: list[Point] = []
    run = 0.0
    for a, b in itertools.pairwise(path):
        step = math.dist(a, b) or 1.0
        pieces = max(1, round(step / (0.04 * r)))
        for i in range(pieces):
            x, y = lerp(a, b, i / pieces)
            k = math.sin((run + step * i / pieces) / (0.13 * r)) * 0.10 * r
            wave.append((x - (b[1] - a[1]) / step * k, y + (b[0] - a[0]) / step * k))
        run += step
    if len(wave) < 2:
        return
    ink = _ink(scene)
    for colour, width in ((scene.casing, 0.15), (ink, 0.075)):
        canvas.line(wave, colour, width * r, round_ends=True)
    canvas.ring(points[0], 0.235 * r, scene.casing, 0.125 * r)
    canvas.ring(points[0], 0.20 * r, ink, 0.055 * r)
    if flag:
        _flag(canvas, wave[-1], 0.22 * r)
    canvas.onto(scene.image)


def _ink(scene: Scene) -> RGB:
    return ROUT_PALE if scene.theme == "dark" else ROUT


def _flag(canvas: Canvas, at: Point, k: float) -> None:
    """A white flag on its pole, planted at a point."""
    x, y = at
    canvas.line(((x, y + 0.4 * k), (x, y - 2.4 * k)), CREAM, 0.62 * k, round_ends=True)
    canvas.line(((x, y + 0.4 * k), (x, y - 2.4 * k)), BLACK, 0.34 * k, round_ends=True)
    for grown, colour in ((0.22, BLACK), (0.0, WHITE)):
        g = grown
        shape = ((-g, -2.3 - g), (2.0 + 1.4 * g, -1.75), (1.15 + g, -1.35), (2.0 + 1.4 * g, -0.75), (-g, -0.85 + g))
        canvas.area([(x + (0.16 + a) * k, y + b * k) for a, b in shape], colour)

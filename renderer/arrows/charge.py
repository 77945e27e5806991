"""The arrow of a charge: its way, and the point that strikes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.hexes import Hex
from renderer.arrows.paths import between, relaxed, ribbon, shortened
from renderer.graphics.curves import length
from renderer.palette.colours import CREAM, HIT, RGB
from renderer.scene import Scene


def charge_ribbon(scene: Scene, hexes: Sequence[Hex], colour: RGB) -> None:
    """The way a charge took: twice as broad as a move's, and without a head, which :func:`charge_point` draws."""
    points = [scene.layout.xy(h) for h in hexes]
    canvas = scene.canvas(points, 0.6)
    if canvas is None or len(set(hexes)) < 2:
        return
    r = scene.r
    path = relaxed(points)
    path = shortened(path[::-1], min(0.24 * r, 0.3 * length(path)))[::-1]
    for extra, ink in ((0.05 * r, scene.casing), (0.0, colour), (-0.055 * r, HIT)):
        canvas.area(ribbon(path, r, extra, (0.20, 0.40), head=False), ink, 0.93)
    canvas.ring(points[0], 0.25 * r, scene.casing, 0.13 * r, 0.93)
    canvas.ring(points[0], 0.22 * r, colour, 0.075 * r, 0.93)
    canvas.onto(scene.image)


def charge_point(scene: Scene, attacker: Hex, defender: Hex) -> None:
    """Two crimson points, one behind the other, over the hexside charged across."""
    at, middle = between(scene, attacker, defender)
    canvas = scene.canvas([middle], 0.8)
    if canvas is None or attacker == defender:
        return
    barbed = ((0.30, 0.0), (-0.04, 0.26), (0.05, 0.0), (-0.04, -0.26))
    for grown, colour in ((1.28, CREAM), (1.0, HIT)):
        for back in (0.24, 0.0):
            outline = [(0.12 + (f - 0.12) * grown - back, s * grown) for f, s in barbed]
            canvas.area([at(f, s) for f, s in outline], colour)
    canvas.onto(scene.image)

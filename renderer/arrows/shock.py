"""The arrow of an attack in shock combat."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from renderer.arrows.paths import between
from renderer.palette.colours import CREAM, HIT
from renderer.scene import Scene


def shock_arrow(scene: Scene, attacker: Hex, defender: Hex) -> None:
    """A short crimson arrow on the contested hexside."""
    at, middle = between(scene, attacker, defender)
    canvas = scene.canvas([middle], 0.6)
    if canvas is None or attacker == defender:
        return
    for k, colour in ((0.05, CREAM), (0.0, HIT)):
        w, head = 0.10 + k, 0.19 + 1.2 * k
        outline = (
            at(-0.22 - k, w),
            at(0.0, w),
            at(-0.04, head),
            at(0.24 + k * 1.4, 0.0),
            at(-0.04, -head),
            at(0.0, -w),
            at(-0.22 - k, -w),
        )
        canvas.area(outline, colour)
    canvas.onto(scene.image)

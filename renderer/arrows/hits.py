"""Hits taken and units lost, marked where it happened."""

from __future__ import annotations

import math

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex
from renderer.counters.drawing import place
from renderer.graphics.curves import Point
from renderer.palette.colours import BLACK, CREAM, HIT, WHITE
from renderer.scene import Scene


def struck(scene: Scene, t: Trace) -> None:
    """Eight short rays where the seal of hits sits."""
    standing = scene.standing.get(t.hexes[-1])
    if standing is None or not scene.layout.holds(t.hexes[-1]):
        return
    r = scene.r
    x, y = standing.at
    if standing.look.span:
        aside, down = place(standing.look, -0.54, 0.53 + math.hypot(*standing.look.span) / 2)
        at = (x + aside * r, y + down * r)
    else:
        front = -1 if standing.look.mirrored else 1
        at = (x - front * 0.54 * r, y + 0.53 * r)
    canvas = scene.canvas([at], 0.7)
    if canvas is None:
        return
    for colour, width, near, far in ((CREAM, 0.13, 0.28, 0.50), (HIT, 0.07, 0.30, 0.47)):
        for i in range(8):
            a = (i + 0.5) * math.pi / 4
            ray = [(at[0] + k * r * math.cos(a), at[1] + k * r * math.sin(a)) for k in (near, far)]
            canvas.line(ray, colour, width * r, round_ends=True)
    canvas.onto(scene.image)


def lost(scene: Scene, h: Hex) -> None:
    """A black disc with a white cross where a unit was lost; small below a counter that stands there now, else at the
    rear corner of the unit's ghost."""
    if not scene.layout.holds(h):
        return
    r = scene.r
    x, y = scene.layout.xy(h)
    occupied = h in scene.standing
    size = 0.17 if occupied else 0.24
    at: Point = (x, y + 0.74 * r) if occupied else (x + 0.48 * r, y - 0.48 * r)
    canvas = scene.canvas([at], 1.1)
    if canvas is None:
        return
    canvas.disc(at, (size + 0.05) * r, CREAM)
    canvas.disc(at, size * r, BLACK)
    k = size * 0.5 * r
    for s in (1, -1):
        canvas.line(((at[0] - k, at[1] - k * s), (at[0] + k, at[1] + k * s)), WHITE, size * 0.3 * r, round_ends=True)
    canvas.onto(scene.image)

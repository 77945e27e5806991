"""A line of sight: green as far as one sees, red dashes beyond, and what blocks it called by its name."""

from __future__ import annotations

import math

from engine.kernel.hexes import show
from renderer.graphics.curves import Point, lerp
from renderer.overlays.kinds import Sight
from renderer.overlays.parts.plates import LEAST_PX, Plate, Spot, figures_of, freest, half, put
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette.colours import BLACK, CREAM, HIT, WHITE, mix
from renderer.palette.overlays import inks
from renderer.scene import Scene

_NAMED = 0.26
"""Size of the type that tells what blocks, in radii."""


def under(scene: Scene, o: Sight) -> None:
    """The blocking hex, darkened and cross-hatched."""
    if o.blocked_by is None:
        return
    dark, tones = scene.theme == "dark", inks(scene.theme)
    region = Region(scene, [o.blocked_by])
    if region:
        region.wash(BLACK, 0.45 if dark else 0.25)
        region.hatch(tones.hatch, 0.6, 0)
        region.contour(Stroke(tones.blocked, 0.055, scene.casing))


def over(scene: Scene, o: Sight) -> None:
    """The line, with a disc where it ends."""
    a, b = scene.layout.xy(o.a), scene.layout.xy(o.b)
    canvas = scene.canvas([a, b], 0.4)
    d = math.dist(a, b)
    if canvas is None or d == 0:
        return
    r, tones = scene.r, inks(scene.theme)
    stop = _stop(scene, o, a, b)
    start = lerp(a, b, min(0.12, 0.3 * r / d))
    green, red = tones.sight, tones.blocked
    line, edge = max(1.6, 0.08 * r), max(2.8, 0.15 * r)
    if o.blocked_by is not None:
        canvas.line((stop, b), scene.casing, edge, 0.6)
        canvas.dashes((stop, b), red, line * 0.9, 0.14 * r, 0.11 * r)
    for colour, width in ((scene.casing, edge), (green, line)):
        canvas.line((start, stop), colour, width, round_ends=True)
    canvas.ring(start, 0.16 * r, scene.casing, 0.11 * r)
    canvas.ring(start, 0.135 * r, green, 0.06 * r)
    if o.blocked_by is not None:
        canvas.disc(stop, 0.25 * r, CREAM)
        canvas.disc(stop, 0.205 * r, HIT)
        k = 0.095 * r
        for s in (1, -1):
            ends = ((stop[0] - k, stop[1] - k * s), (stop[0] + k, stop[1] + k * s))
            canvas.line(ends, WHITE, 0.055 * r, round_ends=True)
    else:
        canvas.disc(stop, 0.18 * r, scene.casing)
        canvas.disc(stop, 0.14 * r, green)
        canvas.disc(stop, 0.055 * r, scene.casing)
    canvas.onto(scene.image)


def labels(scene: Scene, o: Sight) -> None:
    """The number of the hex that blocks and what is in it, beside the hex and clear of the line."""
    if o.blocked_by is None or not scene.seen([o.blocked_by]):
        return
    r = scene.r
    what = Plate(show(o.blocked_by), CREAM, BLACK, mix(HIT, WHITE, 0.35), serif=o.names)
    hw, hh = half(r, what, _NAMED)
    x, y = scene.layout.xy(o.blocked_by)
    up, aside = 0.62 * r + hh, 0.62 * r + hw
    found = [(x, y + up), (x, y - up), (x + aside, y), (x - aside, y)]
    found += [(x + i * 0.75 * r, y + j * (up + 0.1 * r)) for i in (1, -1) for j in (1, -1)]
    spots = [*figures_of(scene), *_along(scene, o)]
    put(scene, freest(found, hw, hh, spots, scene.layout.size), what, _NAMED)


def _stop(scene: Scene, o: Sight, a: Point, b: Point) -> Point:
    """Where sight ends: at the target, or on the near side of what blocks."""
    if o.blocked_by is None:
        return b
    x, y = scene.layout.xy(o.blocked_by)
    d = math.dist(a, b)
    along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / d
    return lerp(a, b, max(0.3 * scene.r, min(along - 0.62 * scene.r, d)) / d)


def _along(scene: Scene, o: Sight) -> list[Spot]:
    """The line itself, as something that must stay visible."""
    a, b = scene.layout.xy(o.a), scene.layout.xy(o.b)
    steps = max(1, round(math.dist(a, b) / (0.4 * scene.r)))
    return [(lerp(a, b, i / steps), max(LEAST_PX / 2, 0.22 * scene.r), 3.0) for i in range(steps + 1)]

"""Where a unit may go: a teal wash, the cost in each hex, and a red wedge where it costs cohesion."""

from __future__ import annotations

import math

from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.overlays.kinds import Reach
from renderer.overlays.parts.figures import LEAST_LABELLED, figure
from renderer.overlays.parts.plates import Plate, beneath
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette.colours import CREAM, HIT, WHITE
from renderer.palette.overlays import REACH, REACH_LINE, inks, washes
from renderer.scene import Scene


def under(scene: Scene, o: Reach) -> None:
    """The wash, its contour, and what empty hexes cost."""
    hexes = scene.seen(h for h in o.costs if h != o.origin)
    if not hexes:
        return
    region = Region(scene, [*hexes, o.origin], [o.origin])
    region.wash(REACH, washes(scene.theme).reach)
    tones = inks(scene.theme)
    region.contour(Stroke(tones.reach, 0.06, scene.casing))
    for h in hexes:
        if h in scene.standing:
            continue
        x, y = scene.layout.xy(h)
        readable = scene.r >= LEAST_LABELLED
        if readable:
            figure(scene, (x, y), str(o.costs[h]), 0.40, tones.reach_figure, scene.casing)
        if o.hits.get(h):
            _wedge(scene, (x + (0.40 * scene.r if readable else 0), y), o.hits[h])


def labels(scene: Scene, o: Reach) -> None:
    """The cost of hexes where a counter stands, on a plate under it."""
    if scene.r < LEAST_LABELLED:
        return
    for h in scene.seen(o.costs):
        if h != o.origin and h in scene.standing:
            x, y = scene.layout.xy(h)
            beneath(scene, (x, y), Plate(str(o.costs[h]), WHITE, REACH_LINE, CREAM))
            if o.hits.get(h):
                _wedge(scene, (x + 0.36 * scene.r, y + 0.70 * scene.r), o.hits[h])


def _wedge(scene: Scene, at: Point, hits: int) -> None:
    """The red wedge of a cohesion hit; with a figure for more than one."""
    r = scene.r

    def make() -> Sprite:
        k = max(1.0, 24 / r) * (1.35 if hits > 1 else 1.0)
        side_px = math.ceil(0.55 * k * r)
        canvas = Canvas((0, 0), (side_px, side_px), 4)
        c, foot = side_px / 2, 0.62 * side_px
        for grown, colour in ((0.055, CREAM), (0.0, HIT)):
            up, wide, down = (0.17 + 1.6 * grown) * k * r, (0.165 + 1.4 * grown) * k * r, (0.12 + 0.8 * grown) * k * r
            y = foot - 0.04 * r
            canvas.area(((c, y - up), (c + wide, y + down), (c - wide, y + down)), colour)
        if hits > 1:
            canvas.text((c, foot - 0.01 * r), str(hits), 0.19 * k * r, WHITE, 0.04)
        return Sprite(canvas.flat(), (c, c))

    sprites.kept(("wedge", hits, r), make).onto(scene.image, at)

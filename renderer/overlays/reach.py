"""Where a unit may go: a teal wash, the cost in each hex, and a red wedge where it costs cohesion."""

from __future__ import annotations

from engine.kernel.hexes import neighbours
from renderer.overlays.kinds import Reach
from renderer.overlays.parts.figures import LEAST_LABELLED, figure, numbered
from renderer.overlays.parts.plates import Plate, beneath
from renderer.overlays.parts.region import Region, Stroke
from renderer.overlays.parts.wedges import wedge
from renderer.palette.colours import CREAM, WHITE
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
    numbered(scene, [h for h in hexes if neighbours(h)[0] not in o.costs], tones.reach_figure)
    for h in hexes:
        if h in scene.standing:
            continue
        x, y = scene.layout.xy(h)
        readable = scene.r >= LEAST_LABELLED
        if readable:
            figure(scene, (x, y), str(o.costs[h]), 0.40, tones.reach_figure, scene.casing)
        if o.hits.get(h):
            wedge(scene, (x + (0.40 * scene.r if readable else 0), y), o.hits[h])


def labels(scene: Scene, o: Reach) -> None:
    """The cost of hexes where a counter stands, on a plate under it."""
    if scene.r < LEAST_LABELLED:
        return
    for h in scene.seen(o.costs):
        if h != o.origin and h in scene.standing:
            x, y = scene.layout.xy(h)
            beneath(scene, (x, y), Plate(str(o.costs[h]), WHITE, REACH_LINE, CREAM))
            if o.hits.get(h):
                wedge(scene, (x + 0.36 * scene.r, y + 0.70 * scene.r), o.hits[h])

"""A line being formed: its members in order, joined, and those that may still join."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from engine.kernel.view import CounterView
from renderer.graphics.curves import Point
from renderer.overlays.kinds import Line
from renderer.overlays.parts.figures import LEAST_LABELLED
from renderer.overlays.parts.plates import Plate, beneath, foot
from renderer.overlays.parts.region import Stroke
from renderer.overlays.parts.rings import ring
from renderer.palette.colours import BLACK, GOLD
from renderer.palette.overlays import washes
from renderer.scene import Scene

_MEMBER = Stroke(GOLD, 0.085, BLACK, 0.03)
_CANDIDATE = Stroke(GOLD, 0.075, BLACK, 0.03)


def under(scene: Scene, o: Line) -> None:
    """A gold hex under every member and a broad line from one to the next; a dashed ring round every candidate."""
    members = _placed(scene, o.members)
    for unit in members:
        hexes = scene.seen(unit.hexes)
        if hexes:
            ring(scene, hexes, _MEMBER, floor=(GOLD, washes(scene.theme).chosen))
    _joined(scene, members)
    chosen = set(o.members)
    for unit in _placed(scene, [c for c in o.candidates if c not in chosen]):
        if hexes := scene.seen(unit.hexes):
            ring(scene, hexes, _CANDIDATE, 0.16, (GOLD, 0.12))


def labels(scene: Scene, o: Line) -> None:
    """Each member's place in the line, and a plus where a unit may join."""
    if scene.r < LEAST_LABELLED:
        return
    members = _placed(scene, o.members)
    for n, unit in enumerate(members, 1):
        if hexes := scene.seen(unit.hexes):
            beneath(scene, foot(scene, hexes), Plate(str(n), BLACK, GOLD, BLACK), 0.23)
    chosen = set(o.members)
    for unit in _placed(scene, [c for c in o.candidates if c not in chosen]):
        if hexes := scene.seen(unit.hexes):
            beneath(scene, foot(scene, hexes), Plate("+", GOLD, BLACK, GOLD), 0.23)


def _placed(scene: Scene, codes: Sequence[str]) -> list[CounterView]:
    found = (scene.units.get(c) for c in dict.fromkeys(codes))
    return [u for u in found if u is not None and u.hexes]


def _joined(scene: Scene, members: Sequence[CounterView]) -> None:
    """The line itself, through both hexes of a unit of two, the nearer one first."""
    path: list[Point] = []
    for unit in members:
        points = [scene.layout.xy(h) for h in unit.hexes]
        if path and math.dist(path[-1], points[-1]) < math.dist(path[-1], points[0]):
            points.reverse()
        path += points
    r = scene.r
    for colour, width in ((BLACK, 0.30), (GOLD, 0.22)):
        for a, b in itertools.pairwise(path):
            canvas = scene.canvas([a, b], 0.3)
            if canvas is not None:
                canvas.line((a, b), colour, width * r, round_ends=True)
                canvas.onto(scene.image)

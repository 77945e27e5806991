"""Pictures between two frames: units on their way."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex, distance
from renderer.arrows.layers import joined
from renderer.counters import leaders
from renderer.draw import compose
from renderer.graphics.curves import Point, length, lerp
from renderer.scene import Placed, Scene

PATHS = ("move", "advance", "withdraw", "rout", "charge")


def ways(traces: Sequence[Trace]) -> dict[str, tuple[Hex, ...]]:
    """The way every piece takes from where it stands, by its code or name; only of those that get anywhere."""
    found: dict[str, list[Hex]] = {}
    for t in joined(traces):
        if t.kind not in PATHS or not t.hexes:
            continue
        way = list(t.hexes)
        if t.kind == "charge" and len(way) > 1 and distance(*way[-2:]) == 1:
            way.pop()  # the hex of the enemy charged
        taken = found.setdefault(t.unit, [])
        taken += way[1:] if taken and taken[-1] == way[0] else way
    return {unit: tuple(way) for unit, way in found.items() if len(set(way)) > 1}


def draw(scene: Scene, traces: Sequence[Trace], share: float) -> None:
    """The position with every piece that moves a ``share`` of its way along; arrows are left out."""
    taken = ways(traces)
    moving = {c.id for c in scene.table.counters if c.hexes and taken.get(c.id, (0,))[0] in c.hexes}
    riding = {x.id: x for x in scene.table.leaders if x.id in taken and taken[x.id][0] == x.hex}
    at = {piece: _along([scene.layout.xy(h) for h in taken[piece]], share) for piece in (*moving, *riding)}
    at |= {piece: _middle(scene, wide, share) for piece, wide in _wide(traces).items() if piece in moving}
    table = replace(scene.table, leaders=tuple(x for x in scene.table.leaders if x.id not in riding))
    between = Scene(table, scene.layout, scene.theme, scene.image, scene.say)
    # A scene works out where counters stand when it is first asked; here they stand between hexes.
    between.__dict__["placed"] = tuple(sorted(_placed(scene, at), key=lambda p: (p.at[1], p.at[0])))
    compose(between, (), ())
    for name, x in riding.items():
        leaders.sprite(x, scene.r, scene.theme, True, scene.zoom == "far").onto(scene.image, at[name])


def _placed(scene: Scene, at: Mapping[str, Point]) -> list[Placed]:
    found: list[Placed] = []
    for p in scene.placed:
        staying = tuple(u for u in p.units if u.id not in at)
        if len(staying) == len(p.units):
            found.append(p)
            continue
        for u in p.units:
            if u.id in at:
                look = p.look.of(u, scene.zoom, 1, p.look.span)
                found.append(Placed(at[u.id], look, (u,)))
        if staying:
            look = p.look.of(staying[-1], scene.zoom, len(staying), p.look.span)
            found.append(Placed(p.at, look, staying))
    return found


def _wide(traces: Sequence[Trace]) -> dict[str, tuple[tuple[Hex, Hex], ...]]:
    """The ways of units of two hexes."""
    return {t.unit: t.wide for t in joined(traces) if t.kind in PATHS and t.wide}


def _middle(scene: Scene, wide: Sequence[tuple[Hex, Hex]], share: float) -> Point:
    """Where the first hex of a unit of two is drawn: its middle goes from stand to stand, and it turns at the end."""
    middles = [lerp(scene.layout.xy(a), scene.layout.xy(b), 0.5) for a, b in wide]
    (x, y), (x0, y0), (x1, y1) = scene.layout.xy(wide[0][0]), middles[0], _along(middles, share)
    return x + x1 - x0, y + y1 - y0


def _along(points: Sequence[Point], share: float) -> Point:
    """The pixel a share of the way along, starting and stopping gently."""
    left = length(points) * (1 - math.cos(math.pi * share)) / 2
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if left <= step and step:
            return lerp(a, b, left / step)
        left -= step
    return points[-1]

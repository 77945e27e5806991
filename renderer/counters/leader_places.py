"""Leaders on the map: each on his place in the hex or on the unit there."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.view import LeaderView
from renderer.counters import badges, drawing, leaders
from renderer.counters.drawing import end_of
from renderer.graphics.curves import Point
from renderer.scene import Placed, Scene


def draw_leaders(scene: Scene) -> None:
    """Every leader in view: alone in the middle of his hex, on a unit at its rear upper corner."""
    by_hex: dict[Hex, list[LeaderView]] = {}
    for x in scene.table.leaders:
        if scene.layout.holds(x.hex):
            by_hex.setdefault(x.hex, []).append(x)
    for h in sorted(by_hex):
        here = by_hex[h]
        standing = scene.standing.get(h)
        for i, x in enumerate(here):
            at = _alone(scene, h, i, len(here)) if standing is None else _riding(scene, h, standing, i)
            leaders.sprite(x, scene.r, scene.theme, standing is None, scene.zoom == "far").onto(scene.image, at)


def _alone(scene: Scene, h: Hex, i: int, count: int) -> Point:
    x, y = scene.layout.xy(h)
    return x + (i - (count - 1) / 2) * 0.62 * scene.r, y


def _riding(scene: Scene, h: Hex, standing: Placed, i: int) -> Point:
    """Behind the unit: at the upper corner, or at the rear vertex when a badge is there; on a pair's rear edge."""
    x, y = scene.layout.xy(h)
    if standing.look.span:
        (ox, oy), r = standing.at, scene.r
        end = end_of(standing.look, ((x - ox) / r, (y - oy) / r))
        dx, dy = drawing.place(standing.look, -0.70, end * (0.62 - 0.5 * i))
        return ox + dx * r, oy + dy * r
    front = -1 if standing.look.mirrored else 1
    if scene.zoom == "far":
        dx, dy = -0.5, -0.4
    elif badges.rear_badge(standing.look.states) or i:
        dx, dy = -0.80, -0.02 + 0.5 * max(0, i - 1)
    elif scene.zoom == "near":
        dx, dy = -0.64, -0.68
    else:
        dx, dy = -0.50, -0.48
    return x + front * dx * scene.r, y + dy * scene.r

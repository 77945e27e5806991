"""What just happened, as marks on the map: moves, flights, shots, shock, charges, hits, losses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex, distance
from renderer.arrows import ghosts
from renderer.arrows.charge import charge_point, charge_ribbon
from renderer.arrows.hits import lost, struck
from renderer.arrows.move import move_arrow
from renderer.arrows.retreat import rout_wave, withdrawal_arrow
from renderer.arrows.shock import shock_arrow
from renderer.arrows.shots import dart, tracer, volley
from renderer.arrows.ways import points
from renderer.graphics.curves import Point
from renderer.palette.sides import arrow
from renderer.scene import Scene


def joined(traces: Sequence[Trace]) -> list[Trace]:
    """Step after step of one unit as one path."""
    found: list[Trace] = []
    last: dict[str, int] = {}
    for t in traces:
        before = found[last[t.unit]] if t.unit in last else None
        if (
            before is not None
            and t.kind in ghosts.PATHS
            and before.kind == t.kind
            and t.hexes
            and before.hexes
            and before.hexes[-1] == t.hexes[0]
        ):
            found[last[t.unit]] = before.model_copy(
                update={"hexes": (*before.hexes, *t.hexes[1:]), "wide": (*before.wide, *t.wide[1:])}
            )
            continue
        if t.kind in ghosts.PATHS:
            last[t.unit] = len(found)
        found.append(t)
    return found


def draw_under(scene: Scene, traces: Sequence[Trace]) -> None:
    """Paths, which counters stand on, and ghosts of who was at their ends."""
    ghosts.draw(scene, traces)
    for t in traces:
        way = points(scene, t)
        if len(way) < 2:
            continue
        if t.kind == "rout":
            end = t.hexes[-1]
            rout_wave(scene, way, end not in scene.standing and scene.layout.holds(end))
        elif t.kind == "withdraw":
            withdrawal_arrow(scene, way)
        elif t.kind == "charge":
            ridden = t.hexes[:-1] if distance(*t.hexes[-2:]) == 1 else t.hexes
            charge_ribbon(scene, ridden, arrow(scene.side_colours(t.side, t.unit), scene.theme))
        elif t.kind in ("move", "advance"):
            move_arrow(scene, way, arrow(scene.side_colours(t.side, t.unit), scene.theme))


def draw_over(scene: Scene, traces: Sequence[Trace]) -> None:
    """Shots and shock, which cross the bodies of counters."""
    _shots(scene, traces)
    for t in traces:
        if t.kind == "shock" and len(t.hexes) > 1:
            for a, b in _shock_pairs(scene, t):
                shock_arrow(scene, a, b)
        elif t.kind == "charge" and len(set(t.hexes)) > 1:
            charge_point(scene, *t.hexes[-2:])
        elif t.kind == "hit" and t.hexes:
            struck(scene, t)


_TOGETHER = math.radians(50)
"""Angle at the target up to which shots come from the same side, and are drawn as one volley."""


def _shots(scene: Scene, traces: Sequence[Trace]) -> None:
    """Every shot, those of several at one target bundled."""
    at: dict[Hex, dict[Hex, int]] = {}
    for t in traces:
        if t.kind == "missile" and t.hexes and t.hexes[0] != t.hexes[-1]:
            shooters = at.setdefault(t.hexes[-1], {})
            shooters[t.hexes[0]] = shooters.get(t.hexes[0], 0) + 1
    taken: list[list[Point]] = []
    for target, shooters in at.items():
        for h in [h for h in shooters if distance(h, target) == 1]:
            dart(scene, h, target, shooters.pop(h))
        for group in _bundles(scene, list(shooters), target):
            if len(group) > 1:
                volley(scene, {h: shooters[h] for h in group}, target)
            else:
                tracer(scene, group[0], target, shooters[group[0]], taken)


def _bundles(scene: Scene, shooters: Sequence[Hex], target: Hex) -> list[list[Hex]]:
    """Shooters that see the target from about the same side, together."""
    x, y = scene.layout.xy(target)
    angle = {h: math.atan2(py - y, px - x) for h in shooters for px, py in (scene.layout.xy(h),)}
    found: list[list[Hex]] = []
    for h in sorted(shooters, key=lambda h: (angle[h], h)):
        if found and angle[h] - angle[found[-1][0]] <= _TOGETHER:
            found[-1].append(h)
        else:
            found.append([h])
    # West of the target the angles start again from the other end.
    if len(found) > 1 and angle[found[0][-1]] + math.tau - angle[found[-1][0]] <= _TOGETHER:
        found[0] = found.pop() + found[0]
    return found


def draw_labels(scene: Scene, traces: Sequence[Trace]) -> None:
    """Losses, which must not be covered."""
    for t in traces:
        if t.kind == "loss" and t.hexes:
            lost(scene, t.hexes[-1])


def _shock_pairs(scene: Scene, t: Trace) -> list[tuple[Hex, Hex]]:
    """Attackers' hexes each with the defenders' hexes they touch.

    The trace lists attackers first; where a hex now holds a unit, its side decides.
    """
    own = next((i for i, s in enumerate(scene.table.sides) if s.id == t.side), None)
    attackers: list[Hex] = [t.hexes[0]]
    defenders: list[Hex] = []
    for h in t.hexes[1:]:
        standing = scene.standing.get(h)
        mine = standing is not None and standing.top.side == own and not defenders
        (attackers if mine else defenders).append(h)
    if not defenders:
        return []
    found = [(a, d) for a in attackers for d in defenders if distance(a, d) == 1]
    return found or [(attackers[0], defenders[0])]

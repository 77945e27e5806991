"""What just happened, as marks on the map: moves, flights, shots, shock, charges, hits, losses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex, distance
from renderer.arrows import charge_point, charge_ribbon, move_arrow, rout_wave, shock_arrow
from renderer.curves import Point
from renderer.palette import BLACK, CREAM, HIT, ROUT, ROUT_PALE, WHITE, arrow
from renderer.scene import Scene
from renderer.shots import dart, tracer, volley

_PATHS = ("move", "advance", "withdraw", "rout")


def joined(traces: Sequence[Trace]) -> list[Trace]:
    """Step after step of one unit as one path."""
    found: list[Trace] = []
    last: dict[str, int] = {}
    for t in traces:
        before = found[last[t.unit]] if t.unit in last else None
        if (
            before is not None
            and t.kind in _PATHS
            and before.kind == t.kind
            and t.hexes
            and before.hexes
            and before.hexes[-1] == t.hexes[0]
        ):
            found[last[t.unit]] = before.model_copy(update={"hexes": (*before.hexes, *t.hexes[1:])})
            continue
        if t.kind in _PATHS:
            last[t.unit] = len(found)
        found.append(t)
    return found


def draw_under(scene: Scene, traces: Sequence[Trace]) -> None:
    """Paths, which counters stand on."""
    for t in traces:
        if len(set(t.hexes)) < 2:
            continue
        if t.kind == "rout":
            end = t.hexes[-1]
            rout_wave(scene, t.hexes, end not in scene.standing and scene.layout.holds(end))
        elif t.kind == "withdraw":
            move_arrow(scene, t.hexes, ROUT_PALE if scene.theme == "dark" else ROUT, (0.06, 0.12))
        elif t.kind == "charge":
            ridden = t.hexes[:-1] if distance(*t.hexes[-2:]) == 1 else t.hexes
            charge_ribbon(scene, ridden, arrow(scene.side_colours(t.side, t.unit), scene.theme))
        elif t.kind in ("move", "advance"):
            move_arrow(scene, t.hexes, arrow(scene.side_colours(t.side, t.unit), scene.theme))


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
            _struck(scene, t)


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
            _lost(scene, t.hexes[-1], t.unit)


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


def _struck(scene: Scene, t: Trace) -> None:
    """Eight short rays where the seal of hits sits."""
    standing = scene.standing.get(t.hexes[-1])
    if standing is None or not scene.layout.holds(t.hexes[-1]):
        return
    r = scene.r
    front = -1 if standing.look.mirrored else 1
    at = (standing.at[0] - front * 0.54 * r, standing.at[1] + 0.53 * r)
    canvas = scene.canvas([at], 0.7)
    if canvas is None:
        return
    for colour, width, near, far in ((CREAM, 0.13, 0.28, 0.50), (HIT, 0.07, 0.30, 0.47)):
        for i in range(8):
            a = (i + 0.5) * math.pi / 4
            ray = [(at[0] + k * r * math.cos(a), at[1] + k * r * math.sin(a)) for k in (near, far)]
            canvas.line(ray, colour, width * r, round_ends=True)
    canvas.onto(scene.image)


def _lost(scene: Scene, h: Hex, unit: str) -> None:
    """A black disc with a white cross where a unit was lost; small below a counter that stands there now."""
    if not scene.layout.holds(h):
        return
    r = scene.r
    x, y = scene.layout.xy(h)
    occupied = h in scene.standing
    size = 0.17 if occupied else 0.34
    at: Point = (x, y + 0.74 * r) if occupied else (x, y)
    canvas = scene.canvas([at], 1.1)
    if canvas is None:
        return
    canvas.disc(at, (size + 0.05) * r, CREAM)
    canvas.disc(at, size * r, BLACK)
    k = size * 0.5 * r
    for s in (1, -1):
        canvas.line(((at[0] - k, at[1] - k * s), (at[0] + k, at[1] + k * s)), WHITE, size * 0.3 * r, round_ends=True)
    if scene.zoom == "near" and not occupied:
        canvas.text((at[0], at[1] + 0.52 * r), unit, 0.20 * r, HIT, 0.03, CREAM, 0.05 * r)
    canvas.onto(scene.image)

"""Who attacks whom: an arrow on the contested hexside, with combat column and odds where they hide least."""

from __future__ import annotations

import math

from engine.kernel.hexes import Hex
from renderer.arrows.shock import shock_arrow
from renderer.graphics.curves import Point, lerp
from renderer.overlays.kinds import Shock
from renderer.overlays.parts.plates import LEAST_PX, Plate, Spot, figures_of, freest, half, put
from renderer.palette.colours import BLACK, CREAM, GOLD, WHITE
from renderer.scene import Scene

_SIZE = 0.25
_MOST_FAR = 2
"""Pairs up to which columns are written even on a picture of small counters."""

Pair = tuple[str, str]


def over(scene: Scene, o: Shock) -> None:
    """The arrows."""
    for _, a, d in _pairs(scene, o):
        shock_arrow(scene, a, d)


def labels(scene: Scene, o: Shock) -> None:
    """A black plate for each pair with the combat column, then the odds.

    It is put at an end of the contested hexside, above the arrow or below: wherever it hides least of what is read.
    """
    pairs = [(p, a, d) for p, a, d in _pairs(scene, o) if _words(o, p) != ("", "")]
    if not pairs or (scene.zoom == "far" and len(pairs) > _MOST_FAR):
        return
    spots = figures_of(scene)
    middles = [_middle(scene, a, d) for _, a, d in pairs]
    spots += [(m, 0.24 * scene.r, 2.0) for m in middles]
    for (pair, a, d), middle in zip(pairs, middles, strict=True):
        column, odds = _words(o, pair)
        what = Plate(column, WHITE, BLACK, CREAM, odds, GOLD if column else WHITE)
        hw, hh = half(scene.r, what, _SIZE)
        at = freest(_around(scene, a, d, middle, hw, hh), hw, hh, spots, scene.layout.size)
        put(scene, at, what, _SIZE)
        spots.append(_taken(at, hw))


def _words(o: Shock, pair: Pair) -> tuple[str, str]:
    """The combat column and the odds of a pair; the label of all where it has no column of its own."""
    return o.labels.get(pair, o.label), o.odds.get(pair, "")


def _pairs(scene: Scene, o: Shock) -> list[tuple[Pair, Hex, Hex]]:
    """The hexes of every pair, the nearest two where a unit fills more than one."""
    found: list[tuple[Pair, Hex, Hex]] = []
    for attacker, defender in o.pairs:
        a, d = scene.units.get(attacker), scene.units.get(defender)
        if a is None or d is None or not a.hexes or not d.hexes:
            continue
        x, y = min(
            ((x, y) for x in a.hexes for y in d.hexes),
            key=lambda p: math.dist(scene.layout.xy(p[0]), scene.layout.xy(p[1])),
        )
        if scene.layout.holds(x) or scene.layout.holds(y):
            found.append(((attacker, defender), x, y))
    return found


def _middle(scene: Scene, a: Hex, d: Hex) -> Point:
    return lerp(scene.layout.xy(a), scene.layout.xy(d), 0.5)


def _around(scene: Scene, a: Hex, d: Hex, middle: Point, hw: float, hh: float) -> list[Point]:
    """Places for a plate: the ends of the contested hexside first, where the corners of three hexes meet."""
    (ax, ay), (dx, dy), r = scene.layout.xy(a), scene.layout.xy(d), scene.r
    span = math.hypot(dx - ax, dy - ay) or 1.0
    px, py = -(dy - ay) / span, (dx - ax) / span
    if py > 0 or (py == 0 and px < 0):
        px, py = -px, -py
    x, y = middle
    up = 0.22 * r + hh
    ends = [(x + s * 0.5 * px * r, y + s * 0.5 * py * r) for s in (1, -1)]
    # From the ends on run the gaps between counters one above the other.
    aside = [(ex + s * k * hw, ey) for k in (0.0, 0.6, 1.0) for ex, ey in ends for s in (1, -1)]
    return [*aside, (x, y - up), (x, y + up), (x, y - up - 0.3 * r), (x, y + up + 0.3 * r)]


def _taken(at: Point, hw: float) -> Spot:
    """A plate that is there already."""
    return at, max(LEAST_PX, 1.2 * hw), 6.0

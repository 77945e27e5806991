"""Where the arrow of a move runs: through hex centres, or along a unit of two hexes as it goes forward and wheels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex
from renderer.graphics.curves import Point, lerp
from renderer.scene import Scene

ABOUT = 1.15
"""How far before the unit, in radii, the arrow of an about-face runs."""


def points(scene: Scene, t: Trace) -> list[Point]:
    """The pixels of a way taken; fewer than two where it leads nowhere.

    Of a unit of two hexes its middle, where it only goes on; where it wheels, the half that goes farther.
    """
    if not t.wide:
        return [scene.layout.xy(h) for h in t.hexes] if len(set(t.hexes)) > 1 else []
    if len(set(t.wide)) < 2:
        return []
    if any(b[1] == a[0] != b[0] and a != b[::-1] for a, b in pairwise(t.wide)):
        return [scene.layout.xy(head) for head, _ in t.wide]  # In Column the second half follows the first.
    if not any(wheels(a, b) or a == b[::-1] for a, b in pairwise(t.wide)):
        return [lerp(scene.layout.xy(a), scene.layout.xy(b), 0.5) for a, b in t.wide]
    return _of_half(scene, t.wide, _outer(t.wide))


def wheels(a: tuple[Hex, Hex], b: tuple[Hex, Hex]) -> bool:
    """Whether one half stands and the other goes round it.

    >>> wheels((1010, 1011), (1010, 1110)), wheels((1010, 1011), (1110, 1111))
    (True, False)
    """
    return a != b and (a[0] == b[0] or a[1] == b[1])


def _outer(wide: Sequence[tuple[Hex, Hex]]) -> int:
    """The half that goes farther: 0 for the left one."""
    gone = [sum(a[n] != b[n] for a, b in pairwise(wide)) for n in (0, 1)]
    return int(gone[1] > gone[0])


def _of_half(scene: Scene, wide: Sequence[tuple[Hex, Hex]], half: int) -> list[Point]:
    """The way of one half: round the other in a wheel, before the front that will be in an about-face."""
    found = [scene.layout.xy(wide[0][half])]
    for a, b in pairwise(wide):
        start, end = scene.layout.xy(a[half]), scene.layout.xy(b[half])
        if a == b[::-1]:
            left, right = (scene.layout.xy(h) for h in b)
            found += [
                _before(left, right, x, ABOUT * scene.r) for x in ((0.25, 0.5, 0.75) if half else (0.75, 0.5, 0.25))
            ]
        elif wheels(a, b) and start != end:
            found.append(_round(scene.layout.xy(a[1 - half]), start, end))
        if start != end:
            found.append(end)
    return found


def _round(pivot: Point, a: Point, b: Point) -> Point:
    """Half-way from one point to another, as far from the pivot as they are."""
    mid = lerp(a, b, 0.5)
    far = math.dist(pivot, a) / (math.dist(pivot, mid) or 1.0)
    return pivot[0] + (mid[0] - pivot[0]) * far, pivot[1] + (mid[1] - pivot[1]) * far


def _before(left: Point, right: Point, share: float, far: float) -> Point:
    """A point before the front of a unit of two hexes, a share of the way from its left half to its right."""
    x, y = lerp(left, right, share)
    d = math.dist(left, right) or 1.0
    bulge = far * math.sin(math.pi * share)
    return x + (right[1] - left[1]) / d * bulge, y - (right[0] - left[0]) / d * bulge

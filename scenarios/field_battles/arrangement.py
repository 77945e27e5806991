"""How a general of the time draws an army up: light foot in front, foot in the centre, horse on the wings.

>>> from engine.systems.cataphract.scenario import UnitGroup
>>> def troops(kind: str, contingent: str) -> UnitGroup:
...     return UnitGroup.model_construct(type=kind, contingent=contingent, tq=5, size=5)
>>> army = [*[troops("LI", "Auxilia")] * 2, *[troops("HC", "Goths")] * 4, *[troops("HI", "Lombards")] * 3]
>>> ranks(army, lambda rank: 13)
[[0, 1], [3, 2, 6, 7, 8, 4, 5]]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Literal

from engine.systems.cataphract.scenario import UnitGroup

WEIGHT = ("HI", "MI", "HC", "LN", "LC")
"""Types of troops, the one that belongs in the midst first. Light foot stands apart."""

TOGETHER = 3
"""Units of a kind that stay on one wing; more are shared between both."""

Arm = Literal["light", "foot", "horse"]


def arm(group: UnitGroup) -> Arm:
    """Where troops belong: in front, in the centre, on the wings."""
    return "light" if group.type == "LI" else "foot" if group.type in ("HI", "MI") else "horse"


def ranks(units: Sequence[UnitGroup], room: Callable[[int], int]) -> list[list[int]]:
    """Units by number, rank by rank from the front, in each from one flank to the other; ``room(k)``: most in rank k.

    An army without heavy foot has the better half of its horse in the centre. What of the light foot has no room in
    front stands behind everybody.
    """
    order = sorted(range(len(units)), key=lambda i: (_weight(units[i]), -units[i].tq, units[i].contingent, i))
    light = [i for i in order if arm(units[i]) == "light"]
    centre = [i for i in order if arm(units[i]) == "foot"]
    wings = [i for i in order if arm(units[i]) == "horse"]
    if not centre:
        half = (len(wings) + 1) // 2
        centre, wings = wings[:half], wings[half:]
    found = [light[: room(0)]] if light else []
    light = light[room(0) :]
    whole = len(centre) + len(wings)
    while centre or wings:
        n = min(room(len(found)), len(centre) + len(wings))
        # Every rank has its part of both, as near as can be.
        inner = min(len(centre), max(n - len(wings), round(n * len(centre) / (len(centre) + len(wings)))))
        found.append(_rank(units, centre[:inner], wings[: n - inner]))
        centre, wings = centre[inner:], wings[n - inner :]
    while light:
        n = room(len(found))
        found.append(light[:n])
        light = light[n:]
    assert whole or found, "nobody to draw up"
    return found


def _weight(group: UnitGroup) -> int:
    return WEIGHT.index(group.type) if group.type in WEIGHT else len(WEIGHT)


def _rank(units: Sequence[UnitGroup], centre: list[int], wings: list[int]) -> list[int]:
    """One rank: the lightest outermost, those of a kind together."""
    left: list[int] = []
    right: list[int] = []
    for _, same in groupby(wings, key=lambda i: (units[i].type, units[i].contingent)):
        kind = list(same)
        most = len(kind) if len(kind) <= TOGETHER else (len(kind) + 1) // 2
        first, second = (left, right) if len(left) <= len(right) else (right, left)
        first += kind[:most]
        second += kind[most:]
    return [*reversed(left), *centre, *right]

"""Which units a side fields: those of its battle's list in their proportion, until their Size is what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from engine.systems.cataphract.scenario import SideSpec, UnitGroup
from engine.systems.cataphract.troops import TROOPS


@dataclass(frozen=True, slots=True)
class Troop:
    """Units of a list that share their values."""

    group: UnitGroup
    most: int
    """How many the list has."""


Fielded = tuple[Troop, int]
"""Troops, and how many units of them."""


def listed(side: SideSpec) -> list[Troop]:
    """The side's list; reinforcements, who may never come, and units without Size are none of it."""
    return [Troop(g, len(g.numbers)) for g in side.units if g.reinforcement is None and g.size]


def chosen(side: SideSpec, wanted: int) -> list[Fielded]:
    """Units whose Size is as near to ``wanted`` as can be, at least one, in the proportion of the side's list."""
    troops = listed(side)
    counts = [0] * len(troops)

    def total() -> int:
        return sum(n * t.group.size for n, t in zip(counts, troops, strict=True))

    while total() < wanted:
        # The kind that lags most behind its part in the list; of equals the first.
        i = min(range(len(troops)), key=lambda k: ((counts[k] + 1) / troops[k].most, k))
        counts[i] += 1
    best = min(_near(counts), key=lambda c: abs(sum(n * t.group.size for n, t in zip(c, troops, strict=True)) - wanted))
    return [(t, n) for t, n in zip(troops, best, strict=True) if n]


def _near(counts: Sequence[int]) -> list[list[int]]:
    """These numbers, and those with one unit less, one more, or one of another kind; the likest first."""
    found = [list(counts)]
    kinds = range(len(counts))
    for less, more in product((None, *kinds), (None, *kinds)):
        other = list(counts)
        if less is not None:
            other[less] -= 1
        if more is not None:
            other[more] += 1
        if min(other) >= 0 and sum(other):
            found.append(other)
    return found


def points(troop: Troop, n: int) -> int:
    """12.11 Rout Points of so many units of a kind, if all of them are lost."""
    group = troop.group
    if group.rp is not None:
        return n * group.rp
    kind = TROOPS.get(group.kind, TROOPS[group.type])
    return n * (kind.rout_points if kind.rout_points is not None else kind.rout_factor * group.tq)

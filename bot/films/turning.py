"""Turning points: by how much a stretch of a battle has changed its prospects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.kernel.view import TableView

LEADER = 0.1
"""What the loss of a leader weighs, against 1 for all that a side can bear."""

DECIDED = 1.0
"""What the end of the battle weighs."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a battle stands at one moment; tuples by side."""

    points: tuple[int, ...]
    limits: tuple[int | None, ...]
    lost: tuple[int, ...]
    """Units out of play."""
    units: tuple[int, ...]
    """All there are, lost ones included."""
    leaders: tuple[frozenset[str], ...]
    """Leaders on the map."""
    over: bool


def score(table: TableView) -> Score:
    """How the battle stands at this position."""
    everybody = (*table.counters, *table.off_map, *table.lost)
    sides = range(len(table.sides))
    return Score(
        points=tuple(s.points for s in table.sides),
        limits=tuple(s.limit for s in table.sides),
        lost=tuple(sum(c.side == n for c in table.lost) for n in sides),
        units=tuple(sum(c.side == n for c in everybody) for n in sides),
        leaders=tuple(frozenset(x.id for x in table.leaders if x.side == n) for n in sides),
        over=table.outcome is not None,
    )


def turning(before: Score, after: Score) -> bool:
    """Whether the battle is decided by this, or goes much worse for a side: leaders lost, a tenth of its limit gone."""
    if after.over and not before.over:
        return True
    if any(b - a for b, a in zip(before.leaders, after.leaders, strict=True)):
        return True
    return any(
        limit is not None and b - a >= max(2, limit / 10)
        for a, b, limit in zip(before.points, after.points, after.limits, strict=True)
    )


def swing(before: Score, after: Score) -> float:
    """How far the balance between the sides has moved: 0 for not at all, 1 for all that one of them can bear."""
    harm = [_harm(before, after, n) for n in range(len(after.points))]
    decided = DECIDED if after.over and not before.over else 0.0
    return max(harm, default=0.0) - min(harm, default=0.0) + decided


def turning_points(scores: Sequence[Score], most: int) -> list[int]:
    """The stretches that turned the battle, at most so many, in order: those with the greatest swing.

    Stretch *n* lies between ``scores[n]`` and ``scores[n + 1]``.
    """
    stretches = list(pairwise(scores))
    found = [n for n, (before, after) in enumerate(stretches) if turning(before, after)]
    return sorted(sorted(found, key=lambda n: (-swing(*stretches[n]), n))[:most])


def _harm(before: Score, after: Score, n: int) -> float:
    """What a side has suffered, against 1 for all that it can bear."""
    limit = after.limits[n]
    if limit:
        share = (after.points[n] - before.points[n]) / limit
    else:
        share = (after.lost[n] - before.lost[n]) / max(1, after.units[n])
    return share + LEADER * len(before.leaders[n] - after.leaders[n])

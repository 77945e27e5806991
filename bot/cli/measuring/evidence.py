"""Whether one of two players is better, by how much better it did position by position."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

LEAST = 8
"""Positions below which nothing is said to be shown: the interval of fewer is too narrow."""

RESAMPLES = 4000
"""Draws of the bootstrap."""

Verdict: TypeAlias = Literal["better", "worse", "nothing shown"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What differences between two players show, each of a position of its own."""

    n: int
    mean: float
    low: float
    high: float
    """Bounds that hold the true mean with 95 %: the bootstrap's percentiles (Efron 1979), positions drawn anew."""

    @classmethod
    def of(cls, differences: Sequence[float], seed: str = "") -> Evidence:
        """The same differences and seed show the same.

        >>> Evidence.of([1.0, 2.0] * 10).verdict, Evidence.of([1.0, -1.0] * 10).verdict, Evidence.of([5.0]).verdict
        ('better', 'nothing shown', 'nothing shown')
        """
        n, rng = len(differences), random.Random(f"bootstrap {seed}")
        if not n:
            return cls(0, 0.0, 0.0, 0.0)
        means = sorted(sum(rng.choices(differences, k=n)) / n for _ in range(RESAMPLES))
        tail = RESAMPLES // 40
        return cls(n, statistics.fmean(differences), means[tail], means[-tail - 1])

    @property
    def verdict(self) -> Verdict:
        if self.n < LEAST or self.low <= 0 <= self.high:
            return "nothing shown"
        return "better" if self.low > 0 else "worse"


def without(scores: Sequence[float], luck: Sequence[float]) -> list[float]:
    """Scores less what they have in common with luck, of which 0 is to be expected (a control variate).

    How much a roll that came off is worth is told by the scores themselves: the slope of least squares.

    >>> without([3.0, -1.0, 5.0, 1.0], [1.0, -1.0, 2.0, 0.0])
    [1.0, 1.0, 1.0, 1.0]
    """
    if len(scores) < 3 or len(set(luck)) < 2:
        return list(scores)
    slope = statistics.linear_regression(luck, scores).slope
    return [s - slope * x for s, x in zip(scores, luck, strict=True)]

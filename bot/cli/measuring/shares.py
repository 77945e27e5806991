"""What a count of battles tells of the true share: its interval, and when enough have been played to decide."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Z = 1.959964
"""Standard deviations either side of the mean that hold 95 %."""


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 %, by Wilson's score.

    >>> [round(x, 3) for x in wilson(34, 40)]
    [0.709, 0.929]
    """
    if not n:
        return 0.0, 1.0
    p, zz = wins / n, Z * Z
    middle, spread = p + zz / (2 * n), Z * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + zz / n)), min(1.0, (middle + spread) / (1 + zz / n))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two shares (Wald 1945): after each pair it says which is shown, or to go on.

    >>> test = Sprt(0.75, 0.88, 0.05)
    >>> test.verdict(30, 30), test.verdict(10, 20), test.verdict(9, 10)
    ('better', 'worse', None)
    """

    low: float
    """The share that isn't enough."""
    high: float
    """The one that is wanted."""
    error: float = 0.05
    """How often each of the two is taken for the other, at most."""

    @property
    def bound(self) -> float:
        """The logarithm of the likelihoods' ratio at which it is decided, above 0 and below."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, points: float, n: int) -> float:
        """How much likelier the higher share makes so many points of ``n`` battles, as a logarithm; a draw is half."""
        return points * math.log(self.high / self.low) + (n - points) * math.log((1 - self.high) / (1 - self.low))

    def verdict(self, points: float, n: int) -> Literal["better", "worse"] | None:
        ratio = self.ratio(points, n)
        return "better" if ratio >= self.bound else "worse" if ratio <= -self.bound else None

"""Luck: what the dice of each side and kind came to, against what could be expected, and how rare that is.

Two questions are asked of the same rolls. How high did the dice fall? And how often did a roll do what it needed to?
The second takes account of how hard each roll was; only rolls whose need is a plain number ("4 or less") count for it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.kernel.dice import Roll

EXACT = 200
"""Dice, or rolls, up to which probabilities are counted out; above it the normal distribution is as good."""

_NEED = re.compile(r"(?:TQ )?(\d+) or (less|more)\b")


@dataclass(frozen=True, slots=True)
class Tally:
    """What some rolls came to."""

    side: str
    purpose: str
    """Kind of roll; "" for all of the side's."""
    rolls: int
    dice: int
    mean: float
    """Of what the dice showed, modifiers left out."""
    expected: float
    """What that mean was to be expected to be."""
    chance: float
    """How likely fair dice are to be off by as much or more, either way: 1 for as expected, near 0 for a wonder."""
    tries: int
    """Rolls that needed a number."""
    met: int
    """Those of them that came off."""
    met_expected: float
    met_chance: float
    """As ``chance``, for the number that came off."""


def tallies(rolls: Iterable[Roll]) -> list[Tally]:
    """A tally for each side and, after it, for each kind of its rolls, the commonest first. House rolls don't count.

    Sides in the order of their ids. Rolls that were annulled are for the caller to leave out.
    """
    by_side: dict[str, dict[str, list[Roll]]] = {}
    for roll in rolls:
        if roll.purpose not in HOUSE and roll.side:
            by_side.setdefault(roll.side, {}).setdefault(roll.purpose, []).append(roll)
    found: list[Tally] = []
    for side, kinds in sorted(by_side.items()):
        found.append(_tally(side, "", [r for each in kinds.values() for r in each]))
        for purpose, each in sorted(kinds.items(), key=lambda k: (-len(k[1]), k[0])):
            found.append(_tally(side, purpose, each))
    return found


HOUSE = frozenset({"house", "referee"})
"""Purposes of rolls that no rule asked for."""


def _tally(side: str, purpose: str, rolls: Sequence[Roll]) -> Tally:
    faces = [r.faces for r in rolls for _ in r.dice]
    shown = sum(r.natural for r in rolls)
    expected = sum(mean_of(f) for f in faces)
    chances = [(c, met) for r in rolls if (c := chance_to_meet(r)) is not None and (met := meets(r)) is not None]
    met = sum(m for _, m in chances)
    return Tally(
        side=side,
        purpose=purpose,
        rolls=len(rolls),
        dice=len(faces),
        mean=shown / len(faces),
        expected=expected / len(faces),
        chance=_off_by(faces, abs(shown - expected)),
        tries=len(chances),
        met=met,
        met_expected=sum(c for c, _ in chances),
        met_chance=_met_off([c for c, _ in chances], met),
    )


def mean_of(faces: int) -> float:
    """Mean of a die: ten-sided ones show 0 to 9, others 1 to ``faces``.

    >>> mean_of(10), mean_of(6)
    (4.5, 3.5)
    """
    return 4.5 if faces == 10 else (faces + 1) / 2


def meets(roll: Roll) -> bool | None:
    """Whether a roll did what it needed to; None where that isn't a plain number."""
    match = _NEED.match(str(roll.needs))
    if match is None:
        return None
    limit = int(match[1])
    return roll.total <= limit if match[2] == "less" else roll.total >= limit


def chance_to_meet(roll: Roll) -> float | None:
    """How likely it was to, before the dice fell; None where the need isn't a plain number."""
    match = _NEED.match(str(roll.needs))
    if match is None:
        return None
    limit = int(match[1]) - (roll.total - roll.natural)
    sums = _sums(tuple([roll.faces] * len(roll.dice)))
    return sum(p for total, p in sums.items() if (total <= limit if match[2] == "less" else total >= limit))


@lru_cache(maxsize=64)
def _sums(faces: tuple[int, ...]) -> dict[int, float]:
    """Probability of every sum of these dice."""
    sums = {0: 1.0}
    for f in faces:
        low, high = (0, 9) if f == 10 else (1, f)
        share = 1.0 / f
        grown: dict[int, float] = {}
        for total, p in sums.items():
            for d in range(low, high + 1):
                grown[total + d] = grown.get(total + d, 0.0) + p * share
        sums = grown
    return sums


def _off_by(faces: Sequence[int], distance: float) -> float:
    """Probability that the sum of these dice is at least ``distance`` away from its mean."""
    mean = sum(mean_of(f) for f in faces)
    if len(faces) <= EXACT and max(faces) <= 20:
        sums = _sums(tuple(sorted(faces)))
        return min(1.0, sum(p for total, p in sums.items() if abs(total - mean) >= distance - 1e-9))
    return _normal(distance, sum((f * f - 1) / 12 for f in faces))


def _met_off(chances: Sequence[float], met: int) -> float:
    """Probability that the number of successes is at least as far from its mean as ``met``."""
    if not chances:
        return 1.0
    mean = sum(chances)
    distance = abs(met - mean)
    if len(chances) > EXACT:
        return _normal(distance, sum(c * (1 - c) for c in chances))
    counts = [1.0]
    for c in chances:
        counts = [
            (counts[i] if i < len(counts) else 0.0) * (1 - c) + (counts[i - 1] * c if i else 0.0)
            for i in range(len(counts) + 1)
        ]
    return min(1.0, sum(p for k, p in enumerate(counts) if abs(k - mean) >= distance - 1e-9))


def _normal(distance: float, variance: float) -> float:
    """The same for a normal distribution, with half a step for the steps it doesn't have."""
    if variance <= 0:
        return 1.0 if distance < 0.5 else 0.0
    return math.erfc(max(0.0, distance - 0.5) / math.sqrt(2 * variance))

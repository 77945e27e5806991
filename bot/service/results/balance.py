"""Who won against whom, and which side of a battle has the better of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.service.results.ratings import NINETEEN_IN_TWENTY
from bot.storage.results import Result

EVEN = 0.1
"""A battle is as good as even when its sides' shares differ from what was expected by no more than this."""

FEWEST = 10
"""Battles before anything is said about a scenario."""

MOST = 2000
"""Battles beyond which nobody counts how many more are needed."""


@dataclass(frozen=True, slots=True)
class Score:
    """Victories, draws and defeats."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def battles(self) -> int:
        return self.won + self.drawn + self.lost

    def with_(self, share: float) -> Score:
        """With one more battle, of which there was 1, 0.5 or 0."""
        return replace(
            self, won=self.won + (share == 1), drawn=self.drawn + (share == 0.5), lost=self.lost + (share == 0)
        )


def score_of(results: Iterable[Result], user: int) -> Score:
    """A player's victories, draws and defeats in the results that count."""
    found = Score()
    for r in results:
        sides = r.sides_of(user)
        if r.rated and sides:
            found = found.with_(r.score(sides[0]))
    return found


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a player fared against another one in one scenario, on one side of it."""

    system: str
    scenario: str
    title: str
    side: str
    battle: str
    """The latest of them."""
    score: Score


def meetings(results: Iterable[Result], one: int, other: int) -> list[Meeting]:
    """Battles that two players fought against each other, as the first one fared; by scenario and side."""
    found: dict[tuple[str, str], Meeting] = {}
    for r in sorted(results, key=lambda r: r.order):
        own, theirs = r.sides_of(one), r.sides_of(other)
        if not r.rated or not own or not theirs or set(own) & set(theirs):
            continue
        key = (r.scenario, own[0])
        score = found[key].score if key in found else Score()
        found[key] = Meeting(r.system, r.scenario, r.title, own[0], r.battle, score.with_(r.score(own[0])))
    return sorted(found.values(), key=lambda m: (m.system, m.title, m.scenario, m.side))


def wilson(share: float, n: int, z: float = NINETEEN_IN_TWENTY) -> tuple[float, float]:
    """Wilson's interval for a share seen in ``n`` trials: the true one lies in it 19 times in 20.

    >>> low, high = wilson(0.8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if n == 0:
        return 0.0, 1.0
    middle = _middle(share, n, z)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))


def _middle(share: float, n: int, z: float = NINETEEN_IN_TWENTY) -> float:
    """The middle of Wilson's interval: the share, drawn towards a half while there is little to go by."""
    return (share + z * z / (2 * n)) / (1 + z * z / n)


@dataclass(frozen=True, slots=True)
class Balance:
    """How the sides of one scenario fared. A draw is half a victory for each."""

    system: str
    scenario: str
    title: str
    sides: tuple[tuple[str, str], ...]
    """Id and name of both sides; the figures below are the first one's."""
    score: Score
    expected: float = 0.5
    """Share to be expected from the players' ratings before each battle; a half for battles of players without any."""

    @property
    def share(self) -> float:
        """Share of the first side; a half before the first battle."""
        n = self.score.battles
        return (self.score.won + self.score.drawn / 2) / n if n else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 19 times in 20."""
        return wilson(self.share, self.score.battles)

    @property
    def favoured(self) -> str | None:
        """Id of the side that has the better of it, beyond chance and its players' strength; None where none has."""
        low, high = self.interval
        if self.score.battles < FEWEST or low <= self.expected <= high:
            return None
        return self.sides[0][0] if low > self.expected else self.sides[1][0]

    @property
    def even(self) -> bool:
        """Whether the sides are as good as even, beyond chance."""
        return _decided(self.share, self.score.battles, self.expected) and self.favoured is None

    @property
    def needed(self) -> int:
        """Battles that are still needed to say, if things go on as they did; 0 when it can be said."""
        n = self.score.battles
        if self.favoured is not None or self.even:
            return 0
        # Two victories in two battles don't promise a hundred in a hundred.
        share = _middle(self.share, n) if n else 0.5
        return next((m for m in range(1, MOST) if _decided(share, n + m, self.expected)), MOST)


def _decided(share: float, n: int, expected: float) -> bool:
    """Whether a share of so many battles says that one side has the better of it, or that neither has."""
    low, high = wilson(share, n)
    differs, close = not low <= expected <= high, expected - low <= EVEN and high - expected <= EVEN
    return n >= FEWEST and (differs or close)


def balance(
    results: Sequence[Result],
    sides: tuple[tuple[str, str], ...],
    expected: Mapping[str, Mapping[str, float]],
) -> Balance:
    """How the two sides of a scenario fared in results of it, of which there is at least one.

    ``expected`` are shares by battle and side (:attr:`bot.service.results.ratings.Book.expected`).
    """
    first = sides[0][0]
    score, hoped = Score(), 0.0
    for r in results:
        score = score.with_(r.score(first))
        hoped += expected.get(r.battle, {}).get(first, 0.5)
    last = results[-1]
    return Balance(last.system, last.scenario, last.title, sides, score, hoped / len(results))

"""How strong players are, as their results tell: Bayesian ratings of one rule system in one server.

Nothing is carried along: ratings are computed from the results alone, in the order in which the battles ended. So they
stay consistent when a result is annulled or a player's data are deleted.

The model is Weng and Lin's for two sides (JMLR 12, 2011), from ``openskill``: each player's strength is a normal
distribution, its mean ``mu`` and its spread ``sigma``. A side is as strong as the mean of its players, since its army
is the same however many lead it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from openskill.models import PlackettLuce

from bot.storage.results import FORGOTTEN, Result

PROVISIONAL = 5
"""Rated battles before a player is ranked."""

BASE = 1500
"""Points everybody begins with."""

POINTS = 30
"""Points for one unit of the model: between settled players 200 points then mean about three victories in four, as
chess players are used to."""

SURE = 3.0
"""Spreads below the mean at which a player is ranked, who is at least so strong, as good as certainly."""

NINETEEN_IN_TWENTY = 1.96
"""Spreads to each side of the mean within which the true strength lies 19 times in 20."""

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
"""Spread of a single performance."""
TAU = MU / 300
"""Spread that comes back with every battle, since players change."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0)


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's strength, and the results it rests on."""

    user: int
    mu: float = MU
    sigma: float = SIGMA
    won: int = 0
    drawn: int = 0
    lost: int = 0
    change: int = 0
    """Points the last battle brought."""

    @property
    def battles(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def provisional(self) -> bool:
        return self.battles < PROVISIONAL

    @property
    def points(self) -> int:
        """What a player is ranked by; 1500 before the first battle."""
        return round(BASE + POINTS * (self.mu - SURE * self.sigma))

    @property
    def guess(self) -> int:
        """The likeliest strength, in points."""
        return round(BASE + POINTS * self.mu)

    @property
    def spread(self) -> int:
        """Points to each side of :attr:`guess` within which the true strength lies 19 times in 20."""
        return round(POINTS * NINETEEN_IN_TWENTY * self.sigma)


@dataclass(frozen=True)
class Book:
    """The ratings of one rule system in one server."""

    ratings: Mapping[int, Rating] = field(default_factory=dict[int, Rating])
    """By user."""
    expected: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, Mapping[str, float]])
    """By battle: the share of it each side could expect, from what was known before it."""

    def ranking(self) -> list[Rating]:
        """Everybody, the strongest first; those who are still provisional after all others.

        Who has had their data deleted stands in no table; what others won or lost against them counts.
        """
        return sorted(
            (r for r in self.ratings.values() if r.user > FORGOTTEN),
            key=lambda r: (r.provisional, -r.points, -r.battles, r.user),
        )

    def place(self, user: int) -> int | None:
        """A player's place, shared with those who have as many points; None while that is provisional."""
        mine = self.ratings.get(user)
        if mine is None or mine.provisional:
            return None
        return 1 + sum(not r.provisional and r.points > mine.points for r in self.ranking())


def teams(result: Result) -> dict[str, tuple[int, ...]] | None:
    """Who counts on each side; None when the battle counts for nobody's rating.

    It counts when it is rated, and each of two sides has at least one player, nobody playing on both. Those whose data
    were deleted are players too; of some deleted long ago nothing tells them apart any more, and they count for nobody.
    """
    found: dict[str, tuple[int, ...]] = {}
    for user, side in result.players:
        if user != FORGOTTEN:
            found[side] = (*found.get(side, ()), user)
    everybody = [u for users in found.values() for u in users]
    if not result.rated or len(found) != 2 or len(everybody) != len(set(everybody)):
        return None
    return found


def rate(results: Iterable[Result]) -> Book:
    """The ratings that follow from results, in whatever order they are given.

    >>> won = Result("b1", 1, "toy", "toy/duel", "rules", "red", True, 0.0, ((10, "red"), (20, "blue")))
    >>> [(r.user, r.points) for r in rate([won]).ranking()]
    [(10, 1603), (20, 1445)]
    """
    return _rate(tuple(sorted(results, key=lambda r: r.order)))


@lru_cache(maxsize=32)
def _rate(results: Sequence[Result]) -> Book:
    ratings: dict[int, Rating] = {}
    expectations: dict[str, Mapping[str, float]] = {}
    for result in results:
        found = teams(result)
        if found is None:
            continue
        (one, ours), (other, theirs) = (
            (side, [ratings.get(u) or Rating(u) for u in users]) for side, users in found.items()
        )
        share = expected(ours, theirs)
        expectations[result.battle] = {one: share, other: 1 - share}
        for r in _after(ours, theirs, result.score(one)):
            ratings[r.user] = r
    return Book(ratings, expectations)


def expected(ours: Sequence[Rating], theirs: Sequence[Rating]) -> float:
    """The share of a battle one side can expect against another, from 0 to 1; what the model learns by."""
    (mu, variance), (their_mu, their_variance) = _side(ours), _side(theirs)
    spread = math.sqrt(variance + their_variance + 2 * BETA**2)
    return 1 / (1 + math.exp((their_mu - mu) / spread))


def _side(players: Sequence[Rating]) -> tuple[float, float]:
    """Mean and variance of a side's strength."""
    n = len(players)
    return sum(r.mu for r in players) / n, sum(r.sigma**2 + TAU**2 for r in players) / n**2


def _after(ours: Sequence[Rating], theirs: Sequence[Rating], score: float) -> Iterator[Rating]:
    """All players after a battle of which the first side had ``score``.

    The model adds up a team; each player is given to it with their part of the mean.
    """
    sides = (ours, theirs)
    given = [[_MODEL.rating(mu=r.mu / len(x), sigma=math.hypot(r.sigma, TAU) / len(x)) for r in x] for x in sides]
    learnt = _MODEL.rate(given, ranks=[1 - score, score])
    for side, found, had in zip(sides, learnt, (score, 1 - score), strict=True):
        for r, x in zip(side, found, strict=True):
            yield _added(r, x.mu * len(side), x.sigma * len(side), had)


def _added(before: Rating, mu: float, sigma: float, score: float) -> Rating:
    after = replace(
        before,
        mu=mu,
        sigma=sigma,
        won=before.won + (score == 1),
        drawn=before.drawn + (score == 0.5),
        lost=before.lost + (score == 0),
    )
    return replace(after, change=after.points - before.points)

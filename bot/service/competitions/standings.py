"""The table of a league or of Swiss rounds. Pure arithmetic.

Who has more points stands higher: three for a victory, one for a draw. Among those with equal points count, one after
the other: the points from their battles against each other, the difference of losses in all battles, victories. Who is
equal in all of it shares a place. In Swiss rounds, where not everybody meets everybody, the points of all they have met
(the Buchholz score) count before the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

WIN, DRAW = 3, 1
"""Points."""

NOBODY = 0
"""Stands for the winner of a draw."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A battle of the league that counts."""

    first: int
    second: int
    winner: int
    """:data:`NOBODY` for a draw."""
    lead: float = 0.0
    """By how much the second player's losses exceed the first one's, each as a share of what loses the battle; 0 for
    one that was decided without a battle."""

    def points(self, user: int) -> int:
        return WIN if self.winner == user else DRAW if self.winner == NOBODY else 0


@dataclass(frozen=True, slots=True)
class Row:
    """How one player stands."""

    user: int
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    lead: float = 0.0
    met: int = 0
    """Points of all opponents together."""

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        return WIN * self.won + DRAW * self.drawn


@dataclass
class _Counted:
    """A row, and what it is ordered by besides."""

    row: Row
    direct: int = field(default=0)
    met: int = 0
    """Points of all opponents, where they count."""

    @property
    def order(self) -> tuple[int, int, int, float, int]:
        return self.row.points, self.met, self.direct, self.row.lead, self.row.won


def table(players: Iterable[int], meetings: Sequence[Meeting], *, swiss: bool = False) -> list[Row]:
    """Everybody, the best first; those who share a place in the order in which they are given.

    ``swiss``: whether the points of those they have met count. A round in which somebody is free is a meeting with
    :data:`NOBODY`.

    >>> [(r.place, r.user, r.points) for r in table([1, 2, 3], [Meeting(1, 2, 2), Meeting(2, 3, 0)])]
    [(1, 2, 4), (2, 3, 1), (3, 1, 0)]
    """
    counted = [_Counted(_row(user, meetings)) for user in players]
    points = {c.row.user: c.row.points for c in counted}
    for c in counted:
        user = c.row.user
        against = (m.second if m.first == user else m.first for m in meetings if user in (m.first, m.second))
        c.row = replace(c.row, met=sum(points.get(u, 0) for u in against))
        c.met = c.row.met if swiss else 0
        c.direct = sum(
            m.points(user)
            for m in meetings
            if user in (m.first, m.second) and points.get(m.first) == points.get(m.second)
        )
    counted.sort(key=lambda c: c.order, reverse=True)
    return [replace(c.row, place=1 + sum(o.order > c.order for o in counted)) for c in counted]


def _row(user: int, meetings: Sequence[Meeting]) -> Row:
    mine = [m for m in meetings if user in (m.first, m.second)]
    lead = sum(m.lead if m.first == user else -m.lead for m in mine)
    return Row(
        user,
        won=sum(m.winner == user for m in mine),
        drawn=sum(m.winner == NOBODY for m in mine),
        lost=sum(m.winner not in (user, NOBODY) for m in mine),
        # Sums of shares: what differs in the ninth place is equal.
        lead=round(lead, 6),
    )

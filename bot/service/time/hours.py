"""When time passes for a player, and when it stands still: quiet hours of the battle, their own, and vacations.

>>> at = lambda hour: hour * 3600.0
>>> night = Hours((Rest(at(22), at(7)),))
>>> night.due(at(21), at(3)) == at(24 + 9), night.counted(at(21), at(24 + 8)) == at(2)
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from bot.service.time import zones
from bot.service.time.zones import Ahead

HOUR, DAY = 3600.0, 24 * 3600.0
LIVE = "live"

WAKING = 6 * HOUR
"""Time of the day, in seconds, that must be left besides quiet hours for a player's own to count."""

Reminders: TypeAlias = Literal["ping", "dm", "digest", "none"]
Quiet: TypeAlias = tuple[int, int, Ahead]
"""Hours of the day (0 to 23) from and to which a player wants to be left alone, and how far their clock is ahead of
UTC: hours, or the name of a time zone."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player wants in all of their battles. Times are seconds since 1970."""

    reminders: Reminders = "ping"
    before: float | None = None
    """Seconds before the deadline at which they are reminded; None: when half of the time has passed."""
    quiet: Quiet | None = None
    away_until: float | None = None
    """End of the vacation they are on; None when they are here."""
    quiets: tuple[tuple[float, Quiet | None], ...] = ()
    """Quiet hours as they were, each with the time from which they held."""
    language: str | None = None
    """In which they read what they alone see; None for that of their Discord."""
    leaves: tuple[tuple[float, float], ...] = ()
    """All vacations: when each began, and when it ended or will end."""

    def sleeps(self, now: float) -> bool:
        """Whether it is one of their quiet hours."""
        return self.quiet is not None and Hours(tuple(_rests(self.quiet))).wakes(now) > now

    def wakes(self, now: float) -> float:
        """The player's next free hour: ``now`` itself where it is neither a quiet hour nor vacation."""
        rests = tuple(_rests(self.quiet)) if self.quiet is not None else ()
        return Hours(rests, self.leaves).wakes(now)


def read(values: Mapping[str, Any], now: float) -> Preferences:
    """Preferences as they are stored, seen at some time."""
    quiets = tuple((since, _quiet(q)) for since, q in values.get("quiets", ()))
    leaves = tuple((begin, end) for begin, end in values.get("leaves", ()))
    return Preferences(
        reminders=values.get("reminders", "ping"),
        before=values.get("before"),
        quiet=quiets[-1][1] if quiets else None,
        away_until=max((end for begin, end in leaves if begin <= now < end), default=None),
        quiets=quiets,
        leaves=leaves,
        language=language_of(values),
    )


def language_of(values: Mapping[str, Any]) -> str | None:
    """The language among stored preferences."""
    found = values.get("language")
    return found if isinstance(found, str) else None


def _quiet(q: Sequence[Any] | None) -> Quiet | None:
    return None if q is None else (int(q[0]), int(q[1]), q[2] if isinstance(q[2], str) else float(q[2]))


@dataclass(frozen=True, slots=True)
class Rest:
    """Hours of every day (``begin`` to ``end``, seconds since midnight UTC) in which no time passes."""

    begin: float
    end: float
    since: float = -math.inf
    """When this began to hold; seconds since 1970, like the next."""
    until: float = math.inf

    @property
    def length(self) -> float:
        return (self.end - self.begin) % DAY

    def wakes(self, at: float) -> float:
        """When time passes again: ``at`` itself when it does then."""
        begin = at - (at - self.begin) % DAY
        first, last = max(begin, self.since), min(begin + self.length, self.until)
        return last if first <= at < last else at

    def stops(self, at: float) -> float:
        """When time next stands still, ``at`` being a time at which it passes."""
        if at < self.since:
            if self.wakes(self.since) > self.since:
                return self.since
            at = self.since
        begin = at + ((self.begin - at) % DAY or DAY)
        return begin if begin < self.until else math.inf


@dataclass(frozen=True, slots=True)
class Hours:
    """When a side's time passes."""

    rests: tuple[Rest, ...] = ()
    leaves: tuple[tuple[float, float], ...] = ()

    def wakes(self, at: float) -> float:
        """When time passes again: ``at`` itself when it does then."""
        while True:
            ends = [r.wakes(at) for r in self.rests] + [end for begin, end in self.leaves if begin <= at < end]
            later = max(ends, default=at)
            if later <= at:
                return at
            at = later

    def stops(self, at: float) -> float:
        """When time next stands still, ``at`` being a time at which it passes."""
        return min([*(r.stops(at) for r in self.rests), *(b for b, e in self.leaves if at < b < e)], default=math.inf)

    def spans(self, start: float) -> Iterator[tuple[float, float]]:
        """Spans in which time passes, from ``start`` on; the last one may have no end."""
        at = self.wakes(start)
        while True:
            stop = self.stops(at)
            yield at, stop
            if stop == math.inf:
                return
            at = self.wakes(stop)

    def due(self, asked: float, seconds: float) -> float:
        """When so much time has passed since a question was asked."""
        left = seconds
        for begin, end in self.spans(asked):
            if left <= end - begin:
                return begin + left
            left -= end - begin
        raise AssertionError("the last span has no end")

    def counted(self, start: float, end: float) -> float:
        """How much of the time between two moments counts, in seconds."""
        total = 0.0
        for begin, stop in self.spans(start):
            if begin >= end:
                break
            total += min(stop, end) - begin
        return total


FOREVER = 100 * 365 * DAY
"""Seconds from the beginning of a rest that has no end yet."""


def hours(
    mode: str,
    quiet: tuple[int, int] | None,
    player: Preferences | None = None,
    pauses: Sequence[tuple[float, float | None]] = (),
) -> Hours:
    """The hours of a battle for the player who leads a side. Live battles know no quiet hours, but vacations.

    ``pauses`` are times in which the battle's clocks stood; the last one may have no end (None).

    The player's own quiet hours don't count where they would leave too little of the day (:data:`WAKING`).
    """
    stood = tuple((begin, begin + FOREVER if end is None else end) for begin, end in pauses)
    leaves = (*(player.leaves if player is not None else ()), *stood)
    if mode == LIVE:
        return Hours((), leaves)
    agreed = () if quiet is None else (Rest(quiet[0] * HOUR, quiet[1] * HOUR),)
    own: list[Rest] = []
    known = player.quiets if player is not None else ()
    for n, (since, q) in enumerate(known):
        until = known[n + 1][0] if n + 1 < len(known) else math.inf
        if q is not None and since < until:
            own += [rest for rest in _rests(q, since, until) if _waking((*agreed, rest)) >= WAKING]
    return Hours((*agreed, *own), leaves)


def _rests(q: Quiet, since: float = -math.inf, until: float = math.inf) -> Iterator[Rest]:
    """Quiet hours while they hold: another rest for each change to summer time and back."""
    begin, end, where = q
    for first, last, ahead in zones.spans(where):
        if max(first, since) < min(last, until):
            hours = (begin - ahead) * HOUR % DAY, (end - ahead) * HOUR % DAY
            yield Rest(*hours, max(first, since), min(last, until))


def _waking(rests: Sequence[Rest]) -> float:
    """Seconds of a day that lie in none of these; their dates don't matter."""
    day = [Rest(r.begin, r.end) for r in rests]
    marks = sorted({0.0, DAY, *(r.begin % DAY for r in day), *(r.end % DAY for r in day)})
    return sum(b - a for a, b in pairwise(marks) if all(r.wakes(a) <= a for r in day))

"""Messages older than an hour are edited more seldom (429, 30046).

How seldom isn't documented; here it is a few times a minute for each channel.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

from tests.bot.strict.request import Request

HOUR = 3600.0
MOST, SPAN = 6, 60.0
"""Edits of old messages of a channel in so many seconds."""

TOO_MANY = 30046


class OldMessages:
    """Refuses what is too much."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._made: dict[int, float] = {}
        self._edited: defaultdict[int, deque[float]] = defaultdict(deque)
        self.refused = 0
        """Edits that were too many."""
        self.most = MOST
        """Edits that are taken in a minute."""

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        now, number = self._now(), request.edits
        if request.sends:
            sent = go_on()
            self._made.setdefault(int(sent["id"]), now)
            return sent
        if number is None or now - self._made.get(number, now) <= HOUR:
            return go_on()
        edited = self._edited[request.channel.id if request.channel is not None else 0]
        while edited and not 0 <= now - edited[0] < SPAN:
            edited.popleft()
        if len(edited) >= self.most:
            self.refused += 1
            raise request.refuse(429, TOO_MANY, "Maximum number of edits to messages older than 1 hour reached.")
        edited.append(now)
        return go_on()

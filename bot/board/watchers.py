"""Browsers that wait for a battle to go on: each is told that it has, and looks for itself."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from engine.kernel.text import refuse

EACH, ALL = 4, 500
"""Streams one person may have, and all together."""
LATE = 1.0
"""Seconds that a change waits for its story."""
REMEMBERED = 1000
"""Battles of which it is known when something was told about them."""
CROWD, SPREAD = 20, 1.0
"""Of more watchers than this those who only look are told within so many seconds, not all at once."""


@dataclass(eq=False)
class Watcher:
    """One browser that listens."""

    user: int
    battle: str
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Watchers:
    """All of this process."""

    def __init__(self) -> None:
        self._watching: set[Watcher] = set()
        self._by_user: Counter[int] = Counter()
        self._late: dict[str, asyncio.TimerHandle] = {}
        self._times = count()
        self._told: OrderedDict[str, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._watching)

    def told(self, battle: str) -> int | None:
        """A number that is another one whenever something was told about a battle; None where nothing was of late."""
        return self._told.get(battle)

    def wait(self) -> float:
        """Seconds that one who only looks should leave to others."""
        return random.uniform(0.0, SPREAD) if len(self._watching) > CROWD else 0.0

    @contextmanager
    def watching(self, user: int, battle: str) -> Iterator[Watcher]:
        """Listen while the block lasts. Raises Refusal where somebody listens too often."""
        if self._by_user[user] >= EACH or len(self._watching) >= ALL:
            refuse("The board is open in too many windows; close some of them.")
        watcher = Watcher(user, battle)
        self._watching.add(watcher)
        self._by_user[user] += 1
        try:
            yield watcher
        finally:
            self._watching.discard(watcher)
            self._by_user[user] -= 1
            if not self._by_user[user]:
                del self._by_user[user]

    def stored(self, battle: str) -> None:
        """The battle has changed. Its story follows, and with that everybody is told; or without it, where Discord
        can't be written to."""
        if battle not in self._late and any(w.battle in ("", battle) for w in self._watching):
            self._late[battle] = asyncio.get_running_loop().call_later(LATE, self.hear, battle)

    def hear(self, battle: str) -> None:
        """The battle has gone on. One for which ``battle`` is "" follows whatever is played."""
        self._told[battle] = next(self._times)
        self._told.move_to_end(battle)
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        late = self._late.pop(battle, None)
        if late is not None:
            late.cancel()
        for watcher in self._watching:
            if watcher.battle in ("", battle):
                watcher.news.set()

    def written(self, user: int, battle: str) -> None:
        """Somebody has put orders before themselves: what waits is another thing in their other windows, too."""
        for watcher in self._watching:
            if watcher.user == user and watcher.battle in ("", battle):
                watcher.news.set()

    def end(self) -> None:
        """Wake everybody: there is nothing more to hear."""
        for late in self._late.values():
            late.cancel()
        for watcher in self._watching:
            watcher.news.set()

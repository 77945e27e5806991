"""Browsers that wait for a battle to go on: each is told that it has, and looks for itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.kernel.text import refuse

EACH, ALL = 4, 500
"""Streams one person may have, and all together."""


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

    def __len__(self) -> int:
        return len(self._watching)

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

    def hear(self, battle: str) -> None:
        """The battle has gone on. One for which ``battle`` is "" follows whatever is played."""
        for watcher in self._watching:
            if watcher.battle in ("", battle):
                watcher.news.set()

    def end(self) -> None:
        """Wake everybody: there is nothing more to hear."""
        for watcher in self._watching:
            watcher.news.set()

"""Discord takes 50 requests a second of one token, whichever process sends them; who sends more is told to wait with
everything, and counts as refused. So each process keeps to its share.

What answers an interaction isn't counted by Discord, and never waits here.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

DISCORDS = 50
"""Requests a second Discord takes of a token."""
ROOM = 5
"""So many fewer are sent: what left us evenly may arrive in a bunch."""
WINDOW = 1.0
"""Seconds."""


def share(shards: int, of: int) -> int:
    """Requests a second for the process that has so many of all shards.

    >>> share(1, 1), share(4, 16), share(1, 4096)
    (45, 11, 1)
    """
    return max(1, (DISCORDS - ROOM) * shards // of)


class GlobalLimit:
    """At most so many requests in any second, first come, first served."""

    def __init__(
        self,
        most: int,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.most = most
        self._now = now
        self._sleep = sleep
        self._starts: deque[float] = deque(maxlen=most)
        """When the last ones were sent, or will be."""

    async def take(self, path: str) -> None:
        """Wait until a request may be sent; ``path`` is that of its route."""
        if path.startswith(("/interactions/", "/webhooks/")):
            return
        now = self._now()
        start = max(now, self._starts[0] + WINDOW) if len(self._starts) == self.most else now
        self._starts.append(start)
        if start > now:
            await self._sleep(start - now)

"""What many viewers ask for at once is made once and kept for a while: pictures of a position, lists of its pieces."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The latest of what was made, within a size; who asks while it is being made waits for that."""

    def __init__(self, most: int, size: Callable[[T], int] = lambda made: 1) -> None:
        """``most``: sum of the sizes that are kept, in whatever ``size`` counts; by itself, how many."""
        self._most = most
        self._size = size
        self._made: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[T]] = {}
        self._total = 0

    async def of(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """What is kept under a key, made now where it isn't. What fails is told to all who wait, and not kept."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.ensure_future(self._make(key, make))
            # Where everybody has gone meanwhile, nobody else would take note of what failed.
            making.add_done_callback(lambda done: done.cancelled() or done.exception())
        # Whoever closes the page meanwhile takes it from nobody else.
        return await asyncio.shield(making)

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        try:
            made = await make()
        finally:
            del self._making[key]
        self._made[key] = made
        self._total += self._size(made)
        while self._total > self._most and len(self._made) > 1:
            self._total -= self._size(self._made.popitem(last=False)[1])
        return made

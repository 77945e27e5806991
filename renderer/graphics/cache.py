"""Bounded, thread-safe stores of what was drawn: the least recently used goes first.

A store with a name is listed in :data:`STORES`: what the renderer may hold for good is the sum of their rooms, which is
:data:`MOST` or less, and some 20 MB of type (see :mod:`renderer.graphics.fonts`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


MOST = 135 << 20
"""Bytes that all stores together may have room for."""

STORES: list[Cache[Any, Any]] = []
"""Every store with a name, in the order they were made."""


class Cache(Generic[K, V]):
    """Values by key, as many as fit into ``room``; one that alone is heavier isn't kept.

    ``weigh`` gives each value's share of the room (1 for a count, or bytes): always the same for the same value.

    Values must not be changed after they were put in: every thread gets the same object.
    """

    def __init__(self, room: int, weigh: Callable[[V], int], name: str = "") -> None:
        """A ``name`` puts the store on the list: for those that live as long as the process, weighed in bytes."""
        self.name = name
        self.room = room
        self.used = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        if name:
            STORES.append(self)

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: K) -> V | None:
        """The value, or None."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> V:
        """Keep a value. If another thread was faster, its value is kept and returned."""
        with self._lock:
            if (found := self._kept.get(key)) is not None:
                return found
            weight = self._weigh(value)
            if weight > self.room:
                return value
            self._kept[key] = value
            self.used += weight
            while self.used > self.room:
                _, old = self._kept.popitem(last=False)
                self.used -= self._weigh(old)
        return value

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value, made now if it isn't there. Two threads may make it at once; both get the same one."""
        found = self.find(key)
        return self.put(key, make()) if found is None else found

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.used = 0


def forget() -> None:
    """Drop all that was drawn, as when a benchmark wants a cold start."""
    for store in STORES:
        store.clear()

"""A bounded, thread-safe store of what was drawn: the least recently used goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Values by key, as many as fit into ``room``. ``weigh`` gives each value's share of it (1 for a count, or bytes).

    Values must not be changed after they were put in: every thread gets the same object.
    """

    def __init__(self, room: int, weigh: Callable[[V], int]) -> None:
        self.room = room
        self.used = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

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
            self._kept[key] = value
            self.used += self._weigh(value)
            while self.used > self.room and len(self._kept) > 1:
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

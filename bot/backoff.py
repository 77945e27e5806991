"""When what has failed is tried again: after waits that grow with every failure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


class Backoff(dict[Key, tuple[int, float]]):
    """What has failed, how often, and when it is tried again. Times are seconds since 1970.

    >>> waiting = Backoff((0.0, 15.0, 30.0))
    >>> waiting.failed("a", 100.0), waiting.failed("a", 100.0), waiting.failed("a", 115.0)
    (100.0, 115.0, 145.0)
    >>> waiting.due(144.0), waiting.due(145.0)
    ([], ['a'])
    """

    def __init__(self, waits: Sequence[float]) -> None:
        super().__init__()
        self.waits = waits

    def failed(self, key: Key, now: float, waits: Sequence[float] | None = None) -> float:
        """Note a failure; returns when to try again. The last of the waits is for every further failure."""
        waits = waits or self.waits
        tries = self.tries(key)
        at = now + waits[min(tries, len(waits) - 1)]
        self[key] = (tries + 1, at)
        return at

    def done(self, key: Key) -> None:
        """It went well, or isn't to be tried any more."""
        self.pop(key, None)

    def tries(self, key: Key) -> int:
        """How often it has failed in a row."""
        return self.get(key, (0, 0.0))[0]

    def rests(self, key: Key, now: float) -> bool:
        """Whether it isn't to be tried yet."""
        return self.get(key, (0, now))[1] > now

    def due(self, now: float) -> list[Key]:
        """What is to be tried now, in the order in which it failed."""
        return [key for key, (_, at) in self.items() if at <= now]

    def waiting(self) -> list[Key]:
        """Everything that has failed."""
        return list(self)

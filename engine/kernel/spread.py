"""Which units bear on each hex (stand in it, have it in their ZOC), kept up unit by unit as they move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

U = TypeVar("U")
V = TypeVar("V")
K = TypeVar("K", bound=Hashable)


class Spread(Generic[K, U, V]):
    """What is made of the units that bear on a hex, or on anything, for every one that any does.

    The order of what they bear on says nothing: it differs between a position that was played and the same one set up.
    """

    def __init__(
        self,
        units: Mapping[str, U],
        order: Mapping[str, int],
        reach: Callable[[U], Sequence[K]],
        made: Callable[[tuple[U, ...]], V],
    ) -> None:
        """``units`` by id; ``order``: their places in the roster; ``reach``: what one bears on; ``made`` of those who
        bear on the same, in roster order."""
        self._reach = reach
        self._made = made
        self._on: dict[str, Sequence[K]] = {}
        self._units: dict[K, dict[str, U]] = {}
        self.at: dict[K, V] = {}
        """What was made; not to be changed. As units move it gives way to another dictionary."""
        self.changed: dict[str, None] = {}
        """Units, by id, that have come, gone or changed since."""
        self._put(units, order, self.at)

    def follow(self, units: Mapping[str, U], order: Mapping[str, int]) -> None:
        """Take in those that have changed; ``units``: all there are now, by id."""
        at = dict(self.at)
        for name in self.changed:
            for h in self._on.pop(name, ()):
                here = self._units[h]
                del here[name]
                if here:
                    at[h] = self._made(tuple(here.values()))
                else:
                    del self._units[h], at[h]
        self._put({name: units[name] for name in self.changed if name in units}, order, at)
        self.changed = {}
        self.at = at

    def _put(self, some: Mapping[str, U], order: Mapping[str, int], at: dict[K, V]) -> None:
        dirty: dict[K, None] = {}
        for name, unit in some.items():
            self._on[name] = reached = self._reach(unit)
            for h in reached:
                self._units.setdefault(h, {})[name] = unit
                dirty[h] = None
        for h in dirty:
            here = self._units[h]
            if len(here) > 1:
                here = self._units[h] = {name: here[name] for name in sorted(here, key=order.__getitem__)}
            at[h] = self._made(tuple(here.values()))


def changes(before: Mapping[str, object], now: Mapping[str, object]) -> Iterable[str]:
    """Ids of units that have come, gone or changed, by what tells two looks of them apart.

    >>> list(changes({"a": 1, "b": 1, "c": 1}, {"b": 1, "c": 2, "d": 1}))
    ['c', 'd', 'a']
    """
    found = [name for name, look in now.items() if before.get(name) != look]
    return found + [name for name in before if name not in now]

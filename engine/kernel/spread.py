"""Which units bear on each hex (stand in it, have it in their ZOC), kept up unit by unit as they move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from engine.kernel.hexes import Hex

U = TypeVar("U")
V = TypeVar("V")


class Spread(Generic[U, V]):
    """What is made of the units that bear on a hex, for every hex that any does.

    The order of its hexes says nothing: it differs between a position that was played and the same one set up.
    """

    def __init__(
        self, units: Mapping[str, U], reach: Callable[[U], Sequence[Hex]], made: Callable[[tuple[U, ...]], V]
    ) -> None:
        """``units`` by id, in roster order; ``reach``: the hexes one bears on; ``made`` of those of a hex, in that
        order."""
        self._reach = reach
        self._made = made
        self._hexes: dict[str, Sequence[Hex]] = {}
        self._units: dict[Hex, dict[str, U]] = {}
        self.at: dict[Hex, V] = {}
        """What was made, by hex; not to be changed. As units move it gives way to another dictionary."""
        self._put(units, self.at)

    def follow(self, units: Mapping[str, U], names: Iterable[str]) -> None:
        """Units have come, gone or changed: those of these ids; ``units``: all there are now, in roster order."""
        at = dict(self.at)
        for name in names:
            for h in self._hexes.pop(name, ()):
                here = self._units[h]
                del here[name]
                if here:
                    at[h] = self._made(tuple(here.values()))
                else:
                    del self._units[h], at[h]
        self._put({name: units[name] for name in names if name in units}, at, units)
        self.at = at

    def _put(self, some: Mapping[str, U], at: dict[Hex, V], every: Mapping[str, U] | None = None) -> None:
        """Add units; ``every``: the roster that tells their place among those who are there already."""
        dirty: dict[Hex, dict[str, U]] = {}
        for name, unit in some.items():
            self._hexes[name] = reached = self._reach(unit)
            for h in reached:
                here = dirty[h] = self._units.setdefault(h, {})
                here[name] = unit
        for h, here in dirty.items():
            if every is not None and len(here) > 1:
                here = self._units[h] = {name: unit for name, unit in every.items() if name in here}
            at[h] = self._made(tuple(here.values()))

"""4.32 What binds two units into a Line, and the Lines it makes of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.kernel.hexes import Hex, within
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Unit

Link: TypeAlias = Callable[[Unit, Unit], bool]
"""Whether two units belong to one Line by themselves."""


@dataclass(frozen=True, slots=True)
class Bond:
    """A link of units no farther apart than so many hexes: :func:`components` asks about no others."""

    hexes: int
    binds: Link
    name: tuple[str, int] | None = None
    """What it is and how far it reaches, where that and the units in question say all: no leader matters."""

    def __call__(self, a: Unit, b: Unit) -> bool:
        return self.binds(a, b)


def components(units: Sequence[Unit], linked: Link, only: Unit | None = None) -> list[list[Unit]]:
    """The units, all on the map, by what links them, each group a Line of its own; or the group one of them is in."""
    left = dict(enumerate(units))
    near = _Near(units, linked.hexes) if isinstance(linked, Bond) else None
    binds = linked.binds if isinstance(linked, Bond) else linked
    found: list[list[Unit]] = []
    while left:
        group = [left.pop(next(n for n, u in left.items() if only is None or u is only))]
        for u in group:  # it grows meanwhile
            for n in near.of(u) if near is not None else list(left):
                other = left.get(n)
                if other is None:
                    continue
                one_stack = u.id == other.beneath or u.beneath == other.id  # S 6.6
                if one_stack or binds(u, other):
                    group.append(left.pop(n))
        found.append(group)
        if only is not None:
            break
    return found


def lines_of(g: Battle, units: Sequence[Unit], linked: Link, only: Unit | None = None) -> list[list[Unit]]:
    """:func:`components`, once in a position for all leaders who ask about the same units and a link with a name."""
    if not isinstance(linked, Bond) or linked.name is None:
        return components(units, linked, only)
    key = ("bound", linked.name, tuple(u.id for u in units), None if only is None else only.id)
    found = g.derived(key, lambda: components(units, linked, only))
    return [list(group) for group in found]


class _Near:
    """Units by where they stand, each known by its place in the list they came in."""

    def __init__(self, units: Sequence[Unit], hexes: int) -> None:
        self.hexes = hexes
        self._at: dict[Hex, list[int]] = {}
        for n, u in enumerate(units):
            for h in footprint.hexes_of(u):
                self._at.setdefault(h, []).append(n)

    def of(self, unit: Unit) -> Iterator[int]:
        """Those that stand no farther from a unit than that, itself included, in the order of the list."""
        at = self._at
        around = dict.fromkeys(h for half in footprint.hexes_of(unit) for h in within(half, self.hexes) if h in at)
        yield from sorted({n for h in around for n in at[h]})

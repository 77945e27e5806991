"""Who stands where, and whose zone of control a hex lies in: what every battle with one unit to a hex can tell.

A system's battle subclasses :class:`Field`, says which units are on the map and which hexes each one's ZOC is, and adds
what its own rules ask for. Everything is computed once per position and forgotten at the next event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from engine.kernel.context import Context, S
from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap


class Standing(Protocol):
    """What stands in a hex for one side."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def hex(self) -> Hex | None: ...


U = TypeVar("U", bound=Standing)


class Field(Context[S], Generic[S, U]):
    """The map of a battle of two sides, with the units on it."""

    def __init__(self, state: S, battle_map: BattleMap, sides: tuple[str, str]) -> None:
        super().__init__(state)
        self.map = battle_map
        first, second = sides
        self._foe = {first: second, second: first}

    # -- what a system says -------------------------------------------------------------------------------------

    def units(self, side: str | None = None) -> Iterator[U]:
        """Units on the map, of one side if given, in roster order."""
        raise NotImplementedError

    def zoc(self, unit: U) -> tuple[Hex, ...]:
        """Hexes in the unit's ZOC."""
        raise NotImplementedError

    def _find_occupants(self) -> dict[Hex, U]:
        """The unit that counts as standing in each hex."""
        return {u.hex: u for u in self.units() if u.hex is not None}

    # -- who is where -------------------------------------------------------------------------------------------

    def occupants(self) -> dict[Hex, U]:
        """Units by the hex they stand in; not to be changed."""
        return self.derived("occupants", self._find_occupants)

    def unit_at(self, h: Hex) -> U | None:
        """The combat unit in a hex."""
        return self.occupants().get(h)

    def enemy_in(self, h: Hex, side: str) -> U | None:
        """An enemy unit of ``side`` in a hex."""
        u = self.unit_at(h)
        return u if u is not None and u.side != side else None

    def friend_in(self, h: Hex, side: str) -> U | None:
        u = self.unit_at(h)
        return u if u is not None and u.side == side else None

    def adjacent_enemies(self, h: Hex, side: str) -> list[U]:
        """Enemy units next to a hex."""
        return [u for n in self.map.neighbours(h) if (u := self.enemy_in(n, side)) is not None]

    # -- zones of control ---------------------------------------------------------------------------------------

    def zones(self, side: str) -> dict[Hex, tuple[U, ...]]:
        """Hexes in the ZOC of a side's units, each with the units that exert it in roster order."""
        return self.derived(("zones", side), lambda: self._spread(side, self.zoc))

    def _spread(self, side: str, reach: Callable[[U], tuple[Hex, ...]]) -> dict[Hex, tuple[U, ...]]:
        found: dict[Hex, tuple[U, ...]] = {}
        for u in self.units(side):
            for h in reach(u):
                found[h] = (*found.get(h, ()), u)
        return found

    def enemy_zoc(self, h: Hex, side: str) -> tuple[U, ...]:
        """Enemy units of ``side`` in whose ZOC the hex lies."""
        return self.zones(self._foe[side]).get(h, ())

    def in_enemy_zoc(self, piece: Standing) -> bool:
        return piece.hex is not None and bool(self.enemy_zoc(piece.hex, piece.side))

"""Who stands where, and whose zone of control a hex lies in: what every battle with one unit to a hex can tell.

A system's battle subclasses :class:`Field`, says which units are on the map and which hexes each one's ZOC is, and adds
what its own rules ask for. What goes by who stands where is computed once and kept until :meth:`Field.layout` changes,
which is looked at only after events that stir; everything else until the next event. Who bears on which hex
(:meth:`Field.spread`) is kept up for the units alone that have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engine.kernel.context import Context, S
from engine.kernel.hexes import Hex
from engine.kernel.spread import Spread
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
T = TypeVar("T")
V = TypeVar("V")

ALL = ""
"""In the layout of a field: what concerns both sides."""


class Field(Context[S], Generic[S, U]):
    """The map of a battle of two sides, with the units on it."""

    def __init__(self, state: S, battle_map: BattleMap, sides: tuple[str, str]) -> None:
        super().__init__(state)
        self.map = battle_map
        first, second = sides
        self._foe = {first: second, second: first}
        self._layout: Mapping[str, object] = {}
        self._kept: dict[str, dict[Any, Any]] = {ALL: {}, first: {}, second: {}}
        self._kept_at = self._stirred = -1
        self._spreads: dict[tuple[str, str], Spread[U, Any]] = {}
        """By side, then by what they are of."""
        self._changed: dict[tuple[str, str], dict[str, None]] = {}
        """Units, by id, that each of them has to follow yet."""
        self._held: Mapping[Hex, U] = {}
        self._held_at = -1

    # -- what a system says -------------------------------------------------------------------------------------

    def units(self, side: str | None = None) -> Iterator[U]:
        """Units on the map, of one side if given, in roster order."""
        raise NotImplementedError

    def zoc(self, unit: U) -> tuple[Hex, ...]:
        """Hexes in the unit's ZOC."""
        raise NotImplementedError

    def layout(self) -> Mapping[str, object]:
        """What :meth:`kept` values go by: units by the id of their side, everything else under :data:`ALL`.

        Each part is equal as long as nothing in it changes; that of a side is a mapping, by the id of every unit on the
        map. Unless a system says more, every event that stirs changes all.
        """
        return {ALL: self.stirred}

    # -- what is kept -------------------------------------------------------------------------------------------

    def kept(self, key: Any, compute: Callable[[], T], side: str = ALL) -> T:
        """A value that goes by :meth:`layout`, kept until that changes: by the units of ``side`` alone, or by all."""
        if self._kept_at != self.version:
            self._look_again()
        known = self._kept[side]
        try:
            return known[key]
        except KeyError:
            value = known[key] = compute()
            return value

    def spread(
        self, key: str, reach: Callable[[U], Sequence[Hex]], made: Callable[[tuple[U, ...]], V], side: str = ALL
    ) -> Mapping[Hex, V]:
        """What is ``made`` of the units, of ``side`` or of all, that bear on a hex, for each hex that any does.

        ``reach`` tells which hexes a unit bears on; it may go by nothing but the unit as it is and what never changes.
        Nobody may go by the order of the hexes.
        """
        if self._kept_at != self.version:
            self._look_again()
        found = self._spreads.get((side, key))
        if found is None:
            found = self._spreads[side, key] = Spread(self._by_id(side), reach, made)
            self._changed[side, key] = {}
        elif changed := self._changed[side, key]:
            found.follow(self._by_id(side), changed)
            changed.clear()
        return found.at

    def _by_id(self, side: str) -> dict[str, U]:
        return self.kept("by id", lambda: {u.id: u for u in self.units(None if side == ALL else side)}, side)

    def _look_again(self) -> None:
        """Drop what no longer holds."""
        self._kept_at = self.version
        if self._stirred == self.stirred:
            return
        now, before = self.layout(), self._layout
        self._stirred, self._layout = self.stirred, now
        changed = [part for part in now if now[part] != before.get(part)]
        for part in self._kept if ALL in changed else changed:
            self._kept[part].clear()
        if changed:
            self._kept[ALL].clear()
        if ALL in changed or not before:
            self._spreads.clear()
            return
        for part in changed:
            names = _changes(before[part], now[part])
            for (side, _), left in self._changed.items():
                if side in (ALL, part):
                    left.update(names)

    def let_go(self) -> None:
        super().let_go()
        self._held, self._held_at = {}, -1
        self._spreads.clear()
        for known in self._kept.values():
            known.clear()

    def _find_occupants(self) -> Mapping[Hex, U]:
        """The unit that counts as standing in each hex."""
        return self.spread("occupants", lambda u: () if u.hex is None else (u.hex,), lambda here: here[-1])

    # -- who is where -------------------------------------------------------------------------------------------

    def occupants(self) -> Mapping[Hex, U]:
        """Units by the hex they stand in."""
        if self._held_at != self.version:
            self._held, self._held_at = self._find_occupants(), self.version
        return self._held

    def unit_at(self, h: Hex) -> U | None:
        """The combat unit in a hex."""
        # Asked more often than anything else: without a call where nothing has happened since.
        return (self._held if self._held_at == self.version else self.occupants()).get(h)

    def foe(self, side: str) -> str:
        """The other side's id."""
        return self._foe[side]

    def enemy_in(self, h: Hex, side: str) -> U | None:
        """An enemy unit of ``side`` in a hex."""
        u = self.unit_at(h)
        return u if u is not None and u.side != side else None

    def friend_in(self, h: Hex, side: str) -> U | None:
        u = self.unit_at(h)
        return u if u is not None and u.side == side else None

    def adjacent_enemies(self, h: Hex, side: str) -> list[U]:
        """Enemy units next to a hex."""
        held = self.occupants()
        near = [u for n in self.map.neighbours(h) if (u := held.get(n)) is not None and u.side != side]
        # A unit of two hexes is next to a hex with both, as often as not.
        return near if len(near) < 2 else list({u.id: u for u in near}.values())

    # -- zones of control ---------------------------------------------------------------------------------------

    def zones(self, side: str) -> Mapping[Hex, tuple[U, ...]]:
        """Hexes in the ZOC of a side's units, each with the units that exert it in roster order."""
        return self.spread("zones", self.zoc, _all, side)

    def enemy_zoc(self, h: Hex, side: str) -> tuple[U, ...]:
        """Enemy units of ``side`` in whose ZOC the hex lies."""
        return self.zones(self._foe[side]).get(h, ())

    def in_enemy_zoc(self, piece: Standing) -> bool:
        return piece.hex is not None and bool(self.enemy_zoc(piece.hex, piece.side))


def _all(here: tuple[U, ...]) -> tuple[U, ...]:
    return here


def _changes(before: Any, now: Any) -> dict[str, None]:
    """Ids of units that have come, gone or changed between two layouts of a side."""
    old: Mapping[str, object] = before
    new: Mapping[str, object] = now
    names = dict.fromkeys(name for name, look in new.items() if old.get(name) != look)
    return names | dict.fromkeys(name for name in old if name not in new)

"""Who stands where, and whose zone of control a hex lies in: what every battle with one unit to a hex can tell.

A system's battle subclasses :class:`Field`, says which units are on the map and which hexes each one's ZOC is, and adds
what its own rules ask for. What goes by who stands where is computed once and kept until any unit of the side looks
another way, which is seen to only after events that stir; everything else until the next event. Who bears on which hex
(:meth:`Field.spread`) is kept up for the units alone that have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engine.kernel.context import Context, S
from engine.kernel.hexes import Hex
from engine.kernel.spread import Spread, changes
from engine.kernel.terrain import BattleMap


class Standing(Protocol):
    """What stands in a hex for one side."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def hex(self) -> Hex | None: ...


class Watched(Standing, Protocol):
    """A unit: of those its :class:`~engine.kernel.model.Watched` look is kept in mind."""

    @property
    def look(self) -> object: ...


U = TypeVar("U", bound=Watched)
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V")

ALL = ""
"""Both sides, where one might be named."""


class Field(Context[S], Generic[S, U]):
    """The map of a battle of two sides, with the units on it."""

    def __init__(self, state: S, battle_map: BattleMap, sides: tuple[str, str]) -> None:
        super().__init__(state)
        self.map = battle_map
        first, second = sides
        self._foe = {first: second, second: first}
        self._units: dict[str, dict[str, U]] = {ALL: {}, first: {}, second: {}}
        """Units on the map by side, and by id in roster order."""
        self._looks: dict[str, dict[str, object]] = {first: {}, second: {}}
        self._surroundings: object = None
        self._order: dict[str, int] = {}
        """Places of units in the roster."""
        self._kept: dict[str, dict[Any, Any]] = {ALL: {}, first: {}, second: {}}
        self._kept_at = self._stirred = -1
        self._spreads: dict[tuple[str, str], Spread[Any, U, Any]] = {}
        """By side, then by what they are of."""
        self._held: Mapping[Hex, U] = {}
        self._held_at = -1
        self._feared: dict[str, Mapping[Hex, tuple[U, ...]]] = {}
        """ZOCs of the enemies of a side."""
        self._feared_at = -1

    # -- what a system says -------------------------------------------------------------------------------------

    def on_map(self) -> Iterable[U]:
        """Units on the map as they are now, in roster order."""
        raise NotImplementedError

    def zoc(self, unit: U) -> tuple[Hex, ...]:
        """Hexes in the unit's ZOC."""
        raise NotImplementedError

    def surroundings(self) -> object:
        """What :meth:`kept` values go by besides the looks of units: equal as long as nothing in it changes."""
        return None

    # -- what is kept -------------------------------------------------------------------------------------------

    def units(self, side: str | None = None) -> Iterator[U]:
        """Units on the map, of one side if given, in roster order."""
        return iter(self.by_id(ALL if side is None else side).values())

    def by_id(self, side: str = ALL) -> Mapping[str, U]:
        """The same by id."""
        if self._kept_at != self.version:
            self._look_again()
        return self._units[side]

    def kept(self, key: Any, compute: Callable[[], T], side: str = ALL) -> T:
        """A value kept as long as units look as they do: those of ``side`` alone, or all."""
        if self._kept_at != self.version:
            self._look_again()
        known = self._kept[side]
        try:
            return known[key]
        except KeyError:
            value = known[key] = compute()
            return value

    def spread(
        self, key: str, reach: Callable[[U], Sequence[K]], made: Callable[[tuple[U, ...]], V], side: str = ALL
    ) -> Mapping[K, V]:
        """What is ``made`` of the units, of ``side`` or of all, that bear on a hex, for each hex that any does.

        ``reach`` tells which hexes a unit bears on; it may go by nothing but the unit as it is and what never changes.
        Nobody may go by the order of the hexes. What they bear on may be anything else, too.
        """
        if self._kept_at != self.version:
            self._look_again()
        found = self._spreads.get((side, key))
        if found is None:
            found = self._spreads[side, key] = Spread(self._units[side], self._order, reach, made)
        elif found.changed:
            found.follow(self._units[side], self._order)
        return found.at

    def _look_again(self) -> None:
        """Drop what no longer holds."""
        self._kept_at = self.version
        if self._stirred == self.stirred:
            return
        self._stirred = self.stirred
        before, self._looks = self._looks, {side: {} for side in self._foe}
        around, self._surroundings = self._surroundings, self.surroundings()
        everybody: dict[str, U] = {}
        for unit in self.on_map():
            everybody[unit.id] = unit
            self._looks[unit.side][unit.id] = unit.look
        changed = [side for side, looks in self._looks.items() if looks != before[side]]
        if changed:
            self._units[ALL] = everybody
            self._kept[ALL].clear()
        if not everybody.keys() <= self._order.keys():
            self._order = {name: n for n, name in enumerate(everybody)}
        for side in changed:
            looks = self._looks[side]
            self._units[side] = {name: everybody[name] for name in looks}
            self._kept[side].clear()
            names = dict.fromkeys(changes(before[side], looks))
            for (of, _), spread in self._spreads.items():
                if of in (ALL, side):
                    spread.changed.update(names)
        if self._surroundings != around:
            self._forget()

    def _forget(self) -> None:
        self._spreads.clear()
        for known in self._kept.values():
            known.clear()

    def let_go(self) -> None:
        super().let_go()
        self._held, self._held_at = {}, -1
        self._feared, self._feared_at = {}, -1
        self._forget()

    def _find_occupants(self) -> Mapping[Hex, U]:
        """The unit that counts as standing in each hex."""
        return self.spread("occupants", _hex, _last)

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
        if self._feared_at != self.version:
            self._feared = {own: self.zones(foe) for own, foe in self._foe.items()}
            self._feared_at = self.version
        return self._feared[side].get(h, ())

    def in_enemy_zoc(self, piece: Standing) -> bool:
        return piece.hex is not None and bool(self.enemy_zoc(piece.hex, piece.side))


def _all(here: tuple[U, ...]) -> tuple[U, ...]:
    return here


def _last(here: tuple[U, ...]) -> U:
    return here[-1]


def _hex(unit: Standing) -> tuple[Hex, ...]:
    return () if unit.hex is None else (unit.hex,)

"""Which unit or leader a piece of a set-up is: by code and number ("HC3"), by name and number, or by name alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.kernel.closeness import plain
from scenarios.vassal.saves import Piece


@dataclass
class Member:
    """A unit of a group, or a leader, and where a piece has put it."""

    side: str
    values: dict[str, Any]
    """Fields of its group, or of the leader, as a battle's file has them."""
    number: int | None
    """Of the unit; None for a leader."""
    hex: str | None = None

    @property
    def called(self) -> str:
        name = str(self.values.get("name") or self.values.get("id") or self.values.get("code"))
        return name if self.number is None else f"{name} {self.number} ({self.values.get('code', '')}{self.number})"

    @property
    def exactly(self) -> set[str]:
        """What a piece is called that is this one and no other."""
        own = [self.values.get(k) for k in ("code", "name")]
        if self.number is None:
            return {plain(str(x)) for x in (self.values.get("id"), self.values.get("name")) if x}
        return {plain(f"{x}{self.number}") for x in own if x}

    @property
    def loosely(self) -> set[str]:
        """What a piece is called that is this one, or another of its group."""
        return set() if self.number is None else {plain(str(x)) for k in ("code", "name") if (x := self.values.get(k))}


@dataclass
class Matched:
    """What came of a set-up."""

    members: list[Member]
    unknown: list[str] = field(default_factory=list[str])
    """Pieces that are nobody here, each with its hex where it has one."""
    unplaced: list[str] = field(default_factory=list[str])
    """Pieces that are somebody, and lie on no hex that can be told."""

    @property
    def placed(self) -> list[Member]:
        return [m for m in self.members if m.hex is not None]

    @property
    def missing(self) -> list[str]:
        """Who has no piece on a hex."""
        return [m.called for m in self.members if m.hex is None]


def members_of(side: str, units: Iterable[dict[str, Any]], leaders: Iterable[dict[str, Any]]) -> list[Member]:
    """Everybody of a side."""
    found = [Member(side, u, n) for u in units for n in u.get("numbers", ())]
    return [*found, *(Member(side, x, None) for x in leaders)]


def match(members: Sequence[Member], pieces: Iterable[tuple[Piece, str | None]]) -> Matched:
    """Put everybody whose piece is found on its hex. Pieces named alike are given out in their order."""
    done, late = Matched(list(members)), list[tuple[Piece, str | None]]()
    free = {id(m): m for m in members}
    for piece, at in pieces:
        if not _take(piece, at, [m for m in free.values() if plain(piece.name) in m.exactly], free, done):
            late.append((piece, at))
    for piece, at in late:
        if not _take(piece, at, [m for m in free.values() if plain(piece.name) in m.loosely], free, done):
            done.unknown.append(f"{piece.name} ({at})" if at else piece.name)
    return done


def _take(piece: Piece, at: str | None, fitting: Sequence[Member], free: dict[int, Member], done: Matched) -> bool:
    """Give a piece to the first it fits, of the side it tells where both would; whether there was one."""
    if not plain(piece.name):
        return False
    if len({m.side for m in fitting}) > 1:
        told = plain(piece.traits)
        own = [m for m in fitting if any(plain(str(x)) in told for x in (m.side, m.values.get("nationality")) if x)]
        fitting = own if len({m.side for m in own}) == 1 else []
    if not fitting:
        return False
    if at is None:
        done.unplaced.append(piece.name)
        return True
    del free[id(fitting[0])]
    fitting[0].hex = at
    return True

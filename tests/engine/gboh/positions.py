"""Positions in the family's words: what shared tests lay out, and what they may ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh.rules import Rules

Sort: TypeAlias = Literal["horse", "light horse", "heavy foot", "medium foot", "light foot"]
"""What every game of the family has."""

Ground: TypeAlias = Literal["woods", "rough"]
"""Ground all of them know; each calls it by its own name."""


@dataclass(frozen=True)
class Piece:
    """A unit of a shared test, on side a or b."""

    name: str
    """As the test calls it: "fast"."""
    sort: Sort
    hex: Hex
    facing: str = "E"
    side: str = "a"
    ma: int | None = None
    tq: int | None = None
    hits: int = 0
    routed: bool = False
    column: bool = False
    missiles: bool = False
    """It has what archers of its game have, and enough of them."""


@dataclass(frozen=True)
class Commander:
    """A leader of a shared test, who reaches everybody."""

    name: str
    hex: Hex
    side: str = "a"
    initiative: int = 5
    overall: bool = False


@dataclass(frozen=True)
class Layout:
    """A position: pieces and leaders on open ground but for ``ground``."""

    pieces: Sequence[Piece] = ()
    leaders: Sequence[Commander] = ()
    ground: Mapping[Hex, Ground] = field(default_factory=dict)


class Position(Protocol):
    """A layout in one game, with side a's Orders Phase under way where it has a leader."""

    def zone(self, name: str) -> set[Hex]:
        """The unit's ZOC."""
        ...

    def turned(self, name: str, to: Facing) -> tuple[int, int]:
        """Movement Points and hits of turning in place to a facing."""
        ...

    def withdraws(self, name: str, mover: str) -> bool:
        """Whether the unit is asked for Orderly Withdrawal, the mover having come where it is."""
        ...

    def recovers(self, name: str) -> int | str:
        """Hits an order of side a's first leader takes off the unit; the number of the case that refuses it."""
        ...

    def activated(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Sides and leaders in the order their Orders Phases begin, each named in turn and doing nothing.

        Fails if the game doesn't offer the next of them.
        """
        ...


class Kit(Protocol):
    """One game for the shared tests."""

    @property
    def system(self) -> str:
        """Its id, as marks have it."""
        ...

    @property
    def rules(self) -> Rules: ...

    def lay(self, layout: Layout) -> Position: ...


def lay(
    kit: Kit, *pieces: Piece, leaders: Sequence[Commander] = (), ground: Mapping[Hex, Any] | None = None
) -> Position:
    """A position of a few pieces."""
    return kit.lay(Layout(pieces, leaders, ground or {}))

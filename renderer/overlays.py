"""What a picture can show on top of the position. At most two kinds at once: a post answers one question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.kernel.hexes import Hex


@dataclass(frozen=True)
class Reach:
    """Where a unit may go: the cost of every hex, and the cohesion hits entering it would bring."""

    costs: Mapping[Hex, int]
    hits: Mapping[Hex, int]
    origin: Hex


@dataclass(frozen=True)
class Zones:
    """Zones of control of the side with this index, as the table has them."""

    side: int


@dataclass(frozen=True)
class SetUpArea:
    """Hexes the side with this index may choose from, where it sets up."""

    hexes: Iterable[Hex]
    side: int


@dataclass(frozen=True)
class Range:
    """A field of fire: every hex's range band (1 the nearest) and the roll needed there."""

    bands: Mapping[Hex, int]
    needs: Mapping[Hex, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sight:
    """A line of sight from ``a`` to ``b``, and the hex that blocks it."""

    a: Hex
    b: Hex
    blocked_by: Hex | None = None


@dataclass(frozen=True)
class CommandRange:
    """The hexes within a leader's command range; the rest of the map is dimmed."""

    hexes: Iterable[Hex]


@dataclass(frozen=True)
class Eligible:
    """Units, by code, that may be chosen."""

    units: Iterable[str]


@dataclass(frozen=True)
class Shock:
    """Who attacks whom: pairs of unit codes, attacker first, and the label of each or of all (a combat column)."""

    pairs: Sequence[tuple[str, str]]
    label: str = ""


Overlay: TypeAlias = Reach | Zones | SetUpArea | Range | Sight | CommandRange | Eligible | Shock

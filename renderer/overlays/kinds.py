"""What a picture can show on top of the position. At most two kinds at once: a post answers one question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.kernel.hexes import Hex


def _settled(overlay: object, name: str) -> None:
    """Make a field a tuple: it is read for the picture and again for its text, which an iterator would not survive."""
    object.__setattr__(overlay, name, tuple(getattr(overlay, name)))


@dataclass(frozen=True)
class Reach:
    """Where a unit may go: the cost of every hex, and the cohesion hits entering it would bring."""

    costs: Mapping[Hex, int]
    hits: Mapping[Hex, int]
    origin: Hex


@dataclass(frozen=True)
class Lettered:
    """Hexes to choose from: each with its letter ("A", or "AB" where one doesn't do), the cost of those that have one,
    and the cohesion hits entering them would bring."""

    letters: Mapping[Hex, str]
    costs: Mapping[Hex, int] = field(default_factory=dict[Hex, int])
    hits: Mapping[Hex, int] = field(default_factory=dict[Hex, int])


@dataclass(frozen=True)
class Sectors:
    """Hexes in groups, one of which is to be chosen by its letter; what they cost is written where there is room."""

    sectors: Mapping[str, Iterable[Hex]]
    costs: Mapping[Hex, int] = field(default_factory=dict[Hex, int])

    def __post_init__(self) -> None:
        object.__setattr__(self, "sectors", {letter: tuple(hexes) for letter, hexes in self.sectors.items()})


@dataclass(frozen=True)
class Front:
    """Who is being ordered: the hexes of the unit, and which way it faces by ``int(Facing)``; None for every way."""

    hexes: tuple[Hex, ...]
    facing: int | None = None


@dataclass(frozen=True)
class Ends:
    """Where a unit of two hexes would end: the hexes of its left and right half, and its facing by ``int(Facing)``."""

    places: tuple[tuple[tuple[Hex, Hex], int], ...]


@dataclass(frozen=True)
class Zones:
    """Zones of control of the side with this index, as the table has them."""

    side: int


@dataclass(frozen=True)
class SetUpArea:
    """Hexes the side with this index may choose from, where it sets up."""

    hexes: Iterable[Hex]
    side: int

    def __post_init__(self) -> None:
        _settled(self, "hexes")


@dataclass(frozen=True)
class Choices:
    """Places to choose from, at no price; on a map of areas each bears its name."""

    places: Iterable[Hex]

    def __post_init__(self) -> None:
        _settled(self, "places")


@dataclass(frozen=True)
class Range:
    """A field of fire: every hex's range band (1 the nearest) and the roll needed there."""

    bands: Mapping[Hex, int]
    needs: Mapping[Hex, str] = field(default_factory=dict[Hex, str])
    hidden: Iterable[Hex] = ()
    """Within range, but out of sight."""

    def __post_init__(self) -> None:
        _settled(self, "hidden")


@dataclass(frozen=True)
class Sight:
    """A line of sight from ``a`` to ``b``, and the hex that blocks it."""

    a: Hex
    b: Hex
    blocked_by: Hex | None = None
    names: str = ""
    """What blocks it, in words; written at the blocking hex beside its number."""


@dataclass(frozen=True)
class CommandRange:
    """The hexes within a leader's command range; the rest of the map is dimmed."""

    hexes: Iterable[Hex]

    def __post_init__(self) -> None:
        _settled(self, "hexes")


@dataclass(frozen=True)
class Eligible:
    """Units, by code, that may be chosen."""

    units: Iterable[str]

    def __post_init__(self) -> None:
        _settled(self, "units")


@dataclass(frozen=True)
class Line:
    """A line being formed: its members by code, in order, and units that may still join it."""

    members: Sequence[str]
    candidates: Sequence[str] = ()


@dataclass(frozen=True)
class Facings:
    """The facings a unit may choose: ``choices`` by ``int(Facing)``, each with its cost as printed ("", "1")."""

    hexes: tuple[Hex, ...]
    choices: Mapping[int, str]
    current: int | None = None
    """Where it faces now, whether or not it may stay so."""


@dataclass(frozen=True)
class Shock:
    """Who attacks whom: pairs of unit codes, attacker first.

    ``label`` is written on every pair that has no entry in ``labels`` (a combat column, "7"); ``odds`` follow it in
    smaller type ("2:1", "58 %").
    """

    pairs: Sequence[tuple[str, str]]
    label: str = ""
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    odds: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])


@dataclass(frozen=True)
class Casualties:
    """What has been lost since an earlier moment; see :func:`renderer.changes.casualties`."""

    hits: Mapping[str, int]
    """Hits gained, by unit code."""
    routed: Sequence[str]
    """Codes of units newly routed."""
    lost: Mapping[str, Hex]
    """Codes of units no longer on the map, with the hex they were last in."""
    leaders: Mapping[str, Hex]
    """Leaders lost, by name as the map has it, with the hex they were last in."""
    sides: Mapping[str, int] = field(default_factory=dict[str, int])
    """Side index of every unit lost; one that is missing is drawn in nobody's colours."""


Overlay: TypeAlias = (
    Reach
    | Lettered
    | Sectors
    | Front
    | Ends
    | Zones
    | SetUpArea
    | Choices
    | Range
    | Sight
    | CommandRange
    | Eligible
    | Line
    | Facings
    | Shock
    | Casualties
)

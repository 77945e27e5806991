"""A map of areas: provinces, seas and boxes, and what kind of border two of them share.

Which kinds of border there are and what may lie on their ends is said here; what crossing one costs, and who may, is
the rule system's. A system whose areas have more to them (an income, a city) has subclasses of :class:`Area` and
:class:`AreaMap` with that in them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import Field

from engine.kernel.board import Place, reached
from engine.kernel.closeness import plain
from engine.kernel.complaints import offer
from engine.kernel.model import MOST, Count, Strict, Title

AreaKind = Literal["province", "sea", "box"]

BorderKind = Literal["land", "strait", "coast", "sea", "arrow", "box_arrow"]

ENDS: dict[BorderKind, tuple[AreaKind, AreaKind]] = {
    "land": ("province", "province"),
    "strait": ("province", "province"),
    "coast": ("province", "sea"),
    "sea": ("sea", "sea"),
    "arrow": ("box", "province"),
    "box_arrow": ("box", "box"),
}
"""What a border of each kind lies between."""

MOST_AREAS = 9999
"""An area's number has four digits at most, as a hex has."""

AreaCode: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
        max_length=40,
        description='words of small letters and digits joined by hyphens, as "aegyptus-1"',
    ),
]

Coordinate: TypeAlias = Annotated[float, Field(ge=-MOST, le=MOST, allow_inf_nan=False)]
Point: TypeAlias = tuple[Coordinate, Coordinate]
"""On the sheet: to the right, downwards."""

_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
_WORDS = re.compile(r"[^\W_]+")


class Area(Strict):
    """One province, sea or box."""

    id: int = Field(ge=1, le=MOST_AREAS)
    """Its number in states and journals; it stays what it is when areas are added."""
    code: AreaCode
    name: Title
    kind: AreaKind = "province"
    at: Point
    """Where it is on the sheet: the middle of what is drawn of it."""
    region: str = ""
    """What it belongs to: a prefecture, a theatre; "" for nothing."""
    aliases: tuple[Title, ...] = ()
    """What else it may be called when it is written: its city, an older name."""
    signs: tuple[str, ...] = ()
    """What is drawn in it: "city", "fort", "port"..."""
    worth: Count | None = None
    """A number printed in it, as its income; None for none."""


class Border(Strict):
    """Two areas that touch, by their codes; of two kinds of area, the one :data:`ENDS` names first comes first."""

    a: str
    b: str
    kind: BorderKind


class Beside(NamedTuple):
    """What lies beside an area, and over what kind of border."""

    place: Place
    kind: BorderKind


class AreaMap(Strict):
    """One map of areas."""

    id: Title
    name: Title
    sheet: tuple[Count, Count]
    """Width and height of what :attr:`Area.at` lies on, in units of its own."""
    engraving: str = ""
    """Name of the engraved sheet it is drawn on; "" for a scheme of its areas and borders."""
    areas: tuple[Area, ...]
    borders: tuple[Border, ...] = ()

    # -- as a board ---------------------------------------------------------------------------------------------------

    @cached_property
    def by_place(self) -> dict[Place, Area]:
        """The areas by their numbers, in ascending order."""
        return {a.id: a for a in sorted(self.areas, key=lambda a: a.id)}

    def __contains__(self, place: object) -> bool:
        return place in self.by_place

    @property
    def every_place(self) -> tuple[Place, ...]:
        return self._in_order

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        return self._neighbours[place]

    def show(self, place: Place) -> str:
        area = self.by_place.get(place)
        return area.name if area is not None else str(place)

    def code(self, place: Place) -> str:
        area = self.by_place.get(place)
        return area.code if area is not None else str(place)

    def read(self, text: str) -> Place | None:
        return self._called.get(_key(text))

    def middle(self, place: Place) -> tuple[float, float]:
        return self.by_place[place].at

    def apart(self, a: Place, b: Place) -> float:
        return math.dist(self.by_place[a].at, self.by_place[b].at)

    def names(self, place: Place) -> tuple[str, ...]:
        area = self.by_place[place]
        return (area.name, area.code, *area.aliases)

    # -- areas and borders --------------------------------------------------------------------------------------------

    def area(self, place: Place) -> Area:
        """Raises KeyError."""
        return self.by_place[place]

    def of_kind(self, *kinds: AreaKind) -> tuple[Place, ...]:
        """The areas of those kinds, in ascending order."""
        return tuple(p for p, a in self.by_place.items() if a.kind in kinds)

    def of_region(self, region: str) -> tuple[Place, ...]:
        """The areas of a region, in ascending order."""
        return tuple(p for p, a in self.by_place.items() if a.region == region)

    def borders_of(self, place: Place) -> tuple[Beside, ...]:
        """What lies beside an area, each with the kind of border, by number. Raises KeyError."""
        return self._beside[place]

    def beside(self, place: Place, kinds: Collection[BorderKind]) -> tuple[Place, ...]:
        """The areas over borders of those kinds, by number. Raises KeyError."""
        return tuple(b.place for b in self._beside[place] if b.kind in kinds)

    def kind_between(self, a: Place, b: Place) -> BorderKind | None:
        """The border two areas share; None where they don't touch."""
        return self._kinds.get((a, b))

    def distance(self, a: Place, b: Place, kinds: Collection[BorderKind]) -> int | None:
        """The fewest borders of those kinds crossed from one to the other; None where there is no way."""
        for n, places in enumerate(self.rings(a, kinds)):
            if b in places:
                return n
        return None

    def rings(self, place: Place, kinds: Collection[BorderKind]) -> Iterator[tuple[Place, ...]]:
        """The area itself, then all one border of those kinds away, then two..., until no more can be reached."""
        seen = {place}
        edge: tuple[Place, ...] = (place,)
        while edge:
            yield edge
            found = dict.fromkeys(n for p in edge for n in self.beside(p, kinds))
            edge = tuple(n for n in found if n not in seen)
            seen.update(edge)

    def within(self, place: Place, steps: int, kinds: Collection[BorderKind]) -> tuple[Place, ...]:
        """The area and all at most so many borders of those kinds away, nearest first."""
        return tuple(reached(self, (place,), steps, lambda p: self.beside(p, kinds)))

    # -- indices ------------------------------------------------------------------------------------------------------

    @cached_property
    def _in_order(self) -> tuple[Place, ...]:
        return tuple(self.by_place)

    @cached_property
    def _by_code(self) -> dict[str, Place]:
        return {a.code: a.id for a in self.areas}

    @cached_property
    def _called(self) -> dict[str, Place]:
        """Places by all they may be called; where two have the same name, an area's code and name go before aliases."""
        found: dict[str, Place] = {}
        for names in ([(a.code, a.name) for a in self.areas], [a.aliases for a in self.areas]):
            for area, called in zip(self.areas, names, strict=True):
                for name in called:
                    found.setdefault(_key(name), area.id)
        return found

    @cached_property
    def _kinds(self) -> dict[tuple[Place, Place], BorderKind]:
        found: dict[tuple[Place, Place], BorderKind] = {}
        for x in self.borders:
            a, b = self._by_code[x.a], self._by_code[x.b]
            found[a, b] = found[b, a] = x.kind
        return found

    @cached_property
    def _beside(self) -> dict[Place, tuple[Beside, ...]]:
        found: dict[Place, list[Beside]] = {p: [] for p in self.by_place}
        for (a, b), kind in sorted(self._kinds.items()):
            found[a].append(Beside(b, kind))
        return {p: tuple(sides) for p, sides in found.items()}

    @cached_property
    def _neighbours(self) -> dict[Place, tuple[Place, ...]]:
        return {p: tuple(b.place for b in sides) for p, sides in self._beside.items()}

    def __getstate__(self) -> dict[Any, Any]:
        """Pickled without what was worked out of it: :attr:`scratch` may hold what can't be."""
        state = super().__getstate__()
        return {**state, "__dict__": {k: v for k, v in state["__dict__"].items() if k in type(self).model_fields}}

    @cached_property
    def scratch(self) -> dict[Any, Any]:
        """Room for values computed from the map alone by those who read it often; keyed by their owner."""
        return {}

    # -- what is wrong with it ----------------------------------------------------------------------------------------

    def problems(self) -> Iterator[str]:
        """Everything wrong with the map, one sentence with its path each. Nothing else may be asked of a map that has
        any."""
        if min(self.sheet) < 1:
            yield f"sheet: must be a width and a height of 1 or more, not {self.sheet[0]} and {self.sheet[1]}"
        if not self.areas:
            yield "areas: a map has one area or more"
        yield from self._area_problems()
        yield from self._border_problems()

    def _area_problems(self) -> Iterator[str]:
        ids: dict[int, int] = {}
        called: dict[str, int] = {}
        for j, area in enumerate(self.areas):
            here = f"areas[{j}] ({area.code})"
            if ids.setdefault(area.id, j) != j:
                yield f"{here}.id: {area.id} is that of areas[{ids[area.id]}] too"
            for field, name in (("code", area.code), ("name", area.name), *(("aliases", x) for x in area.aliases)):
                if not _key(name):
                    yield f"{here}.{field}: {name!r} has no letter or digit in it"
                elif called.setdefault(_key(name), j) != j:
                    other = called[_key(name)]
                    yield f"{here}.{field}: {name} may be read as areas[{other}] ({self.areas[other].code}) too"
            if not (0 <= area.at[0] <= self.sheet[0] and 0 <= area.at[1] <= self.sheet[1]):
                yield f"{here}.at: {area.at[0]:g}, {area.at[1]:g} is not on the sheet"

    def _border_problems(self) -> Iterator[str]:
        kinds = {a.code: a.kind for a in self.areas}
        known: dict[tuple[str, str], int] = {}
        for j, border in enumerate(self.borders):
            here = f"borders[{j}] ({border.a}-{border.b})"
            strangers = [(end, code) for end, code in (("a", border.a), ("b", border.b)) if code not in kinds]
            for end, code in strangers:
                yield f"{here}.{end}: there is no area {code}" + offer(code, kinds)
            if strangers:
                continue
            if border.a == border.b:
                yield f"{here}: an area has no border with itself"
                continue
            first, second = ENDS[border.kind]
            if (kinds[border.a], kinds[border.b]) != (first, second):
                yield (
                    f"{here}.kind: {border.kind} is between a {first} and a {second}, "
                    f"not a {kinds[border.a]} and a {kinds[border.b]}"
                )
            same = known.setdefault((min(border.a, border.b), max(border.a, border.b)), j)
            if same != j:
                yield f"{here}: borders[{same}] is between the same areas"


def _key(text: str) -> str:
    """A name as it is looked up: letters and digits alone, with Roman numbers as digits.

    >>> _key("Aegyptus II"), _key("aegyptus-2"), _key("Mauretania_Caesariensis")
    ('aegyptus2', 'aegyptus2', 'mauretaniacaesariensis')
    """
    words: list[str] = _WORDS.findall(text)
    return plain("".join([*words[:1], *(_ROMAN.get(w.casefold(), w) for w in words[1:])]))

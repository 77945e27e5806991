"""The ground: a board of hexes (:mod:`engine.kernel.board`), what lies in each of them and along each hexside.

The kernel knows names and levels only. What a type costs is a chart of the rule system; how it looks is the renderer's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.kernel.complaints import offer, unknown
from engine.kernel.hexes import Hex, centre, distance, neighbours, show
from engine.kernel.model import Title, Whole
from engine.kernel.stretches import ByHex, HexSet

MOST_COLUMNS, MOST_ROWS = 99, 98
"""Hexes have two digits for the column and two for the row, and the rows next to the last ones need numbers too."""

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Of the compass, clockwise."""

SHEET = ("R", "L", "UP", "DOWN")
"""Directions of the sheet."""

CLIMATES = ("temperate", "meadow", "arid")


class Place(BaseModel):
    """A name written on the map."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Title
    hex: Hex


class HexsideFeature(BaseModel):
    """A feature along the side shared by two adjacent hexes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    a: Hex
    b: Hex
    type: str


class Road(BaseModel):
    """A road through the centres of adjacent hexes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: str
    hexes: tuple[Hex, ...]


DECORATIONS = ("farm", "field", "path")
"""What may be drawn on a map though no rule knows it."""


class Decoration(BaseModel):
    """Something the battlefield had that matters to no rule: drawn faintly, never explained as terrain.

    A farm or a field lies in each of the hexes, a path runs from each to the next.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: str
    hexes: tuple[Hex, ...]


class BattleMap(BaseModel):
    """One battlefield. Columns and rows are inclusive; every hex in them is on the map unless listed in ``void``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Title
    name: Title
    cols: tuple[Whole, Whole]
    rows: tuple[Whole, Whole]
    compass: dict[str, str]
    """Compass word of the sheet directions R, L, UP and DOWN."""
    climate: str = "temperate"
    default_terrain: str = "open"
    default_level: Whole = 0
    terrain: ByHex[str] = {}
    levels: ByHex[Whole] = {}
    hexsides: tuple[HexsideFeature, ...] = ()
    roads: tuple[Road, ...] = ()
    void: HexSet = frozenset()
    places: tuple[Place, ...] = ()
    decoration: tuple[Decoration, ...] = ()
    """Drawn on the map and nothing more."""
    hex_metres: Whole | None = None
    """Distance across one hex, for the scale in the legend."""

    @cached_property
    def _sides(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        found: dict[tuple[Hex, Hex], tuple[str, ...]] = {}
        for f in self.hexsides:
            for pair in ((f.a, f.b), (f.b, f.a)):
                found[pair] = (*found.get(pair, ()), f.type)
        return found

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """Every hex on the map."""
        return frozenset(self) - self.void

    def __iter__(self) -> Iterator[Hex]:  # type: ignore[override]  a model's own goes over its fields
        for c in range(self.cols[0], self.cols[1] + 1):
            for r in range(self.rows[0], self.rows[1] + 1):
                yield c * 100 + r

    def __contains__(self, h: object) -> bool:
        return h in self.hexes

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {h: tuple(n for n in neighbours(h) if n in self.hexes) for h in self.hexes}

    def neighbours(self, h: Hex) -> tuple[Hex, ...]:
        """Neighbours of ``h`` that are on the map."""
        return self._neighbours[h]

    @cached_property
    def _in_order(self) -> tuple[Hex, ...]:
        return tuple(sorted(self.hexes))

    @property
    def every_place(self) -> tuple[Hex, ...]:
        return self._in_order

    def show(self, h: Hex) -> str:
        return show(h)

    def code(self, h: Hex) -> str:
        return show(h)

    def read(self, text: str) -> Hex | None:
        text = text.strip()
        return int(text) if len(text) == 4 and text.isascii() and text.isdigit() else None

    def middle(self, h: Hex) -> tuple[float, float]:
        return centre(h)

    def apart(self, a: Hex, b: Hex) -> int:
        return distance(a, b)

    def names(self, h: Hex) -> tuple[str, ...]:
        """None: a number is no name that another could be a slip of."""
        return ()

    def terrain_at(self, h: Hex) -> str:
        return self.terrain.get(h, self.default_terrain)

    def level_at(self, h: Hex) -> int:
        return self.levels.get(h, self.default_level)

    def side(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """Types of the features along the hexside between two adjacent hexes."""
        return self._sides.get((a, b), ())

    @property
    def types(self) -> list[str]:
        """Names of what lies on it in hexes, along hexsides and as roads, in alphabetical order; the default not."""
        return sorted({*self.terrain.values(), *(f.type for f in self.hexsides), *(r.type for r in self.roads)})

    def __getstate__(self) -> dict[Any, Any]:
        """Pickled without what was worked out of it: :attr:`scratch` may hold what can't be."""
        state = super().__getstate__()
        return {**state, "__dict__": {k: v for k, v in state["__dict__"].items() if k in type(self).model_fields}}

    @cached_property
    def scratch(self) -> dict[Any, Any]:
        """Room for values computed from the map alone by those who read it often; keyed by their owner."""
        return {}

    def problems(self) -> Iterator[str]:
        """Everything wrong with the map, one sentence with its path each."""
        ends = (("cols", self.cols, 1, MOST_COLUMNS), ("rows", self.rows, 0, MOST_ROWS))
        for name, (first, last), least, most in ends:
            if not least <= first <= last <= most:
                yield f"{name}: must be the first and the last, from {least} to {most}, not {first} and {last}"
        yield from self._signs()
        for kind, hexes in (("terrain", self.terrain), ("levels", self.levels)):
            for h in sorted(hexes):
                if h not in self.hexes:
                    yield f"{kind}: hex {show(h)} is not on the map"
        for h in sorted(self.void - frozenset(self)):
            yield f"void: hex {show(h)} is not on the map anyway"
        known: dict[tuple[Hex, Hex, str], int] = {}
        for j, f in enumerate(self.hexsides):
            here = f"hexsides[{j}] ({show(f.a)}-{show(f.b)})"
            if f.a not in self.hexes or f.b not in self.hexes:
                yield f"{here}: {show(f.a)}-{show(f.b)} is not on the map"
            elif distance(f.a, f.b) != 1:
                yield f"{here}: {show(f.a)} and {show(f.b)} are not adjacent"
            same = known.setdefault((min(f.a, f.b), max(f.a, f.b), f.type), j)
            if same != j:
                yield f"{here}: is hexsides[{same}] once more"
        for j, road in enumerate(self.roads):
            here = f"roads[{j}] ({road.type}).hexes"
            if len(road.hexes) < 2:
                yield f"{here}: a road takes two hexes or more"
            yield from self._strayed(here, road.hexes, joined=True)
        for j, drawn in enumerate(self.decoration):
            here = f"decoration[{j}] ({drawn.type})"
            if drawn.type not in DECORATIONS:
                yield f"{here}.type: {unknown(drawn.type, DECORATIONS)}"
            yield from self._strayed(f"{here}.hexes", drawn.hexes, joined=drawn.type == "path")
        for j, place in enumerate(self.places):
            if place.hex not in self.hexes:
                yield f"places[{j}] ({place.name}).hex: hex {show(place.hex)} is not on the map"

    def _strayed(self, here: str, hexes: tuple[Hex, ...], *, joined: bool) -> Iterator[str]:
        """Hexes of a list that are not on the map, or, where they are to be ``joined``, not beside the one before."""
        for k, h in enumerate(hexes):
            if h not in self.hexes:
                yield f"{here}[{k}]: hex {show(h)} is not on the map"
            elif joined and k and distance(hexes[k - 1], h) != 1:
                yield f"{here}[{k}]: {show(hexes[k - 1])} and {show(h)} are not adjacent"

    def _signs(self) -> Iterator[str]:
        """What is wrong with compass, climate and scale."""
        for side, point in self.compass.items():
            if side not in SHEET:
                yield f"compass.{side}: is no direction of the sheet" + offer(side, SHEET)
            elif point not in POINTS:
                yield f"compass.{side}: {unknown(point, POINTS)}"
            else:
                # A quarter to the right of what is at the top lies what is at the right.
                turned = {"UP": 0, "R": 2, "DOWN": 4, "L": 6}
                for other, quarter in turned.items():
                    given = self.compass.get(other)
                    wanted = POINTS[(POINTS.index(point) + quarter - turned[side]) % 8]
                    if given in POINTS and given != wanted and turned[other] > turned[side]:
                        yield f"compass.{other}: with {point} at {side} it is {wanted}, not {given}"
        for side in SHEET:
            if side not in self.compass:
                yield f"compass.{side}: is missing"
        if self.climate not in CLIMATES:
            yield f"climate: {unknown(self.climate, CLIMATES)}"
        if self.hex_metres is not None and not 1 <= self.hex_metres <= 100_000:
            yield f"hex_metres: must be 1 to 100000, not {self.hex_metres}"

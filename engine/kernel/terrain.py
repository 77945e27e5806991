"""The ground: what lies in each hex and along each hexside.

The kernel knows names and levels only. What a type costs is a chart of the rule system; how it looks is the renderer's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.kernel.hexes import Hex, distance, neighbours, show


class Place(BaseModel):
    """A name written on the map."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
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


class BattleMap(BaseModel):
    """One battlefield. Columns and rows are inclusive; every hex in them is on the map unless listed in ``void``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    name: str
    cols: tuple[int, int]
    rows: tuple[int, int]
    compass: dict[str, str]
    """Compass word of the sheet directions R, L, UP and DOWN."""
    climate: str = "temperate"
    default_terrain: str = "open"
    default_level: int = 0
    terrain: dict[Hex, str] = {}
    levels: dict[Hex, int] = {}
    hexsides: tuple[HexsideFeature, ...] = ()
    roads: tuple[Road, ...] = ()
    void: frozenset[Hex] = frozenset()
    places: tuple[Place, ...] = ()
    hex_metres: int | None = None
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

    def __iter__(self) -> Iterator[Hex]:  # type: ignore[override]
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

    @cached_property
    def scratch(self) -> dict[Any, Any]:
        """Room for values computed from the map alone by those who read it often; keyed by their owner."""
        return {}

    def problems(self) -> Iterator[str]:
        """Everything wrong with the map, one sentence each."""
        for kind, hexes in (("terrain", self.terrain), ("levels", self.levels)):
            for h in sorted(hexes):
                if h not in self.hexes:
                    yield f"{kind}: hex {show(h)} is not on the map"
        for f in self.hexsides:
            if f.a not in self.hexes or f.b not in self.hexes:
                yield f"hexsides: {show(f.a)}-{show(f.b)} is not on the map"
            elif distance(f.a, f.b) != 1:
                yield f"hexsides: {show(f.a)} and {show(f.b)} are not adjacent"
        for road in self.roads:
            for a, b in zip(road.hexes, road.hexes[1:], strict=False):
                if distance(a, b) != 1:
                    yield f"roads: {show(a)} and {show(b)} are not adjacent"
        for place in self.places:
            if place.hex not in self.hexes:
                yield f"places: {place.name}: hex {show(place.hex)} is not on the map"

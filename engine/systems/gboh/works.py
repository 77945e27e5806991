"""G 11.1 Works on a map: walls, ramparts, ditches, gates and towers, and which side of each is the inside.

They lie along hexsides, or take whole hexes; what each kind does is the chart's affair. What a ring of works cuts off
from the open field is inside. Works that don't close a ring have their inside towards the nearest settlement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from engine.kernel.hexes import Hex, adjacent, distance
from engine.kernel.sight import line
from engine.kernel.terrain import BattleMap

Side: TypeAlias = Literal["outside", "inside"]
"""Where somebody is who crosses them, moves or shoots: "outside" of the works, or "inside"."""

GATE, TOWER = "gate", "towers"
SETTLEMENTS = ("city", "town", "camp", "fort", "village")
"""Words in the names of ground that works are built around."""


@dataclass(frozen=True)
class Crossing:
    """One piece of works between two hexes."""

    kind: str
    """Row of the chart: "walls", "ramparts", "ditch", "gate", "towers"."""
    side: Side
    pierced: str | None = None
    """What a gate is the gate of."""

    @property
    def row(self) -> str:
        return f"{self.kind}_{self.side}"


class Works:
    """The works of one map."""

    def __init__(self, ground: BattleMap, kinds: Mapping[str, str]) -> None:
        """``kinds``: rows of the chart by what maps call such hexsides and hexes."""
        self.ground = ground
        self.kinds = kinds
        self.any = any(kinds.get(t) not in (None, GATE) for t in ground.types)
        self.inner: frozenset[Hex] = self._enclosed() if self.any else frozenset()
        """Hexes that works cut off from the field."""
        words = [h for h, t in sorted(ground.terrain.items()) if any(w in t for w in SETTLEMENTS)]
        self._settled = words if self.any else []

    def _enclosed(self) -> frozenset[Hex]:
        """All but the largest region that can be gone through without crossing or entering works."""
        left = {h for h in self.ground.hexes if self.kinds.get(self.ground.terrain_at(h)) in (None, TOWER)}
        regions: list[set[Hex]] = []
        while left:
            region, edge = set[Hex](), [min(left)]
            left.discard(edge[0])
            while edge:
                h = edge.pop()
                region.add(h)
                for n in self.ground.neighbours(h):
                    if n in left and not self._along(h, n):
                        left.discard(n)
                        edge.append(n)
            regions.append(region)
        field = max(regions, key=lambda r: (len(r), -min(r)), default=set[Hex]())
        return frozenset(h for h in self.ground.hexes if h not in field)

    def _along(self, a: Hex, b: Hex) -> list[str]:
        """Kinds of works along a hexside."""
        return [self.kinds[f] for f in self.ground.side(a, b) if f in self.kinds]

    def within(self, h: Hex) -> str | None:
        """The kind of works that takes the whole hex; None for other ground."""
        return self.kinds.get(self.ground.terrain_at(h))

    def side(self, a: Hex, b: Hex) -> Side:
        """Where ``a`` is of works between it and ``b``."""
        if (a in self.inner) != (b in self.inner):
            return "inside" if a in self.inner else "outside"
        if not self._settled:
            return "outside"
        near, far = (min(distance(h, s) for s in self._settled) for h in (a, b))
        return "inside" if near < far else "outside"

    def between(self, a: Hex, b: Hex) -> list[Crossing]:
        """G 11.11 The works that the step from ``a`` to the hex ``b`` next to it crosses, seen from ``a``."""
        if not self.any:
            return []
        side = self.side(a, b)
        kinds = self._along(a, b)
        here, there = self.within(a), self.within(b)
        whole = [k for k in (here, there) if k not in (None, TOWER)]
        if here != there and not kinds:
            kinds = whole
        found = [Crossing(k, side, self._pierced(a, b) if k == GATE else None) for k in kinds]
        found = [c for c in found if c.kind != GATE or c.pierced is not None]
        if found and TOWER in (here, there):
            # A tower adds to the works it belongs to, for who comes from outside or shoots from it.
            found.append(Crossing(TOWER, side))
        return found

    def _pierced(self, a: Hex, b: Hex) -> str | None:
        """What a gate between two hexes is the gate of: the works beside it, else any that the map has."""
        near = [k for h in (a, b) for n in self.ground.neighbours(h) for k in self._along(h, n)]
        near += [k for h in (a, b) for n in self.ground.neighbours(h) if (k := self.within(n)) is not None]
        there = [self.kinds[t] for t in self.ground.types if t in self.kinds]
        return next((k for k in (*near, *there) if k not in (GATE, TOWER)), None)

    def flown_over(self, a: Hex, b: Hex) -> Iterator[Crossing]:
        """G 11.14 Works that missiles from ``a`` to ``b`` cross, from the nearest on.

        A line along works crosses them where every way past them does.
        """
        if not self.any:
            return
        flight: Sequence[Sequence[Hex]] = ((a,), *line(a, b), (b,)) if distance(a, b) > 1 else ((a,), (b,))
        for here, beyond in pairwise(flight):
            ways = [self.between(x, y) for x in here for y in beyond if adjacent(x, y)]
            if ways and all(ways):
                yield from min(ways, key=len)


def of(ground: BattleMap, kinds: Mapping[str, str]) -> Works:
    """The works of a map; found once for each table of kinds."""
    key = ("works", id(kinds))
    known: Works | None = ground.scratch.get(key)
    if known is None or known.kinds is not kinds:
        known = ground.scratch[key] = Works(ground, kinds)
    return known

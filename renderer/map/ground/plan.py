"""A map as the engraver sees it: every stroke and every wash, worked out once and drawn at any zoom."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

from engine.kernel.hexes import Hex, centre
from renderer.graphics.cache import Cache
from renderer.map.ground import built, cities, decoration, heights, hexsides, scatter
from renderer.map.ground.heights import hachures
from renderer.map.ground.types import WATER, kind_of
from renderer.map.ground.wandering import Drift, Patch, beyond, patches

if TYPE_CHECKING:
    from engine.kernel.terrain import BattleMap
    from renderer.map.ground.marks import Mark


FAR = 24
"""Hex radius in pixels below which hills and woods are drawn with fewer, larger strokes."""


class Plan:
    """The drawing of one map. Everything is in units of the hex radius; all scatter is seeded by the map's id."""

    def __init__(self, m: BattleMap, key: str) -> None:
        self.map = m
        self.key = key
        self.kinds: dict[str, tuple[Hex, ...]] = {}
        """Hexes by kind of ground, "open" left out."""
        kinds: dict[str, list[Hex]] = {}
        for h in sorted(m.hexes):
            kind = kind_of(m.terrain_at(h))
            if kind != "open":
                kinds.setdefault(kind, []).append(h)
        self.kinds = {k: tuple(v) for k, v in kinds.items()}
        self.drift = Drift(m.id)
        self._patches: dict[tuple[str, ...] | int, tuple[Patch, ...]] = {}

    def hand(self, name: str) -> Random:
        """The random source for one part of the drawing."""
        return Random(f"{self.map.id}/{name}")

    def level(self, h: Hex) -> int:
        """Levels above the map's default; a lower hex counts as level."""
        return max(0, self.map.level_at(h) - self.map.default_level)

    def patches(self, kinds: tuple[str, ...], share: float = 1.0) -> tuple[Patch, ...]:
        """The edges of the ground of these kinds, which wander by this ``share`` of how far open country's do."""
        found = self._patches.get(kinds)
        if found is None:
            hexes = beyond((h for k in kinds for h in self.kinds.get(k, ())), self.map.hexes)
            found = self._patches[kinds] = patches(hexes, self.drift, share)
        return found

    def raised(self, level: int) -> tuple[Patch, ...]:
        """The edges of all ground so many levels above the map's default, or more."""
        found = self._patches.get(level)
        if found is None:
            hexes = beyond((h for h in self.map.levels if h in self.map and self.level(h) >= level), self.map.hexes)
            found = self._patches[level] = patches(hexes, self.drift)
        return found

    def marks_at(self, r: int) -> tuple[Mark, ...]:
        """All pen work in drawing order, as it is drawn at a hex radius of ``r`` pixels."""
        far = r < FAR
        return _MARKS.get((self.key, far), lambda: tuple(self._drawn(far)))

    def _open_ground(self) -> Iterator[Mark]:
        """Tufts where nothing else is drawn, waves where water lies all round."""
        m = self.map
        taken = {h for hexes in self.kinds.values() for h in hexes}
        dry = m.climate == "arid"
        for h in sorted(m.hexes - taken):
            yield from scatter.tufts(h, self.hand(f"tufts {h}"), min(self.level(h), 5), dry)
        for kind in ("water", "sea"):
            for h in self.kinds.get(kind, ()):
                if all(kind_of(m.terrain_at(n)) in WATER for n in m.neighbours(h)):
                    yield from scatter.waves(h, self.hand(f"waves {h}"))

    def _drawn(self, far: bool) -> list[Mark]:
        m, kinds = self.map, self.kinds
        marks: list[Mark] = list(decoration.drawn(m, self.drift, self.hand, self.level))
        marks += () if far else self._open_ground()
        marks += hachures(m, self.hand, self.drift, heights.FAR if far else heights.NEAR)
        for kind, each in (
            ("mud", scatter.ruts),
            ("marsh", scatter.reeds),
            ("fen", scatter.reeds),
            ("rough", scatter.crags),
            ("riverbed", scatter.crags),
            ("riverbed", scatter.stones),
            ("unknown", scatter.specks),
        ):
            for h in kinds.get(kind, ()):
                marks += self._drifted(each(h, self.hand(f"{kind} {h}")))
        for kind, each in (("fen", scatter.pools), ("vineyard", scatter.vines), ("pits", scatter.pits)):
            for h in kinds.get(kind, ()):
                marks += each(h)
        marks += built.ditches(m)
        marks += hexsides.hexside_marks(m, self.hand)
        for h in kinds.get("camp", ()):
            marks += built.tents(h)
        for h in kinds.get("village", ()):
            marks += built.houses(h, self.hand(f"houses {h}"))
        marks += self._cities()
        middles = built.town_middles(m, kinds.get("town", ()))
        for h in kinds.get("town", ()):
            marks += built.streets(h, self.hand(f"streets {h}"), h in middles)
        marks += built.city_walls(m)
        for h in kinds.get("building", ()):
            marks += built.hall(h)
        for h in kinds.get("castle", ()):
            marks += built.keep(h)
        marks += built.roads(m, far)
        marks += hexsides.crossings(m)
        ends = built.road_ends(m)
        for h in kinds.get("bridge", ()):
            marks += hexsides.hex_bridge(m, h, ends)
        for h in kinds.get("ford", ()):
            marks += hexsides.hex_ford(m, h)
        trees = [
            t for h in kinds.get("woods", ()) for t in scatter.trees(h, self.hand(f"woods {h}"), far, self.drift.at)
        ]
        for _, tree in sorted(trees, key=lambda t: t[0]):
            marks += tree
        return marks

    def _cities(self) -> Iterator[Mark]:
        """What stands within city walls, by the way of the streets, which bends slowly."""
        hexes = self.kinds.get("city", ())
        middles = built.town_middles(self.map, hexes)
        for h in hexes:
            x, y = centre(h)
            turn = 34 * math.sin(0.37 * x + 0.9) + 22 * math.sin(0.29 * y - 0.4)
            yield from cities.city(h, frozenset(hexes), h in middles, turn, self.hand(f"houses {h}"))

    def _drifted(self, marks: Iterable[Mark]) -> Iterator[Mark]:
        """Strokes moved with the ground they are on, so that they fill it to its wandering edges."""
        for m in marks:
            x, y = (m.box[0] + m.box[2]) / 2, (m.box[1] + m.box[3]) / 2
            ax, ay = self.drift.at((x, y))
            yield m.moved(ax - x, ay - y)


def content_key(m: BattleMap) -> str:
    """A hash of everything on the map, the same in every process."""
    found = m.scratch.get("renderer.key")
    if found is None:
        parts = (
            m.id,
            m.cols,
            m.rows,
            m.climate,
            m.default_terrain,
            m.default_level,
            sorted(m.terrain.items()),
            sorted(m.levels.items()),
            [(f.a, f.b, f.type) for f in m.hexsides],
            [(r.type, r.hexes) for r in m.roads],
            sorted(m.void),
            [(p.name, p.hex) for p in m.places],
            [(d.type, d.hexes) for d in m.decoration],
            sorted(m.compass.items()),
        )
        found = m.scratch["renderer.key"] = hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
    return found


_PLANS: Cache[str, Plan] = Cache(64, lambda _: 1)
_MARKS: Cache[tuple[str, bool], tuple[Mark, ...]] = Cache(14 << 20, lambda marks: 600 * len(marks), "pen work")
"""Weighed by what a stroke takes in memory on average."""


def plan_of(m: BattleMap) -> Plan:
    """The drawing of a map, worked out once per content."""
    key = content_key(m)
    return _PLANS.get(key, lambda: Plan(m, key))

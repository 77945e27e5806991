"""Beneventum: the Roman road, good for who marches on it out of the enemy's reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pydantic import Field, StrictInt, StrictStr

from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Special


class Paved(Params):
    road: StrictStr
    """type"""
    near: StrictInt = Field(ge=0, le=99)
    """hexes within which no enemy unit may be, all the way"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        if self.road not in {r.type for r in scenario.map.roads}:
            yield f"road: the map has no road of type {self.road!r}"


class RomanRoad(Special):
    """6.27, note b: for moves that keep to the road from beginning to end, and end short of what bars it."""

    about = "a road along which a hex costs half a Movement Point, away from the enemy"
    params = Taken(Paved)

    def road(self, g: Battle, unit: Unit) -> Mapping[Hex, list[Hex]]:
        found: dict[Hex, list[Hex]] = {}
        for road in g.map.roads:
            for a, b in pairwise(road.hexes) if road.type == self.params.road else ():
                if self._safe(g, unit.side, a) and self._safe(g, unit.side, b):
                    found.setdefault(a, []).append(b)
                    found.setdefault(b, []).append(a)
        return found

    def _safe(self, g: Battle, side: str, h: Hex) -> bool:
        return g.derived(("on the road", side, h), lambda: threat.beyond_reach(g, side, h, self.params.near))

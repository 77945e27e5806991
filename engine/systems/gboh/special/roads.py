"""Roads along which Columns march fast."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import StrictStr

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.state import Unit


class Along(Params):
    feature: StrictStr
    """how the map calls the road"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        if self.feature not in {road.type for road in scenario.map.roads}:
            yield f"feature: the map has no road of type {self.feature!r}"


class Roads(Special):
    """In Column a unit pays half a Movement Point from one hex of a road to the next, but not into enemy ZOC, nor where
    another rule of the battle prices the step.
    """

    about = "roads along which a Column marches at half a Movement Point a hex"
    params = Taken(Along)

    def quick_road(self, g: Battle, unit: Unit) -> Collection[Hex]:
        return self._hexes(g.map) if unit.column else ()

    def _hexes(self, ground: BattleMap) -> Collection[Hex]:
        key = ("roads", self.params.feature)
        if key not in ground.scratch:
            roads = (road.hexes for road in ground.roads if road.type == self.params.feature)
            ground.scratch[key] = frozenset(h for hexes in roads for h in hexes)
        return ground.scratch[key]

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.column:
            yield Fact(Text("Half a Movement Point from road hex to road hex"), self.spec.id)

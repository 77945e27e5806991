"""5.14 Roman roads, at half a Movement Point a hex away from the enemy (Terrain Effects Chart, note d)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.state import Unit

RULE = "5.14"
ROAD = "roman_road"
NEAR = 2
"""Hexes within which no enemy unit may be."""


class RomanRoads(Chapter):
    """5.14 From one hex of a Roman road to the next, where no enemy is near and no missiles reach."""

    case = RULE
    about = "Roman roads"

    def quick_road(self, g: Battle, unit: Unit) -> Collection[Hex]:
        hexes = {h for road in g.map.roads if road.type == ROAD for h in road.hexes}
        if not hexes:
            return ()
        return g.derived(
            ("roman road", unit.side), lambda: {h for h in sorted(hexes) if threat.beyond_reach(g, unit.side, h, NEAR)}
        )

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.hex in self.quick_road(g, unit):
            yield Fact(Text("Half a Movement Point from hex to hex of the Roman road, out of the enemy's reach"), RULE)

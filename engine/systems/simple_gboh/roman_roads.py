"""5.14 Roman roads, at half a Movement Point a hex away from the enemy (Terrain Effects Chart, note d)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.missiles import volley
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
        return g.derived(("roman road", unit.side), lambda: {h for h in sorted(hexes) if _safe(g, unit.side, h)})

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.hex in self.quick_road(g, unit):
            yield Fact(Text("Half a Movement Point from hex to hex of the Roman road, out of the enemy's reach"), RULE)


def _safe(g: Battle, side: str, h: Hex) -> bool:
    """Whether no enemy is within two hexes of the hex, and none has it in range."""
    for e in g.units(g.state.enemy(side)):
        away = footprint.distance_to(e, h)
        if away <= NEAR or (e.missile is not None and away <= volley.reach(g, e, e.at, h)):
            return False
    return True

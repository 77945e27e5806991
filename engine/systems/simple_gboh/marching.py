"""5.14, 10.5, 11.2 Roman roads, chariots, Columns: clauses of movement that the family's procedures ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.movement import column
from engine.systems.gboh.movement.move_rule import Narrow
from engine.systems.gboh.state import Unit

WEAKNESS, DRIVING, ROADS = "11.25", "10.5", "5.14"
ROAD = "roman_road"
NEAR = 2
"""5.14 Hexes within which no enemy unit may be (Terrain Effects Chart, note d)."""


class Columns(column.Column):
    """11.2 Infantry In Column goes nowhere next to an enemy."""

    def keeps_clear(self, g: Battle, unit: Unit, to: Hex) -> Refusal | None:
        if not unit.column:
            return None
        text = "{unit} is In Column and may not move next to an enemy: {hex} is."
        return Refusal(text, rule=WEAKNESS, unit=unit.id, hex=show(to))

    def fell_in(self, g: Battle, unit: Unit) -> None:
        """11.27 It doesn't retreat before Shock in this Player Turn."""
        g.emit(OrdersNoted(field="uncolumned", value=unit.id, rule="11.27"))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from super().facts(g, unit)
        if unit.column:
            yield Fact(Text("In Column: nowhere next to an enemy, TQ 2 lower, no fire and no attack"), WEAKNESS)


class Driving(Chapter):
    """10.5, table:unit_capabilities Chariots turn one vertex in each hex of their way, and change one level."""

    case = DRIVING
    about = "how chariots are driven"

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        return Narrow(DRIVING, ends=False) if unit.troop.arm == "chariot" else None

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.arm == "chariot":
            yield Fact(Text("Turns one vertex in each hex of its way, and changes one level"), DRIVING)


class RomanRoads(Chapter):
    """5.14 From one hex of a Roman road to the next, where no enemy is near and no missiles reach."""

    case = ROADS
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
            yield Fact(Text("Half a Movement Point from hex to hex of the Roman road, out of the enemy's reach"), ROADS)

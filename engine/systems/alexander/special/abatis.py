"""Issus: stakes before the Persian foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.special.stakes import StakesSetUp
from engine.systems.gboh.state import Unit as FamilyUnit

FOOT = ("PH", "HI", "MI", "LI", "SK")
ROW = "abatis"
"""Of the chart of terrain."""
FORBIDDEN = 99
"""MP nobody has: elephants and chariots."""


class Abatis(StakesSetUp[Battle, Unit, Leader]):
    """Set up under foot beside the river. Foot of the side that stands on them, with both halves, has 1 TQ more.
    Whoever enters pays 1 MP and a hit more; behind the first enemy unit the stakes are down.
    """

    about = "stakes under foot beside a river: 1 TQ more on them, 1 MP and a hit more to come upon them"

    def stakes(self, unit: FamilyUnit) -> bool:
        return unit.side == self.params.side and unit.type in FOOT

    def tq_change(self, g: Battle, unit: Unit) -> int:
        return int(self.behind(g, unit))

    def obstacles(self, g: Battle, unit: Unit) -> Mapping[Hex, Cost]:
        """The chart's row in place of open ground: a Movement Point more, and a hit, which a Column is spared."""
        hits = g.charts.ground_hits(ROW, unit)
        mp = g.charts.points(ROW) - g.charts.points("open") if hits is not None else FORBIDDEN
        price = Cost(mp, 0 if unit.column else hits or 0, (Text("stakes"),))
        return dict.fromkeys(self.standing(g), price)

    def foretells(self, g: Battle, unit: Unit, at: Hex, facing: Facing) -> Iterator[Text]:
        """What it sets off by leaving the stakes that alone keep it from breaking."""
        if at != unit.hex and self.tq_change(g, unit) and unit.hits >= cohesion.tq(g, unit) - 1:
            yield Text("breaks without its stakes")

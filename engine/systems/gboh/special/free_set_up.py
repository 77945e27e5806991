"""Taginae: an army set up as its player likes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.hexes import Hex, column, show
from engine.kernel.parameters import Column, Params, SideId
from engine.kernel.special import Taken
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.state import Leader, Unit


class Half(Params):
    side: SideId
    column: Column
    """the lowest it may use"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        side = scenario.side(self.side)
        placed = [(g.code, h) for g in side.units for h in g.hexes]
        placed += [(x.id, x.hex) for x in side.leaders if x.hex is not None]
        for name, h in placed:
            if column(h) < self.column:
                yield f"column: leaves out {show(h)}, where {name} stands unless its owner chooses otherwise"


class FreeSetUp(Special):
    """The side is set up anywhere from a column of hexes on, facing any way."""

    about = "a side that sets up where it likes, from a column of hexes on"
    params = Taken(Half)

    def _theirs(self, piece: Unit | Leader) -> bool:
        return piece.side == self.params.side

    def set_up_area(self, g: Battle, piece: Unit | Leader) -> Collection[Hex] | None:
        if not self._theirs(piece):
            return None
        rows = range(g.map.rows[0], g.map.rows[1] + 1)
        return [c * 100 + r for c in range(self.params.column, g.map.cols[1] + 1) for r in rows]

    def faces_freely(self, g: Battle, unit: Unit) -> bool:
        return self._theirs(unit)

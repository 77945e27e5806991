"""Dara: the trench. What it costs to cross is on the Movement Costs chart (6.28), the column shift in 9.16."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.special.named import HexsideType


class Ditch(Params):
    hexside: HexsideType = "trench"
    """type"""


class Trench(Special):
    """ZOC reaches across it for missile fire alone; a unit that routs across it is lost.

    Whoever faces enemies across it may attack them and need not; if it does, or has to attack another, it attacks them
    all (9.12).
    """

    about = "hexsides that ZOC crosses for missiles only, and that are the end of who routs across"
    takes = Ditch
    params: Ditch

    def _between(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        return self.params.hexside in ground.side(a, b)

    def screens(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        return self._between(ground, a, b)

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> str | None:
        return str(Text("it routs across the trench")) if self._between(g.map, a, b) else None

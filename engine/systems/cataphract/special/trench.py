"""Dara: the trench. What it costs to cross is on the Movement Costs chart (6.28), the column shift in 9.16."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.special import walls
from engine.systems.gboh.state import Unit


class Trench(walls.Trench):
    """ZOC reaches across it for missile fire alone; a unit that routs across it is lost.

    Whoever faces enemies across it may attack them and need not; if it does, or has to attack another, it attacks them
    all (9.12).
    """

    about = "hexsides that ZOC crosses for missiles only, and that are the end of who routs across"

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> Text | None:
        return Text("it routs across the trench") if self.screens(g.map, a, b) else None

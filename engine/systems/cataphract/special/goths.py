"""Taginae: Totila's plan binds the Goths, unless their player sets the army up as they like."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import Field

from engine.kernel.hexes import column
from engine.kernel.parameters import Column, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import UnitType
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.special.released import Released


class Archers(Params):
    side: SideId
    type: UnitType
    """of the units held back"""


class GothArchers(Released[Battle, Unit, Leader]):
    """They don't move before a Shock has been fought anywhere, or one of them has been fired at, hit or missed."""

    about = "units that wait for the first Shock or shot"
    params = Taken(Archers)

    def waits(self, unit: Unit) -> bool:
        return unit.side == self.params.side and unit.type == self.params.type

    def story(self, g: Battle, why: Text) -> Text:
        side = g.spec(self.params.side)
        return Text("{why}: the archers of the {side} may move from now on.", why=why, side=side.name)

    def rooted(self, g: Battle, unit: Unit) -> Text | None:
        if self.waits(unit) and not self.free(g):
            return Text("it waits until a Shock has been fought or the archers are fired at")
        return None

    def shock_fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        self.release(g, Text("The armies have met"))


class MainLine(Params):
    side: SideId
    """that advances"""
    columns: tuple[Column, ...] = Field(min_length=1)
    """of hexes the others stand in"""


class NearestUnit(Special):
    """The enemy's main line is the nearest to every unit of the side, whatever the distance, while anybody is in it."""

    about = "who counts as nearest for an Uncontrolled Advance"
    params = Taken(MainLine)

    def nearest(self, g: Battle, unit: Unit) -> Collection[Unit]:
        if unit.side != self.params.side:
            return ()
        return [e for e in g.units(g.state.enemy(unit.side)) if column(e.at) in self.params.columns]

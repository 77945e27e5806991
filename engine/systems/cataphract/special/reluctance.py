"""Tricameron: Huns and Heruli wait to see who wins."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text, joined
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import UnitsChangedSides
from engine.systems.gboh.special import allies
from engine.systems.gboh.special.named import Contingent, strangers


class Waverers(Params):
    side: SideId
    """whose army they begin in"""
    contingents: tuple[Contingent, ...] = Field(min_length=1)

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        yield from strangers(scenario, self.side, "contingents", self.contingents)


class Reluctance(Special):
    """They keep out of enemy ZOC unless the battle is nearly won, and change sides when theirs is losing."""

    about = (
        "contingents that stay out of enemy ZOC until the enemy has twice their side's Rout Points, and go over when "
        "their own side has more"
    )
    params = Taken(Waverers)

    def _waverers(self, g: Battle, unit: Unit) -> bool:
        return unit.contingent in self.params.contingents and unit.side == self.params.side

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        return not self._waverers(g, unit) or allies.all_but_won(g, unit.side)

    async def before_withdrawal(self, g: Battle) -> None:
        side, enemy = self.params.side, g.state.enemy(self.params.side)
        if not allies.losing(g, side):
            return
        units = [u.id for u in g.state.units.values() if self._waverers(g, u) and not u.eliminated]
        if not units:
            return
        bands = {g.state.units[u].contingent for u in units}
        gone = [
            x.id
            for x in g.state.leaders.values()
            if x.side == side and not x.eliminated and x.commands and set(x.commands) <= bands
        ]
        g.emit(
            UnitsChangedSides(
                units=units,
                leaders=gone,
                to=enemy,
                rule=self.spec.id,
                story=Text(
                    "{units} {units:=goes|go} over to the {side}.",
                    units=joined(units, " and "),
                    side=g.spec(enemy).name,
                ),
            )
        )
        # Whoever now finds himself in one hex with the other side makes room as if it had come up to him (4.62).
        for name in units:
            await leaders.overrun(g, g.state.units[name])
        for name in gone:
            x = g.state.leaders[name]
            host = g.enemy_in(x.at, x.side) if x.on_map else None
            if host is not None:
                await leaders.overrun(g, host)

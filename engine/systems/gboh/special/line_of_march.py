"""Cynoscephalae: troops that come up as each of them can, and are in one Line all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from engine.kernel.parameters import LeaderId, Params, UnitCode
from engine.kernel.special import Taken
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special.named import strangers
from engine.systems.gboh.state import Leader, Unit


class Marching(Params):
    leader: LeaderId
    units: tuple[UnitCode, ...] = Field(min_length=2)
    """who are in the Line wherever each of them stands"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        for side in scenario.sides:
            if any(x.id == self.leader for x in side.leaders):
                yield from strangers(scenario, side.id, "units", self.units)


class LineOfMarch(Special):
    """They need nobody's leave for it, and it holds in any turn in which none of them has an enemy so near."""

    about = "units that a leader may command as one Line wherever they stand, while no enemy they see can be reached"
    params = Taken(Marching)

    def free_lines(self, g: Battle, leader: Leader) -> Sequence[list[Unit]]:
        if leader.id != self.params.leader:
            return ()
        units = [u for name in self.params.units if (u := g.state.units[name]).on_map and not u.routed]
        if len(units) < 2 or any(self._meets(g, u) for u in units):
            return ()
        return (units,)

    def _meets(self, g: Battle, unit: Unit) -> bool:
        """Whether an enemy in sight is within the unit's Movement Allowance."""
        near = ((e, h) for e in g.units(g.state.enemy(unit.side)) for h in footprint.hexes_of(e))
        return any(footprint.distance_to(unit, h) <= unit.ma and sight.blocked(g, unit, h) is None for _, h in near)

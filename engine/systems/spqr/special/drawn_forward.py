"""Cannae: Roman foot in the middle that is drawn on against whoever gives way before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from pydantic import Field, StrictStr

from engine.kernel.hexes import FacingField, Hex, front
from engine.kernel.parameters import Params, SideId, facing_problems
from engine.kernel.special import Taken
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.movement import steps
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import named
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Special


class Press(Params):
    side: SideId
    kinds: tuple[StrictStr, ...] = Field(min_length=1)
    """types and classes of its units"""
    area: StrictStr
    """of the battle, by name, in which they are drawn on"""
    towards: FacingField
    """the direction, a vertex"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        yield from named.area(scenario, "area", self.area)
        kinds = {g.kind for s in scenario.sides if s.id == self.side for g in s.units}
        yield from (f"kinds: {self.side} has no {kind}" for kind in self.kinds if kind not in kinds)
        yield from (f"towards: {why}" for why in facing_problems(self.towards, vertex=True))


class DrawnForward(Special):
    """The first step of a move goes forward, if a hex there is free of units and open to it."""

    about = "foot in some area whose every move begins with a step forward, where there is room"
    params = Taken(Press)

    @cached_property
    def _kinds(self) -> Collection[str]:
        return frozenset(self.params.kinds)

    def first_steps(self, g: Battle, unit: Unit) -> Collection[Hex]:
        p = self.params
        if unit.side != p.side or unit.kind not in self._kinds or unit.at not in g.scenario.areas[p.area]:
            return ()
        ahead = set(front(unit.at, p.towards)) & set(footprint.front(unit))
        enter, ma = steps.Entering.of(g, unit).price, steps.allowance(g, unit)
        return [
            h for h in sorted(ahead) if h in g.map and g.unit_at(h) is None and enter(unit.at, h, ma, 0) is not None
        ]

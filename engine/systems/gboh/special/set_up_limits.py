"""How many units may be set up where, and how far from the enemy."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from engine.kernel.hexes import Hex, within
from engine.kernel.parameters import Count, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import counted, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import named
from engine.systems.gboh.state import Leader, Unit


class Limit(BaseModel):
    """One limit."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    side: StrictStr
    area: StrictStr | None = None
    units: StrictInt | None = Field(default=None, ge=0, le=400)
    leaders: StrictInt | None = Field(default=None, ge=0, le=100)
    at_least: StrictInt | None = Field(default=None, ge=0, le=400)
    moved: StrictInt | None = Field(default=None, ge=0, le=400)


class Limits(Params):
    limits: tuple[Limit, ...] = Field(min_length=1)
    """each of a `side`: at most so many `units` and `leaders` in an `area` of the battle, `at_least` so many units; or
    units `moved` from where the scenario puts them"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        for i, x in enumerate(self.limits):
            if x.side not in {s.id for s in scenario.sides}:
                yield f"limits[{i}].side: there is no side {x.side!r} in this battle"
            if x.area is not None:
                yield from named.area(scenario, f"limits[{i}].area", x.area)
            if x.area is None and x.moved is None:
                yield f"limits[{i}].area: is missing"


class SetUpLimits(Special):
    """Limits to how many pieces a side may set up in an area, or elsewhere than the scenario has them."""

    about = "how many units and leaders may be set up in an area, or elsewhere than the scenario has them"
    params = Taken(Limits)

    def check_set_up(self, g: Battle, side: str, places: Mapping[str, Hex]) -> None:
        for x in self.params.limits:
            if x.side != side:
                continue
            if x.moved is not None:
                n = sum(u in g.state.units and limits.suggested(g, u).hex != h for u, h in places.items())
                if n > x.moved:
                    most = counted(x.moved, "unit|units")
                    refuse("No more than {most} may stand elsewhere than suggested.", rule=self.spec.id, most=most)
            if x.area is None:
                continue
            ground = set(g.scenario.areas[x.area])
            units = sum(p in g.state.units and h in ground for p, h in places.items())
            led = sum(p in g.state.leaders and h in ground for p, h in places.items())
            for n, most, word in ((units, x.units, "unit|units"), (led, x.leaders, "leader|leaders")):
                if most is not None and n > most:
                    told = counted(most, word)
                    refuse("No more than {most} may be set up in: {area}.", rule=self.spec.id, most=told, area=x.area)
            if x.at_least is not None and units < x.at_least:
                told = counted(x.at_least, "unit|units")
                refuse("At least {least} must be set up in: {area}.", rule=self.spec.id, least=told, area=x.area)


class Distance(Params):
    side: SideId
    hexes: Count
    """at least, from every enemy unit"""


class KeptApart(Special):
    """A side that sets up at some distance from the enemy's units."""

    about = "a side that sets up no nearer to the enemy than some hexes"
    params = Taken(Distance)

    def set_up_area(self, g: Battle, piece: Unit | Leader) -> Collection[Hex] | None:
        if piece.side != self.params.side:
            return None
        enemy = g.state.enemy(piece.side)
        # What this side may do must not tell where the enemy is setting up: it counts once they are done.
        drafts = enemy not in g.state.deployed
        seen = [u for u in g.units(enemy) if not (drafts and limits.suggested(g, u.id).allowed)]
        near = {h for u in seen for at in footprint.hexes_of(u) for h in within(at, self.params.hexes - 1)}
        return [h for h in limits.suggested(g, piece.id).allowed if h not in near]

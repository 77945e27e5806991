"""Hydaspes: the rearguard that crosses late."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import StrictStr

from engine.kernel.decisions import yes_no
from engine.kernel.hexes import FacingField, distance
from engine.kernel.parameters import Count, LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Special
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.state import Leader
from engine.systems.gboh.events import ArrivalChanged, LeaderChanged, LeaderMoved, UnitPlaced
from engine.systems.gboh.special import named


class Rearguard(Params):
    name: StrictStr
    """of the arrival"""
    leader: LeaderId
    """who leads it"""
    instead_of: LeaderId
    """whose Orders Phase it takes"""
    area: StrictStr
    """of the battle, by name, it enters by"""
    facing: FacingField
    worse_by: Count
    """Rout Points his side has more than the enemy ..."""
    after: Count
    """... after this turn"""
    near: Count
    """or Rout Points that the enemy's Withdrawal Level is away at most ..."""
    since: Count
    """... from this turn on"""

    def problems(self, scenario: AlexanderScenario, rule_id: str) -> Iterator[str]:
        yield from named.area(scenario, "area", self.area)
        pieces = (x for side in scenario.sides for x in (*side.units, *side.leaders))
        if self.name not in {x.reinforcement for x in pieces}:
            yield f"name: no unit or leader arrives as {self.name!r}"


class Craterus(Special):
    """In place of an Orders Phase of the commander the rearguard stands on the map's edge, and its leader is next."""

    about = "a rearguard that comes on in place of an Orders Phase, when the battle goes badly or is nearly won"
    params = Taken(Rearguard)

    def may_come(self, g: Battle) -> bool:
        """Whether it may come on in this turn."""
        if g.state.arrivals.get(self.params.name) != "due":
            return False
        side = g.state.leaders[self.params.leader].side
        mine, theirs = g.state.sides[side], g.state.sides[g.state.enemy(side)]
        badly = mine.rout_points - theirs.rout_points >= self.params.worse_by and g.state.turn > self.params.after
        nearly = theirs.withdrawal_level - theirs.rout_points <= self.params.near and g.state.turn >= self.params.since
        return badly or nearly

    async def activating(self, g: Battle, leader: Leader) -> bool:
        if leader.id != self.params.instead_of or not self.may_come(g):
            return True
        who = g.state.leaders[self.params.leader]
        answer = await g.ask(
            yes_no(
                kind="rearguard",
                side=leader.side,
                rule=self.spec.id,
                prompt=Text(
                    "{leader} can come on with the rearguard, in place of this Orders Phase of {other}. Now?",
                    leader=who.name,
                    other=leader.name,
                ),
                yes=Text("The rearguard comes on"),
                no=Text("Not now"),
                default=False,
                subject=leader.id,
            )
        )
        if answer.key == "no":
            return True
        edge = [h for h in g.scenario.areas[self.params.area] if g.enters_free(h, leader.side)]
        units = [u for u in g.state.units.values() if u.reinforcement == self.params.name and u.hex is None]
        for u in units:
            if edge:
                at = min(edge, key=lambda h: (distance(h, leader.at), h))
                edge.remove(at)
                g.emit(UnitPlaced(unit=u.id, to=at, facing=self.params.facing, rule=self.spec.id))
        placed = [u for u in units if u.on_map]
        if not placed:
            return True
        g.emit(LeaderMoved(leader=who.id, start=None, to=placed[0].at, how="arrive"))
        g.emit(ArrivalChanged(name=self.params.name, status="complete"))
        reason = Text("lets {other} act instead.", other=who.name)
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason=reason, rule=self.spec.id))
        return False

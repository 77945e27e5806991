"""Samarkand: a commander who gives up his command in the middle of the battle."""

from __future__ import annotations

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.parameters import Die, LeaderId, Params
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderEliminated, NoteSet, UnitsLeft
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.special.rule import Rule


class Faint(Params):
    leader: LeaderId
    limit: Die
    """highest roll on which he gives up"""
    dismay: Die
    """added to the rolls of all his units against their TQ then"""


class Faintheart(Rule):
    """Rolled for whenever a unit of the leader's side is eliminated: he goes, without Rout Points, and all his units
    check TQ, for a hit each."""

    about = "a leader who may give up whenever a unit of his side is eliminated"
    takes = Faint
    params: Faint

    async def routed(self, g: Family, unit: FamilyUnit) -> None:
        leader = g.state.leaders[self.params.leader]
        if unit.side != leader.side or leader.eliminated or self.spec.id in g.state.notes:
            return
        limit = self.params.limit
        roll = await g.roll(
            RollRequest(
                purpose="loss-of-nerve",
                side=leader.side,
                text=str(Text("{unit} is lost: does {leader} keep his head?", unit=unit.id, leader=leader.name)),
                rule=self.spec.id,
                needs=str(Text("{n} or more", n=limit + 1)),
                unit=leader.id,
                outcome=lambda n: str(Text("he gives up his command") if n <= limit else Text("he does")),
            )
        )
        if roll.total > limit:
            return
        g.emit(NoteSet(key=self.spec.id, value="gone", rule=self.spec.id))
        if leader.hex is not None:
            cause = str(Text("he gives up his command"))
            g.emit(LeaderEliminated(leader=leader.id, at=leader.at, points=0, cause=cause, rule=self.spec.id))
        else:  # 4.36 It was his own unit, or he is away for another.
            story = Text("{leader} gives up his command.", leader=leader.name)
            g.emit(UnitsLeft(units=[], leaders=[leader.id], story=str(story), rule=self.spec.id))
        dismay = Modifier(value=self.params.dismay, reason=str(Text("nobody commands")), rule=self.spec.id)
        for other in list(g.units(leader.side)):
            if other.on_map:
                text = str(Text("{unit} hears of it", unit=other.id))
                if await cohesion.tq_check(g, other, "dismay", text, self.spec.id, drm=(dismay,)):
                    await cohesion.hits(g, other, 1, str(Text("dismay")), self.spec.id)

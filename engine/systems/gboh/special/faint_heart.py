"""Samarkand: a commander who gives up his command in the middle of the battle."""

from __future__ import annotations

from engine.kernel.dice import Modifier
from engine.kernel.parameters import Die, LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import rolls
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderEliminated, NoteSet
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.state import Leader


class Faint(Params):
    leader: LeaderId
    limit: Die
    """highest roll on which he gives up"""
    dismay: Die
    """added to the rolls of all his units against their TQ then"""


class FaintHeart(Special[B, U, L]):
    """Rolled for whenever a unit of the leader's side is lost: he goes, without Rout Points, and all his units check
    TQ.
    """

    about = "a leader who may give up whenever a unit of his side is eliminated"
    params = Taken(Faint)

    loss = "{unit} is lost: does {leader} keep his head?"
    """What has happened to the unit, and is asked."""

    most: int | None = None
    """Hits of a unit that fails its TQ check, at most; None: as many as it fails by."""

    def at_hand(self, leader: Leader) -> bool:
        """Whether he may give up now."""
        return leader.on_map

    def gives_up(self, g: B, leader: Leader) -> None:
        """He goes."""
        cause = Text("he gives up his command")
        g.emit(LeaderEliminated(leader=leader.id, at=leader.at, points=0, cause=cause, rule=self.spec.id))

    async def routed(self, g: B, unit: U) -> None:
        leader = g.state.leaders[self.params.leader]
        if unit.side != leader.side or not self.at_hand(leader) or self.spec.id in g.state.notes:
            return
        limit, rule = self.params.limit, self.spec.id
        text, needs = Text(self.loss, unit=unit.id, leader=leader.name), Text("{n} or more", n=limit + 1)
        good, bad = Text("he gives up his command"), Text("he does")
        gone = await rolls.at_most(
            g, limit, "loss-of-nerve", leader.side, text, rule, good, bad, needs=needs, unit=leader.id
        )
        if not gone or not self.at_hand(leader):
            return
        g.emit(NoteSet(key=self.spec.id, value="gone", rule=self.spec.id))
        self.gives_up(g, leader)
        dismay = Modifier(value=self.params.dismay, reason=Text("nobody commands"), rule=self.spec.id)
        for other in list(g.units(leader.side)):
            if other.on_map and not other.routed:
                text = Text("{unit} hears of it", unit=other.id)
                hits = await cohesion.tq_check(g, other, "dismay", text, self.spec.id, most=self.most, drm=(dismay,))
                await cohesion.hits(g, other, hits, Text("dismay"), self.spec.id)

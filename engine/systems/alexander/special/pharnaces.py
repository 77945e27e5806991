"""Samarkand: a commander who gives up his command in the middle of the battle."""

from __future__ import annotations

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.parameters import Die, LeaderId, Params
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Unit
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderEliminated, NoteSet


class Faint(Params):
    leader: LeaderId
    limit: Die
    """highest roll on which he gives up"""
    dismay: Die
    """added to the rolls of all his units against their TQ then"""


class Pharnaces(Special):
    """Rolled for whenever a unit of the leader's side routs: he goes, without Rout Points, and all his units check TQ.
    From then on units rally and recover hits only in the hex of a leader.
    """

    about = "a leader who may give up whenever a unit of his side routs"
    takes = Faint
    params: Faint

    async def routed(self, g: Battle, unit: Unit) -> None:
        leader = g.state.leaders[self.params.leader]
        if unit.side != leader.side or not leader.on_map:
            return
        limit = self.params.limit
        roll = await g.roll(
            RollRequest(
                purpose="loss-of-nerve",
                side=leader.side,
                text=str(Text("{unit} has routed: does {leader} keep his head?", unit=unit.id, leader=leader.name)),
                rule=self.spec.id,
                needs=str(Text("{n} or more", n=limit + 1)),
                unit=leader.id,
                outcome=lambda n: str(Text("he gives up his command") if n <= limit else Text("he does")),
            )
        )
        if roll.total > limit or not leader.on_map:
            return
        cause = str(Text("he gives up his command"))
        g.emit(NoteSet(key=self.spec.id, value="gone", rule=self.spec.id))
        g.emit(LeaderEliminated(leader=leader.id, at=leader.at, points=0, cause=cause, rule=self.spec.id))
        dismay = Modifier(value=self.params.dismay, reason=str(Text("nobody commands")), rule=self.spec.id)
        for other in list(g.units(leader.side)):
            if other.on_map and not other.routed:
                text = str(Text("{unit} hears of it", unit=other.id))
                hits = await cohesion.tq_check(g, other, "dismay", text, self.spec.id, drm=(dismay,))
                await cohesion.hits(g, other, hits, str(Text("dismay")), self.spec.id)

    def _forlorn(self, g: Battle, unit: Unit) -> str | None:
        leader = g.state.leaders[self.params.leader]
        if unit.side != leader.side or self.spec.id not in g.state.notes or g.leaders_with(unit):
            return None
        return str(Text("with {leader} gone it needs a leader in its hex", leader=leader.name))

    def bars_recovery(self, g: Battle, unit: Unit) -> str | None:
        return self._forlorn(g, unit)

    def bars_rally(self, g: Battle, unit: Unit) -> str | None:
        return self._forlorn(g, unit)

"""Samarkand: what becomes of the army of a commander who has given up his command."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.special.faint_heart import FaintHeart
from engine.systems.gboh.state import Unit


class Pharnaces(FaintHeart):
    """Rolled for whenever a unit of the leader's side routs: he goes, without Rout Points, and all his units check TQ.
    From then on units rally and recover hits only in the hex of a leader.
    """

    about = "a leader who may give up whenever a unit of his side routs"
    loss = "{unit} has routed: does {leader} keep his head?"

    def _forlorn(self, g: Battle, unit: Unit) -> Text | None:
        leader = g.state.leaders[self.params.leader]
        if unit.side != leader.side or self.spec.id not in g.state.notes or g.leaders_with(unit):
            return None
        return Text("with {leader} gone it needs a leader in its hex", leader=leader.name)

    def bars_recovery(self, g: Battle, unit: Unit) -> Text | None:
        return self._forlorn(g, unit)

    def bars_rally(self, g: Battle, unit: Unit) -> Text | None:
        return self._forlorn(g, unit)

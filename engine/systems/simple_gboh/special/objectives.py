"""Issus, Gaugamela, the Jaxartes: battles that end otherwise than by withdrawal."""

from __future__ import annotations

from engine.kernel.parameters import LeaderId, Params
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.special.objectives import Bridgehead
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule


class Crossing(Bridgehead):
    """The side has lost when none of its units stands on some ground as a Player Turn of its own ends."""

    about = "a side that has lost if none of its units stands on some ground when its Player Turn of a number ends"

    def is_due(self, g: Family) -> bool:
        side = self.params.side
        return isinstance(g, Battle) and g.orders.side == side and g.state.sides[side].turns == self.params.turn


class Royal(Params):
    leader: LeaderId


class King(Rule):
    """His death ends the battle; being engaged elsewhere (4.36) is no death."""

    about = "a leader whose death loses the battle at once"
    takes = Royal
    params: Royal

    def decided(self, g: Family) -> tuple[str | None, str, str] | None:
        leader = g.state.leaders[self.params.leader]
        if not leader.eliminated:
            return None
        winner = g.state.enemy(leader.side)
        story = Text("{leader} is dead: the {winner} win.", leader=leader.name, winner=g.spec(winner).name)
        return winner, str(story), self.spec.id

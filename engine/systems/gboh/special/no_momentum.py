"""The Granicus, the armies meeting: leaders who haven't got going yet."""

from __future__ import annotations

from pydantic import Field

from engine.kernel.parameters import Count, LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Leader


class Slow(Params):
    leaders: tuple[LeaderId, ...] = Field(min_length=1)
    turns: Count
    """until which turn"""


class NoMomentum(Special):
    """The leaders may not try Momentum in the first turns."""

    about = "leaders who may not try Momentum in the first turns"
    params = Taken(Slow)

    def may_momentum(self, g: Battle, leader: Leader) -> Text | None:
        if leader.id not in self.params.leaders or g.state.turn > self.params.turns:
            return None
        return Text("this early he has none")

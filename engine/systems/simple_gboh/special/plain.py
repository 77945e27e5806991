"""Rules of a word or two."""

from __future__ import annotations

from pydantic import Field, StrictInt

from engine.kernel.parameters import LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import UnitsLeft
from engine.systems.gboh.special import fasting
from engine.systems.gboh.special.faint_heart import FaintHeart
from engine.systems.gboh.special.objectives import Bridgehead
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader, Unit


class GentleSlopes(Rule):
    """The Catalaunian Fields: changing level costs MP and never a hit."""

    about = "changing level never brings a hit"

    def gentle_slopes(self) -> bool:
        return True


class NoPursuit(Rule):
    """Beneventum: 7.61 Victorious cavalry advances and never pursues off the map."""

    about = "no cavalry pursues off the map"

    def bars_pursuit(self, g: Battle) -> bool:
        return True


class Fast(fasting.Fast):
    from_turn: StrictInt = Field(ge=1, le=999)
    """Player Turn of the side at whose end it rolls for the first time"""
    every: StrictInt = Field(ge=1, le=99)
    """Player Turns of the side from one roll to the next"""


class Fasting(fasting.Fasting[Battle, Unit, Leader]):
    """From a Player Turn on the side rolls every few turns; on a low roll its TQ drops for good."""

    params = Taken(Fast)

    async def before_withdrawal(self, g: Battle) -> None:
        late = g.state.sides[self.side].turns - self.params.from_turn
        if g.orders.side == self.side and late >= 0 and late % self.params.every == 0:
            await self.tells(g)


class Faintheart(FaintHeart[Battle, Unit, Leader]):
    """Rolled for whenever a unit of the leader's side is eliminated: he goes, without Rout Points, and all his units
    check TQ, for a hit each. It may be the unit he rides with, or he away for another (4.36)."""

    most = 1

    def at_hand(self, leader: gboh.Leader) -> bool:
        return not leader.eliminated

    def gives_up(self, g: Battle, leader: gboh.Leader) -> None:
        if leader.on_map:
            super().gives_up(g, leader)
            return
        story = Text("{leader} gives up his command.", leader=leader.name)
        g.emit(UnitsLeft(units=[], leaders=[leader.id], story=story, rule=self.spec.id))


class Crossing(Bridgehead[Battle, Unit, Leader]):
    """The side has lost when none of its units stands on some ground as a Player Turn of its own ends."""

    about = "a side that has lost if none of its units stands on some ground when its Player Turn of a number ends"

    def is_due(self, g: Battle) -> bool:
        side = self.params.side
        return g.orders.side == side and g.state.sides[side].turns == self.params.turn


class Royal(Params):
    leader: LeaderId


class King(Rule):
    """Issus, Gaugamela: his death ends the battle; being engaged elsewhere (4.36) is no death."""

    about = "a leader whose death loses the battle at once"
    params = Taken(Royal)

    def decided(self, g: Battle) -> tuple[str | None, Text, str] | None:
        leader = g.state.leaders[self.params.leader]
        if not leader.eliminated:
            return None
        winner = g.state.enemy(leader.side)
        story = Text("{leader} is dead: the {winner} win.", leader=leader.name, winner=g.spec(winner).name)
        return winner, story, self.spec.id

"""Callinicum: the army fights fasting."""

from __future__ import annotations

from pydantic import Field, StrictInt

from engine.kernel.dice import RollRequest
from engine.kernel.parameters import Die, Params, SideId
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule

LOSS = -1
"""What the fast takes from the TQ in force."""


class Fast(Params):
    side: SideId
    from_turn: StrictInt = Field(ge=1, le=999)
    """Player Turn of the side at whose end it rolls for the first time"""
    every: StrictInt = Field(ge=1, le=99)
    """Player Turns of the side from one roll to the next"""
    limit: Die
    """highest roll on which it tells"""


class Fasting(Rule):
    """From a Player Turn on the side rolls every few turns; on a low roll its TQ drops for good."""

    about = "a side whose TQ drops one day"
    takes = Fast
    params: Fast

    def tq_change(self, g: Family, unit: FamilyUnit) -> int:
        return LOSS if unit.side == self.params.side and self.spec.id in g.state.notes else 0

    def _is_due(self, g: Battle) -> bool:
        late = g.state.sides[self.params.side].turns - self.params.from_turn
        return g.orders.side == self.params.side and late >= 0 and late % self.params.every == 0

    async def before_withdrawal(self, g: Family) -> None:
        assert isinstance(g, Battle)
        if self.spec.id in g.state.notes or not self._is_due(g):
            return
        limit = self.params.limit
        roll = await g.roll(
            RollRequest(
                purpose="fast",
                side=self.params.side,
                text=str(Text("The {side} are fasting", side=g.spec(self.params.side).name)),
                rule=self.spec.id,
                needs=str(Text("{n} or less and it tells on them", n=limit)),
                outcome=lambda n: str(Text("it tells on them") if n <= limit else Text("they hold out")),
            )
        )
        if roll.total > limit:
            return
        g.emit(NoteSet(key=self.spec.id, value="weak", rule=self.spec.id))
        story = Text("The TQ of every {side} unit is 1 lower from now on.", side=g.spec(self.params.side).adjective)
        g.emit(Told(story=str(story), rule=self.spec.id))
        await cohesion.settle_all(g, self.params.side, self.spec.id)

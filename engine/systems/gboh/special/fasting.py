"""Callinicum: the army fights fasting."""

from __future__ import annotations

from pydantic import Field, StrictInt

from engine.kernel.parameters import Die, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import rolls
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.own import B, L, U

LOSS = -1
"""What the fast takes from the TQ in force."""


class Fast(Params):
    side: SideId
    from_turn: StrictInt = Field(ge=1, le=999)
    limit: Die
    """highest roll on which it tells"""


class Fasting(Special[B, U, L]):
    """From a turn on the side rolls; on a low roll its TQ drops for good, and some may rout at once."""

    about = "a side whose TQ drops one day"
    params = Taken(Fast)

    @property
    def side(self) -> str:
        return self.params.side

    def tq_change(self, g: B, unit: U) -> int:
        return LOSS if unit.side == self.side and self.spec.id in g.state.notes else 0

    async def tells(self, g: B) -> None:
        """Roll, unless it has told on them already."""
        if self.spec.id in g.state.notes:
            return
        limit, rule = self.params.limit, self.spec.id
        text = Text("The {side} are fasting", side=g.spec(self.side).name)
        needs = Text("{n} or less and it tells on them", n=limit)
        good, bad = Text("it tells on them"), Text("they hold out")
        if not await rolls.at_most(g, limit, "fast", self.side, text, rule, good, bad, needs=needs):
            return
        g.emit(NoteSet(key=self.spec.id, value="weak", rule=self.spec.id))
        story = Text("The TQ of every {side} unit is 1 lower from now on.", side=g.spec(self.side).adjective)
        g.emit(Told(story=story, rule=self.spec.id))
        await cohesion.settle_all(g, self.side, self.spec.id)

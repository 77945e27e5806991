"""Callinicum: the army fights fasting."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt

from engine.kernel.dice import RollRequest
from engine.kernel.parameters import Die, Params, SideId
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import NoteSet, Told

LOSS = -1
"""What the fast takes from the TQ in force."""


class Fast(Params):
    side: SideId
    from_turn: Annotated[StrictInt, Field(ge=1, le=999)]
    limit: Die
    """highest roll on which it tells"""


class Lent(Special):
    """From a turn on the side rolls after reloading; on a low roll its TQ drops for good, and some may rout at once."""

    about = "a side whose TQ drops one day"
    takes = Fast
    params: Fast

    @property
    def side(self) -> str:
        return self.params.side

    def tq_change(self, g: Battle, unit: Unit) -> int:
        return LOSS if unit.side == self.side and self.spec.id in g.state.notes else 0

    async def after_reload(self, g: Battle) -> None:
        if self.spec.id in g.state.notes or g.state.turn < self.params.from_turn:
            return
        limit = self.params.limit
        roll = await g.roll(
            RollRequest(
                purpose="fast",
                side=self.side,
                text=str(Text("The {side} are fasting", side=g.spec(self.side).name)),
                rule=self.spec.id,
                needs=str(Text("{n} or less and it tells on them", n=limit)),
                outcome=lambda n: str(Text("it tells on them") if n <= limit else Text("they hold out")),
            )
        )
        if roll.total > limit:
            return
        g.emit(NoteSet(key=self.spec.id, value="weak", rule=self.spec.id))
        story = Text("The TQ of every {side} unit is 1 lower from now on.", side=g.spec(self.side).adjective)
        g.emit(Told(story=str(story), rule=self.spec.id))
        await cohesion.settle_all(g, self.side, self.spec.id)

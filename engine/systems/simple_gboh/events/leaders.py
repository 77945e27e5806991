"""What happens to leaders besides."""

from __future__ import annotations

from typing import Any, Literal

from engine.kernel.events import Event
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text


class LeaderAway(Event):
    """4.36 The unit he was with is lost: he is taken off the map, "engaged elsewhere", and costs no Rout Points."""

    type: Literal["leader-away"] = "leader-away"
    leader: str

    def apply(self, state: Any) -> None:
        x = state.leaders[self.leader]
        x.hex, x.elsewhere = None, True

    def text(self, state: Any) -> Text | None:
        text = "{leader} is engaged elsewhere, until he is placed with other troops."
        return Text(text, leader=state.leaders[self.leader].name)


class LeaderPlaced(Event):
    """4.36, 4.37 He comes back onto the map, or a Replacement Leader takes a lost one's place."""

    type: Literal["leader-placed"] = "leader-placed"
    leader: str
    to: Hex
    replaces: str | None = None
    """The lost leader whose place he takes."""

    def apply(self, state: Any) -> None:
        x = state.leaders[self.leader]
        x.hex, x.elsewhere, x.pursuing, x.eliminated, x.placed = self.to, False, None, False, True
        if self.replaces is None or self.replaces == self.leader:
            return
        state.leaders[self.replaces].replaced = True
        pool = state.sides[x.side].pool
        if self.leader in pool:
            pool.remove(self.leader)
        x.replacement = True
        for name, value in state.leaders[self.replaces].place.items():
            setattr(x, name, value)

    def text(self, state: Any) -> Text | None:
        x = state.leaders[self.leader]
        if self.replaces is None:
            return Text("{leader} is back, at {to}.", leader=x.name, to=show(self.to))
        if self.replaces == self.leader:
            return Text("A new {leader} takes over at {to}.", leader=x.name, to=show(self.to))
        old = state.leaders[self.replaces].name
        return Text("{leader} takes {old}'s place at {to}.", leader=x.name, old=old, to=show(self.to))

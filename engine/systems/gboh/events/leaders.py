"""What happens to leaders."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Trace
from engine.kernel.hexes import Hex, show
from engine.kernel.json_values import is_array
from engine.kernel.text import Sentence, Text
from engine.systems.gboh.state import (
    State,
)


class LeaderChanged(Event):
    """5.1 A leader's standing in the turn changes; None leaves a value as it is."""

    stirs: ClassVar[bool] = False
    type: Literal["leader-changed"] = "leader-changed"
    leader: str
    status: Literal["inactive", "active", "finished"] | None = None
    no_momentum: bool | None = None
    deferred: bool | None = None
    line_permission: bool | None = None
    no_shock: bool | None = None
    forget_permission: bool = False
    """The Line Command permission may be tried afresh (4.33)."""
    reason: Sentence = ""
    """Why, in words; "" to pass in silence."""

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        if self.forget_permission:
            x.line_permission = None
        for name in ("status", "no_momentum", "deferred", "line_permission", "no_shock"):
            value = getattr(self, name)
            if value is not None:
                setattr(x, name, value)

    def text(self, state: State) -> Text | None:
        if not self.reason:
            return None
        return Text("{leader} {reason}", leader=state.leaders[self.leader].name, reason=self.reason)


class LeaderNoted(Event):
    """What is remembered of a leader for the rest of the turn, in games that ask for it."""

    stirs: ClassVar[bool] = False
    type: Literal["leader-noted"] = "leader-noted"
    leader: str
    field: Literal["earned_lines", "elite_phase", "last_chance", "rallied_for"]
    value: bool | str
    """What is set, or added where there is a list."""

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        held = getattr(x, self.field)
        if is_array(held):
            held.append(self.value)
        else:
            setattr(x, self.field, self.value)
        if self.field == "elite_phase":
            # It is counted by itself, whoever acts next: one phase is never two of the three (5.14).
            x.in_a_row = 0


class LeaderMoved(Event):
    """6.14 A leader is in another hex."""

    stirs: ClassVar[bool] = False
    type: Literal["leader-moved"] = "leader-moved"
    leader: str
    start: Hex | None
    to: Hex
    mp: int = 0
    """Movement points charged against his 9."""
    how: Literal["order", "withdraw", "with-unit", "advance", "arrive"] = "order"

    def apply(self, state: State) -> None:
        state.leaders[self.leader].hex = self.to
        if state.orders is not None and self.mp:
            spent = state.orders.leader_mp
            spent[self.leader] = spent.get(self.leader, 0) + self.mp

    def text(self, state: State) -> Text | None:
        if self.how in ("with-unit", "advance"):
            return None
        name = state.leaders[self.leader].name
        if self.how == "withdraw":
            return Text("{leader} withdraws to {to}.", leader=name, to=show(self.to))
        return Text("{leader} moves to {to}.", leader=name, to=show(self.to))

    def trace(self, state: State) -> Trace | None:
        if self.start is None:
            return None
        return Trace(kind="move", unit=self.leader, hexes=(self.start, self.to), side=state.leaders[self.leader].side)


class LeaderWounded(Event):
    """9.14, 8.19 Every rating falls by 1, and he is Finished for this turn."""

    type: Literal["leader-wounded"] = "leader-wounded"
    leader: str

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.wounded, x.status = True, "finished"

    def text(self, state: State) -> Text | None:
        return Text("{leader} is wounded.", leader=state.leaders[self.leader].name)


class LeaderCrippled(Event):
    """A 8.45 A wound that takes more than 1 from every rating; he is Finished for this turn."""

    type: Literal["leader-crippled"] = "leader-crippled"
    leader: str
    ratings: int

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.wounded, x.lowered, x.status = True, self.ratings, "finished"

    def text(self, state: State) -> Text | None:
        text = "{leader} is badly wounded: every rating is {n} lower."
        return Text(text, leader=state.leaders[self.leader].name, n=self.ratings)


class LeaderEliminated(Event):
    """4.62, 8.19, 9.14 A leader is killed or caught; his side scores Rout Points against itself (12.11)."""

    type: Literal["leader-eliminated"] = "leader-eliminated"
    leader: str
    at: Hex
    points: int
    cause: Sentence

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.eliminated, x.hex, x.status = True, None, "finished"
        state.sides[x.side].rout_points += self.points

    def text(self, state: State) -> Text | None:
        name = state.leaders[self.leader].name
        told = "{leader} is lost: {cause} (+{points:Rout Point|Rout Points})."
        if not self.points:
            told = "{leader} is lost: {cause}."
        return Text(told, leader=name, cause=self.cause, points=self.points)

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="loss", unit=self.leader, hexes=(self.at,), side=state.leaders[self.leader].side)


class LeaderReplaced(Event):
    """4.63 A replacement leader arrives, Finished."""

    type: Literal["leader-replaced"] = "leader-replaced"
    leader: str
    to: Hex
    replaces: str

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.hex, x.eliminated, x.wounded, x.status, x.no_shock = self.to, False, False, "finished", True
        if self.replaces != self.leader:
            state.leaders[self.replaces].replaced = True
        pool = state.sides[x.side].pool
        if self.leader in pool:
            pool.remove(self.leader)
            x.replacement = True
            for name, value in state.leaders[self.replaces].place.items():
                setattr(x, name, value)

    def text(self, state: State) -> Text | None:
        return Text("{leader} takes command at {to}.", leader=state.leaders[self.leader].name, to=show(self.to))

"""Markers of withdrawals arranged beforehand: laid face down, turned up when one is used or the turn ends (6.82)."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.text import Text, few
from engine.systems.alexander.state import State


class MarkersLaid(Event):
    """A side has laid markers under leaders, for all to see; what they say nobody else knows."""

    type: Literal["markers-laid"] = "markers-laid"
    side: str
    leaders: list[str]

    def apply(self, state: State) -> None:
        state.sides[self.side].marked = list(self.leaders)

    def text(self, state: State) -> Text | None:
        names = few(state.leaders[x].name for x in self.leaders)
        return Text("Withdrawal markers lie face down under {leaders}.", leaders=names) if self.leaders else None


class WithdrawalArranged(Event):
    """Which of a side's markers are no bluff."""

    type: Literal["withdrawal-arranged"] = "withdrawal-arranged"
    secret: ClassVar[bool] = True
    side: str
    leaders: list[str]

    def apply(self, state: State) -> None:
        state.sides[self.side].arranged = list(self.leaders)


class MarkerShown(Event):
    """A marker is turned up."""

    type: Literal["marker-shown"] = "marker-shown"
    reveals: ClassVar[bool] = True
    leader: str
    arranged: bool

    def apply(self, state: State) -> None:
        state.sides[state.leaders[self.leader].side].shown.append(self.leader)

    def text(self, state: State) -> Text | None:
        name = state.leaders[self.leader].name
        if self.arranged:
            return Text("{leader} had arranged a withdrawal.", leader=name)
        return Text("The marker under {leader} was a bluff.", leader=name)

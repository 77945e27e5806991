"""A 6.82, S 6.82 Markers of arranged withdrawals: laid face down, turned up as one is used or the turn ends."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.model import LeaderId
from engine.kernel.text import Text, few
from engine.systems.gboh import state as gboh


class Side(gboh.Side):
    """The account of an army that may arrange withdrawals."""

    marked: list[LeaderId] = []
    """Leaders with a withdrawal marker this turn."""
    arranged: list[LeaderId] = []
    """Those of them whose markers are no bluff, known to their owner alone."""
    shown: list[LeaderId] = []
    """Those whose markers have been turned up."""

    def new_turn(self) -> None:
        super().new_turn()
        self.marked, self.arranged, self.shown = [], [], []


def forget(sides: Collection[Side], known: Collection[str]) -> None:
    """Take out of armies' accounts what markers say that the sides in ``known`` haven't seen."""
    for account in sides:
        if account.id not in known:
            account.arranged = [x for x in account.arranged if x in account.shown]


class MarkersLaid(Event):
    """A side has laid markers under leaders, for all to see; what they say nobody else knows."""

    type: Literal["markers-laid"] = "markers-laid"
    side: str
    leaders: list[str]

    def apply(self, state: Any) -> None:
        state.sides[self.side].marked = list(self.leaders)

    def text(self, state: Any) -> Text | None:
        names = few(state.leaders[x].name for x in self.leaders)
        return Text("Withdrawal markers lie face down under {leaders}.", leaders=names) if self.leaders else None


class WithdrawalArranged(Event):
    """Which of a side's markers are no bluff."""

    type: Literal["withdrawal-arranged"] = "withdrawal-arranged"
    secret: ClassVar[bool] = True
    side: str
    leaders: list[str]

    def apply(self, state: Any) -> None:
        state.sides[self.side].arranged = list(self.leaders)


class MarkerShown(Event):
    """A marker is turned up."""

    type: Literal["marker-shown"] = "marker-shown"
    reveals: ClassVar[bool] = True
    leader: str
    arranged: bool

    def apply(self, state: Any) -> None:
        state.sides[state.leaders[self.leader].side].shown.append(self.leader)

    def text(self, state: Any) -> Text | None:
        name = state.leaders[self.leader].name
        if self.arranged:
            return Text("{leader} had arranged a withdrawal.", leader=name)
        return Text("The marker under {leader} was a bluff.", leader=name)


class MarkerSet(Event):
    """What lies under a leader, for all to see: no marker, or one that is turned up."""

    type: Literal["marker-set"] = "marker-set"
    leader: str
    means: Literal["none", "arranged", "bluff"]

    def apply(self, state: Any) -> None:
        account = state.sides[state.leaders[self.leader].side]
        for names, there in (
            (account.marked, self.means != "none"),
            (account.arranged, self.means == "arranged"),
            (account.shown, self.means != "none"),
        ):
            if self.leader in names:
                names.remove(self.leader)
            if there:
                names.append(self.leader)

    def text(self, state: Any) -> Text | None:
        name = state.leaders[self.leader].name
        if self.means == "none":
            return Text("No withdrawal marker lies under {leader}.", leader=name)
        if self.means == "arranged":
            return Text("The marker under {leader} lies face up: a withdrawal is arranged.", leader=name)
        return Text("The marker under {leader} lies face up: a bluff.", leader=name)

"""What a referee sets by hand."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.alexander.state import State


class MarkerSet(Event):
    """6.82 What lies under a leader, for all to see: no marker, or one that is turned up."""

    type: Literal["marker-set"] = "marker-set"
    leader: str
    means: Literal["none", "arranged", "bluff"]

    def apply(self, state: State) -> None:
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

    def text(self, state: State) -> Text | None:
        name = state.leaders[self.leader].name
        if self.means == "none":
            return Text("No withdrawal marker lies under {leader}.", leader=name)
        if self.means == "arranged":
            return Text("The marker under {leader} lies face up: a withdrawal is arranged.", leader=name)
        return Text("The marker under {leader} lies face up: a bluff.", leader=name)


class ContingentSet(Event):
    """5.64 Whether a Contingent Commander has been set to work in the Orders Phase under way."""

    type: Literal["contingent-set"] = "contingent-set"
    leader: str
    worked: bool

    def apply(self, state: State) -> None:
        assert state.orders is not None
        names = state.orders.contingents
        if self.leader in names:
            names.remove(self.leader)
        if self.worked:
            names.append(self.leader)

    def text(self, state: State) -> Text | None:
        name = state.leaders[self.leader].name
        told = "{leader} has commanded his contingent." if self.worked else "{leader} may command his contingent."
        return Text(told, leader=name)

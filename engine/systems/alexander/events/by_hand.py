"""What a referee sets by hand."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.alexander.state import State


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

"""A unit changes its formation: Column, stack, double depth; or its counter's side."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.gboh.events import PairFormed
from engine.systems.gboh.state import State


class UnitFormed(PairFormed):
    """5.33, 8.22, 10.3, 11.2 None leaves a state as it is."""

    depleted: bool | None = None
    hits: int | None = None
    pursuing: bool | None = None

    states: ClassVar = (*PairFormed.states, "depleted", "hits", "pursuing")

    below: str | None = None
    """The unit it stands under from now on, in double depth or in a stack; "" for none."""

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.below is not None:
            state.units[self.unit].stands_beneath(self.below or None)

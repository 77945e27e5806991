"""A unit changes its formation: Column, double depth."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.gboh.events import PairFormed
from engine.systems.gboh.state import State


class UnitFormed(PairFormed):
    """6.7, 9.5, 10.43 None leaves a state as it is."""

    spent: bool | None = None
    fire_mode: bool | None = None

    states: ClassVar = (*PairFormed.states, "spent", "fire_mode")

    below: str | None = None
    """The unit it stands under from now on, in double depth or in a stack; "" for none."""

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.below is not None:
            state.units[self.unit].stands_beneath(self.below or None)

"""A unit changes its formation: Column, double depth, square, charge formation."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.gboh.events import PairFormed
from engine.systems.gboh.state import State


class UnitFormed(PairFormed):
    """6.6, 9.6, 9.7 None leaves a state as it is."""

    square: bool | None = None
    charging: bool | None = None
    below: str | None = None
    """The phalanx it stands under in double depth from now on; "" for none."""

    states: ClassVar = (*PairFormed.states, "square", "charging")

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.below is not None:
            state.units[self.unit].stands_beneath(self.below or None)

"""A unit changes its formation: Column, double depth, square, charge formation."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.gboh.events import PairFormed


class UnitFormed(PairFormed):
    """6.6, 9.6, 9.7 None leaves a state as it is."""

    square: bool | None = None
    charging: bool | None = None

    states: ClassVar = (*PairFormed.states, "square", "charging")

    @property
    def whole_move(self) -> bool:
        """9.63 Forming square, and leaving it."""
        return self.square is not None and self.moved is True

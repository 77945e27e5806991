"""Units change their formation, their mode or their counter."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.cataphract.state import Unit
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import units


class UnitFormed(units.UnitFormed):
    """6.4, 11.1, 11.62, 11.7, 10.3 A unit changes its formation or state; None leaves a value as it is."""

    shield_wall: bool | None = None
    dismounted: bool | None = None
    fire_mode: bool | None = None

    states: ClassVar = (*units.UnitFormed.states, "shield_wall", "fire_mode")

    @property
    def whole_move(self) -> bool:
        """11.1 Dismounting, and mounting again."""
        return self.dismounted is not None and self.moved is True

    def apply(self, state: gboh.State) -> None:
        super().apply(state)
        u = state.units[self.unit]
        if self.dismounted is None or not isinstance(u, Unit):
            return
        if self.dismounted != u.dismounted and u.counterpart is not None:
            u.swap()

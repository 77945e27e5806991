"""Cavalry leaves the map in pursuit (10.42, 10.44)."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.hexes import Hex
from engine.systems.spqr.state import State


class RodeOff(Event):
    """Cavalry follows its enemy off the map; it isn't lost (10.45)."""

    type: Literal["rode-off"] = "rode-off"
    says: ClassVar[str] = "{unit} rides off the map after its enemy."
    unit: str
    at: Hex

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hex, unit.gone_at = None, self.at
        state.struck_off(self.unit)

"""7.6 Cavalry that pursues beyond the map, or never comes back."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event
from engine.systems.simple_gboh.state import State


class RodeOff(Event):
    """7.62 Cavalry pursues beyond the map, with the leaders who ride with it."""

    type: Literal["rode-off"] = "rode-off"
    says: ClassVar[str] = "{unit} pursues beyond the map."
    unit: str
    leaders: list[str] = []

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hex, unit.pursuing = None, True
        for name in self.leaders:
            leader = state.leaders[name]
            leader.hex, leader.pursuing = None, self.unit


class PursuerLost(Event):
    """7.63 Cavalry that pursued never comes back; nobody scores for it."""

    type: Literal["pursuer-lost"] = "pursuer-lost"
    says: ClassVar[str] = "{unit} is not seen again."
    unit: str
    leaders: list[str] = []

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.departed, unit.pursuing = True, False
        for name in self.leaders:
            leader = state.leaders[name]
            leader.departed, leader.pursuing = True, None


EVENTS: tuple[type[Event], ...] = (RodeOff, PursuerLost)
"""Of those, what the reader of events must know."""

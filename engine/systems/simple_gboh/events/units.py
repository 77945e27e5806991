"""A unit changes its formation, Column, stack, double depth, or its counter's side; cavalry pursues beyond the map."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from engine.kernel.events import Event
from engine.systems.gboh.events import PairFormed


class UnitFormed(PairFormed):
    """5.33, 8.22, 10.3, 11.2 None leaves a state as it is."""

    depleted: bool | None = None
    hits: int | None = None
    pursuing: bool | None = None

    states: ClassVar = (*PairFormed.states, "depleted", "hits", "pursuing")


class RodeOff(Event):
    """7.62 Cavalry pursues beyond the map, with the leaders who ride with it."""

    type: Literal["rode-off"] = "rode-off"
    says: ClassVar[str] = "{unit} pursues beyond the map."
    unit: str
    leaders: list[str] = []

    def apply(self, state: Any) -> None:
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

    def apply(self, state: Any) -> None:
        unit = state.units[self.unit]
        unit.departed, unit.pursuing = True, False
        for name in self.leaders:
            leader = state.leaders[name]
            leader.departed, leader.pursuing = True, None

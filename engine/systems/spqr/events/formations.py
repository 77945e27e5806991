"""A unit changes its formation: Column, double depth."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.gboh.events import PairFormed


class UnitFormed(PairFormed):
    """6.7, 9.5, 10.43 None leaves a state as it is."""

    spent: bool | None = None
    fire_mode: bool | None = None

    states: ClassVar = (*PairFormed.states, "spent", "fire_mode")

"""The orders that chapters of Great Battles of Alexander add, as data."""

from __future__ import annotations

from typing import Literal

from engine.kernel.decisions import Answer
from engine.kernel.hexes import FacingField
from engine.systems.gboh.orders.orders import PathStep


class Square(Answer):
    """9.63 A unit of two hexes forms square, or leaves it."""

    do: Literal["square"] = "square"
    unit: str
    facing: FacingField | None = None
    """Facing as it leaves square; None forms it."""


class Formation(Answer):
    """9.73, 9.76 A move with which cavalry takes charge formation, or leaves it."""

    do: Literal["charge-formation"] = "charge-formation"
    unit: str
    on: bool = True
    last: bool = False
    """It moves first and forms where it ends."""
    path: tuple[PathStep, ...] = ()
    attack: bool | None = None
    """As :class:`Move` has it."""
    along: bool = False

"""The orders of double depth, as data."""

from __future__ import annotations

from typing import Literal

from engine.kernel.decisions import Answer
from engine.systems.gboh.orders.orders import PathStep


class Double(Answer):
    """A 9.62, S 9.51 A phalanx goes under the one directly ahead of it."""

    do: Literal["double"] = "double"
    unit: str
    under: str


class Undouble(Answer):
    """A 9.62, S 9.52 The upper of two phalanxes moves out by itself."""

    do: Literal["undouble"] = "undouble"
    unit: str
    path: tuple[PathStep, ...]

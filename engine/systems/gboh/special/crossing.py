"""What it takes to step over a bank or through a gate: a whole move."""

from __future__ import annotations

from engine.systems.gboh.state import Unit

COLUMN = 1
"""MP that a Column has more (A 6.62, simple 11.22), a phalanx's stride apart."""

FORBIDDEN = 99
"""MP nobody has: zones of control reach into the water, and nobody follows them."""


def whole_move(unit: Unit) -> int:
    """MP of a whole move; of a phalanx In Column with its stride (A 6.62, S 6.72)."""
    return unit.ma + (COLUMN + unit.troop.stride if unit.column else 0)

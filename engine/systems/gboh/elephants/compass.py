"""Which way a rampaging elephant goes by the die: the compass of the map (A 9.14, S 9.14)."""

from __future__ import annotations

from math import ceil

from engine.kernel.hexes import Direction
from engine.kernel.terrain import POINTS, BattleMap

SIDES = len(Direction)


def way(ground: BattleMap, n: int) -> Direction:
    """The hexside a 1 to 6 means: 1 north, or the first clockwise of it where no hexside lies north, and so on.

    Raises KeyError for a compass that doesn't say what lies upwards.
    """
    turned = POINTS.index(ground.compass["UP"]) * 360 // len(POINTS)
    north = -turned % 360
    first = ceil(north * SIDES / 360)
    return Direction((first + n - 1) % SIDES)

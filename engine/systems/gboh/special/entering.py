"""Where a unit that comes on has room."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.hexes import Facing, Hex, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.footprint import Shape, Stand
from engine.systems.gboh.state import Unit


def room(g: Battle, u: Unit, side: str, facing: Facing, hexes: Iterable[Hex], middle: Hex) -> Hex | None:
    """The one of the hexes nearest to the middle in which the unit has room, out of enemy ZOC; None: there is none."""
    shape = Shape.TWO if not footprint.is_single(u) else Shape.ONE

    def fits(h: Hex) -> bool:
        parts = footprint.hexes_of(Stand(h, facing, shape))
        return all(g.enters_free(x, side) and not g.charts.is_prohibited(g.map.terrain_at(x)) for x in parts)

    return min((h for h in hexes if fits(h)), key=lambda h: (distance(h, middle), h), default=None)

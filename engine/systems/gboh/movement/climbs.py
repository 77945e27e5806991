"""S 6.22 Levels climbed beyond the first in an Orders Phase, which cost hits of their own."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.state import Unit

CAUSE = Text("climbing on")


def count(g: Battle) -> bool:
    """Whether levels are counted: the game's chart has a row for those beyond the first, and the map has levels."""
    return g.charts.counts_levels and bool(g.map.levels)


def so_far(g: Battle, unit: Unit) -> int:
    """Levels the unit has climbed in this Orders Phase."""
    return g.state.orders.levels_climbed(unit.id) if g.state.orders is not None else 0


def up(g: Battle, a: Hex, b: Hex) -> int:
    """Levels from one hex up to another; 0 where it is no higher."""
    return max(0, g.map.level_at(b) - g.map.level_at(a))


def hits(g: Battle, unit: Unit, a: Hex, b: Hex, climbed: int) -> int:
    """Hits of the step for levels beyond the first, having climbed so many, besides those of the step itself."""
    levels = up(g, a, b)
    return g.charts.further_levels(unit, climbed, levels) if levels and count(g) else 0


def note_pair(g: Battle, unit: Unit, m: Move) -> None:
    """A unit of two hexes has moved: of its halves the one that climbs more counts."""
    ways = [(a, to) for a, to in m.steps if to in m.entered]
    if ways:
        note(g, unit, *max(ways, key=lambda way: up(g, *way)))


def note(g: Battle, unit: Unit, a: Hex, b: Hex) -> None:
    """The unit has stepped from one hex to another in an Orders Phase."""
    levels = up(g, a, b) if count(g) else 0
    if levels and g.state.orders is not None:
        g.emit(OrdersNoted(field="climbed", value=(unit.id, levels)))

"""6.3, 7.12 Into which hexes a unit steps without turning, and what steps and turns cost by the ground alone.

Costs are numbers (:mod:`~engine.systems.gboh.movement.prices`), kept with the map for all who go alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.kernel.hexes import SIDE_ANGLE, Direction, Facing, Hex, neighbours
from engine.kernel.terrain import BattleMap
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Charts, Cost, Steps
from engine.systems.gboh.movement import prices
from engine.systems.gboh.state import Unit

Ahead: TypeAlias = Sequence[Sequence[tuple[Direction, Facing]]]
"""By facing: the directions a unit may step in without turning, in their order, each with its facing then."""


def _ahead(facing: Facing) -> tuple[tuple[Direction, Facing], ...]:
    """6.32 Front hexes; 6.44 a column also turns to its front-flank hexes for nothing."""
    if facing.is_vertex:
        return tuple((d, facing) for d, side in _SIDES if (side - facing) % 12 in (1, 11))
    return tuple((d, Facing(side)) for d, side in _SIDES if (side - facing) % 12 in (0, 2, 10))


_SIDES = [(d, SIDE_ANGLE[d]) for d in Direction]
_FACING: Ahead = tuple(_ahead(f) for f in Facing)
_ROUND: Ahead = tuple(tuple((d, f) for d in Direction) for f in Facing)


def ahead(unit: Unit) -> Ahead:
    """Where the unit may step without turning, however it stands."""
    return _FACING if unit.troop.faces else _ROUND


CLOSED = -1
"""Where the ground closes a step."""


class Weights(dict[Hex, tuple[int, ...]]):
    """What the ground adds to the price of a way for the steps from a hex to its six neighbours, by direction.

    Hits that Movement Points may be paid for instead (G 5.17) are among its hits, and counted once more where a price
    has friends passed through.
    """

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, a: Hex) -> tuple[int, ...]:
        row = self[a] = tuple(CLOSED if cost is None else _weight(cost) for cost in self._steps[a])
        return row


def _weight(cost: Cost) -> int:
    choices = len(cost.avoidable)
    return prices.of(2 * cost.mp, cost.hits + choices, choices)


class Rises(dict[Hex, tuple[int, ...]]):
    """Levels from a hex up to its six neighbours, by direction; 0 where they are no higher."""

    def __init__(self, ground: BattleMap) -> None:
        super().__init__()
        self._ground = ground

    def __missing__(self, a: Hex) -> tuple[int, ...]:
        here = self._ground.level_at(a)
        row = self[a] = tuple(max(0, self._ground.level_at(b) - here) for b in neighbours(a))
        return row


class Turns(dict[Hex, Cost]):
    """What turning in a hex by one vertex, or by one hexside in Column, costs."""

    def __init__(self, charts: Charts, ground: BattleMap, unit: Unit) -> None:
        super().__init__()
        self._charts = charts
        self._ground = ground
        self._unit = unit.model_copy()

    def __missing__(self, at: Hex) -> Cost:
        found = self[at] = self._charts.turn_cost(self._ground, self._unit, at, 1)
        return found


def weights(g: Battle, unit: Unit) -> Weights:
    """What steps add to the price of a unit's way."""
    known: dict[object, Weights] = g.map.scratch.setdefault(("weights", g.charts), {})
    found = known.get(unit.footing)
    if found is None:
        found = known[unit.footing] = Weights(g.charts.steps(g.map, unit))
    return found


def rises(g: Battle) -> Rises:
    """How steps go up on the map."""
    found = g.map.scratch.get("rises")
    return found if found is not None else g.map.scratch.setdefault("rises", Rises(g.map))


def turns(g: Battle, unit: Unit) -> Turns:
    """What turns cost a unit."""
    key = ("turns", g.charts, unit.troop, unit.headlong)
    found = g.map.scratch.get(key)
    return found if found is not None else g.map.scratch.setdefault(key, Turns(g.charts, g.map, unit))

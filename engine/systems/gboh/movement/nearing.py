"""6.1-6.3, 7.23 How far it is to a hex at the least: what spares a search ways that can't lead there."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping

from engine.kernel.hexes import Hex
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.state import Unit


class Nearing:
    """Movement Points from hexes to a goal or to a hex next to it, for units that pay alike, as they turn for nothing
    and pass friends for nothing: no way takes less."""

    def __init__(self, g: Battle, side: str, goal: Hex, cost: Callable[[Hex, Hex], Cost | None]) -> None:
        self._map = g.map
        self._cost = cost
        self._zones, self._held, self._side = g.zones(g.foe(side)), g.occupants(), side
        self._ends = (goal, *g.map.neighbours(goal))
        self._mp: dict[Hex, int] = dict.fromkeys(self._ends, 0)
        self._edge = [(0, h) for h in sorted(self._ends)]

    def within(self, most: int) -> Mapping[Hex, int]:
        """Every hex from which it takes ``most`` MP or fewer, with them; maybe others, for which it takes more."""
        edge, known = self._edge, self._mp
        while edge and edge[0][0] <= most:
            mp, b = heapq.heappop(edge)
            if known[b] < mp or not self._open(b):
                continue
            for a in self._map.neighbours(b):
                step = self._cost(a, b)
                if step is not None and mp + step.mp < known.get(a, 1 << 30):
                    known[a] = mp + step.mp
                    heapq.heappush(edge, (known[a], a))
        return known

    def _open(self, h: Hex) -> bool:
        """Whether a way may enter the hex: no enemy's (6.62), and one in enemy ZOC as its end only (7.23)."""
        holder = self._held.get(h)
        return (holder is None or holder.side == self._side) and (h not in self._zones or h in self._ends)


def of(g: Battle, unit: Unit, goal: Hex) -> Nearing:
    """That of a unit; found once in a position for all of its side that pay the same for every step."""
    key = ("nearing", unit.side, goal, g.charts.pays_like(unit))
    return g.derived(key, lambda: Nearing(g, unit.side, goal, g.charts.step_costs(g.map, unit)))

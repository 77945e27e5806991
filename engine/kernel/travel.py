"""How far something gets on the map when every step has a price: a leader's ride, the reach of a command."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap


def reached(
    battle_map: BattleMap,
    start: Hex,
    most: int,
    cost: Callable[[Hex, Hex], int | None],
    goes_on: Callable[[Hex], bool] | None = None,
) -> dict[Hex, int]:
    """Hexes got to for at most ``most`` MP, each with the MP of the cheapest way; ``start`` costs nothing.

    ``cost`` is the price in MP, 1 at the least, of a step between two adjacent hexes of the map; None where it can't be
    made. ``goes_on`` tells whether a way may lead on from a hex it has entered; without it every way may.
    """
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        mp, a = heapq.heappop(heap)
        if best[a] < mp or (goes_on is not None and a != start and not goes_on(a)):
            continue
        for b in battle_map.neighbours(a):
            known = best.get(b)
            if known is not None and known <= mp + 1:
                continue  # no step is cheaper than 1 MP
            step = cost(a, b)
            if step is not None and mp + step <= most and (known is None or mp + step < known):
                best[b] = mp + step
                heapq.heappush(heap, (mp + step, b))
    return best

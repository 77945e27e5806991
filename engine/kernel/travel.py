"""How far something gets on the map when every step has a price: a leader's ride, the reach of a command."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap

Exits: TypeAlias = Callable[[Hex], Iterable[tuple[Hex, int]]]
"""The adjacent hexes of the map that may be entered from one, each with the price of the step in MP, 1 at the least."""


def reached(start: Hex, most: int, exits: Exits, goes_on: Callable[[Hex], bool] | None = None) -> dict[Hex, int]:
    """Hexes got to for at most ``most`` MP, each with the MP of the cheapest way; ``start`` costs nothing.

    ``goes_on`` tells whether a way may lead on from a hex it has entered; without it every way may.
    """
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        mp, a = heapq.heappop(heap)
        if best[a] < mp or (goes_on is not None and a != start and not goes_on(a)):
            continue
        for b, step in exits(a):
            total = mp + step
            if total <= most and total < best.get(b, most + 1):
                best[b] = total
                heapq.heappush(heap, (total, b))
    return best


def exits(battle_map: BattleMap, cost: Callable[[Hex, Hex], int | None]) -> Exits:
    """Those of a price of single steps, None where one can't be made."""
    return lambda a: [(b, step) for b in battle_map.neighbours(a) if (step := cost(a, b)) is not None]

"""The way somebody would take if only the ground counted: where it ends tells why a hex can't be reached."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.kernel.travel import exits, reached

FAR = 99
"""MP no piece has: enough to cross any map."""


def ground_way(
    battle_map: BattleMap, start: Hex, to: Hex, cost: Callable[[Hex, Hex], int | None]
) -> tuple[Hex, ...] | None:
    """Hexes of the cheapest way over the ground, the start left out; None where there is none.

    ``cost`` is the price of a step in MP, None where it can't be made. Of equals it takes the first in the order of
    neighbours, seen from the end.
    """
    best = reached(start, FAR, exits(battle_map, cost))
    if to not in best:
        return None
    way = [to]
    while way[-1] != start:
        here = way[-1]
        way.append(next(a for a in battle_map.neighbours(here) if _leads(best, a, here, cost(a, here))))
    return tuple(reversed(way[:-1]))


def _leads(best: dict[Hex, int], a: Hex, b: Hex, step: int | None) -> bool:
    return step is not None and a in best and best[a] + step == best[b]

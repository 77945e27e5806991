"""G 5.17 Hits of the ground that a Movement Point each would have spared the unit: "(h)" in the chart.

A way is first priced with every such hit taken; what Movement Points it leaves then buy off its hits, the first ones
first, so that a unit stopped on its way has taken none too early. A search keeps for each stand all ways of which none
is better than another both in Movement Points and in hits, and in the end the one with the fewest hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh.charts import AVOIDING_MP
from engine.systems.gboh.movement.steps import Node


def settled(end: Node, limit: int) -> Node:
    """The way with as many of its hits bought off as ``limit`` Movement Points allow."""
    spare = min(end.choices, (limit - end.mp) // AVOIDING_MP)
    if spare <= 0:
        return end
    chain: list[Node] = []
    node: Node | None = end
    while node is not None:
        chain.append(node)
        node = node.previous
    chain.reverse()
    before, bought, choices = chain[0], 0, 0
    for node in chain[1:]:
        n = min(spare - bought, len(node.avoidable))
        bought, choices = bought + n, choices + len(node.avoidable) - n
        causes = node.causes
        if n:
            certain = len(causes) - len(node.avoidable)
            causes = (*causes[:certain], *causes[certain + n :])
        before = replace(
            node,
            mp=node.mp + bought * AVOIDING_MP,
            hits=node.hits - bought,
            previous=before,
            causes=causes,
            avoidable=node.avoidable[n:],
            choices=choices,
            bought=bought,
        )
    return before


class Ways:
    """The ways a search has found to each stand that no other way is better than."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], list[tuple[float, int, int]]] = {}

    def admits(self, stand: tuple[object, ...], mp: float, hits: int, choices: int) -> bool:
        """Whether a way to the stand is better than each other in something; it is kept in mind then."""
        certain = hits - choices
        known = self._found.setdefault(stand, [])
        for old_mp, old_certain, old_hits in known:
            if old_mp <= mp and old_certain <= certain and old_hits <= hits:
                return False
        known.append((mp, certain, hits))
        return True


def fewest(ways: Iterable[Node], limit: int) -> dict[tuple[Hex, Facing], Node]:
    """The way with the fewest hits to each hex and facing, hits bought off; of equals the cheapest."""
    best: dict[tuple[Hex, Facing], Node] = {}
    for way in ways:
        node = settled(way, limit)
        key = (node.hex, node.facing)
        old = best.get(key)
        if old is None or (node.hits, node.price) < (old.hits, old.price):
            best[key] = node
    return best

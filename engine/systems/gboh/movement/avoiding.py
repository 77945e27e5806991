"""G 5.17 Hits of the ground that a Movement Point each would have spared the unit: "(h)" in the chart.

A way is first priced with every such hit taken; what Movement Points it leaves then buy off its hits, the first ones
first, so that a unit stopped on its way has taken none too early. A search keeps for each stand all ways of which none
is better than another both in Movement Points and in hits, and in the end the one with the fewest hits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh.charts import AVOIDING_MP
from engine.systems.gboh.movement import prices
from engine.systems.gboh.movement.prices import HALF, HIT
from engine.systems.gboh.movement.steps import Node


def settled(end: Node, limit: int) -> Node:
    """The way with as many of its hits bought off as ``limit`` Movement Points allow."""
    spare = _spare(end, limit)
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
        before = Node(
            node.hex,
            node.facing,
            node.mp + bought * AVOIDING_MP,
            node.hits - bought,
            before,
            causes,
            node.stops,
            node.through,
            node.passed,
            node.turn,
            node.climbed,
            node.half,
            node.avoidable[n:],
            choices,
            bought,
        )
    return before


def _spare(end: Node, limit: int) -> int:
    """How many hits of a way ``limit`` Movement Points buy off."""
    return max(0, min(end.choices, (limit - end.mp) // AVOIDING_MP)) if end.choices else 0


class Ways(dict[Hashable, list[tuple[int, int, int]]]):
    """The ways a search has found to each stand that no other way is better than: halves of Movement Points, hits for
    certain, hits with those that may be bought off.
    """

    def admits(self, stand: Hashable, half_mp: int, hits: int, choices: int) -> bool:
        """Whether a way to the stand is better than each other in something; it is kept in mind then."""
        certain = hits - choices
        known = self.get(stand)
        if known is None:
            self[stand] = [(half_mp, certain, hits)]
            return True
        for old_mp, old_certain, old_hits in known:
            if old_mp <= half_mp and old_certain <= certain and old_hits <= hits:
                return False
        known.append((half_mp, certain, hits))
        return True


def fewest(ways: Iterable[Node], limit: int) -> dict[tuple[Hex, Facing], Node]:
    """The way with the fewest hits to each hex and facing, hits bought off; of equals the cheapest."""
    best: dict[tuple[Hex, Facing], tuple[tuple[int, int], Node]] = {}
    for way in ways:
        spare, price = _spare(way, limit), way.price
        worth = price % HALF // HIT - spare, price + prices.of(2 * spare * AVOIDING_MP, -spare, 0)
        key = (way.hex, way.facing)
        old = best.get(key)
        if old is None or worth < old[0]:
            best[key] = worth, way
    return {key: settled(way, limit) if way.choices else way for key, (_, way) in best.items()}

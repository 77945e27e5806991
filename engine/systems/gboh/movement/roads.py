"""S 6.27 Moves along a road at half a Movement Point a hex, its bends followed for nothing.

A move is such a one as a whole or not at all, since it must begin, go on and end where no enemy is near; so it is
searched beside all other moves. A road that makes single steps cheaper (A Pelium) is priced with the steps, in
:class:`~engine.systems.gboh.movement.steps.Entering`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import zoc
from engine.systems.gboh.movement.steps import Node, Step, allowance, entry_facing, start_node, turn_towards, turned
from engine.systems.gboh.state import Unit

Links = Mapping[Hex, Collection[Hex]]
"""From each hex of a road the next ones."""


def open_to(g: Battle, unit: Unit) -> Links:
    """The road the unit may use so, from where it stands; {} when there is none."""
    rules = special.having(g, Special.road)
    if not rules or not footprint.is_single(unit) or unit.id in g.orders.stationary or zoc.holders(g, unit):
        return {}
    links = next((found for r in rules if (found := r.road(g, unit))), dict[Hex, Collection[Hex]]())
    return links if unit.at in links else {}


def search(g: Battle, unit: Unit) -> dict[tuple[Hex, Facing], Node]:
    """Where the unit can end a move that keeps to the road all the way."""
    links, limit = open_to(g, unit), 2 * allowance(g, unit)
    found: dict[tuple[Hex, Facing], Node] = {}
    ways = [(start_node(g, unit), 0)]
    seen = {unit.at}
    for node, halves in ways:
        for to in sorted(links.get(node.hex, ())):
            if to in seen or halves >= limit or g.unit_at(to) is not None:
                continue
            seen.add(to)
            after = _step(unit, node, to, halves + 1)
            found[to, after.facing] = after
            ways.append((after, halves + 1))
    return found


def price(g: Battle, unit: Unit, path: Sequence[Step], limit: int) -> Node | None:
    """The end of a path along the road, with turns after its last hex; None for one that doesn't keep to it."""
    links = open_to(g, unit)
    node, halves = start_node(g, unit), 0
    for item in path if links else ():
        if isinstance(item, Facing):
            if halves == 0 or item.is_vertex == unit.column:
                return None
            node = turned(g, unit, node, item)
        elif item not in links.get(node.hex, ()) or g.unit_at(item) is not None:
            return None
        else:
            halves += 1
            node = _step(unit, node, item, halves)
    return node if halves and node.mp <= limit else None


def _step(unit: Unit, node: Node, to: Hex, halves: int) -> Node:
    facing = entry_facing(unit, node.hex, node.facing, to)
    if facing is None:
        way = turn_towards(unit, node.hex, node.facing, to)
        facing = entry_facing(unit, node.hex, way, to)
    assert facing is not None, "it has turned towards it"
    return Node(to, facing, (halves + 1) // 2, node.hits, node)

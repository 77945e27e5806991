"""A 7.15, 9.21, 9.74 Moves of what hardly turns: one vertex in a hex of its way, one level in all."""

from __future__ import annotations

import heapq
from typing import TypeAlias

from engine.kernel.hexes import Facing, Hex, neighbours, show
from engine.kernel.text import refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import avoiding, nearing, ways, zoc
from engine.systems.gboh.movement.move_rule import Narrow
from engine.systems.gboh.movement.steps import (
    Entering,
    Node,
    allowance,
    avoid,
    goes_on_turning,
    start_node,
    turned,
    vertices,
)
from engine.systems.gboh.state import Unit

_Key: TypeAlias = tuple[Hex, Facing, int, int, int, int]
"""Hex, facing, vertices turned there, levels changed on the way; hits taken, and of these such as MP would spare it
(G 5.17), both 0 where none would."""


def of(g: Battle, unit: Unit) -> Narrow | None:
    """What a chapter has of the unit; None for one that turns as it likes."""
    return special.first(g, Special.narrow, unit)


def check(g: Battle, unit: Unit, end: Node) -> None:
    """Refuse a way on which the unit turns, or climbs, more than it can."""
    found = of(g, unit)
    if found is None:
        return
    levels, here, node, last = 0, 0, end, True
    while node.previous is not None:
        before = node.previous
        if before.hex != node.hex:
            levels += abs(g.map.level_at(node.hex) - g.map.level_at(before.hex))
            here, last = 0, False
        else:
            here += vertices(before.facing, node.facing)
            first = before.hex == unit.at and _unmoved(before)
            free = (found.ends and (last or first)) or (last and first)
            if not found.turns:
                refuse("{unit} goes straight ahead: it doesn't turn in its hexes.", rule=found.rule, unit=unit.id)
            if here > 1 and not free:
                refuse(
                    "{unit} turns one vertex in a hex of its way, not {n} at {hex}.",
                    rule=found.rule,
                    unit=unit.id,
                    n=here,
                    hex=show(node.hex),
                )
        node = before
    if levels > 1 and found.turns:
        rule = found.levels_rule or found.rule
        refuse("{unit} changes one level in a move, not {n}.", rule=rule, unit=unit.id, n=levels)


def _unmoved(node: Node) -> bool:
    """Whether the unit hasn't left its first hex yet."""
    while node.previous is not None:
        if node.previous.hex != node.hex:
            return False
        node = node.previous
    return True


def search(
    g: Battle, unit: Unit, found: Narrow, towards: Hex | None = None, *, most: int | None = None
) -> dict[tuple[Hex, Facing], Node]:
    """Everywhere such a unit can end a move order, with the cheapest way; see :func:`reach.search`."""
    first = start_node(g, unit)
    limit = allowance(g, unit) if most is None else most
    held = zoc.binds(g, unit)
    entering, turning, ahead, level = Entering.of(g, unit), ways.turns(g, unit), ways.ahead(unit), g.map.level_at
    enter = entering.price
    may_go = unit.id not in g.orders.stationary and (not held or zoc.may_leave(g, unit))
    turnable = zoc.turning_allowance(g, unit) if held else limit
    start: _Key = (first.hex, first.facing, 0, 0, 0, 0)
    choosy = g.charts.has_choices
    best: dict[_Key, Node] = {start: first}
    nodes = [first]
    heap: list[tuple[int, _Key, int]] = [(first.price, start, 0)]

    left_from = None if towards is None or entering.road else nearing.of(g, unit, towards).within(limit)

    def offer(place: tuple[Hex, Facing, int, int], node: Node) -> None:
        key: _Key = (*place, node.hits, node.choices) if choosy else (*place, 0, 0)
        if node.mp > limit or (left_from is not None and node.mp + left_from.get(key[0], limit + 1) > limit):
            return
        if key not in best or node.price < best[key].price:
            best[key] = node
            nodes.append(node)
            heapq.heappush(heap, (node.price, key, len(nodes) - 1))

    while heap:
        _, key, i = heapq.heappop(heap)
        node = nodes[i]
        h, facing, here, levels, _, _ = key
        if best[key] is not node or (node.stops and node.previous is not None):
            continue
        starting = h == first.hex and _unmoved(node)
        if may_go and (here <= 1 or (starting and found.ends)) and not (held and here):
            near = neighbours(h)
            for d, facing_then in ahead[facing]:
                if (to := near[d]) not in g.map:
                    continue
                climbed = levels + abs(level(to) - level(h))
                steep = climbed > 1 and found.turns > 0
                price = None if steep else enter(h, to, limit - node.mp, node.passed)
                if price is not None:
                    mp, hits, causes, stops, through, avoidable = price
                    mp, hits, passed = node.mp + mp, node.hits + hits, node.passed + through
                    after = Node(to, facing_then, mp, hits, node, causes, stops, through, passed)
                    avoid(after, avoidable)
                    offer((to, facing_then, 0, climbed), after)
        spent = not found.turns or (here and not starting and not found.ends)
        if spent or (held and turnable <= node.mp):
            continue
        cost = turning[h]
        mp = node.mp + (0 if goes_on_turning(unit, node) else cost.mp)
        for way in (facing.turned(2), facing.turned(-2)):
            after = Node(h, way, mp, node.hits + cost.hits, node, cost.causes, node.stops, node.through, node.passed)
            after.half, after.climbed, after.choices = node.half, node.climbed, node.choices
            offer((h, way, here + 1, levels), after)
    if choosy:
        fewest = avoiding.fewest((n for n in best.values() if not n.through and n is not first), limit)
        fewest.pop((first.hex, first.facing), None)
        return fewest
    ends: dict[tuple[Hex, Facing], Node] = {}
    for (h, facing, *_), node in best.items():
        if not node.through and node is not first and (old := ends.get((h, facing), node)).price >= node.price:
            ends[h, facing] = node if node.price < old.price else old
    ends.pop((first.hex, first.facing), None)
    if unit.troop.turns_standing_unhurt:
        # A 9.21 Who only turns takes no hit for it.
        ends.update({k: turned(g, unit, first, n.facing, stays=True) for k, n in ends.items() if _unmoved(n)})
    return ends

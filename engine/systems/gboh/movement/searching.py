"""6.1-6.3, 6.44, 7.1 The search over (hex, facing) for everywhere a unit of one hex can end a move on the ground."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, TypeAlias

from engine.kernel.hexes import VERTICES, Facing, Hex
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import avoiding, climbs, nearing, together, zoc
from engine.systems.gboh.movement.steps import Entering, Node, allowance, avoid, goes_on_turning, start_node, turned
from engine.systems.gboh.movement.ways import Ways
from engine.systems.gboh.state import Unit


def ends(
    g: Battle,
    unit: Unit,
    towards: Hex | None,
    *,
    any_will_do: bool = False,
    wanted: Callable[[Node], bool] | None = None,
    most: int | None = None,
) -> dict[tuple[Hex, Facing], Node]:
    """See :func:`reach.search <engine.systems.gboh.movement.reach.search>`.

    ``any_will_do``: the first ends found are enough. ``wanted``: the cheapest of these ends is.
    """
    limit = allowance(g, unit) if most is None else most
    entering = Entering(g, unit)
    enter, by_road = entering.price, entering.by_road if entering.road else None
    # A road makes steps cheaper than the chart.
    left_from = None if towards is None or by_road is not None else nearing.of(g, unit, towards).within(limit)
    if left_from is not None and left_from.get(unit.at, FAR) > limit:
        return {}
    first = start_node(g, unit)
    held = zoc.binds(g, unit)
    grounded = any(special.why_not(g, Special.holds_ground, u) is not None for u in together.movers(g, unit))
    best: dict[_Key, Node] = {}
    prices: dict[_Key, tuple[float, int, int]] = {}
    heap: list[tuple[float, tuple[float, int, int], _Key, int]] = []
    nodes: list[Node] = []
    choosy = avoiding.Ways() if g.charts.has_choices else None
    """Where MP buy off hits (G 5.17), ways with more of one and fewer of the other are kept apart."""
    ways = Ways(g, unit)
    faces, turns_whole, turn_mp = unit.troop.faces, unit.troop.turns_whole, unit.troop.turn_mp
    uphill = g.charts.counts_levels and climbs.count(g)
    bound = special.first_steps(g, unit)
    joins = entering.joins if entering.stacks is not None else None
    stacks: dict[_Key, Node] = {}
    """Ends of its move in a stack (S 6.66)."""
    alone = together.leaves_behind(g, unit)
    enough = limit
    """Movement Points of the cheapest end that is wanted: no dearer way matters."""

    def ahead(h: Hex, mp: float) -> float:
        """What a way takes at the least that costs so much up to a hex."""
        return mp if left_from is None else mp + left_from.get(h, FAR)

    def better(key: _Key, price: tuple[float, int, int]) -> bool:
        if left_from is not None and ahead(key[0], price[0]) > enough:
            return False
        old = prices.get(key)
        return old is None or price < old

    def offer(key: _Key, price: tuple[float, int, int], node: Node) -> None:
        nonlocal enough
        best[key], prices[key] = node, price
        nodes.append(node)
        heapq.heappush(heap, (price[0] if wanted is None else ahead(key[0], price[0]), price, key, len(nodes) - 1))
        stays = not node.through and not (alone and node.hex == unit.at)
        if wanted is not None and node.mp < enough and stays and wanted(node):
            enough = node.mp

    def apart(key: _Key, mp: float, hits: int, choices: int) -> _Key | None:
        """The place of a way of its own; None for one that isn't worth it."""
        if choosy is None or ahead(key[0], mp) > limit:
            return None
        return (*key, hits, choices) if choosy.admits(key, mp, hits, choices) else None

    def expand(node: Node) -> None:
        left = limit - node.mp
        if (left <= 0 and not node.half) or (grounded and node.hex == unit.at):
            return
        # No step costs less than 1 MP, but on a road.
        least = (node.mp + 1, node.hits, node.passed) if by_road is None and choosy is None else None
        for key in ways.onwards(node.hex, node.facing):
            to, facing = key
            if bound and node is first and to not in bound[1]:
                continue
            if joins is not None and (alike := joins(to)) is not None:
                end = _stacked(entering, node, to, facing, alike, left)
                place: _Key = (to, alike) if choosy is None or end is None else (to, alike, end.hits, end.choices)
                known = stacks.get(place)
                if end is not None and (known is None or end.price < known.price):
                    stacks[place] = end
            if least is not None and not better(key, least):
                continue
            found = enter(node.hex, to, left, node.passed, half=node.half)
            if found is None:
                continue
            mp, hits, causes, stops, through, avoidable = found
            mp, hits, passed = node.mp + mp, node.hits + hits, node.passed + through
            half = by_road is not None and node.half != by_road(node.hex, to)
            if choosy is not None:
                n = len(avoidable)
                price = (mp - 0.5 if half else mp, hits + n, passed)
                own = apart(key, price[0], price[1], node.choices + n)
                if own is not None:
                    after = Node(to, facing, mp, hits, node, causes, stops, through, passed, half=half)
                    avoid(after, avoidable)
                    offer(own, price, after)
                continue
            climbed = 0
            if uphill:
                up = climbs.up(g, node.hex, to)
                climbed = node.climbed + up
                hits += g.charts.further_levels(unit, node.climbed, up) if up else 0
            price = (mp - 0.5 if half else mp, hits, passed)
            if better(key, price):
                after = Node(to, facing, mp, hits, node, causes, stops, through, passed, climbed=climbed, half=half)
                offer(key, price, after)

    def turn(node: Node) -> None:
        cost = ways.turning(node.hex)
        mp = node.mp + (0 if turns_whole and goes_on_turning(unit, node) else cost.mp)
        hits, passed, half = node.hits + cost.hits, node.passed, node.half
        price = (mp - 0.5 if half else mp, hits, passed)
        if mp > limit:
            return
        for facing in _BESIDE[node.facing] if faces else ():
            key = (node.hex, facing)
            spot: _Key | None = key
            if choosy is not None:
                spot = apart(key, price[0], hits, node.choices)
            elif not better(key, price):
                continue
            if spot is None:
                continue
            after = Node(node.hex, facing, mp, hits, node, cost.causes, node.stops, node.through, passed, half=half)
            after.climbed, after.choices = node.climbed, node.choices
            offer(spot, price, after)

    start: _Key = (first.hex, first.facing)
    if choosy is not None:
        choosy.admits(start, 0, first.hits, 0)
        start = (*start, first.hits, 0)
    best[start], prices[start] = first, first.price
    if bound:
        if unit.id not in g.orders.stationary and (not held or zoc.may_leave(g, unit)):
            expand(first)
    elif held:
        # 7.23 leaves through a Front hex without turning first; 7.25 or turns in place and stays.
        if zoc.may_leave(g, unit):
            expand(first)
        turnable = zoc.turning_allowance(g, unit)
        if turnable:
            for f in VERTICES:
                after = turned(g, unit, first, f)
                if f != first.facing and after.mp <= turnable:
                    node = Node(after.hex, f, after.mp, after.hits, first, after.causes, stops=True)
                    best[(first.hex, f)], prices[(first.hex, f)] = node, node.price
    else:
        if unit.id not in g.orders.stationary and not grounded:
            expand(first)
        turn(first)
    while heap:
        if any_will_do:
            some = (n for n in best.values() if n is not first and not (alone and n.hex == unit.at))
            if stacks or any(not n.through for n in some):
                break
        at_least, _, key, i = heapq.heappop(heap)
        node = nodes[i]
        if at_least > enough:
            break
        if best.get(key) is not node or node.stops or (node.mp >= limit and not node.half and turn_mp):
            continue
        expand(node)
        turn(node)
    del best[start]
    # 6.63 A friend's hex counts only as far as there are MP to leave it again: drop the ends, keep the ways.
    if choosy is not None:
        found = avoiding.fewest((n for n in (*best.values(), *stacks.values()) if not n.through), limit)
    else:
        found = {k: n for k, n in best.items() if not n.through} | stacks
    # S 6.67 Who is under it faces as it does: by itself it goes away, or not at all.
    return {k: n for k, n in found.items() if n.hex != unit.at} if alone else found


_Key: TypeAlias = tuple[Any, ...]
"""Hex and facing; where hits may be bought off, the hits and how many of them may."""


def _stacked(entering: Entering, node: Node, to: Hex, facing: Facing, alike: Facing, left: int) -> Node | None:
    """S 6.66, 6.67 The end of a move in a stack: a step with ``left`` MP, and the turn that makes them face alike."""
    end = entering.end(node, to, facing, left, joining=True)
    if end is None or end.facing == alike:
        return end
    if end.stops:
        return None  # S 7.23 In enemy ZOC it doesn't turn.
    after = turned(entering.g, entering.unit, end, alike)
    return after if after.mp - node.mp <= left else None


FAR = 1 << 30
"""More Movement Points than anybody has."""

_BESIDE: dict[Facing, tuple[Facing, Facing]] = {f: (f.turned(2), f.turned(-2)) for f in Facing}
"""The facings one vertex, or one hexside, left and right of each."""

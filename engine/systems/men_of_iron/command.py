"""15.2 Command Range: which units of a Command are in command as its activation begins."""

from __future__ import annotations

import heapq

from engine.kernel.hexes import Hex
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Leader, Unit


def reach(g: Battle, leader: Leader, unit: Unit) -> dict[Hex, int]:
    """15.2 Hexes the leader's Command Range extends to, with the MP it takes a unit such as ``unit`` to get there.

    His own hex is free. The trace goes through friends, not through enemy units, nor through enemy ZOC where no friend
    stands, nor where the unit could not go.
    """
    return g.derived(("command", leader.id, unit.mounted), lambda: _spread(g, leader, unit))


def _spread(g: Battle, leader: Leader, unit: Unit) -> dict[Hex, int]:
    best = {leader.at: 0}
    heap = [(0, leader.at)]
    while heap:
        mp, a = heapq.heappop(heap)
        if best[a] < mp:
            continue
        for b in g.map.neighbours(a):
            cost = g.step_cost(unit, a, b)
            if cost is None or mp + cost > leader.command_range or mp + cost >= best.get(b, 99):
                continue
            occupant = g.unit_at(b)
            if occupant is None and g.enemy_zoc(b, leader.side):
                continue
            if occupant is not None and occupant.side != leader.side:
                continue
            best[b] = mp + cost
            heapq.heappush(heap, (mp + cost, b))
    return best


def in_range(g: Battle, leader: Leader, unit: Unit) -> bool:
    """15.2 Whether the leader reaches the unit himself."""
    return unit.at in reach(g, leader, unit)


def out_of_command(g: Battle, command: str) -> list[str]:
    """15.2 Units of the Command that are out of command now, in roster order.

    In command are those in range, and all that are linked to one of them by units of the Command side by side. While
    nobody leads the Command, all are out of it.
    """
    return g.derived(("out-of-command", command), lambda: _out(g, command))


def _out(g: Battle, command: str) -> list[str]:
    units = list(g.units(command=command))
    leader = g.leader(command)
    if leader is None:
        return [u.id for u in units]
    by_hex = {u.at: u for u in units}
    linked = [u for u in units if in_range(g, leader, u)]
    found = {u.id for u in linked}
    for u in linked:
        for h in g.map.neighbours(u.at):
            other = by_hex.get(h)
            if other is not None and other.id not in found:
                found.add(other.id)
                linked.append(other)
    return [u.id for u in units if u.id not in found]

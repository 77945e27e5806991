"""15.2 Command Range: which units of a Command are in command as its activation begins."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import travel
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
    held, zones, side = g.occupants(), g.zones(g.foe(leader.side)), leader.side

    def exits(a: Hex) -> Iterator[tuple[Hex, int]]:
        for b, mp in g.steps(unit, a):
            occupant = held.get(b)
            if b not in zones if occupant is None else occupant.side == side:
                yield b, mp

    return travel.reached(leader.at, leader.command_range, exits)


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

"""4.32 Line composition: which units are linked into a Line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.hexes import adjacent, distance, flanks, front, neighbours, rear
from engine.kernel.text import refuse
from engine.systems.cataphract import command
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.scenario import LineSpec
from engine.systems.cataphract.state import Leader, Unit

Link = Callable[[Unit, Unit], bool]


def groups(g: Battle, unit: Unit) -> list[LineSpec]:
    """The rows of the side's Line Command table that admit the unit."""
    return [row for row in g.spec(unit.side).lines if admits(row, unit)]


def admits(row: LineSpec, unit: Unit) -> bool:
    """Whether a row of the Line Command table admits the unit."""
    return row.admits(unit.kind, unit.contingent)


def side_by_side(a: Unit, b: Unit) -> bool:
    """Each stands in a Flank hex of the other. Columns never do."""
    if a.column or b.column:
        return False
    return b.at in flanks(a.at, a.facing) and a.at in flanks(b.at, b.facing)


def front_to_rear(a: Unit, b: Unit) -> bool:
    """One stands in a Front hex of the other, which stands in a Rear hex of the first."""

    def behind(x: Unit, y: Unit) -> bool:
        return y.at in front(x.at, x.facing) and x.at in rear(y.at, y.facing)

    return behind(a, b) or behind(b, a)


def cavalry_link(g: Battle, members: Sequence[Unit]) -> Link:
    """Adjacent, or one hex apart with a hex between that nobody but ``members`` holds (one such hex is enough).

    ``members``: all who can be in the Line.
    """
    eligible = {u.id for u in members}

    def linked(a: Unit, b: Unit) -> bool:
        d = distance(a.at, b.at)
        if d == 1:
            return True
        if d != 2:
            return False
        for h in neighbours(a.at):
            if adjacent(h, b.at):
                held = g.unit_at(h)
                if held is None or held.id in eligible:
                    return True
        return False

    return linked


def _components(units: Sequence[Unit], linked: Link) -> list[list[Unit]]:
    left = list(units)
    found: list[list[Unit]] = []
    while left:
        group = [left.pop(0)]
        i = 0
        while i < len(group):
            near = [u for u in left if linked(group[i], u)]
            group += near
            left = [u for u in left if u not in near]
            i += 1
        found.append(group)
    return found


def lines(g: Battle, leader: Leader) -> list[list[Unit]]:
    """Every Line the leader could command now, largest possible, each in roster order. Single units are Lines too."""
    radius = 2 * leader.command_range
    found: list[list[Unit]] = []
    order = {u: i for i, u in enumerate(g.state.units)}
    reachable = [u for u in g.units(leader.side) if not u.routed and command.in_command(g, leader, u, radius)]
    for row in g.spec(leader.side).lines:
        members = [u for u in reachable if admits(row, u)]
        cavalry = [u for u in members if u.is_cavalry]
        infantry = [u for u in members if not u.is_cavalry]
        links: list[tuple[list[Unit], Link]] = [(cavalry, cavalry_link(g, cavalry))]
        links += [(infantry, side_by_side), (infantry, front_to_rear)]
        for units, link in links:
            for group in _components(units, link):
                group.sort(key=lambda u: order[u.id])
                if group not in found:
                    found.append(group)
    return found


def cavalry_line(g: Battle, unit: Unit) -> list[Unit]:
    """6.58 The cavalry Line a unit stands in, whoever commands it; just the unit when it has no companions."""
    if not unit.is_cavalry:
        return [unit]
    best = [unit]
    for row in groups(g, unit):
        members = [u for u in g.units(unit.side) if admits(row, u) and u.is_cavalry and not u.routed]
        for group in _components(members, cavalry_link(g, members)):
            if unit in group and len(group) > len(best):
                best = group
    return best


def check_line(g: Battle, leader: Leader, units: Sequence[Unit]) -> None:
    """Refuse a Line Command to units that don't stand in one Line within reach (4.32)."""
    radius = 2 * leader.command_range
    for u in units:
        if u.routed:
            refuse("{unit} is routed and in no Line.", rule="4.32", unit=u.id)
        if not command.in_command(g, leader, u, radius):
            refuse(
                "{unit} is beyond twice {leader}'s Command Range ({radius}), or enemies block the way.",
                rule="4.32",
                unit=u.id,
                leader=leader.name,
                radius=radius,
            )
    named = {u.id for u in units}
    if any(named <= {u.id for u in group} for group in lines(g, leader)):
        return
    rows = g.spec(leader.side).lines
    if not any(all(admits(row, u) for u in units) for row in rows):
        refuse(
            "{units} can't form one Line: a Line here is {rows}.",
            rule="4.32",
            units=", ".join(u.id for u in units),
            rows=" or ".join(" + ".join(r.types) for r in rows),
        )
    refuse(
        "{units} aren't linked into one Line: infantry stands side by side or front to rear, cavalry one hex apart.",
        rule="4.32",
        units=", ".join(u.id for u in units),
    )

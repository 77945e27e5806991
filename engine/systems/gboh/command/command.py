"""4.2, 4.5 Who may be commanded, and how far a command reaches."""

from __future__ import annotations

from engine.kernel import travel
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text, either, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.state import Leader, Means, Unit


def commandable(leader: Leader, unit: Unit, by: Means = "order") -> bool:
    """4.5 Contingent Commanders (4.33).

    Whether the unit belongs to those the leader may command at all, wherever it stands; ``by`` what it is commanded.

    Cheiroballistrae obey every leader of their side (11.62), unless the battle names theirs.
    """
    if unit.side != leader.side:
        return False
    if not _listed(leader, unit):
        return False
    if leader.declines(unit, by) is not None:
        return False
    if unit.troop.obeys_anybody:
        return True
    # 4.32b Subordinate Commanders, and others, may be tied to kinds of troops.
    if leader.kinds and unit.kind not in leader.kinds:
        return False
    return not leader.commands or unit.contingent in leader.commands


def _listed(leader: Leader, unit: Unit) -> bool:
    """Whether the leader, or the one whose place he has taken (4.63), is among those the unit obeys."""
    return not unit.commanded_by or leader.id in unit.commanded_by or leader.stands_for in unit.commanded_by


def limits(leader: Leader) -> Text:
    """table:command_summary Whom he may command, in words (4.33, 4.5): "Heruli", "HI or LI"; "" for anybody."""
    return joined([x for x in (either(leader.kinds), *leader.commands) if x])


def other_arm(g: Battle, leader: Leader, unit: Unit, by: Means = "order") -> bool:
    """Whether the leader commands one band of units in an Orders Phase, and another than the unit's in this one."""
    now = g.state.orders
    if now is None or now.leader != leader.id or now.arm is None:
        return False
    band = leader.band(unit, by)
    return band is not None and band != now.arm


def note_arm(g: Battle, unit: Unit, by: Means = "order") -> None:
    """Remember what the active leader has commanded, where he commands one band of units only in an Orders Phase."""
    band = g.state.leaders[str(g.orders.leader)].band(unit, by)
    if band is not None and g.orders.arm is None:
        g.emit(OrdersNoted(field="arm", value=band))


def reach(g: Battle, leader: Leader, radius: int) -> dict[Hex, int]:
    """4.21 Hexes an order can pass through, with their distance along the shortest unblocked path.

    Counts hexes, not MP; the leader's own hex counts 0.
    """
    return g.derived(("command", leader.id, radius), lambda: spread(g, leader, radius))


def spread(g: Battle, leader: Leader, radius: int) -> dict[Hex, int]:
    """4.21 As :func:`reach`, for a leader who only might stand where he does."""
    found = {leader.at: 0}
    edge = [leader.at]
    exits = _passages(g) if special.having(g, Special.manned) else g.charts.exits(g.map, None)
    held, zones, side = g.occupants(), g.zones(g.foe(leader.side)), leader.side
    for d in range(1, radius + 1):
        ring: list[Hex] = []
        for a in edge:
            for b, _ in exits(a):
                if b in found:
                    continue
                # A friendly unit in the hex cancels enemy ZOC for the path.
                occupant = held.get(b)
                if b in zones if occupant is None else occupant.side != side:
                    continue
                found[b] = d
                ring.append(b)
        edge = ring
    return found


def _passages(g: Battle) -> travel.Exits:
    """Where orders pass besides, because units hold hexes that nobody may enter."""
    cost = g.charts.step_costs(g.map, None)
    return travel.exits(
        g.map, lambda a, b: 1 if cost(a, b) is not None or special.any_of(g, Special.manned, b) else None
    )


def in_command(g: Battle, leader: Leader, unit: Unit, radius: int | None = None, by: Means = "order") -> bool:
    """4.21 Command Range: whether the leader can reach the unit now; ``radius`` replaces his Command Range."""
    if not (leader.on_map and unit.on_map and commandable(leader, unit, by)) or other_arm(g, leader, unit, by):
        return False
    if special.why_not(g, Special.bars_orders, unit) is not None:
        return False
    if special.any_of(g, Special.in_reach, leader, unit):
        return True
    found = reach(g, leader, leader.command_range if radius is None else radius)
    return unit.at in found if footprint.is_single(unit) else any(h in found for h in footprint.hexes_of(unit))


def check_command(g: Battle, leader: Leader, unit: Unit) -> None:
    """Refuse an Individual Order the leader can't get to the unit."""
    if unit.side != leader.side:
        refuse("{unit} is not yours to command.", rule=g.case(Case.COMMAND_RANGE), unit=unit.id)
    check_commandable(g, leader, unit)
    if (no := special.why_not(g, Special.bars_orders, unit)) is not None:
        raise no
    if not in_command(g, leader, unit):
        refuse(
            "{unit} at {hex} is beyond {leader}'s Command Range of {radius}, or enemies block the way.",
            rule=g.case(Case.COMMAND_RANGE),
            unit=unit.id,
            hex=show(unit.at),
            leader=leader.name,
            radius=leader.command_range,
        )


def check_commandable(
    g: Battle, leader: Leader, unit: Unit, case: Case = Case.COMMAND_RESTRICTIONS, by: Means = "order"
) -> None:
    """Refuse a command to a unit that is not the leader's, wherever it stands (4.33, 4.5)."""
    rule = g.case(case)
    if not _listed(leader, unit):
        names = either(g.state.leaders[x].name for x in unit.commanded_by)
        refuse("{unit} obeys only {who}.", rule=rule, unit=unit.id, who=names)
    if (why := leader.declines(unit, by)) is not None:
        words, number = why
        refuse("{leader} doesn't command {unit}: {why}.", rule=number, leader=leader.name, unit=unit.id, why=words)
    if not commandable(leader, unit, by):
        refuse("{leader} commands only {who}.", rule=rule, leader=leader.name, who=limits(leader))
    if other_arm(g, leader, unit, by):
        words, number = leader.one_band
        refuse(
            "{leader} commands {arm} in this Orders Phase, and {limit}.",
            rule=number or g.case(Case.ONE_KIND),
            leader=leader.name,
            arm=g.orders.arm,
            limit=words,
        )


def silenced(g: Battle, leader: Leader) -> bool:
    """4.24 A leader other than the OC gives no orders while in enemy ZOC."""
    return not leader.unbound and g.in_enemy_zoc(leader)

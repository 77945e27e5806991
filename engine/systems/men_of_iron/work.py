"""PO-2, PO-5 What takes a unit's whole activation: clearing a hedge, mounting again. Only where the battle has it."""

from __future__ import annotations

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, refuse
from engine.systems.men_of_iron import special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import HedgeRemoved, Noted, UnitChanged
from engine.systems.men_of_iron.orders import Work
from engine.systems.men_of_iron.special.poitiers import Remounting
from engine.systems.men_of_iron.state import Unit

CLEARING = "clear-hedges"
REMOUNTING = "remounting"
"""Ids of the special rules that allow it."""

HEDGE = "hedge"


def check(g: Battle, order: Work) -> None:
    """Refuse work the unit can't do now."""
    unit = g.state.units.get(order.unit)
    if unit is None or not unit.on_map:
        refuse("There is no unit {unit} on the map.", unit=order.unit)
    if order.what == "clear":
        if order.hex is None:
            refuse("Across which hexside does {unit} clear the hedge?", rule="PO-2", unit=unit.id)
        check_clear(g, unit, order.hex)
    elif order.what == "remount":
        check_remount(g, unit)
    else:
        refuse("Only bombards are made ready again; {unit} is none.", rule="CR-3", unit=unit.id)


def _check_idle(g: Battle, unit: Unit, rule: str) -> None:
    """It is the only thing the unit does, it is Normal, and no enemy is next to it."""
    a = g.state.activation
    if a is None or unit.command != a.command or unit.side != a.side:
        refuse("{unit} does that in the activation of its own Command.", rule=rule, unit=unit.id)
    if unit.id in a.acted:
        refuse("{unit} has done something else in this activation; this takes all of it.", rule=rule, unit=unit.id)
    if not unit.normal:
        state = "Retired" if unit.retired else "Disordered"
        refuse("{unit} is {state}; a Normal unit could.", rule=rule, unit=unit.id, state=state)
    near = g.adjacent_enemies(unit.at, unit.side)
    if near:
        refuse("{unit} is next to {enemy} and can't.", rule=rule, unit=unit.id, enemy=near[0].id)


def hedges(g: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Front hexes of the unit that lie across a hedge."""
    return tuple(h for h in g.front(unit) if HEDGE in g.sides(unit.at, h))


def check_clear(g: Battle, unit: Unit, h: Hex) -> None:
    """PO-2 Refuse to clear the hedge between the unit and a hex."""
    if special.rule(g, CLEARING) is None:
        refuse("Hedges aren't cleared in this battle.", rule="PO-2")
    _check_idle(g, unit, "PO-2")
    if unit.mounted:
        refuse("{unit} is mounted; only foot clears hedges.", rule="PO-2", unit=unit.id)
    found = hedges(g, unit)
    if h in found:
        return
    if found:
        refuse(
            "{unit} has no hedge before it towards {hex}; it could clear towards {options}.",
            rule="PO-2",
            unit=unit.id,
            hex=show(h),
            options=" or ".join(show(x) for x in found),
        )
    refuse("{unit} has no hedge in its front.", rule="PO-2", unit=unit.id)


def check_remount(g: Battle, unit: Unit) -> None:
    """PO-5 Refuse to have the unit mount again."""
    rule = special.rule(g, REMOUNTING)
    if rule is None:
        refuse("Nobody mounts again in this battle.", rule="PO-5")
    assert isinstance(rule, Remounting)
    commands, most = rule.params.commands, rule.params.most
    _check_idle(g, unit, "PO-5")
    if unit.type != "DM" or unit.command not in commands:
        refuse(
            "Only Dismounted Men-at-Arms of {commands} have their horses at hand.",
            rule="PO-5",
            commands=" and ".join(g.state.commands[c].name for c in commands),
        )
    if unit.remounted:
        refuse("{unit} has mounted once already.", rule="PO-5", unit=unit.id)
    if unit.formation is not None:
        refuse("{unit} stands in Shield Wall and can't mount.", rule="PO-5", unit=unit.id)
    if g.in_enemy_zoc(unit):
        refuse("{unit} is in enemy ZOC and can't mount.", rule="PO-5", unit=unit.id)
    if not g.admits(unit.at, mounted=True):
        refuse("{unit} stands where horses can't go: it can't mount there.", rule="PO-3", unit=unit.id)
    if sum(u.remounted for u in g.state.units.values()) >= most:
        refuse("There are horses for {most:unit|units}, and they are taken.", rule="PO-5", most=most)


def options(g: Battle, unit: Unit) -> list[Work]:
    """What of this the unit could be ordered to do now."""
    wanted = [Work(unit=unit.id, what="remount")] if special.rule(g, REMOUNTING) is not None else []
    if special.rule(g, CLEARING) is not None and unit.on_map:
        wanted = [*(Work(unit=unit.id, what="clear", hex=h) for h in hedges(g, unit)), *wanted]
    return [order for order in wanted if _possible(g, order)]


def _possible(g: Battle, order: Work) -> bool:
    try:
        check(g, order)
    except Refusal:
        return False
    return True


def carry_out(g: Battle, order: Work) -> None:
    """Do checked work; the unit does nothing else in this activation."""
    unit = g.state.units[order.unit]
    if order.what == "clear":
        assert order.hex is not None
        g.emit(HedgeRemoved(unit=unit.id, a=unit.at, b=order.hex, rule="PO-2"))
    else:
        g.emit(UnitChanged(unit=unit.id, to="MM", remounted=True, rule="PO-5"))
    g.emit(Noted(field="worked", unit=unit.id, rule="PO-2" if order.what == "clear" else "PO-5"))

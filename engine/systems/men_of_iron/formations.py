"""14.1, FK-1 Shield Wall and Schiltron: who may take them up, and the leaders' orders to do so or to leave them."""

from __future__ import annotations

from engine.kernel.inquiry import refusal_of
from engine.kernel.text import refuse
from engine.systems.men_of_iron import command, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import FormationChanged, Noted
from engine.systems.men_of_iron.orders import Form
from engine.systems.men_of_iron.scenario import Formation
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Unit

NAMES: dict[Formation, str] = {"shield-wall": "Shield Wall", "schiltron": "Schiltron"}


def known(g: Battle, unit: Unit) -> Formation | None:
    """14.1 The formation its army may use, if units of its type and Command can."""
    for spec in g.spec(unit.side).formations:
        if unit.type in spec.types and (not spec.commands or unit.command in spec.commands):
            return spec.formation
    return None


def rule_of(formation: Formation) -> str:
    """The case that describes it."""
    return "FK-1" if formation == "schiltron" else "14.1"


def may(g: Battle, unit: Unit) -> Formation | None:
    """The formation the unit could be ordered into now; None when there is none."""
    formation = known(g, unit)
    able = formation is not None and refusal_of(lambda: check_unit(g, unit, formation)) is None
    return formation if able else None


def may_leave(g: Battle, unit: Unit) -> bool:
    """Whether it could be ordered out of its formation now."""
    return unit.formation is not None and refusal_of(lambda: check_unit(g, unit, None)) is None


def check_time(g: Battle) -> None:
    """14.1 Refuse a formation order at the wrong time: before the battle, or before anything else in an activation."""
    a = g.state.activation
    if g.state.phase == "setup" or (a is not None and g.state.phase == "move" and not a.orders_given):
        return
    refuse("Formations are ordered before the battle, or as the first thing in the Command's activation.", rule="14.1")


def check_unit(g: Battle, unit: Unit, formation: Formation | None) -> None:
    """14.1, FK-1 Shield Wall or Schiltron: refuse to have one unit take up a formation, or leave its own (None)."""
    check_time(g)
    if not unit.on_map:
        refuse("{unit} is not on the map.", unit=unit.id)
    a = g.state.activation
    if a is not None and (unit.side != a.side or unit.command != a.command):
        refuse(
            "{unit} takes formation orders in the activation of its own Command, {command}.",
            rule="14.1",
            unit=unit.id,
            command=g.state.commands[unit.command].name,
        )
    if formation is None and unit.formation is None:
        refuse("{unit} is in no formation.", rule="14.1", unit=unit.id)
    if formation is not None:
        _check_entering(g, unit, formation)
    silent = unit.id in command.out_of_command(g, unit.command) if a is None else g.out_of_command(unit)
    if silent:
        refuse("{unit} is out of command: no formation order reaches it.", rule="14.1", unit=unit.id)
    for r in special.having(g, Special.bars_formation):
        why = r.bars_formation(g, unit)
        if why:
            refuse("{why}", rule=r.case, why=why)


def _check_entering(g: Battle, unit: Unit, formation: Formation) -> None:
    name = NAMES[formation]
    if known(g, unit) != formation:
        refuse("{unit} can't form a {name} in this battle.", rule=rule_of(formation), unit=unit.id, name=name)
    if unit.formation == formation:
        refuse("{unit} is in {name} already.", rule=rule_of(formation), unit=unit.id, name=name)
    if unit.retired or unit.disordered:
        refuse(
            "{unit} is {state}; only a Normal unit forms a {name}.",
            rule=rule_of(formation),
            unit=unit.id,
            state="Retired" if unit.retired else "Disordered",
            name=name,
        )


def check(g: Battle, order: Form) -> None:
    """Refuse a formation order that one of its units can't carry out (14.1: each unit singly)."""
    if not order.units:
        refuse("Which units?", rule="14.1")
    sides: set[str] = set()
    for name in order.units:
        unit = g.state.units.get(name)
        if unit is None:
            refuse("There is no unit {unit}.", unit=name)
        check_unit(g, unit, order.formation)
        sides.add(unit.side)
    if len(sides) > 1 or len(set(order.units)) < len(order.units):
        refuse("Name units of one side, and each once.", rule="14.1")


def form(g: Battle, order: Form) -> None:
    """Carry out a checked order; a unit that changes formation has done something (13.1)."""
    for name in order.units:
        rule = rule_of(order.formation or g.state.units[name].formation or "shield-wall")
        g.emit(FormationChanged(unit=name, formation=order.formation, rule=rule))
        if g.state.activation is not None:
            g.emit(Noted(field="acted", unit=name, rule="13.1"))

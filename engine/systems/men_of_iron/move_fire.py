"""4.1, 3.1 The Move/Fire part of an activation: one order after the other until its player closes it."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import (
    bombards,
    fire,
    formations,
    leader_moves,
    menus,
    movement,
    orders,
    work,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import OrderGiven, PhaseBegan
from engine.systems.men_of_iron.state import Unit


async def move_fire(g: Battle) -> None:
    """3.1 Within an activation: ask for one order and carry it out, until the player says that this part is over."""
    leader = g.leader(g.act.command)
    name = g.state.commands[g.act.command].name
    answer = await g.ask(
        Command(
            kind="orders",
            side=g.act.side,
            rule="5.1",
            prompt=Text("{name}: move and fire. What next?", name=name),
            subject=leader.id if leader is not None else None,
            focus=tuple(u.at for u in g.units(command=g.act.command)),
            menu=menus.orders_menu(g),
            accept=lambda a: check(g, a),
            default_answer=orders.Done(),
        )
    )
    await carry_out(g, answer)


def named_unit(g: Battle, name: str) -> Unit:
    """A unit of the activated Command by its code."""
    unit = g.state.units.get(name)
    if unit is None:
        refuse("There is no unit {name}.", name=name)
    if unit.side != g.act.side:
        refuse("{unit} is the enemy's.", rule="4.1", unit=unit.id)
    if not unit.on_map:
        refuse("{unit} is not on the map.", unit=unit.id)
    if unit.command != g.act.command:
        refuse(
            "{unit} belongs to {other}; {name} is active.",
            rule="4.1",
            unit=unit.id,
            other=g.state.commands[unit.command].name,
            name=g.state.commands[g.act.command].name,
        )
    return unit


def named_enemy(g: Battle, name: str) -> Unit:
    """A unit of the inactive side by its code."""
    unit = g.state.units.get(name)
    if unit is None or not unit.on_map:
        refuse("There is no enemy {name} on the map.", rule="9.1", name=name)
    if unit.side == g.act.side:
        refuse("{unit} is your own.", rule="9.1", unit=unit.id)
    return unit


def check(g: Battle, answer: Answer) -> None:
    """Refuse an order the activated Command can't carry out now."""
    match answer:
        case orders.Done():
            return
        case orders.Form():
            for name in answer.units:
                named_unit(g, name)
            if g.act.orders_given:
                refuse("Formations are ordered before anything else is done in the activation.", rule="14.1")
            formations.check(g, answer)
        case orders.Move():
            movement.check_move(g, named_unit(g, answer.unit), answer)
        case orders.Fire() if answer.unit in g.state.markers:
            bombards.check_fire(g, answer.unit, named_enemy(g, answer.target))
        case orders.Fire():
            fire.check_fire(g, named_unit(g, answer.unit), named_enemy(g, answer.target))
        case orders.MoveLeader():
            leader_moves.check(g, answer)
        case orders.Shock():
            name = g.state.commands[g.act.command].name
            refuse("{name} is moving and firing; done ends that, and attacks come then.", rule="3.1", name=name)
        case orders.Work(what="reload"):
            bombards.check_reload(g, answer.unit)
        case orders.Work():
            named_unit(g, answer.unit)
            work.check(g, answer)
        case _:
            refuse(
                "{name} is moving and firing: move, fire, form, or done.",
                rule="3.1",
                name=g.state.commands[g.act.command].name,
            )


async def carry_out(g: Battle, answer: Answer) -> None:
    """Do what a checked order says, and count it."""
    units = g.state.units
    match answer:
        case orders.Done():
            g.emit(PhaseBegan(phase="shock"))
        case orders.Form():
            # Ordering formations isn't yet doing anything else (14.1): more of them may follow.
            formations.form(g, answer)
        case orders.Move():
            g.emit(OrderGiven(unit=answer.unit))
            await movement.move(g, units[answer.unit], answer)
        case orders.Fire() if answer.unit in g.state.markers:
            g.emit(OrderGiven())
            await bombards.fire(g, answer.unit, units[answer.target])
        case orders.Fire():
            g.emit(OrderGiven(unit=answer.unit))
            await fire.active_fire(g, units[answer.unit], units[answer.target])
        case orders.MoveLeader():
            g.emit(OrderGiven())
            await leader_moves.move(g, answer)
        case orders.Work(what="reload"):
            g.emit(OrderGiven())
            bombards.reload(g, answer.unit)
        case orders.Work():
            g.emit(OrderGiven(unit=answer.unit))
            work.carry_out(g, answer)
        case _:
            raise TypeError(f"no order: {answer!r}")

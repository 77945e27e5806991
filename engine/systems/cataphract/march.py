"""The march of a column of reinforcements, before any leader is activated: units enter and move without orders."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.text import Text, refuse
from engine.systems.cataphract import menus, movement, orders, special
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.special.reinforcements import Reinforcements
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.events import OrdersEnded, PhaseBegan


def marching(g: Battle) -> Reinforcements:
    """The special rule whose column is on the march."""
    return next(
        r
        for r in special.rules(g)
        if isinstance(r, Reinforcements) and r.side == g.orders.side and g.state.arrivals.get(r.name) == "marching"
    )


def movable(g: Battle, rule: Reinforcements) -> list[Unit]:
    """Units of the column on the map that may still move."""
    return [u for u in rule.column(g) if u.on_map and not u.routed and not u.rallied and u.id not in g.orders.acted]


async def march_phase(g: Battle) -> None:
    """One step of the march: the next unit enters, or one moves; done ends it for this turn."""
    rule = marching(g)
    units = movable(g, rule)
    if not units and rule.next_entry(g) is None:
        _end(g, rule)
        return
    answer = await g.ask(
        Command(
            kind="march",
            side=rule.side,
            rule=rule.spec.id,
            prompt=Text("The {name} marches: {left} still to come.", name=rule.name, left=len(rule.waiting(g))),
            focus=(rule.gate(g),),
            menu=menus.march_menu(g, rule, units),
            accept=lambda a: check(g, rule, a),
            default_answer=orders.Done(),
        )
    )
    match answer:
        case orders.Enter():
            rule.enter(g)
        case orders.Move():
            await movement.move(g, g.state.units[answer.unit], answer)
        case _:
            _end(g, rule)


def check(g: Battle, rule: Reinforcements, answer: Answer) -> None:
    """Refuse what the column can't do."""
    match answer:
        case orders.Done():
            return
        case orders.Enter():
            if rule.next_entry(g) is None:
                refuse("No unit can enter now: the hex must be free and the column not too long.", rule=rule.spec.id)
        case orders.Move():
            if answer.unit not in {u.id for u in movable(g, rule)}:
                refuse("{unit} can't march now.", rule=rule.spec.id, unit=answer.unit)
            if answer.form is not None or answer.fire_at is not None:
                refuse("On the march units stay in Column and don't fire.", rule="6.45")
            movement.check_move(g, g.state.units[answer.unit], answer)
        case _:
            refuse("The column is marching on: enter, move its units, or done.", rule=rule.spec.id)


def _end(g: Battle, rule: Reinforcements) -> None:
    rule.finish(g)
    g.emit(OrdersEnded())
    g.emit(PhaseBegan(phase="elite"))

"""The march of a column of reinforcements, before any leader is activated: units enter and move without orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import show
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.orders import Enter
from engine.systems.cataphract.state import Leader, OrdersPhase
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.events import OrdersEnded, PhaseBegan
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.special.reinforcements import Reinforcements
from engine.systems.gboh.state import Unit


class EnterOrder(OwnOrder):
    """``enter``: the next unit of the column enters the map. It is answered by :func:`march_phase` alone."""

    answer = Enter
    verbs = ("enter",)
    individual = False
    in_line = False

    def read(self, reader: Names, verb: str) -> Answer:
        return reader.last(Enter())

    def write(self, answer: Enter) -> list[Token]:
        return [Word("enter")]

    def check(self, g: Battle, leader: Leader, answer: Enter) -> None:
        refuse("There is nothing to bring on.")


class Marches(Chapter):
    """Columns that march on before any leader is activated."""

    case = "march"
    about = "columns that march onto the map before any leader is activated"
    orders = (EnterOrder(),)

    def conduct(self, g: Battle) -> Self | None:
        return self if g.state.orders is not None and g.orders.kind == "march" else None

    def check_unled(self, g: Battle, answer: Answer) -> None:
        """Refuse what the column can't do."""
        check(g, marching(g), answer)

    async def unled(self, g: Battle, answer: Answer) -> None:
        """A unit enters, or moves."""
        await _step(g, marching(g), answer)

    async def conducts(self, g: Battle) -> bool:
        if g.orders.kind != "march":
            return False
        await march_phase(g)
        return True

    def concludes(self, g: Battle, orders: OrdersPhase) -> bool:
        if orders.kind != "march":
            return False
        g.emit(PhaseBegan(phase="elite"))
        return True


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
            menu=menu(g, rule, units),
            accept=lambda a: check(g, rule, a),
            default_answer=orders.Done(),
        )
    )
    if isinstance(answer, orders.Done):
        _end(g, rule)
    else:
        await _step(g, rule, answer)


async def _step(g: Battle, rule: Reinforcements, answer: Answer) -> None:
    if isinstance(answer, Enter):
        rule.enter(g)
    elif isinstance(answer, orders.Move):
        await movement.move(g, g.state.units[answer.unit], answer)


def menu(g: Battle, rule: Reinforcements, units: Sequence[Unit]) -> Menu:
    """The next step of a march."""

    def build() -> list[Choice]:
        choices = []
        entry = rule.next_entry(g)
        if entry is not None:
            unit, mp = entry
            text = Text("{unit} enters at {hex}", unit=unit.id, hex=show(rule.gate(g)))
            choices.append(Choice("enter", text, answer=Enter(), unit=unit.id, mp=mp, lean=20.0))
        for u in units:
            if reach.can_move(g, u):
                choices.append(
                    Choice(
                        u.id,
                        Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
                        menu=lambda u=u: menus.move_menu(g, u),
                        unit=u.id,
                        hex=u.at,
                        lean=3.0,
                    )
                )
        choices.append(Choice("done", Text("The march ends for this turn"), answer=orders.Done(), lean=0.5))
        return choices

    return Menu(Text("The column marches…"), build)


def check(g: Battle, rule: Reinforcements, answer: Answer) -> None:
    """Refuse what the column can't do."""
    match answer:
        case orders.Done():
            return
        case Enter():
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

"""The march of a column of reinforcements, before any leader is activated: units enter and move without orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import show
from engine.kernel.order_kind import checked, of
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.orders import Enter
from engine.systems.gboh import special
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import OrdersEnded, PhaseBegan
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import kinds, moves_offered, orders
from engine.systems.gboh.orders.order_kind import AnyGiver, Giver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.special.reinforcements import Reinforcements
from engine.systems.gboh.state import Unit


class EnterOrder(OrderKind[Enter]):
    """``enter``: the next unit of the column enters the map."""

    answer = Enter
    verbs = ("enter",)
    individual = False
    in_line = False
    of_unit = False

    def read(self, reader: Names, verb: str) -> Enter:
        return reader.last(Enter())

    def write(self, answer: Enter) -> list[Token]:
        return [Word("enter")]

    def check(self, by: AnyGiver, answer: Enter) -> None:
        if not isinstance(by, MarchGiver):
            refuse("There is nothing to bring on.")
        if by.column.next_entry(by.g) is None:
            text = "No unit can enter now: the hex must be free and the column not too long."
            refuse(text, rule=by.column.spec.id)

    async def carry_out(self, by: AnyGiver, answer: Enter) -> None:
        assert isinstance(by, MarchGiver), "it has been checked"
        by.column.enter(by.g)


class MarchGiver(Giver[Battle, Any]):
    """A column on the march, which no leader commands."""

    def __init__(self, g: Battle, column: Reinforcements) -> None:
        super().__init__(g, None)
        self.column = column

    def unit(self, name: str) -> Unit:
        if name not in {u.id for u in movable(self.g, self.column)}:
            refuse("{unit} can't march now.", rule=self.column.spec.id, unit=name)
        return self.g.state.units[name]

    def judged(self, unit: Unit, answer: orders.Move) -> orders.Move:
        if answer.form is not None or answer.fire_at is not None:
            refuse("On the march units stay in Column and don't fire.", rule="6.45")
        return answer

    def end(self) -> None:
        _end(self.g, self.column)

    async def move(self, unit: Unit, answer: orders.Move) -> None:
        await movement.move(self.g, unit, answer)


ENTER = EnterOrder()
KINDS: tuple[OrderKind[Any], ...] = (ENTER, kinds.MOVE, kinds.DONE)
"""What a column may be told."""


class Marches(Chapter):
    """Columns that march on before any leader is activated."""

    case = "march"
    about = "columns that march onto the map before any leader is activated"
    orders = (ENTER,)

    def conduct(self, g: Battle) -> Self | None:
        return self if g.state.orders is not None and g.orders.kind == "march" else None

    def check_unled(self, g: Battle, answer: Answer) -> None:
        """Refuse what the column can't do."""
        check(g, marching(g), answer)

    async def unled(self, g: Battle, answer: Answer) -> None:
        """A unit enters, or moves."""
        await _carry_out(g, marching(g), answer)

    async def conducts(self, g: Battle) -> bool:
        if g.orders.kind != "march":
            return False
        await march_phase(g)
        return True

    def concludes(self, g: Battle, orders: gboh.OrdersPhase) -> bool:
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
    await _carry_out(g, rule, answer)


async def _carry_out(g: Battle, rule: Reinforcements, answer: Answer) -> None:
    await checked(KINDS, answer).carry_out(MarchGiver(g, rule), answer)


def menu(g: Battle, rule: Reinforcements, units: Sequence[Unit]) -> Menu:
    """The next step of a march."""

    def build() -> list[Choice]:
        choices: list[Choice] = []
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
                        menu=lambda u=u: moves_offered.menu(g, u),
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
    kind = of(KINDS, answer)
    if kind is None:
        refuse("The column is marching on: enter, move its units, or done.", rule=rule.spec.id)
    kind.check(MarchGiver(g, rule), answer)


def _end(g: Battle, rule: Reinforcements) -> None:
    rule.finish(g)
    g.emit(OrdersEnded())
    g.emit(PhaseBegan(phase="elite"))

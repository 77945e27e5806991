"""S 6.66, 9.64 Which of a stack is uppermost: the order that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, Literal

from engine.kernel.decisions import Answer, Choice
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.own import B, U
from engine.systems.gboh.state import Unit


class Uppermost(Answer):
    """The lower unit of a stack comes to the top."""

    do: Literal["top"] = "top"
    unit: str


class UppermostOrder(OrderKind[Uppermost], Generic[B, U]):
    """6.66 ``top HA2``: HA2, under HA1, is uppermost from now on. An Individual Order, never part of a Line Command.

    It is no move (5.22): either may still be ordered to move or fire.
    """

    answer = Uppermost
    verbs: ClassVar[tuple[str, ...]] = ("top", "uppermost")
    in_line = False

    def read(self, reader: Names, verb: str) -> Uppermost:
        return reader.last(Uppermost(unit=reader.unit().id))

    def write(self, answer: Uppermost) -> list[Token]:
        return [Word("top"), Word(answer.unit)]

    def check(self, by: AnyGiver, answer: Uppermost) -> None:
        g, unit = by.g, by.unit(answer.unit)
        check_lower(g, unit)
        if unit.rallied:
            text = "{unit} has rallied this turn and takes orders from the next."
            refuse(text, rule=g.case(Case.RALLY), unit=unit.id)

    async def carry_out(self, by: AnyGiver, answer: Uppermost) -> None:
        unit = by.g.state.units[answer.unit]
        put_on_top(by.g, unit, Text("comes to the top, over {beneath}.", beneath=unit.beneath))

    def unit_choices(self, g: B, unit: U) -> Iterator[Choice]:
        if not g.stacked(unit) or unit.beneath is not None:
            return
        under = g.ranks(unit)[1]
        if g.orders.line is None and not under.rallied:
            text = Text("Bring {under} to the top", under=under.id)
            yield Choice("top", text, answer=Uppermost(unit=under.id), unit=unit.id, lean=0.05)


def check_lower(g: Battle, unit: Unit) -> None:
    """Refuse to bring up who isn't the lower of a stack."""
    rule = g.case(Case.STACK_ORDER)
    if not g.stacked(unit):
        refuse("{unit} stands in no stack.", rule=rule, unit=unit.id)
    if unit.beneath is None:
        refuse("{unit} is uppermost already.", rule=rule, unit=unit.id)


def put_on_top(g: Battle, unit: Unit, reason: Text) -> None:
    """The lower of a stack is the upper from now on; its Shock marker goes with the stack."""
    top = g.state.units[str(unit.beneath)]
    rule = g.case(Case.STACK_ORDER)
    g.emit(g.formed(unit=unit.id, below="", reason=reason, rule=rule))
    g.emit(g.formed(unit=top.id, below=unit.id, reason="", rule=rule))

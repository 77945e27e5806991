"""4.31 Give a Line Command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from engine.kernel.inquiry import Fact
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import line, line_command, line_leave
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Line
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Unit


class LineOrder(OrderKind[Line]):
    """``line THC1 THC2 THC3``; ``line THC1`` means the largest Line it can be in."""

    answer = Line
    verbs = ("line",)
    individual = False
    in_line = False
    is_line = True

    def refuse_missing(self, g: Battle, word: str) -> NoReturn:
        refuse("These rules have no Line Commands: order each unit by itself, or a whole Formation at once.")

    def read(self, reader: Names, verb: str) -> Line:
        units: list[Unit] = []
        while reader.tokens:
            units.append(reader.unit())
        if len(units) == 1 and (groups := line.lines_with(reader.g, reader.commander(), units[0])):
            units = [u for u in max(groups, key=len) if _may_act(reader.g, u)] or units
        return Line(units=tuple(u.id for u in units))

    def write(self, answer: Line) -> list[Token]:
        return [Word("line"), *(Word(u) for u in answer.units)]

    def check(self, by: AnyGiver, answer: Line) -> None:
        line_leave.check_line_command(by.g, by.leader, answer)

    async def carry_out(self, by: AnyGiver, answer: Line) -> None:
        await line_command.begin(by.g, by.leader, answer)

    def facts(self, g: Battle, answer: Line) -> Sequence[Fact]:
        text = Text("{n:unit|units}: {units}", n=len(answer.units), units=", ".join(answer.units))
        return [Fact(text, g.case(Case.LINE_COMPOSITION))]


def _may_act(g: Battle, unit: Unit) -> bool:
    """Whether a unit could take a move or fire order in a Line, with which it leaves a Shield Wall (11.74)."""
    try:
        movement.check_orderable(g, unit, releasing=True)
    except Refusal:
        return False
    return True

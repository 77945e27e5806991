"""4.31 Give a Line Command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Fact
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, allowed, codes, joined, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import line_command, line_composition, line_leave
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Line, Permission
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit


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
        if len(units) == 1 and (groups := line_composition.lines_with(reader.g, reader.commander(), units[0])):
            units = [u for u in max(groups, key=len) if _may_act(reader.g, u)] or units
        return Line(units=tuple(u.id for u in units))

    def write(self, answer: Line) -> list[Token]:
        return [Word("line"), *(Word(u) for u in answer.units)]

    def line_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        """Every Line worth a command, largest first; and to ask leave for them, where that is done beforehand."""
        found = _worthwhile(g, leader)
        for i, answer in enumerate(found, 1):
            yield _choice(g, leader, f"line-{i}", answer)
        asked = next((a for a in found if line_leave.needs_leave(g, leader, a.units)), None)
        if asked is not None and not g.game.command.leave_by_line:
            leave = Choice("permission", Text("Ask leave for Line Commands"), answer=Permission(), lean=0.1)
            yield line_leave.at_risk(g, leader, leave, asked)

    def check(self, by: AnyGiver, answer: Line) -> None:
        line_leave.check_line_command(by.g, by.leader, answer)

    async def carry_out(self, by: AnyGiver, answer: Line) -> None:
        await line_command.begin(by.g, by.leader, answer)

    def facts(self, g: Battle, answer: Line) -> Sequence[Fact]:
        text = Text("{n:unit|units}: {units}", n=len(answer.units), units=", ".join(answer.units))
        return [Fact(text, g.case(Case.LINE_COMPOSITION))]


def _may_act(g: Battle, unit: Unit) -> bool:
    """Whether a unit could take a move or fire order in a Line, with which it leaves a Shield Wall (11.74)."""
    return allowed(lambda: movement.check_orderable(g, unit, releasing=True))


def _worthwhile(g: Battle, leader: Leader) -> list[Line]:
    """The Lines he may command that have several units, or a Shield Wall, in them; largest first."""
    if leader.role == "CC" or leader.line_commands == 0:
        return []
    found: list[Line] = []
    for group in line_composition.lines(g, leader):
        units = [u for u in group if _may_act(g, u)]
        free = [u for u in units if not u.locked]
        if not allowed(lambda units=units: special.check_line(g, units)):
            units = free
        # 11.74 With a Shield Wall in the Line there are two commands to it: with the wall, which leaves, and without.
        for named in (units, free) if len(free) < len(units) else (units,):
            answer = Line(units=tuple(u.id for u in named))
            worth = len(named) > 1 or any(u.locked for u in named)
            if worth and answer not in found and allowed(lambda a=answer: line_leave.check_line_command(g, leader, a)):
                found.append(answer)
    return sorted(found, key=lambda a: -len(a.units))


def _choice(g: Battle, leader: Leader, key: str, answer: Line) -> Choice:
    units = [g.state.units[name] for name in answer.units]
    text = Text("Line Command to {n:unit|units}: {units}", n=len(units), units=codes(answer.units))
    for rule in special.having(g, Special.line_words):
        text = rule.line_words(g, units, text)
    if line_leave.needs_leave(g, leader, answer.units):
        text = Text("Ask leave, then {what}", what=text)
    shy = line_leave.aloof(g, leader, units)
    notes = [Text("{units} may not go next to an enemy", units=codes(shy))] if shy else []
    notes += special.told(g, Special.line_notes, leader, units)
    note = joined(notes, "; ") if notes else None
    return line_leave.at_risk(g, leader, Choice(key, text, answer=answer, note=note, lean=1.5 * len(units)), answer)

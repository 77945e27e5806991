"""10.27 Try to rally a routed unit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.statement import Face, Token, Word
from engine.kernel.text import Text, allowed, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rally
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Rally
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit


class RallyOrder(OrderKind[Rally]):
    """``rally LC7 @W``"""

    answer = Rally
    verbs = ("rally",)
    in_line = False

    def read(self, reader: Names, verb: str) -> Rally:
        return reader.last(Rally(unit=reader.unit().id, facing=reader.facing()))

    def write(self, answer: Rally) -> list[Token]:
        tail: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
        return [Word("rally"), Word(answer.unit), *tail]

    def open_to(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> bool:
        return unit.routed and leader is not None and allowed(lambda: rally.can_rally(g, leader, unit))

    def choices(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> Iterator[Choice]:
        if leader is not None and self.open_to(g, leader, unit, movable=movable):
            risk, answer = rally.at_stake(g, leader, unit), Rally(unit=unit.id)
            yield Choice("rally", Text("Rally"), answer=answer, unit=unit.id, lean=0.7, chance=risk.chance, risk=risk)

    def check(self, by: AnyGiver, answer: Rally) -> None:
        rally.can_rally(by.g, by.leader, by.named(answer.unit))
        if answer.facing is not None and not answer.facing.is_vertex:
            refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule=by.g.case(Case.ARCS), unit=answer.unit)

    async def carry_out(self, by: AnyGiver, answer: Rally) -> None:
        unit = by.g.state.units[answer.unit]
        await rally.rally(by.g, by.leader, unit, unit.facing if answer.facing is None else answer.facing)

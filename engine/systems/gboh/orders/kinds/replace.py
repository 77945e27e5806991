"""4.63 Replace an eliminated leader."""

from __future__ import annotations

from engine.kernel.statement import HexRef, Token, Word
from engine.kernel.text import refuse
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import leaders
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Replace
from engine.systems.gboh.orders.reader import Names


class ReplaceOrder(OrderKind[Replace]):
    """``replace John Germanus 5112``: Germanus replaces John."""

    answer = Replace
    verbs = ("replace",)
    in_line = False
    of_unit = False

    def read(self, reader: Names, verb: str) -> Replace:
        if len(reader.tokens) < 3 or not isinstance(reader.tokens[2], HexRef):
            text = "Who is replaced, by whom, and where? replace, two leaders, the hex of a unit he may command."
            refuse(text, rule=reader.g.case(Case.REPLACEMENT_LEADERS))
        old, new, to = reader.take(), reader.take(), reader.take()
        assert isinstance(to, HexRef)
        replaces = reader.named(str(old), reader.side).id
        return reader.last(Replace(replaces=replaces, leader=reader.named(str(new), reader.side).id, to=to.hex))

    def write(self, answer: Replace) -> list[Token]:
        return [Word("replace"), Word(answer.replaces), Word(answer.leader), HexRef(answer.to)]

    def check(self, by: AnyGiver, answer: Replace) -> None:
        new = by.g.state.leaders.get(answer.leader)
        if new is None:
            refuse("There is no leader {name}.", rule=by.g.case(Case.REPLACEMENT_LEADERS), name=answer.leader)
        leaders.can_replace(by.g, by.leader, new, answer.to, answer.replaces)

    async def carry_out(self, by: AnyGiver, answer: Replace) -> None:
        await leaders.replace(by.g, by.leader, by.g.state.leaders[answer.leader], answer.to, answer.replaces)

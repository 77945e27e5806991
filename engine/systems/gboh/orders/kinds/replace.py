"""4.63 Replace an eliminated leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Hex, show
from engine.kernel.statement import HexRef, Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import leaders
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Replace
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader


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

    def leader_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        """Replacements an OC may call up, each with the hexes he could appear in."""
        if leader.role != "OC":
            return
        for new, old in leaders.replaceable(g, leader.side, by=leader):
            hexes = leaders.replacement_hexes(g, new, old)
            if hexes:
                returns = Text("{leader} returns", leader=new.name)
                text = returns if new is old else Text("Replace {old} by {new}", old=old.name, new=new.name)
                menu = partial(_places, new, old, hexes)
                yield Choice(f"replace-{old.id}-{new.id}", text, menu=menu, unit=new.id)

    def check(self, by: AnyGiver, answer: Replace) -> None:
        new = by.g.state.leaders.get(answer.leader)
        if new is None:
            refuse("There is no leader {name}.", rule=by.g.case(Case.REPLACEMENT_LEADERS), name=answer.leader)
        leaders.can_replace(by.g, by.leader, new, answer.to, answer.replaces)

    async def carry_out(self, by: AnyGiver, answer: Replace) -> None:
        await leaders.replace(by.g, by.leader, by.g.state.leaders[answer.leader], answer.to, answer.replaces)


def _places(new: Leader, old: Leader, hexes: Sequence[Hex]) -> Menu:
    def choice(h: Hex) -> Choice:
        answer = Replace(leader=new.id, replaces=old.id, to=h)
        return Choice(show(h), Text("{hex}", hex=show(h)), answer=answer, unit=new.id, hex=h)

    return Menu(Text("Where does {leader} take over?", leader=new.name), lambda: [choice(h) for h in hexes])

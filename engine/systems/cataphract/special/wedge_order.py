"""Casilinum: the Wedge advances as one, as an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel import paths
from engine.kernel.decisions import Choice
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.inquiry import Fact
from engine.kernel.statement import HexRef, Number, Sign, Token, Word, echo
from engine.kernel.text import Refusal, Text, codes, few, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.orders import WedgeAdvance
from engine.systems.cataphract.special import wedge
from engine.systems.cataphract.state import Leader
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import line_command, line_leave
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names


class WedgeOrder(OrderKind[WedgeAdvance]):
    """``wedge +3``, ``wedge > 2114 2214``: a Line Command of its own, or part of one under way."""

    answer = WedgeAdvance
    verbs = ("wedge",)
    individual = False
    of_unit = False
    is_line = True

    def read(self, reader: Names, verb: str) -> WedgeAdvance:
        """Its tip's path: hexes, so many hexes ahead, or the last hex alone, filled with the cheapest way there."""
        g, leader = reader.g, reader.commander()
        assert isinstance(g, Battle) and isinstance(leader, Leader)
        body = wedge.ordered(g, leader)
        path: list[Hex | Facing] = []
        while reader.tokens:
            match token := reader.take():
                case Sign(sign=">"):
                    continue
                case HexRef():
                    path.append(token.hex)
                case Number() if body is not None:
                    path += paths.forward(token.value, reader.g.map, body.tip, path)
                case _ if body is None:
                    break
                case _:
                    refuse(
                        "I don't understand {token} in an advance: wedge +3, or wedge > 2114 2214.", token=echo(token)
                    )
        hexes = tuple(x for x in path if not isinstance(x, Facing))
        if body is not None and len(hexes) == 1 and distance(body.tip.at, hexes[0]) > 1:
            hexes = next((way for way in wedge.advances(g, leader) if way[-1] == hexes[0]), hexes)
        return WedgeAdvance(path=hexes)

    def write(self, answer: WedgeAdvance) -> list[Token]:
        return [Word("wedge"), Sign(">"), *(HexRef(h) for h in answer.path)]

    def check(self, by: AnyGiver, answer: WedgeAdvance) -> None:
        check(by.g, by.leader, answer)

    def facts(self, g: Battle, answer: WedgeAdvance) -> Sequence[Fact]:
        """Who goes along, how far, and what it leads into."""
        found = wedge.rule(g)
        body = found.formation(g) if found is not None else None
        if body is None or not answer.path:
            return ()
        who = Text("{n:unit|units}: {units}", n=len(body.units), units=codes(u.id for u in body.units))
        n, to = len(answer.path), show(answer.path[-1])
        far = Text("1 hex, its tip to {hex}" if n == 1 else "{n:hex|hexes}, its tip to {hex}", n=n, hex=to)
        into = wedge.leads_into(g, body, answer.path)
        facts = [Fact(who, g.case(Case.LINE_COMPOSITION)), Fact(far)]
        return [*facts, Fact(into)] if into is not None else facts

    async def carry_out(self, by: AnyGiver, answer: WedgeAdvance) -> None:
        if by.g.orders.line is None:
            await begin(by.g, by.leader, answer)
        else:
            await wedge.advance(by.g, by.leader, answer.path)

    def line_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        """The advance of the whole Wedge, where the leader could give its units a Line Command."""
        body = wedge.ordered(g, leader)
        if body is None:
            return
        try:
            line_leave.check_line_command(g, leader, wedge.line(body))
        except Refusal:
            return
        for c in wedge.choices(g, leader):
            yield line_leave.at_risk(g, leader, c, wedge.line(body))

    def choices_in_line(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        body, under_way = wedge.ordered(g, leader), g.orders.line
        if body is None or under_way is None or under_way.led:
            return
        if all(u.id in under_way.units for u in body.units):
            yield from wedge.choices(g, leader)


class Wedges(Chapter):
    """The order to a Wedge, where a battle has one."""

    case = "wedge"
    about = "the order of a Wedge to advance as one"
    orders = (WedgeOrder(),)


def check(g: Battle, leader: Leader, answer: WedgeAdvance) -> None:
    """Refuse the whole Wedge an advance, be it a Line Command of its own or part of one under way."""
    body = wedge.check_advance(g, leader, answer.path)
    if g.orders.line is None:
        line_leave.check_line_command(g, leader, wedge.line(body))
    else:
        if g.orders.line.led:
            refuse(
                "{leader} has moved with this Line and can't go along with the Wedge again.",
                rule="4.34",
                leader=leader.name,
            )
        left_out = [u.id for u in body.units if u.id not in g.orders.line.units]
        if left_out:
            refuse("{units} {units:=is|are} not in this Line.", rule="5.23", units=few(left_out))


async def begin(g: Battle, leader: Leader, answer: WedgeAdvance) -> None:
    """A Line Command to the whole Wedge, which advances at once."""
    body = wedge.ordered(g, leader)
    assert body is not None
    await line_command.begin(g, leader, wedge.line(body))
    if g.orders.line is not None:
        await wedge.advance(g, leader, answer.path)

"""4.23, 4.4 Move a leader by himself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel import leader_menu
from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, Sketch
from engine.kernel.statement import HexRef, Sign, Token, Word
from engine.kernel.text import Text, allowed, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import MoveLeader
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader


class MoveLeaderOrder(OrderKind[MoveLeader]):
    """``Belisarius > 5010``: by the cheapest way."""

    answer = MoveLeader

    def read_after(self, reader: Names, leader: Leader) -> MoveLeader:
        """The order, its leader taken. Raises Refusal."""
        if reader.tokens and isinstance(reader.tokens[0], Sign):
            reader.take()
        to = reader.tokens.pop(0) if reader.tokens else None
        if not isinstance(to, HexRef):
            text = "Where does {leader} go? “{id} > {hex}”"
            refuse(text, leader=leader.name, id=leader.id, hex=reader.near(leader))
        end = next((t for t in reversed(reader.tokens) if isinstance(t, HexRef)), None)
        if end is not None and all(isinstance(t, HexRef | Sign) for t in reader.tokens):
            text = "{leader} goes the cheapest way: name only the hex where he ends, “{id} > {hex}”."
            rule = reader.g.case(Case.LEADER_MOVEMENT)
            refuse(text, rule=rule, leader=leader.name, id=leader.id, hex=show(end.hex))
        return reader.last(MoveLeader(leader=leader.id, to=to.hex))

    def write(self, answer: MoveLeader) -> list[Token]:
        return [Word(answer.leader), Sign(">"), HexRef(answer.to)]

    def choice(self, g: Battle, x: Leader, *, price: int = 1) -> Choice:
        """Moving one leader, with the menu of hexes he can reach."""
        text = Text("Move {leader}", leader=x.name)
        if price != 1:
            text = Text("Move {leader} ({n:order|orders})", leader=x.name, n=price)
        return Choice(f"lead-{x.id}", text, menu=lambda: _menu(g, x), unit=x.id, hex=x.at, lean=0.4)

    def choices_in_line(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        if leader_moves.leads_along(g, leader):
            yield self.choice(g, leader)

    def leader_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        movers = [leader]
        if leader.role == "OC":
            movers += [x for x in g.leaders(leader.side) if x is not leader]
        for x in movers:
            price = leader_moves.price(g, x)
            affordable = g.orders.orders_used + price <= leader.initiative
            if affordable and leader_moves.can_move(g, x) and allowed(lambda x=x: leader_moves.check_movable(g, x)):
                yield self.choice(g, x, price=price)

    def check(self, by: AnyGiver, answer: MoveLeader) -> None:
        by.check_leader_move(answer)

    def price(self, g: Battle, answer: MoveLeader) -> int:
        return leader_moves.price(g, g.state.leaders[answer.leader])

    async def carry_out(self, by: AnyGiver, answer: MoveLeader) -> None:
        await by.move_leader(by.g.state.leaders[answer.leader], answer.to)

    def facts(self, g: Battle, answer: MoveLeader) -> Sequence[Fact]:
        leader = g.state.leaders[answer.leader]
        mp, all_mp = leader_moves.destinations(g, leader)[answer.to], g.leader_mp(leader)
        n = leader_moves.price(g, leader)
        text = Text("{mp} of {all} MP; it takes {n:order|orders}", mp=mp, all=all_mp, n=n)
        if n == 1:
            text = Text("{mp} of {all} MP", mp=mp, all=all_mp)
        return [Fact(text, g.case(Case.LEADER_MOVEMENT))]

    def sketch(self, g: Battle, answer: MoveLeader) -> Sketch:
        leader = g.state.leaders[answer.leader]
        mp = leader_moves.destinations(g, leader).get(answer.to)
        return Sketch(focus=(leader.at, answer.to), costs={answer.to: mp} if mp is not None else {})


def _menu(g: Battle, x: Leader) -> Menu:
    return leader_menu.destinations(
        g,
        x,
        goals=lambda: {h: mp for h, mp in leader_moves.destinations(g, x).items() if leader_moves.in_company(g, x, h)},
        followers=lambda: (u.at for u in g.units(x.side) if not u.routed),
        order=lambda h: MoveLeader(leader=x.id, to=h),
    )

"""15.2 The leader of the Command moves by himself: ``Lincoln > 1010``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel import leader_menu
from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Fact, Sketch
from engine.kernel.statement import HexRef, Sign, Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import choice_weights, leader_moves, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import LeaderMoved, OrderGiven
from engine.systems.men_of_iron.order_kinds.kind import Kind, moving_is_over
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.state import Leader, Marker, Phase, Unit


class LeaderMoveKind(Kind[orders.MoveLeader]):
    answer = orders.MoveLeader
    begins_with = Leader

    def read(self, reader: Reader, verb: str) -> orders.MoveLeader:
        leader = reader.ordered
        assert isinstance(leader, Leader)
        act = reader.g.state.activation
        if not reader.tokens and act is not None and act.command != leader.command:
            active = reader.g.state.commands[act.command].name
            refuse("{name} is active: done comes before another Command.", rule="3.2", name=active)
        reader.skip_sign()
        return orders.MoveLeader(leader=leader.id, to=reader.hex(f"{leader.id} > 1010"))

    def write(self, answer: orders.MoveLeader) -> list[Token]:
        return [Word(answer.leader), Sign(">"), HexRef(answer.to)]

    def check(self, by: Battle, answer: orders.MoveLeader) -> None:
        leader_moves.check(by, answer)

    def untimely(self, g: Battle, answer: orders.MoveLeader, phase: Phase) -> Refusal | None:
        return moving_is_over(g) if phase == "shock" else None

    async def carry_out(self, by: Battle, answer: orders.MoveLeader) -> None:
        """By the cheapest way."""
        by.emit(OrderGiven())
        x = by.state.leaders[answer.leader]
        mp = leader_moves.destinations(by, x)[answer.to]
        by.emit(LeaderMoved(leader=x.id, start=x.at, to=answer.to, mp=mp, rule="15.2"))

    def facts(self, g: Battle, answer: orders.MoveLeader) -> Sequence[Fact]:
        x = g.state.leaders[answer.leader]
        mp = leader_moves.destinations(g, x)[answer.to]
        return [Fact(Text("{mp} of {all} MP", mp=mp, all=leader_moves.mp_left(g, x)), "15.2")]

    def sketch(self, g: Battle, answer: orders.MoveLeader) -> Sketch:
        x = g.state.leaders[answer.leader]
        return Sketch(focus=(x.at, answer.to), costs={answer.to: leader_moves.destinations(g, x)[answer.to]})

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        if not isinstance(piece, Leader) or not leader_moves.can_move(g, piece):
            return
        menu = leader_menu.destinations(
            g,
            piece,
            goals=lambda: leader_moves.destinations(g, piece),
            followers=lambda: (u.at for u in g.units(command=piece.command)),
            order=lambda h: orders.MoveLeader(leader=piece.id, to=h),
        )
        text, lean = Text("Move {leader}", leader=piece.name), choice_weights.of_leader_move(g, piece)
        yield Choice(piece.id, text, menu=lambda: menu, unit=piece.id, hex=piece.at, lean=lean)

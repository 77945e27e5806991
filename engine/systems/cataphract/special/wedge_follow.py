"""Casilinum: the leader of the Wedge follows it when it has attacked, even out of enemy ZOC."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import Hex, show
from engine.kernel.order_kind import checked, of
from engine.kernel.text import Text, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.gboh import special
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import LeaderMoved
from engine.systems.gboh.orders import kinds, orders
from engine.systems.gboh.orders.order_kind import Giver, OrderKind
from engine.systems.gboh.state import Leader

KINDS: tuple[OrderKind[Any], ...] = (kinds.MOVE_LEADER, kinds.DONE)
"""What he may do."""


class FollowGiver(Giver[Battle, Leader]):
    """The leader, who orders himself alone."""

    def __init__(self, g: Battle, leader: Leader, limit: int, rule: str) -> None:
        """``limit``: hexes he may go; ``rule``: the battle's, by which he does."""
        super().__init__(g, leader)
        self.hexes = follow_hexes(g, leader, limit)
        self.limit = limit
        self.rule = rule

    def check(self, answer: Answer) -> None:
        """Refuse all but what he may do."""
        kind = of(KINDS, answer)
        if kind is None:
            self._refuse_others()
        kind.check(self, answer)

    def check_leader_move(self, answer: orders.MoveLeader) -> None:
        g, leader = self.g, self.leader
        if answer.leader != leader.id:
            self._refuse_others()
        special.check_post(g, leader, answer.to)
        if answer.to not in self.hexes:
            refuse(
                "{leader} can't follow to {hex}: {n:hex|hexes} at most, none an enemy holds, and he stops "
                "in enemy ZOC.",
                rule=self.rule,
                leader=leader.name,
                hex=show(answer.to),
                n=self.limit,
            )

    def _refuse_others(self) -> NoReturn:
        refuse("Now {leader} alone may move: {leader} > 2114, or done.", rule=self.rule, leader=self.leader.id)

    async def move_leader(self, leader: Leader, to: Hex) -> None:
        self.g.emit(LeaderMoved(leader=leader.id, start=leader.at, to=to, rule=self.rule))


async def follow(g: Battle, leader: Leader, limit: int, rule: str) -> None:
    """He may move a few hexes; ``rule``: the battle's, by which he does."""
    if not leader.on_map:
        return
    by = FollowGiver(g, leader, limit, rule)
    if not by.hexes:
        return
    answer = await g.ask(
        Command(
            kind="wedge-leader",
            side=leader.side,
            rule=rule,
            prompt=Text(
                "The Wedge has attacked. Does {leader} follow it, up to {n:hex|hexes}?", leader=leader.name, n=limit
            ),
            subject=leader.id,
            focus=(leader.at,),
            menu=_menu(g, leader, by.hexes),
            accept=by.check,
            default_answer=_default(g, leader, by.hexes),
        )
    )
    await checked(KINDS, answer).carry_out(by, answer)


def follow_hexes(g: Battle, leader: Leader, limit: int) -> list[Hex]:
    """Hexes the leader may follow to, nearest first; ground costs him nothing."""
    seen, ring = {leader.at}, [leader.at]
    found: list[Hex] = []
    for _ in range(limit):
        outer: list[Hex] = []
        for a in ring:
            if a != leader.at and g.enemy_zoc(a, leader.side):
                continue  # 4.61
            for b in g.map.neighbours(a):
                if b not in seen and leader_moves.step_mp(g, leader, a, b) is not None:
                    seen.add(b)
                    outer.append(b)
        found += outer
        ring = outer
    return [h for h in found if special.may_go(g, leader, h)]


def _menu(g: Battle, leader: Leader, hexes: Sequence[Hex]) -> Menu:
    def build() -> list[Choice]:
        stay = Choice("done", Text("He stays at {hex}", hex=show(leader.at)), answer=orders.Done(), lean=2.0)
        return [stay, *(_choice(g, leader, h) for h in hexes)]

    return Menu(Text("Where does {leader} go?", leader=leader.name), build)


def _choice(g: Battle, leader: Leader, h: Hex) -> Choice:
    friend = g.friend_in(h, leader.side)
    text = Text("{hex}", hex=show(h)) if friend is None else Text("{hex}, with {unit}", hex=show(h), unit=friend.id)
    return Choice(
        show(h),
        text,
        answer=orders.MoveLeader(leader=leader.id, to=h),
        unit=leader.id,
        hex=h,
        lean=0.1 if friend is None or friend.routed else 1.0,
    )


def _default(g: Battle, leader: Leader, hexes: Sequence[Hex]) -> Answer:
    """Who is alone joins the nearest unit; who has company stays with it."""
    if g.friend_in(leader.at, leader.side) is not None:
        return orders.Done()
    joined = next((h for h in hexes if (u := g.friend_in(h, leader.side)) is not None and not u.routed), None)
    return orders.Done() if joined is None else orders.MoveLeader(leader=leader.id, to=joined)

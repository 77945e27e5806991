"""9.0 Army Withdrawal: Rout Points against levels, after every Player Turn."""

from __future__ import annotations

from engine.systems.gboh import special
from engine.systems.gboh.events import BattleEnded, OrdersEnded
from engine.systems.gboh.turn import victory
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.turn import start


async def withdrawal(g: Battle) -> None:
    """D An army whose Rout Points reach its level withdraws and loses; of two the one with fewer points over its own
    wins."""
    for rule in special.having(g, "before_withdrawal"):
        await rule.before_withdrawal(g)
        if g.state.phase == "over":
            return
    if victory.withdraw(g) or _time_is_up(g):
        return
    g.emit(OrdersEnded(rule="3.2"))
    start.end(g)


def _time_is_up(g: Battle) -> bool:
    """3.0 Whether it was the battle's last Player Turn of a side, where it has one."""
    limit = g.scenario.limit
    if limit is None or g.orders.side != limit.side or g.state.sides[limit.side].turns < limit.turns:
        return False
    what = "a draw" if limit.winner is None else f"the {g.spec(limit.winner).name} win"
    side = g.spec(limit.side).name
    story = f"The {side} have had their {limit.turns} Player Turns, with both armies on the field: {what}."
    g.emit(BattleEnded(winner=limit.winner, story=story, rule="3.0"))
    return True

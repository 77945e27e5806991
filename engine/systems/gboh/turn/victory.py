"""12.0 Withdrawal and victory."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import BattleEnded


async def withdrawal_phase(g: Battle) -> None:
    """12.12 The battle ends where an army withdraws, or (2.6) with its last turn."""
    if withdraw(g):
        return
    # 2.6 Game length.
    limit = g.scenario.turn_limit
    if limit is not None and g.state.turn >= limit:
        told = Text("Turn {n} has ended", n=limit)
        undecided(g, told, g.scenario.turn_limit_winner, g.case(Case.GAME_LENGTH))


def undecided(g: Battle, told: Text, winner: str | None, rule: str) -> None:
    """2.6 The battle's time is up, as ``told``, and neither army has withdrawn: who has won then, if anybody."""
    for special_rule in special.having(g, Special.reckoned):
        found = special_rule.reckoned(g)
        if found is not None:
            side = g.spec(found.winner).name
            story = Text(
                "{told} with both armies on the field: the {side} win, {why}.", told=told, side=side, why=found.why
            )
            g.emit(BattleEnded(winner=found.winner, story=story, rule=found.rule))
            return
    what = Text("a draw") if winner is None else Text("the {side} win", side=g.spec(winner).name)
    g.emit(
        BattleEnded(
            winner=winner, story=Text("{told} with both armies on the field: {what}.", told=told, what=what), rule=rule
        )
    )


def withdraw(g: Battle) -> bool:
    """12.12 An army at its Withdrawal Level withdraws and loses; when both do, the one less over its level wins.

    Returns whether the battle is over.
    """
    over = {s.id: s.rout_points - s.withdrawal_level for s in g.state.sides.values()}
    beaten = [s for s, excess in over.items() if excess >= 0]
    if not beaten:
        return False
    first, second = over
    if len(beaten) == 1:
        winner: str | None = g.state.enemy(beaten[0])
    elif over[first] == over[second]:
        winner = None
    else:
        winner = min(over, key=lambda s: over[s])
    one, other = (
        Text("{n} ({side}, level {level})", n=x.rout_points, side=g.spec(s).name, level=x.withdrawal_level)
        for s, x in g.state.sides.items()
    )
    score = Text("{one} to {other}", one=one, other=other)
    if winner is None:
        story = Text("Both armies withdraw: a draw, Rout Points {score}.", score=score)
    elif len(beaten) == 2:
        told = "Both armies withdraw, the {side} in better order: they win, Rout Points {score}."
        story = Text(told, side=g.spec(winner).name, score=score)
    else:
        told = "The {beaten} withdraw: the {winner} win, Rout Points {score}."
        story = Text(told, beaten=g.spec(beaten[0]).name, winner=g.spec(winner).name, score=score)
    rule = g.case(Case.BOTH_WITHDRAW if len(beaten) == 2 else Case.VICTORY)
    g.emit(BattleEnded(winner=winner, story=story, rule=rule))
    return True

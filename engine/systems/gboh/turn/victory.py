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
        told = f"Turn {limit} has ended"
        undecided(g, told, g.scenario.turn_limit_winner, g.case(Case.GAME_LENGTH))


def undecided(g: Battle, told: str, winner: str | None, rule: str) -> None:
    """2.6 The battle's time is up, as ``told``, and neither army has withdrawn: who has won then, if anybody."""
    for special_rule in special.having(g, Special.reckoned):
        found = special_rule.reckoned(g)
        if found is not None:
            side = g.spec(found.winner).name
            story = Text(
                "{told} with both armies on the field: the {side} win, {why}.", told=told, side=side, why=found.why
            )
            g.emit(BattleEnded(winner=found.winner, story=str(story), rule=found.rule))
            return
    what = "a draw" if winner is None else f"the {g.spec(winner).name} win"
    g.emit(BattleEnded(winner=winner, story=f"{told} with both armies on the field: {what}.", rule=rule))


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
    score = " to ".join(
        f"{g.state.sides[s].rout_points} ({g.spec(s).name}, level {g.state.sides[s].withdrawal_level})" for s in over
    )
    if winner is None:
        story = f"Both armies withdraw: a draw, Rout Points {score}."
    elif len(beaten) == 2:
        story = f"Both armies withdraw, the {g.spec(winner).name} in better order: they win, Rout Points {score}."
    else:
        story = f"The {g.spec(beaten[0]).name} withdraw: the {g.spec(winner).name} win, Rout Points {score}."
    rule = g.case(Case.BOTH_WITHDRAW if len(beaten) == 2 else Case.VICTORY)
    g.emit(BattleEnded(winner=winner, story=story, rule=rule))
    return True

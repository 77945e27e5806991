"""12.0 Withdrawal and victory."""

from __future__ import annotations

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import BattleEnded


async def withdrawal_phase(g: Battle) -> None:
    """12.12 The battle ends where an army withdraws, or (2.6) with its last turn."""
    if withdraw(g):
        return
    # 2.6 Game length.
    limit = g.scenario.turn_limit
    if limit is not None and g.state.turn >= limit:
        held = g.scenario.turn_limit_winner
        what = "a draw" if held is None else f"the {g.spec(held).name} win"
        g.emit(
            BattleEnded(
                winner=held,
                story=f"Turn {limit} has ended with both armies on the field: {what}.",
                rule=g.case(Case.GAME_LENGTH),
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
    score = " to ".join(
        f"{g.state.sides[s].rout_points} ({g.spec(s).name}, level {g.state.sides[s].withdrawal_level})" for s in over
    )
    if winner is None:
        story = f"Both armies withdraw: a draw, Rout Points {score}."
    elif len(beaten) == 2:
        story = f"Both armies withdraw, the {g.spec(winner).name} in better order: they win, Rout Points {score}."
    else:
        story = f"The {g.spec(beaten[0]).name} withdraw: the {g.spec(winner).name} win, Rout Points {score}."
    g.emit(BattleEnded(winner=winner, story=story, rule=g.case(Case.VICTORY)))
    return True

"""Asking the referee: what a player may know before he decides (``/what``).

One module a question. All of them look at the battle as the asker sees it, and change nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.text import refuse
from engine.systems.gboh import view
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.inquiry import attack, leader, order, place, standing, unit

__all__ = ["inquire"]


def inquire(g: Battle, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
    """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
    seen = view.seen(g, sides)
    match question:
        case AboutNow():
            return standing.about(seen, pending, sides)
        case AboutPiece():
            if question.piece in seen.state.leaders:
                return leader.about(seen, seen.state.leaders[question.piece])
            if question.piece not in seen.state.units:
                refuse("There is no unit or leader {name}.", name=question.piece)
            return unit.about(seen, seen.state.units[question.piece])
        case AboutOrder():
            return order.about(seen, question.statements, pending, sides)
        case AboutAttack():
            return attack.about(seen, question.attackers, question.defenders)
        case AboutPlace():
            return place.about(seen, question.place, question.piece)

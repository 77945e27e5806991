"""Asking the referee: what players may know before they decide (``/what``).

One module a question. Nothing in these rules is secret, and nothing is changed by asking.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.inquiry import attack, order, piece, place, standing

__all__ = ["inquire"]


def inquire(g: Campaign, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
    """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
    match question:
        case AboutNow():
            return standing.about(g, pending, sides)
        case AboutPiece(piece=name):
            return piece.about(g, name)
        case AboutOrder():
            return order.about(g, question.statements, pending, sides)
        case AboutAttack():
            return attack.about(g, question.attackers, question.defenders)
        case AboutPlace():
            return place.about(g, question.place, question.piece)

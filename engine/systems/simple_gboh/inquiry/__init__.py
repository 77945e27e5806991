"""Asking the referee (``/what``): the family's answers, but for who commands and how the battle stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutNow, AboutPiece, Findings, Question
from engine.systems.gboh import inquiry, view
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.inquiry import leader, standing

__all__ = ["inquire"]


def inquire(g: Battle, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
    """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
    match question:
        case AboutNow():
            return standing.about(_seen(g, sides), pending, sides)
        case AboutPiece(piece=name) if name in g.state.leaders:
            seen = _seen(g, sides)
            return leader.about(seen, seen.state.leaders[name])
        case _:
            return inquiry.inquire(g, pending, question, sides)


def _seen(g: Battle, sides: Collection[str]) -> Battle:
    """The battle as these sides know it."""
    seen = view.seen(g, sides)
    assert isinstance(seen, Battle)
    return seen

"""Whoever is asked, as far as a page needs to know."""

from __future__ import annotations

from typing import Any, cast

from bot.messages.battle_context import BattleContext
from bot.narration import ENGLISH
from bot.service import Open
from engine.kernel.decisions import Decision


class Seat:
    """One side, and who plays it."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.id, self.title, self.outcome, self.status, self.seats = "b", "A battle", "", "running", ()

    def sides_of(self, user: int) -> tuple[str, ...]:
        return (self.side,)

    def name(self, side: str) -> str:
        return side


def seen(game: Any, decision: Decision) -> tuple[BattleContext, Open]:
    """The battle as the one who is asked sees it, and the question."""
    question = Open(decision.side, 1, 5, decision, None, None)
    return BattleContext(cast(Any, Seat(decision.side)), game, (question,), ENGLISH, 1), question

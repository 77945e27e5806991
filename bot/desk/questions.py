"""Which question a battle has open, named so that a press on an old button can be told from one on a new."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Decision
from engine.kernel.game import Game


def token(game: Game[Any]) -> str:
    """Number of the journal entry after which the open questions were asked.

    Answers of one side to a question put to both leave it as it is: the other side's buttons stay good.
    """
    answered = sum(1 for d in game.pending if game.decision_for(d.side) is None)
    return str(game.journal[-1 - answered].seq)


def open_decisions(game: Game[Any]) -> list[Decision]:
    """Questions nobody has answered yet, one a side."""
    return [d for d in game.pending if game.decision_for(d.side) is d]

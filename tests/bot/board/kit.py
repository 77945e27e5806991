"""Whoever is asked, as far as a page needs to know."""

from __future__ import annotations

import random
from typing import Any, cast

from bot.board import menus
from bot.messages.battle_context import BattleContext
from bot.narration import ENGLISH
from bot.service import Open
from engine.kernel.decisions import Decision
from engine.kernel.text import Text


class Seat:
    """One side, and who plays it."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.id, self.title, self.outcome, self.status, self.seats = "b", "A battle", "", "running", ()
        self.ending = Text("")

    def sides_of(self, user: int) -> tuple[str, ...]:
        return (self.side,)

    def name(self, side: str) -> str:
        return side


def seen(game: Any, decision: Decision) -> tuple[BattleContext, Open]:
    """The battle as the one who is asked sees it, and the question."""
    question = Open(decision.side, 1, 5, decision, 0.0, None)
    return BattleContext(cast(Any, Seat(decision.side)), game, (question,), ENGLISH, 1), question


def walked(here: BattleContext, question: Open, rng: random.Random) -> str:
    """An order by chance, chosen as the page does."""
    path = ""
    for step in range(menus.STEPS):
        found = menus.menu(here, question, menus.path_of(path))
        if "order" in found:
            return str(found["order"])
        choices = found["choices"]
        if (beside := found["beside"]) is not None and rng.random() < 0.5:
            c = rng.choice(beside["choices"])
            n = f"{beside['n']}.{c['n']}"
        else:
            # A form that has been filled in for long enough is handed in.
            n = str(rng.choice(choices)["n"] if step < menus.STEPS // 2 else choices[0]["n"])
        path = f"{found['path']}.{n}" if found["path"] else n
    raise AssertionError("the menus have no end")

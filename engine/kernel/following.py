"""What the same side is asked next, as soon as an order is given: looked at beforehand, so that one press answers both.

"No more orders" leads to "who attacks?" or "Momentum?", and "enough" to "who acts next?". Whether they do is tried out
on a copy of the battle, so no rule is told twice; the copy knows no more than the side does. What the dice decide
before the next question is tried with the lowest and the highest they can show: where these lead to different
questions, or to other odds, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.kernel.ahead import Ahead, answer_of, told
from engine.kernel.decisions import DECLINES, Answer, Choice, Choose, Command, Decision
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game
from engine.kernel.hexes import show
from engine.kernel.text import Refusal

MOST = 10
"""Choices of the next question that are offered with the answer before it."""
DEEP = 3
"""Questions looked at behind each other."""

Asked: TypeAlias = Choose | Command


@dataclass(frozen=True, slots=True)
class Following:
    """What may be answered to the next question, together with the answers that lead to it."""

    first: Choice
    """The choice made now."""
    between: tuple[Ahead, ...]
    """What is answered before it."""
    asked: Asked
    """The question."""

    @property
    def choices(self) -> Sequence[Choice]:
        """What can be answered to it in one step."""
        return _direct(self.asked)

    @property
    def ways(self) -> list[tuple[Ahead, ...]]:
        """Everything that can be answered after the choice made now, to the end of this question."""
        return [(*self.between, Ahead(self.asked.kind, c)) for c in self.choices]


def following(game: Game[Any], decision: Decision) -> list[Following]:
    """What the same side is asked at once when it ends its orders, or declines; the nearest question first."""
    found: list[Following] = []
    for choice in _idle(decision):
        answers: tuple[Answer, ...] = (answer_of(choice),)
        between: tuple[Ahead, ...] = ()
        for _ in range(DEEP):
            asked = asked_next(game, decision.side, answers)
            # A hex and nothing else: nobody chooses that without a picture.
            if asked is None or any(c.hex is not None and c.key == show(c.hex) for c in asked.menu):
                break
            if not 0 < len(_direct(asked)) <= MOST or not _brief(asked):
                break
            found.append(Following(choice, between, asked))
            idle = next(iter(_idle(asked)), None)
            if idle is None:
                break
            answers = (*answers, answer_of(idle))
            between = (*between, Ahead(asked.kind, idle))
    return found


def _brief(asked: Asked) -> bool:
    """Whether it is a list, or attacks to be ordered at once: other orders want a panel of their own."""
    return isinstance(asked, Choose) or any(c.odds is not None for c in _direct(asked))


def _direct(decision: Asked) -> list[Choice]:
    return [c for c in decision.menu if c.menu is None]


def _idle(decision: Decision) -> list[Choice]:
    """The choices of a question that do no more, so that what follows is likely to be known."""
    if isinstance(decision, Command):
        return [c for c in _direct(decision) if c.answer == decision.default]
    if isinstance(decision, Choose) and not decision.secret:
        return [c for c in _direct(decision) if c.key in DECLINES]
    return []


def asked_next(game: Game[Any], side: str, answers: Sequence[Answer]) -> Asked | None:
    """The list the side is to choose from after these answers; None for anything else, or where it depends on dice."""
    if not game.restartable or len(game.pending) != 1:
        return None
    low = _Same(highest=False)
    first = _tried(game, side, answers, low)
    if not low.thrown or first is None:
        return first
    second = _tried(game, side, answers, _Same(highest=True))
    if second is None or first.kind != second.kind:
        return None
    return first if [*map(told, first.menu)] == [*map(told, second.menu)] else None


def _tried(game: Game[Any], side: str, answers: Sequence[Answer], dice: _Same) -> Asked | None:
    copy = game.fork((side,))
    for answer in answers:
        if copy.decision_for(side) is None:
            return None
        try:
            copy.answer(side, answer, dice)
        except (Refusal, OverflowError):
            return None
    asked = copy.decision_for(side)
    alone = len(copy.pending) == 1
    return asked if alone and isinstance(asked, Asked) and not asked.secret and not asked.final else None


class _Same:
    """Dice that all show the lowest, or the highest, number they have."""

    def __init__(self, *, highest: bool) -> None:
        self.highest = highest
        self.thrown = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.thrown += 1
        if self.thrown > MOST:
            raise OverflowError("equal dice are rolled again and again")
        return 0, [request.die[-1 if self.highest else 0]] * request.count

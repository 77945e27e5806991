"""How hard a computer player thinks: numbers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

LevelName: TypeAlias = Literal["recruit", "captain", "general"]
LEVELS: tuple[LevelName, ...] = get_args(LevelName)
"""From the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of a level may spend."""

    keen: float
    """How strictly it keeps to what the menus call sensible (:func:`engine.players.random_answer`)."""
    budget: int = 0
    """Simulated answers for an activation; 0: it doesn't think."""
    brief: int = 0
    """Simulated answers for a question amid what others do: withdrawals, reactions."""
    samples: int = 1
    """Throws of the dice a plan is judged by before it takes the place of the best."""
    sampled: int = 0
    """Plans made afresh before the best is improved by changing parts of it."""
    horizon: int = 10
    """Answers of its own a plan is followed for."""
    cpu: float = 1.0
    """Seconds of processor time after which it answers with what it has, where somebody keeps the time."""


FIRST, LATER = 0.5, 0.12
"""Share of what is left of an activation's budget that a question may cost: with nothing planned, and on the way."""

LEVEL: Mapping[LevelName, Level] = {
    "recruit": Level(keen=4.0),
    "captain": Level(keen=4.0, budget=240, brief=24, samples=4, sampled=6, horizon=18, cpu=1.0),
    "general": Level(keen=4.0, budget=1200, brief=100, samples=8, sampled=16, horizon=30, cpu=5.0),
}
"""The levels. Budgets keep an activation of a battle of thirty units within the time given, on one core of 2020."""

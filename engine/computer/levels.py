"""How hard a computer player thinks: numbers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    even: bool = False
    """Its throws of the dice are shared out evenly over their faces (:class:`.simulation.EvenDice`)."""
    few: int = 1
    """Throws of the dice every plan is tried under first; the best three then go on to ``samples``. 1: half of them are
    given up after each throw."""
    sure: float = 0.0
    """Standard errors by which another plan must be better to take the place of the one it has."""
    keyed: bool = False
    """What others answer hangs on what they are asked, and not on what was answered before it."""
    glance: bool = False
    """Most of its plans hold to what was counselled as the orders began (:class:`.sense.Glance`); some go about it in
    ways of their own (:mod:`.profiles`)."""
    short: bool = False
    """Its plans end where its side would begin another activation (:attr:`engine.kernel.system.System.anew`): what it
    would do then hangs on what has come of the first."""
    look: int = 2
    """Simulated answers that looking for counsel counts as."""
    paced: bool = False
    """Of games that take less time for an answer it simulates more (:attr:`engine.kernel.system.System.pace`)."""
    first: float = 0.5
    """Share of what is left of an activation's budget that a question may cost with nothing planned."""
    cpu: float = 1.0
    """Seconds of processor time after which it answers with what it has, where somebody keeps the time."""
    counts: Mapping[str, float] = field(default_factory=dict[str, float])
    """By part of a judgement how much more or less it counts than the system says, as a factor."""

    def worth(self, parts: Mapping[str, float]) -> float:
        """What a position is worth that has been judged (:meth:`engine.kernel.system.System.judge`)."""
        return sum(self.counts.get(name, 1.0) * value for name, value in parts.items())


LATER = 0.12
"""Share of what is left of an activation's budget that a question may cost on the way, with something planned."""

_PLANNING = Level(
    keen=8.0,
    horizon=18,
    even=True,
    few=2,
    sure=1.5,
    keyed=True,
    glance=True,
    short=True,
    look=5,
    paced=True,
    first=0.7,
)
"""How those who think do it, but for how much."""

LEVEL: Mapping[LevelName, Level] = {
    "recruit": Level(keen=4.0),
    "captain": replace(_PLANNING, budget=360, brief=24, samples=6, sampled=3, cpu=0.8),
    "general": replace(_PLANNING, budget=1800, brief=100, samples=10, sampled=12, horizon=30, cpu=4.5),
}
"""The levels. Budgets keep an activation of a battle of thirty units within the time given, on one core of 2020."""

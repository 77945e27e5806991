"""Level 2: some activations from a frozen position, twice, the sides exchanged.

What counts is how much better the first player leaves each side than the other one leaves it, by the judgement; both
battles have the same dice. Luck is taken out as far as rolls that came off explain the differences.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.cli.measuring.contest import Result, Setting, clipped, play
from bot.cli.measuring.frozen import Frozen
from bot.cli.measuring.seeds import Use

ACTIVATIONS = 6
"""Activations a duel lasts, of both sides together."""

ANSWERS = 600
"""Answers after which it is broken off whatever happens."""

TURNS = 999


@dataclass(frozen=True, slots=True)
class Duel:
    """What a pair of duels came to."""

    position: str
    system: str
    better: float
    """By how much the first player did better with a side than the other one, on average."""
    luck: float
    """By how many rolls more it was the luckier one."""
    trouble: str = ""
    thinking: Mapping[str, Sequence[float]] = field(default_factory=dict[str, Sequence[float]], compare=False)
    """Seconds of CPU by activation, by who thought."""


def duel(position: Frozen, one: str, other: str, seed: int, use: Use, activations: int = ACTIVATIONS) -> Duel:
    """Deterministic for its arguments."""
    seats = ((one, other), (other, one))
    results = [
        play(Setting(position.name, s, seed, TURNS, ANSWERS, use=use, frozen=True, activations=activations))
        for s in seats
    ]
    if trouble := [r.trouble for r in results if r.trouble]:
        return Duel(position.name, position.system, 0.0, 0.0, trouble[0])
    a, b = results
    # Both worths are the first side's: in one battle the first player had it, in the other its opponent.
    better, luck = (clipped(a.worth) - clipped(b.worth)) / 2, (a.luck - b.luck) / 2
    return Duel(position.name, position.system, better, luck, thinking=_thinking(results))


def _thinking(results: Sequence[Result]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for name, seconds in result.thinking.items():
            found[name] += seconds
    return dict(found)

"""What is counted of a battle that is played by pressing: activation by activation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

PRESSES_A_UNIT = 2.0
"""Most presses a unit ordered, on average over a battle."""
FIXED = 3
"""Presses of an activation besides one for each unit or group ordered, on average."""
MESSAGES = 2
"""Most new messages in the channel an activation."""


@dataclass
class Activation:
    """One leader's or Command's activation, with what lies between it and the next; Momentum begins another."""

    side: str
    moment: str
    presses: int = 0
    """Of the side that is active, whatever they were for."""
    units: int = 0
    """Units ordered: each as often as it was ordered, those of a group or Line one by one."""
    orders: int = 0
    """Orders given: one for a unit or a group."""
    questions: Counter[str] = field(default_factory=Counter[str])
    """Put to the other side, by their kind."""
    messages: int = 0
    """New in the channel."""
    why: Counter[str] = field(default_factory=Counter[str])
    """Presses by what they were for."""

    @property
    def fixed(self) -> int:
        """Presses beyond one for each unit or group ordered."""
        return self.presses - self.orders


@dataclass
class Tally:
    """A battle's activations."""

    battle: str
    seed: int
    activations: list[Activation] = field(default_factory=list)
    ended: str = ""

    def summary(self) -> dict[str, Any]:
        """The figures, rounded to hundredths."""
        return summary([self])


def summary(tallies: Sequence[Tally]) -> dict[str, Any]:
    """The figures of several battles together."""
    acts = [a for t in tallies for a in t.activations]
    acting = [a for a in acts if a.units]
    units = sum(a.units for a in acting)
    asked = [sum(a.questions.values()) for a in acts]
    n = max(len(acts), 1)
    return {
        "activations": len(acts),
        "units ordered": units,
        "presses an activation, median": median([a.presses for a in acts] or [0]),
        "presses an activation, most": max((a.presses for a in acts), default=0),
        "presses a unit": _round(sum(a.presses for a in acting) / max(units, 1)),
        "presses an activation beyond one a unit or group": _round(sum(a.fixed for a in acting) / max(len(acting), 1)),
        "activations with at most 3 such presses": _round(sum(a.fixed <= FIXED for a in acting) / max(len(acting), 1)),
        "questions to the other side an activation": _round(sum(asked) / n),
        "most questions in one": max(asked, default=0),
        "activations with one question at most": _round(sum(q <= 1 for q in asked) / n),
        "activations without a question": _round(sum(q == 0 for q in asked) / n),
        "messages an activation": _round(sum(a.messages for a in acts) / n),
        "most messages in one": max((a.messages for a in acts), default=0),
        "activations with two messages at most": _round(sum(a.messages <= MESSAGES for a in acts) / n),
        "questions": dict(sum((a.questions for a in acts), Counter[str]()).most_common()),
        "presses": dict(sum((a.why for a in acts), Counter[str]()).most_common()),
    }


def _round(x: float) -> float:
    return round(x, 2)

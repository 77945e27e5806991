"""How a choice that can go wrong is told, wherever it can be pressed: what is rolled, the chance, the price."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.decisions import Choice
from engine.kernel.ideas import Idea
from engine.kernel.text import Text

Say = Callable[[Text], str]


def percent(chance: float) -> str:
    """A probability in whole percent; what can still fail is never called certain, nor what can succeed impossible.

    >>> [percent(p) for p in (0, 0.004, 0.1, 0.996, 1)]
    ['0 %', '1 %', '10 %', '99 %', '100 %']
    """
    n = round(100 * chance)
    if 0 < chance < 1:
        n = min(99, max(1, n))
    return f"{n} %"


def told(of: Choice | Idea, say: Say) -> str:
    """What it rolls for, the chance, and the price: "needs 0: 10 %; failing ends Gara's turn"; "" for nothing."""
    if of.risk is not None:
        return say(
            Text(
                "{needs}: {chance}; failing {price}",
                needs=of.risk.needs,
                chance=percent(of.risk.chance),
                price=of.risk.failing,
            )
        )
    return percent(of.chance) if of.chance is not None else ""


def confirmed_first(of: Choice | Idea) -> bool:
    """Whether it is asked for twice: more than one unit's order is at stake."""
    return of.risk is not None and of.risk.units > 1

"""What a press rolls for and what failing costs, reckoned from the very request the rule rolls with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from engine.kernel.decisions import Risk
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text, joined


def chance(request: RollRequest, good: Callable[[int], bool]) -> float:
    """Probability that a roll of one die succeeds; ``good`` is given its modified total.

    >>> chance(RollRequest(purpose="rally", side="a", text="", rule=""), lambda total: total <= 4)
    0.5
    """
    assert request.count == 1, f"{request.text}: more than one die"
    return sum(good(die + request.modifier) for die in request.die) / len(request.die)


def at_most(limit: int) -> Text:
    """What a die must show where low rolls succeed.

    >>> str(at_most(0)), str(at_most(6))
    ('needs 0', 'needs 6 or less')
    """
    return Text("needs {n} or less", n=limit) if limit else Text("needs 0")


def of(request: RollRequest, good: Callable[[int], bool], needs: Text, failing: Text, *, units: int = 1) -> Risk:
    """The risk of a roll; ``failing`` goes on from the word "failing": "ends Gara's turn"."""
    return Risk(needs, chance(request, good), failing, units)


def all_of(risks: Sequence[Risk]) -> Risk | None:
    """Several rolls that must all succeed, as one risk; None where there are none."""
    if len(risks) < 2:
        return risks[0] if risks else None
    return Risk(
        joined((r.needs for r in risks), ", then "),
        prod(r.chance for r in risks),
        joined((r.failing for r in risks), ", or "),
        max(r.units for r in risks),
    )

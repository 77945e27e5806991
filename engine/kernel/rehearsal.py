"""Trying a procedure out on a copy of the position: what it would ask, what it would roll for, with the odds.

Nobody reacts in a rehearsal: each question is answered by what does least. Each die shows what is likeliest.
"""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.kernel.context import Asking, Context, Over, Throwing
from engine.kernel.decisions import Answer, Choose, ChooseEach, Decision, Pick, Picks, Policy
from engine.kernel.dice import Roll, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.text import Text

MOST = 120
"""Questions and rolls after which a rehearsal ends: no procedure has so many."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that would be due."""

    request: RollRequest
    chances: tuple[tuple[Text | str, float], ...]
    """Results in words with their probabilities, in the order of the dice; () where the result has no words."""
    assumed: int
    """What the die showed in the rehearsal."""


Step: TypeAlias = Event | Decision | Throw


def rehearse(context: Context[Any], procedure: Coroutine[Any, Any, Any]) -> list[Step]:
    """Everything that happens, is asked, or is rolled for, in order. ``context`` must be a copy: it changes.

    Raises Refusal as the procedure does.
    """
    steps: list[Step] = []
    value: Any = None
    stops = 0
    try:
        while stops < MOST:
            try:
                waiting = procedure.send(value)
            except (StopIteration, Over):
                break
            finally:
                steps += context.log
                context.log.clear()
            value = None
            if isinstance(waiting, Asking):
                stops += 1
                steps += waiting.decisions
                value = tuple(least(d) for d in waiting.decisions)
            elif isinstance(waiting, Throwing):
                stops += 1
                throw = foresee(waiting.request)
                steps.append(throw)
                value = _rolled(throw, context.state.segment)
    finally:
        procedure.close()
    return steps


def least(decision: Decision) -> Answer:
    """The answer that does least: the "no" of a standing order where there is one, else the default."""
    if isinstance(decision, Choose):
        return Pick(key=_no(decision.policy, decision.default_key))
    if isinstance(decision, ChooseEach):
        return decision.fitted(Picks(picks={i.key: _no(i.policy, i.default_key) for i in decision.items}))
    return decision.default


def _no(policy: Policy | None, default: str) -> str:
    return policy.no if policy is not None else default


def foresee(request: RollRequest) -> Throw:
    """The odds of a roll. Of what is likeliest the highest die is assumed."""
    if request.count != 1:
        return Throw(request, (), request.faces - 1)
    dice = request.die
    results: dict[Text | str, list[int]] = {}
    for d in dice:
        results.setdefault(request.outcome(d + request.modifier), []).append(d)
    likeliest = max(results.values(), key=lambda shown: (len(shown), shown))
    words = "" not in results
    return Throw(
        request,
        tuple((text, len(shown) / len(dice)) for text, shown in results.items()) if words else (),
        likeliest[-1],
    )


def _rolled(throw: Throw, segment: int) -> Roll:
    return settle(throw.request, 0, segment, [throw.assumed] * throw.request.count)

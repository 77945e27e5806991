"""The adviser: what somebody asked for an order might do with the whole activation, and what that is likely to cost.

It thinks as computer players do, in the same process, and knows what the seat knows that it advises.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.notation import bind, parse
from bot.service.computers.thinking import Job, kept_by, resumed
from engine.computer.forecast import Forecast, Loss, foresee
from engine.computer.levels import Level
from engine.computer.planner import Planner, Step
from engine.computer.situation import Situation, Unknown
from engine.kernel.decisions import Answer, Command
from engine.kernel.events import Trace
from engine.kernel.game import Game
from engine.kernel.text import Refusal, Text

ADVISER = Level(keen=4.0, budget=600, brief=16, samples=2, sampled=5, horizon=30, cpu=1.5)
"""How hard it thinks: as a captain, but to the end of the activation."""

TRIALS = 6
"""Times its plan is played out to tell what is likely."""

FORESIGHT = 1.0
"""Seconds of CPU for that."""


LOOKED_AT = 8
"""Orders of a plan of which the most telling is looked for."""

TELLING = (
    "charge",
    "strike",
    "fire",
    "rally",
    "advance",
    "wheel",
    "hold",
    "fall back",
    "home",
    "recover",
    "form",
    "lead",
)
"""Kinds of ideas, the most telling first."""

LENGTH = 1500
"""Characters its orders have at most: what a box holds in which they are changed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A whole activation, and what it is expected to come to."""

    orders: tuple[str, ...]
    """As they are written; the last one may end the orders."""
    kept: tuple[str, ...] = ()
    """Units that could have been ordered, and aren't."""
    losses: Mapping[str, Loss] = field(default_factory=dict[str, Loss])
    """By side."""
    gains: Mapping[str, float] = field(default_factory=dict[str, float])
    """By how much each part of the judgement changes."""
    trials: int = 0
    marks: tuple[Trace, ...] = ()
    """What its orders do on the map."""
    lead: Text | None = None
    """The order it is most about, in words; None where that is none the panel has words for."""


def advise(job: Job) -> Advice | None:
    """What to order now; None where what the side knows doesn't tell. To be called in a process of its own."""
    game = resumed(job)
    decision = game.decision_for(job.side)
    if not isinstance(decision, Command) or decision.secret:
        return None
    try:
        situation = Situation.of(game, job.side)
        plan, forecast = _thought(game, situation, decision, job.seed)
    except Unknown:
        return None
    orders = _written(game, decision, forecast.orders or (plan[0].answer,))
    if not orders:
        return None
    return Advice(
        orders,
        kept_by(decision, orders),
        forecast.losses,
        forecast.gains,
        forecast.trials,
        forecast.marks,
        _lead(game, decision, forecast.orders),
    )


def _lead(game: Game[Any], decision: Command, orders: Sequence[Answer]) -> Text | None:
    """What the most telling of the first orders is for, as the panel would say it: a charge before a strike before a
    shot, and so on."""
    found: list[tuple[int, Text]] = []
    for order in orders[:LOOKED_AT]:
        name = next((n for n in (getattr(order, x, None) for x in ("unit", "leader", "army")) if n), None)
        for idea in game.system.ideas(game, decision, name) if isinstance(name, str) else ():
            if idea.answer == order and idea.kind in TELLING:
                words = Text("{unit}: {what}", unit=name, what=idea.label)
                found.append((TELLING.index(idea.kind), words))
    return min(found, key=lambda x: x[0])[1] if found else None


def _thought(game: Game[Any], situation: Situation, decision: Command, seed: str) -> tuple[tuple[Step, ...], Forecast]:
    number = game.journal[-1].seq
    began = time.process_time()
    planner = Planner(game.system, ADVISER, seed)
    found = planner.think(situation, decision, number, lambda: time.process_time() - began > ADVISER.cpu)
    plan = (Step(decision.kind, found.answer), *found.plan)
    began = time.process_time()
    # The first under the dice it was planned under: what was done there is the plan.
    seeds = [f"{seed} {number} {n}" for n in range(TRIALS)]
    forecast = foresee(
        game.system, situation, plan, ADVISER.keen, seeds, lambda: time.process_time() - began > FORESIGHT
    )
    return plan, forecast


def _written(game: Game[Any], decision: Command, answers: Sequence[Answer]) -> tuple[str, ...]:
    """Orders as they are written, as many as fit; () where the first one isn't read again as what was meant."""
    orders = [str(game.system.write(a)) for a in answers]
    try:
        read, _ = bind(game, decision, parse(orders[0])[:1])
    except Refusal:
        return ()
    while len("\n".join(orders)) > LENGTH and len(orders) > 1:
        orders.pop()
    return tuple(orders) if str(game.system.write(read)) == orders[0] else ()

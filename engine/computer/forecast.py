"""What a plan may come to: its orders for the activation under way, and what both sides are likely to lose by it.

A planner judges by a throw or two; who is to decide wants to know what is likely, so the plan is played out some more
times, to the end of the activation.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.computer.planner import FARTHEST, Step
from engine.computer.simulation import OwnDice, Simulation, commands
from engine.computer.situation import Situation
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.events import Event, Trace, TraceKind
from engine.kernel.system import System
from engine.kernel.text import Refusal
from engine.kernel.view import TableView
from engine.players import random_answer

GONE = frozenset({"routed", "retired"})
"""States of a unit that has been beaten, though it is still there."""


DONE: frozenset[TraceKind] = frozenset({"move", "missile", "charge", "shock"})
"""Marks of what is ordered, of all that come of it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a side loses, on average."""

    points: float = 0.0
    """Of those it counts its defeat by (:attr:`engine.kernel.view.SideView.points`)."""
    units: float = 0.0
    """Units routed, or out of play."""
    hits: float = 0.0
    """Cohesion hits on the others."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a plan comes to."""

    orders: tuple[Answer, ...]
    """Its orders until the activation ends."""
    losses: Mapping[str, Loss]
    """By side."""
    gains: Mapping[str, float]
    """By how much each part of the judgement changes on average (:meth:`System.judge`)."""
    trials: int
    marks: tuple[Trace, ...] = ()
    """What its orders do on the map, as they went in the first trial: ways, shots and attacks of its side."""


@dataclass(frozen=True, slots=True)
class _Account:
    """What a side has lost so far."""

    points: int
    units: int
    hits: int


def foresee(
    system: System[Any],
    situation: Situation,
    plan: Sequence[Step],
    keen: float,
    seeds: Sequence[str],
    late: Callable[[], bool] = lambda: False,
) -> Forecast:
    """What comes of ``plan``, one trial for each seed of dice; at least one.

    The orders are those of the first trial: its seed should be that of the dice the plan was made under. ``late`` is
    asked between two trials whether time is up. Raises :class:`~engine.computer.situation.Unknown`.
    """
    side = situation.side
    orders: tuple[Answer, ...] = ()
    marks: tuple[Trace, ...] = ()
    points, units, hits, gains = Counter[str](), Counter[str](), Counter[str](), defaultdict[str, float](float)
    sides: tuple[str, ...] = ()
    trials = 0
    for seed in seeds:
        if trials and late():
            break
        trial = _Trial(system, situation, plan, keen, seed)
        before, stood = trial.accounts(), system.judge(trial.simulation.context, side)
        trial.run()
        after, stands = trial.accounts(), system.judge(trial.simulation.context, side)
        sides = tuple(before)
        for s in sides:
            points[s] += max(0, after[s].points - before[s].points)
            units[s] += max(0, after[s].units - before[s].units)
            hits[s] += max(0, after[s].hits - before[s].hits)
        for name in {*stood, *stands}:
            gains[name] += stands.get(name, 0.0) - stood.get(name, 0.0)
        orders, marks = (tuple(trial.orders), trial.marks()) if not trials else (orders, marks)
        trials += 1
    losses = {s: Loss(points[s] / trials, units[s] / trials, hits[s] / trials) for s in sides}
    return Forecast(orders, losses, {name: gains[name] / trials for name in sorted(gains)}, trials, marks)


class _Trial:
    """A plan played out once, to the end of the activation under way."""

    def __init__(self, system: System[Any], situation: Situation, plan: Sequence[Step], keen: float, seed: str) -> None:
        self.system = system
        self.side = situation.side
        self.left = list(plan)
        self.keen = keen
        self.rng = random.Random(seed)
        self.simulation: Simulation = situation.afresh(system, OwnDice(seed), self._quick)
        self.orders: list[Answer] = []
        self._events: list[Event] = []
        """What its orders have set off, the steps of one move as one."""
        self.simulation.heard = self._hear

    def _hear(self, event: Event) -> None:
        whole = event.joined(self._events[-1]) if self._events else None
        if whole is not None:
            self._events[-1] = whole
        elif event.trace(self.simulation.state) is not None:
            self._events.append(event)

    def marks(self) -> tuple[Trace, ...]:
        """What the orders of its side did on the map; not where a fight then took who was in it."""
        found: list[Trace] = []
        fought = False
        for event in self._events:
            t = event.trace(self.simulation.state)
            if t is None or t.kind not in DONE or t.side != self.side:
                continue
            fought = fought or t.kind in ("shock", "charge")
            if not fought or t.kind != "move":
                found.append(t)
        return tuple(found)

    def accounts(self) -> dict[str, _Account]:
        """What each side has lost, as far as the side that thinks sees it."""
        table = self._table()
        found: dict[str, _Account] = {}
        for n, side in enumerate(table.sides):
            own = [c for c in table.counters if c.side == n]
            beaten = sum(not GONE.isdisjoint(c.states) for c in own) + sum(c.side == n for c in table.lost)
            found[side.id] = _Account(side.points, beaten, sum(c.hits for c in own if GONE.isdisjoint(c.states)))
        return found

    def run(self) -> None:
        """On until another side comes to command, or this one to another activation."""
        simulation, moment, ended = self.simulation, "", False
        while not simulation.over and simulation.answers < FARTHEST:
            mine = simulation.open_for(self.side)
            if mine is None:
                other = simulation.asked
                if commands(other) and len(simulation.pending) == 1:
                    return
                simulation.answer(other, self._quick(other))
                continue
            if isinstance(mine, Command):
                now = self._table()
                if moment and now.acting and now.activation != moment:
                    return
                moment = now.activation if now.acting else moment
            planned = self._planned(mine)
            if planned is not None and isinstance(mine, Command) and not ended:
                self.orders.append(planned)
                # What may be ordered once the orders have ended hangs on the dice.
                ended = mine.done is not None and planned == mine.default
                if ended:
                    self.simulation.heard = None
            simulation.answer(mine, self._quick(mine) if planned is None else planned)

    def _table(self) -> TableView:
        return self.system.view(self.simulation.state, (self.side,))

    def _planned(self, decision: Decision) -> Answer | None:
        """The plan's next answer to a question of this kind, if it still holds."""
        for n, step in enumerate(self.left):
            if step.kind != decision.kind:
                continue
            try:
                decision.check(step.answer)
            except Refusal:
                continue
            del self.left[n]
            return step.answer
        return None

    def _quick(self, decision: Decision) -> Answer:
        return random_answer(decision, self.rng, self.keen)

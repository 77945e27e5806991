"""Level 1: how much worse the plan a player chooses is than the best of those that could be found.

In a frozen position both players think once. Their plans, and others that are drawn, are played out on copies under
the same dice, each of which shows every face equally often over the samples. The best is picked by half of the samples
and valued by the other half, and the other way round, so that what is only luck is nobody's regret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.cli.measuring.contest import clipped, seated
from bot.cli.measuring.entrants import Entrant
from bot.cli.measuring.frozen import Frozen
from engine.computer.levels import Level
from engine.computer.planner import DOUBT, Step, Trials
from engine.computer.simulation import OwnDice
from engine.computer.situation import Situation
from engine.kernel.game import Game

JUDGE = Level(keen=8.0, horizon=40, even=True)
"""Who plays plans out: as planners do, but to the end of the activation and under even dice."""

DRAWN: tuple[float | None, ...] = (0.0, None, DOUBT, None)
"""Plans drawn besides those chosen: the counsel, some that stray from it, some by the menus alone."""

ROUND = 10
"""Samples under which all plans are tried, one for each face of a die; only the best go on."""

KEPT = 1
"""Drawn plans that go on."""

SAMPLES = 20
"""Samples of those: two for each face."""


@dataclass(frozen=True, slots=True)
class Regret:
    """How much two players lost by their choice in a position, each against the best that was found."""

    position: str
    system: str
    one: float
    other: float

    @property
    def better(self) -> float:
        """By how much the first one chose better."""
        return self.other - self.one


def regret(position: Frozen, one: Entrant, other: Entrant, seed: str, samples: int = SAMPLES) -> Regret:
    """Deterministic for its arguments. Raises :class:`~engine.computer.situation.Unknown`."""
    from engine.systems.registry import system_for

    battle, state = position.read()
    system = system_for(battle)
    seed = f"{seed} {position.name}"
    game: Game[Any] = Game.start(system, state, OwnDice(seed), {"battle": battle.key})
    # What is thought of, and what it is judged by, are thrown with different dice.
    chosen = [_plan(game, position.side, who, f"{seed} thinks") for who in (one, other)]
    trials = Trials(system, JUDGE, Situation.of(game, position.side), f"{seed} judges")
    drawn = [trials.drawn(n, doubt) for n, doubt in enumerate(DRAWN)]
    plans = {repr(p): p for p in (*chosen, *drawn)}
    worth = {name: _worths(trials, plan, range(min(ROUND, samples))) for name, plan in plans.items()}
    mine, yours = map(repr, chosen)
    others = sorted((n for n in plans if n not in (mine, yours)), key=lambda n: -sum(worth[n]))
    field = list(dict.fromkeys((mine, yours, *others[:KEPT])))
    for name in field:
        worth[name] += _worths(trials, plans[name], range(len(worth[name]), samples))
    lost = [_lost([worth[n] for n in field], worth[name]) for name in (mine, yours)]
    return Regret(position.name, position.system, *lost)


def _plan(game: Game[Any], side: str, who: Entrant, seed: str) -> tuple[Step, ...]:
    """What a player means to answer from now on; one that doesn't plan, its next answer."""
    asked = game.decision_for(side)
    assert asked is not None
    thought = seated(game, side, who, seed).think()
    return (Step(asked.kind, thought.answer), *thought.plan)


def _worths(trials: Trials, plan: Sequence[Step], samples: range) -> list[float]:
    return [clipped(trials.worth(plan, n)) for n in samples]


def _lost(field: Sequence[Sequence[float]], mine: Sequence[float]) -> float:
    """How much more the best of a field is worth than another, on average."""
    found = 0.0
    # Rounds go to the halves by turns: in each a die shows every face equally often.
    halves = [[n for n in range(len(mine)) if n // ROUND % 2 == half] for half in (0, 1)]
    if not halves[1]:
        halves = [halves[0], halves[0]]
    for pick, value in (halves, halves[::-1]):
        best = max(field, key=lambda worth: sum(worth[n] for n in pick))
        found += sum(best[n] - mine[n] for n in value) / len(value)
    return found / 2

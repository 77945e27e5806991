"""A battle that is over, looked back at: how it stood, which decisions cost most, and what was only luck.

An activation is what a side answers until another comes to command. What it did is played out again from where it
began under dice of the analysis' own, and so is what a planner would have done: by how much that is worth more is what
the decision cost. By how much what came of it differs from what was to be expected of it is luck: the dice, and how
the others answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.computer.levels import LEVEL, Level
from engine.computer.planner import Planner, Step, Trials
from engine.computer.simulation import OwnDice, Simulation, commands
from engine.computer.situation import Course, Situation, Unknown
from engine.kernel.answers import is_order
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.journal import Entry
from engine.kernel.system import System

WON = 150.0
"""What a battle won counts, in points of which 100 are a battle all but won; lost is as much the other way."""

THINKER: Level = LEVEL["captain"]
"""Who says what would have been better."""

JUDGE = Level(keen=8.0, horizon=60, even=True, keyed=True, short=True)
"""Who plays activations out: to their end, all under the same even dice and the same answers of the others."""

ROUND = 10
"""Samples of each activation at first, one for each face of a die; where another way seems better, as many again."""

LEAST = 4
"""Samples without which nothing is said, however late it is."""

FELT = 2.0
"""Points by which another way must seem better to be looked at more closely."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """An activation as it was played."""

    seq: int
    """Of its first answer in the journal."""
    last: int
    """Of its last one."""
    turn: int
    side: str
    situation: Situation
    """What the side knew as it began."""
    steps: tuple[Step, ...]
    """What the side answered."""
    before: float
    """How the battle stood for the side as it began, in points."""
    after: float
    """The same when it was over."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a battle stood at a moment."""

    seq: int
    """Of the journal's next answer then."""
    points: float
    """Of the first side over the other: 100 is a battle all but won, more than that is won."""


@dataclass(frozen=True, slots=True)
class Played:
    """A battle as it was played."""

    sides: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    curve: tuple[Standing, ...]
    """How it stood as each activation began, and in the end."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of an activation."""

    seq: int
    side: str
    cost: float
    """Points by which the best way found is worth more than what was done; 0 where none is."""
    luck: float
    """Points by which it ended better for the side than was to be expected of what it did."""
    done: tuple[Answer, ...] = ()
    """What was ordered."""
    better: tuple[Answer, ...] = ()
    """What should have been; () where nothing better was found."""
    gains: Mapping[str, float] = field(default_factory=dict[str, float])
    """By how much each part of the judgement is better at the end of that (:meth:`System.judge`)."""


def played(system: System[Any], state: str, entries: Sequence[Entry]) -> Played:
    """The activations of a battle that is over, from its first position, JSON, and what was done since and counts.

    Set-ups that are made in secret and answers amid what others do are left out, and what a referee's act broke off.
    Raises :class:`Unknown` where the journal isn't what these rules lead to.
    """
    course = Course(system, state, entries)
    sides = tuple(s.id for s in system.view(course.simulation.state).sides)
    found: list[Stretch] = []
    curve: list[Standing] = []
    open_: Stretch | None = None
    ordered = False

    def closed() -> Iterator[Stretch]:
        if open_ is not None:
            yield replace(open_, after=_worth(system, course.simulation, open_.side))

    seq = 0
    for entry, decision in course:
        seq = entry.seq
        if decision is None:
            open_ = None
            continue
        side = decision.side
        begins = commands(decision) or decision.kind in system.anew
        if open_ is not None and side == open_.side:
            ends = ordered and decision.kind in system.anew
        else:
            ends = begins and len(course.simulation.pending) == 1
        if ends:
            found += closed()
            open_ = None
        if open_ is None and begins and not decision.secret:
            curve.append(Standing(entry.seq, _balance(system, course.simulation, sides)))
            before = _worth(system, course.simulation, side)
            turn = course.simulation.state.turn
            open_ = Stretch(entry.seq, entry.seq, turn, side, course.known(side), (), before, before)
            ordered = False
        if open_ is not None and side == open_.side:
            answer = system.answers.validate_python(entry.data["answer"])
            open_ = replace(open_, last=entry.seq, steps=(*open_.steps, Step(decision.kind, answer)))
            ordered |= isinstance(decision, Command)
    found += closed()
    curve.append(Standing(seq + 1, _balance(system, course.simulation, sides)))
    return Played(sides, tuple(found), tuple(curve))


def weighed(
    system: System[Any],
    stretch: Stretch,
    seed: str,
    late: Callable[[], bool] = lambda: False,
) -> Verdict | None:
    """What is to be said of an activation; None where it can't be played again from what the side knew.

    ``late`` is asked whether time is up: then fewer plans are tried, under fewer throws, but never under less than
    four. Else the same arguments give the same verdict.
    """
    try:
        return _weighed(system, stretch, f"{seed} {stretch.seq}", late)
    except Unknown:
        return None


def _weighed(system: System[Any], stretch: Stretch, seed: str, late: Callable[[], bool]) -> Verdict:
    trials = Trials(system, JUDGE, stretch.situation, f"{seed} judges")
    asked = _asked(system, stretch.situation)
    thought = Planner(system, THINKER, f"{seed} thinks").think(stretch.situation, asked, stretch.seq, late)
    ways = {
        repr(steps): steps
        for steps in (stretch.steps, (Step(asked.kind, thought.answer), *thought.plan), trials.drawn(0, 0.0))
    }
    mine = repr(stretch.steps)
    worths: dict[str, list[float]] = {name: [] for name in ways}

    def sample(names: Sequence[str], most: int) -> None:
        for n in range(len(worths[mine]), most):
            if n >= LEAST and late():
                return
            for name in names:
                worths[name].append(_clipped(trials.worth(ways[name], n)))

    sample([*ways], ROUND)
    best = max(ways, key=lambda name: _mean(worths[name]))
    if _mean(worths[best]) - _mean(worths[mine]) >= FELT and len(worths[mine]) == ROUND:
        sample([mine, best], 2 * ROUND)
    # What was picked for its first throws is valued by the others, else luck would be held against the player.
    fresh = slice(ROUND, None) if len(worths[best]) > ROUND else slice(None)
    cost = _mean(worths[best][fresh]) - _mean(worths[mine][fresh])
    verdict = Verdict(stretch.seq, stretch.side, 0.0, stretch.after - _mean(worths[mine]), _orders(stretch.steps))
    if best == mine or cost < FELT or len(worths[best]) <= ROUND:
        return verdict
    return replace(
        verdict, cost=cost, better=_orders(ways[best]), gains=_difference(trials, ways[best], stretch.steps, ROUND)
    )


def _asked(system: System[Any], situation: Situation) -> Decision:
    def first(decision: Decision) -> Answer:
        return decision.default

    asked = situation.afresh(system, OwnDice(""), first).open_for(situation.side)
    assert asked is not None  # afresh has looked
    return asked


def _difference(trials: Trials, better: Sequence[Step], done: Sequence[Step], samples: int) -> dict[str, float]:
    """By how much each part of the judgement is better after one way than after another, on average."""
    found: dict[str, float] = {}
    for n in range(samples):
        for steps, sign in ((better, 1.0), (done, -1.0)):
            for name, value in trials.parts(steps, n).items():
                found[name] = found.get(name, 0.0) + sign * value / samples
    return found


def _orders(steps: Sequence[Step]) -> tuple[Answer, ...]:
    return tuple(s.answer for s in steps if is_order(s.answer.do))


def _worth(system: System[Any], simulation: Simulation, side: str, without: str = "") -> float:
    parts = system.judge(simulation.context, side)
    return _clipped(sum(value for name, value in parts.items() if name != without))


def _balance(system: System[Any], simulation: Simulation, sides: Sequence[str]) -> float:
    """How the battle stands for the first side; whoever is next to act has no advantage by it."""
    one, *others = (_worth(system, simulation, side, without="ground") for side in sides)
    return (one - max(others)) / 2 if others else one


def _clipped(worth: float) -> float:
    return max(-WON, min(WON, worth))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

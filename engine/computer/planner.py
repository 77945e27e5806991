"""A player that plans: whole activations tried on copies of the position, the best improved by changing parts of it.

A plan is what the side would answer from now until it is somebody else's turn to command. Plans are sampled from the
menus, likelier the more sensible those call a choice; each is played out on a copy with dice of the planner's own, the
others answering by the menus alone, and where it ends the position is judged by its system. The best plan is changed in
one place at a time for as long as the budget lasts (online evolution: Justesen, Mahlmann, Risi and Togelius 2018). A
change must be better under the same dice, and on average over others.

The same situation, level and seed give the same answer, unless whoever keeps the time says it is late.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.computer.levels import FIRST, LATER, Level
from engine.computer.situation import Situation, Unknown
from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Pick
from engine.kernel.system import System
from engine.kernel.text import Refusal
from engine.players import random_answer

FARTHEST = 80
"""Answers of all sides a plan is followed for at most: no activation has so many that bear on one another."""

LISTED = 8
"""Choices of a question that are all tried, one plan each; of more the menus' weights pick some."""

LEAST = 4
"""Simulated answers below which thinking isn't worth while."""

FIRST_CHANGES = 0.3
"""Share of changes made to the very next answer, which is the one that will be given, where not all were tried."""

RENEWED = 0.3
"""Share of changes that make all anew from some answer on."""

DARING = 0.35
"""What is left, as an exponent, of the keenness of a player where a plan is changed: so that it tries what is less
likely, too."""


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a plan, with the kind of question it is for."""

    kind: str
    answer: Answer


@dataclass(slots=True)
class Tried:
    """A plan with what came of it."""

    steps: tuple[Step, ...]
    values: list[float]
    """Worth of where it ended, by sample of the dice."""
    parts: Mapping[str, float] = field(default_factory=dict[str, float])
    """What the worth was made of at the first of them."""

    @property
    def value(self) -> float:
        """Its worth on average."""
        return sum(self.values) / len(self.values)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a planner answers, and why."""

    answer: Answer
    plan: tuple[Step, ...] = ()
    """What it means to answer afterwards."""
    value: float | None = None
    """Worth it expects, about 100 for a battle all but won; None where it hasn't thought."""
    parts: Mapping[str, float] = field(default_factory=dict[str, float])
    spent: int = 0
    """Answers simulated."""
    plans: int = 0
    """Plans tried."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Memory:
    """What a planner keeps from one question to the next."""

    plan: tuple[Step, ...] = ()
    """What it means to answer."""
    activation: int = -1
    """Tells the activation it spends on from others."""
    left: int = 0
    """Simulated answers it may still spend on that."""


class Planner:
    """A player of a level, for one side of one battle."""

    def __init__(self, system: System[Any], level: Level, seed: str, memory: Memory = Memory()) -> None:
        self.system = system
        self.level = level
        self.seed = seed
        self.memory = memory

    def think(
        self,
        situation: Situation | None,
        decision: Decision,
        number: int,
        late: Callable[[], bool] = _never,
        activation: int = 0,
    ) -> Thought:
        """The answer to ``decision``, which is legal.

        ``situation`` is what the side knows; None where it can't be told, and then the menus alone answer. ``number``
        tells the questions of the battle apart, ``activation`` the side's activations. ``late`` is asked between two
        plans whether time is up.
        """
        rng = random.Random(f"{self.seed} {number}")
        known = self.memory
        left = known.left if known.activation == activation else self.level.budget
        plan = known.plan if known.activation == activation else ()
        quick = random_answer(decision, rng, self.level.keen)
        if situation is None or not self.level.budget or _alone(decision):
            self.memory = Memory(plan, activation, left)
            return Thought(quick, plan)
        allowed = int(left * (LATER if plan else FIRST))
        if (isinstance(decision, Command) and allowed < LEAST) or late():
            # All is spent: the plan is followed as far as it goes.
            self.memory = Memory(plan[1:], activation, left)
            return Thought(plan[0].answer if plan and _legal(decision, plan[0]) else quick, plan[1:])
        search = _Search(self, situation, rng, f"{self.seed} {number}", late, plan, allowed)
        best = search.best()
        mine = search.commands
        left -= search.spent if mine else 0
        if best is None or not best.steps or not _legal(decision, best.steps[0]):
            self.memory = Memory((), activation, left)
            return Thought(quick, spent=search.spent, plans=search.plans)
        rest = best.steps[1:]
        self.memory = Memory(rest if mine else plan, activation, left)
        return Thought(best.steps[0].answer, rest, best.value, best.parts, search.spent, search.plans)


class _Search:
    """Thinking about one question."""

    def __init__(
        self,
        planner: Planner,
        situation: Situation,
        rng: random.Random,
        seed: str,
        late: Callable[[], bool],
        known: tuple[Step, ...],
        budget: int,
    ) -> None:
        self.system = planner.system
        self.level = planner.level
        self.situation = situation
        self.side = situation.side
        self.rng = rng
        self.seed = seed
        self.late = late
        self.known = known
        self.spent = self.plans = 0
        self.budget = budget
        self.commands = False
        """Whether the side comes to command before anybody else does: what is asked begins, or is part of, its
        activation."""
        self._alternatives: tuple[Step, ...] = ()
        self._fresh: int | None = None
        """Step of the plan to be tried that is to be made afresh."""

    def best(self) -> Tried | None:
        """The best plan found; None where the position can't be played on."""
        try:
            first = self._tried(self.known)
        except Unknown:
            return None
        if not self.commands:
            self.budget = self.level.brief
        best = first
        for steps in self._candidates(first):
            best = self._better(best, steps)
            if self._done():
                return best
        while not self._done():
            best = self._better(best, self._changed(best.steps))
        return best

    def _done(self) -> bool:
        return self.spent >= self.budget or self.late()

    def _candidates(self, first: Tried) -> Iterator[tuple[Step, ...]]:
        """Plans to begin with: each choice of a short question, else some made afresh."""
        taken = first.steps[0] if first.steps else None
        for step in self._alternatives:
            if step != taken:
                yield (step, *first.steps[1:]) if isinstance(step.answer, Pick) else (step,)
        if not self.known:
            for _ in range(self.level.sampled):
                yield ()

    def _changed(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """A plan with one part to be made afresh: an answer, or everything from there on."""
        if not steps:
            return ()
        first = 1 if self._alternatives and len(steps) > 1 else 0
        at = first if self.rng.random() < FIRST_CHANGES else self.rng.randrange(first, len(steps))
        self._fresh = at
        return steps[: at + 1] if self.rng.random() < RENEWED else steps

    def _better(self, best: Tried, steps: tuple[Step, ...]) -> Tried:
        """The better of the best plan and another, which must be so under the same dice one after the other."""
        fresh, self._fresh = self._fresh, None
        tried = self._tried(steps, fresh)
        for n in range(1, self.level.samples + 1):
            if sum(tried.values) <= sum(best.values[:n]) or tried.steps == best.steps:
                return best
            if n == self.level.samples:
                break
            if len(best.values) == n:
                best.values.append(self._tried(best.steps, sample=n).values[0])
            tried.values.append(self._tried(tried.steps, sample=n).values[0])
        return tried

    def _tried(self, steps: Sequence[Step], fresh: int | None = None, sample: int = 0) -> Tried:
        """Play a plan out; what it doesn't say, and its step ``fresh``, the menus say."""
        simulation = self.situation.afresh(self.system, f"{self.seed} {sample}", self._quick)
        asked = simulation.open_for(self.side)
        assert asked is not None
        if not self.plans:
            # Menus are built of the position as it is: once something has been answered they hold no more.
            self._alternatives = tuple(_listed(asked))
        self.plans += 1
        left, done = list(steps), list[Step]()
        began = simulation.answers
        while not simulation.over and len(done) < self.level.horizon and simulation.answers - began < FARTHEST:
            mine = simulation.open_for(self.side)
            if mine is None:
                other = simulation.asked
                if isinstance(other, Command) and len(simulation.pending) == 1:
                    break
                simulation.answer(other, self._quick(other))
                continue
            self.commands |= isinstance(mine, Command)
            answer = self._next(mine, left, skip=fresh is not None and len(done) == fresh)
            done.append(Step(mine.kind, answer))
            simulation.answer(mine, answer)
        self.spent += simulation.answers - began
        parts = self.system.judge(simulation.context, self.side)
        return Tried(tuple(done), [sum(parts.values())], parts)

    def _next(self, decision: Decision, left: list[Step], *, skip: bool) -> Answer:
        """The plan's answer to a question, if it has one that holds; else one of the menus'."""
        while left and left[0].kind == decision.kind:
            step = left.pop(0)
            if skip:
                break
            if _legal(decision, step):
                return step.answer
        else:
            # Questions the dice bring about come and go; what is planned for later stays.
            for n, step in enumerate(left):
                if step.kind == decision.kind and not skip and _legal(decision, step):
                    del left[n]
                    return step.answer
        return self._quick(decision, DARING if skip else 1.0)

    def _quick(self, decision: Decision, share: float = 1.0) -> Answer:
        return random_answer(decision, self.rng, self.level.keen * share)


def _alone(decision: Decision) -> bool:
    """Whether there is nothing to think about: one choice, or setting up, where what is suggested stands ready."""
    if isinstance(decision, Choose):
        return len(decision.choices) == 1
    return decision.settled


def _legal(decision: Decision, step: Step) -> bool:
    if step.kind != decision.kind:
        return False
    try:
        decision.check(step.answer)
    except Refusal:
        return False
    return True


def _listed(asked: Decision) -> Iterator[Step]:
    """A step for each choice of a question that has only a few."""
    if isinstance(asked, Choose) and len(asked.choices) <= LISTED:
        yield from (Step(asked.kind, Pick(key=c.key)) for c in asked.choices if c.lean > 0)
    elif isinstance(asked, Command) and len(asked.menu) <= LISTED:
        for choice in asked.menu:
            answer = _first_below(choice)
            if choice.lean > 0 and answer is not None:
                yield Step(asked.kind, answer)


def _first_below(choice: Choice) -> Answer | None:
    """The answer of a choice, or of the likeliest below it."""
    while choice.answer is None:
        below = choice.menu() if choice.menu is not None else ()
        best = max(below, key=lambda c: c.lean, default=None)
        if best is None:
            return None
        choice = best
    return choice.answer

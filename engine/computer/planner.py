"""A player that plans: whole activations tried on copies of the position, the best improved by changing parts of it.

A plan is what the side would answer from now until it is somebody else's turn to command. The first is what its
system counsels (:mod:`.sense`); others try each choice of a short question, stray from the counsel, or go by the menus
alone. Each is played out on a copy with dice of the planner's own, the others answering by the menus, and where it ends
the position is judged by its system. The better half is played out under other dice, and again the better half of that.
What is left of the budget goes into changing the best in one place at a time (online evolution: Justesen, Mahlmann,
Risi and Togelius 2018): a change must be better under the same dice, and on average over others.

The same situation, level and seed give the same answer, unless whoever keeps the time says it is late.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from zlib import crc32

from engine.computer.branches import Branch
from engine.computer.levels import LATER, Level
from engine.computer.profiles import PROFILES
from engine.computer.sense import Glance, Sense, Table
from engine.computer.simulation import EvenDice, OwnDice, Simulation, commands
from engine.computer.situation import Situation, Unknown
from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Pick
from engine.kernel.dice import Dice
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

DOUBT = 0.5
"""How far plans stray from the counsel so that something else is tried, too (:class:`.sense.Sense`)."""

GATHERING, GLANCING = 0.5, 0.7
"""Share of a question's budget within which plans are gathered; with the rest they are tried under other dice. The
second where they are made at a glance: looking for counsel takes most of it then."""

UNCOUNSELLED = 3
"""One plan in so many is drawn from the menus, without counsel."""

VAIN = 8
"""Changes of a plan in a row that came to the same plan, after which no more are made: there is nothing else to do."""

FINALISTS = 3
"""Plans that are tried under many throws of the dice, where all were tried under a few."""

PLAIN: Mapping[str, float] = {}


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
    seen: tuple[int, ...] = ()
    """What hadn't been foreseen when it thought last (:func:`_unforeseen`)."""


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

        ``situation`` is what the side knows; None where it can't be told, or time is up: what was planned is answered
        then, or what the menus say. ``number`` tells the questions of the battle apart, ``activation`` the side's
        activations. ``late`` is asked before each answer of a plan whether time is up. Armies that are set up
        in secret stand as the battle suggests.
        """
        rng = random.Random(f"{self.seed} {number}")
        known = self.memory
        budget = int(self.level.budget * (self.system.pace if self.level.paced else 1.0))
        left = known.left if known.activation == activation else budget
        plan = known.plan if known.activation == activation else ()
        setting_up = isinstance(decision, Command) and decision.secret

        def quick() -> Answer:
            return decision.default if setting_up else random_answer(decision, rng, self.level.keen)

        if not self.level.budget or setting_up or _alone(decision):
            self.memory = Memory(plan, activation, left)
            return Thought(quick(), plan)
        allowed = int(left * (LATER if plan else self.level.first))
        if situation is None or (isinstance(decision, Command) and allowed < LEAST) or late():
            # All is spent, or nothing can be foreseen: the plan is followed as far as it goes.
            answer, plan = _followed(plan, decision)
            self.memory = Memory(plan, activation, left)
            return Thought(quick() if answer is None else answer, plan)
        seen = _unforeseen(situation)
        if self.level.glance and plan and seen == known.seen and _legal(decision, plan[0]):
            self.memory = Memory(plan[1:], activation, left, seen)
            return Thought(plan[0].answer, plan[1:])
        search = _Search(self, situation, rng, f"{self.seed} {number}", late, plan, allowed)
        best = search.best()
        mine = search.commands
        left -= search.spent if mine else 0
        if best is None or not best.steps or not _legal(decision, best.steps[0]):
            self.memory = Memory((), activation, left, seen)
            return Thought(quick(), spent=search.spent, plans=search.plans)
        rest = best.steps[1:]
        self.memory = Memory(rest if mine else plan, activation, left, seen)
        return Thought(best.steps[0].answer, rest, best.value, best.parts, search.spent, search.plans)


_Idea: TypeAlias = "tuple[tuple[Step, ...], float | None, Mapping[str, float] | None]"
"""A plan to be tried: what it says, how far the rest strays from the counsel, and how that is weighed at a glance."""


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
        self._sense = Sense(self.system, rng, self.level.keen)
        self._root = Branch()
        self._table = Table()
        self._asked = Counter[str]()
        """Questions to others in the trial under way, by what is asked."""
        self._sample = 0
        self._same = False
        """The plan changed last came out as it was."""
        self._fresh: int | None = None
        """Step of the plan to be tried that is to be made afresh."""

    def best(self) -> Tried | None:
        """The best plan found; None where the position can't be played on."""
        try:
            first = self.tried(self.known)
        except Unknown:
            return None
        if not self.commands:
            self.budget = self.level.brief
        field = [first]
        gathering = self._ways(field) if self.level.glance else self._candidates(first)
        share = GLANCING if self.level.glance else GATHERING
        for steps, doubt, factors in gathering:
            if self.spent >= share * self.budget or self.late():
                break
            tried = self.tried(steps, doubt=doubt, factors=factors)
            if all(tried.steps != t.steps for t in field):
                field.append(tried)
        best = self._halved(field) if self.level.few > 1 else self._tested(field)
        # What is still as planned is followed: to look for something else costs more than is left for it.
        changing = not (self.level.glance and self.known)
        vain = 0
        while changing and not self._done() and not (self.level.glance and vain == VAIN):
            before, best = self.plans, self._better(best, self._changed(best.steps))
            vain = vain + 1 if self._same and self.plans == before + 1 else 0
        return best

    def _done(self) -> bool:
        return self.spent >= self.budget or self.late()

    def _candidates(self, first: Tried) -> Iterator[_Idea]:
        """Plans to begin with, each with how far what it doesn't say strays from the counsel: what counsel says now,
        each choice of a short question, some that stray, and some by the menus alone."""
        taken = first.steps[0] if first.steps else None
        if self.known:
            yield (), 0.0, None
        for step in self._alternatives:
            if step != taken:
                yield (step, *first.steps[1:]) if isinstance(step.answer, Pick) and self.known else (step,), 0.0, None
        for n in range(self.level.sampled):
            yield (), DOUBT if n % UNCOUNSELLED else None, None

    def _ways(self, field: Sequence[Tried]) -> Iterator[_Idea]:
        """The same at little cost each: what else might be chosen first, and with the best of that each way to go about
        it as a whole, then plans that stray by chance."""
        first = field[0]
        taken = first.steps[0] if first.steps else None
        picks = [step for step in self._alternatives if isinstance(step.answer, Pick)]
        for step in picks:
            if step != taken:
                yield (step, *first.steps[1:]) if self.known else (step,), 0.0, PLAIN
        if self.known and first.steps[: len(self.known)] == self.known:
            return
        for profile in PROFILES:
            yield self._begun(field, picks), 0.0, profile.factors
            if not self._table.known:  # No counsel is given for any of it.
                break
        for n in range(self.level.sampled):
            yield self._begun(field, picks), None if n % UNCOUNSELLED == UNCOUNSELLED - 1 else DOUBT, PLAIN

    def _begun(self, field: Sequence[Tried], picks: Sequence[Step]) -> tuple[Step, ...]:
        """The choice the best plan so far begins with, if it begins with one."""
        return max(field, key=lambda t: t.value).steps[:1] if picks else ()

    def _halved(self, field: list[Tried]) -> Tried:
        """The best of some plans: all are tried under a few throws, the same for all, the best of them under many."""
        kept, wanted, sound = list(field), self.level.few, 1
        while not self._done():
            for tried in kept:
                while len(tried.values) < wanted and not self._done():
                    value = self.tried(tried.steps, sample=len(tried.values)).values[0]
                    if value == -math.inf:  # Broken off for want of time, which says nothing against it.
                        break
                    tried.values.append(value)
            sound = min(len(t.values) for t in kept)
            if len(kept) == 1 or sound >= self.level.samples:
                break
            kept.sort(key=lambda t: -sum(t.values[:sound]))
            if len(kept) > FINALISTS:
                del kept[max(FINALISTS, -(-len(kept) // 2)) :]
            wanted = self.level.samples if len(kept) <= FINALISTS else min(self.level.samples, wanted + self.level.few)
        best = max(kept, key=lambda t: sum(t.values[:sound]))
        had = field[0]
        return had if self.known and best is not had and not self._surely(best, had) else best

    def _surely(self, one: Tried, other: Tried) -> bool:
        """Whether a plan is better than another by more than the dice are likely to have made it."""
        gains = [a - b for a, b in zip(one.values, other.values, strict=False)]
        mean = sum(gains) / len(gains)
        if mean <= 0 or len(gains) < 2:
            return mean > 0
        spread = math.sqrt(sum((x - mean) ** 2 for x in gains) / (len(gains) - 1) / len(gains))
        return mean > self.level.sure * spread

    def _tested(self, field: list[Tried]) -> Tried:
        """The best of some plans, under the same dice: the worse half is given up after each throw of them."""
        while len(field) > 1 and len(field[0].values) < self.level.samples and not self._done():
            field.sort(key=lambda t: -t.value)
            del field[-(-len(field) // 2) if len(field) > 2 else 2 :]
            for n in range(len(field)):
                tried = field[n]
                tried.values.append(self.tried(tried.steps, sample=len(tried.values)).values[0])
        most = max(len(t.values) for t in field)
        return max((t for t in field if len(t.values) == most), key=lambda t: t.value)

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
        tried = self.tried(steps, fresh, doubt=DOUBT)
        for n in range(1, self.level.samples + 1):
            self._same = tried.steps == best.steps
            if sum(tried.values) <= sum(best.values[:n]) or self._same:
                return best
            if n == self.level.samples:
                break
            if len(best.values) == n:
                best.values.append(self.tried(best.steps, sample=n).values[0])
            tried.values.append(self.tried(tried.steps, sample=n).values[0])
        return tried if self._surely(tried, best) else best

    def tried(
        self,
        steps: Sequence[Step],
        fresh: int | None = None,
        sample: int = 0,
        doubt: float | None = 0.0,
        factors: Mapping[str, float] | None = None,
    ) -> Tried:
        """Play a plan out; what it doesn't say, and its step ``fresh``, the side's sense says; without ``doubt`` the
        menus. With ``factors`` it says so at a glance."""
        self._asked.clear()
        self._sample = sample
        simulation = self.situation.afresh(self.system, self._dice(sample), self._quick, self._root)
        asked = simulation.open_for(self.side)
        assert asked is not None
        if not self.plans:
            # Menus are built of the position as it is: once something has been answered they hold no more.
            # At a glance nothing else is made of the menu of orders, and to build it takes long.
            told = isinstance(asked, Choose) or not self.level.glance
            self._alternatives = tuple(_listed(asked)) if told else ()
        self.plans += 1
        if self.level.glance and self.plans > 1 and factors is None:
            factors = PLAIN
        if factors is None or doubt is None:
            self._sense = Sense(self.system, self.rng, self.level.keen, doubt)
        else:
            self._sense = Glance(self.system, self.rng, self.level.keen, doubt, self._table, factors)
        left, done = list(steps), list[Step]()
        began, broken_off, ordered = simulation.answers, False, False
        while not simulation.over and len(done) < self.level.horizon and simulation.answers - began < FARTHEST:
            mine = simulation.open_for(self.side)
            if mine is None:
                other = simulation.asked
                if commands(other) and len(simulation.pending) == 1:
                    break
                simulation.answer(other, self._quick(other))
                continue
            self.commands |= isinstance(mine, Command)
            if self.level.short and ordered and mine.kind in self.system.anew:
                break
            if done and self.late():
                broken_off = True
                break
            answer = self._next(simulation, mine, left, skip=fresh is not None and len(done) == fresh)
            done.append(Step(mine.kind, answer))
            self._sense.given(mine, answer)
            ordered |= isinstance(mine, Command)
            simulation.answer(mine, answer)
        self.spent += (
            simulation.answers
            - began
            + self.level.look * (self._sense.found if self.level.glance else self._sense.looked)
        )
        parts = self.system.judge(simulation.context, self.side)
        # What couldn't be followed to its end is worth no more than what could; the first plan is all there is.
        worth = -math.inf if broken_off and self.plans > 1 else self.level.worth(parts)
        return Tried(tuple(done), [worth], parts)

    def _dice(self, sample: int) -> Dice:
        return EvenDice(self.seed, sample) if self.level.even else OwnDice(f"{self.seed} {sample}")

    def _next(self, simulation: Simulation, decision: Decision, left: list[Step], *, skip: bool) -> Answer:
        """The plan's answer to a question, if it has one that holds; else what comes to mind."""
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
        return self._sense.answer(simulation, decision)

    def _quick(self, decision: Decision) -> Answer:
        if not self.level.keyed:
            return random_answer(decision, self.rng, self.level.keen)
        # Two plans are compared under the same answers, as they are under the same luck.
        what = f"{decision.side} {decision.kind} {decision.subject}"
        self._asked[what] += 1
        rng = random.Random(f"{self.seed} {self._sample} {what} {self._asked[what]}")
        return random_answer(decision, rng, self.level.keen)


class Trials:
    """Plans for one question tried outside of any search: for who measures what planners choose.

    What a plan doesn't say the menus do, and what the others answer, with the same chance in the same sample.
    """

    def __init__(self, system: System[Any], level: Level, situation: Situation, seed: str) -> None:
        """``level`` tells how keen everybody is, how far plans are followed, and which dice they are tried under."""
        self._seed = seed
        self._search = _Search(Planner(system, level, seed), situation, random.Random(), seed, _never, (), 0)

    def drawn(self, n: int, doubt: float | None) -> tuple[Step, ...]:
        """A plan made afresh: the counsel, strayed from by ``doubt``; None: the menus'. Raises :class:`Unknown`."""
        return self._played((), f"drawn {n}", n, doubt).steps

    def worth(self, steps: Sequence[Step], sample: int) -> float:
        """What a plan comes to in a sample, as the level judges it. Raises :class:`Unknown`."""
        return self._played(steps, "", sample, None).value

    def parts(self, steps: Sequence[Step], sample: int) -> Mapping[str, float]:
        """What that is made of."""
        return self._played(steps, "", sample, None).parts

    def _played(self, steps: Sequence[Step], what: str, sample: int, doubt: float | None) -> Tried:
        self._search.rng.seed(f"{self._seed} {sample} {what}")
        return self._search.tried(steps, sample=sample, doubt=doubt)


def _followed(plan: tuple[Step, ...], decision: Decision) -> tuple[Answer | None, tuple[Step, ...]]:
    """What a plan has for a question that holds, and what is left of it then: all of it where it has nothing."""
    for n, step in enumerate(plan):
        if _legal(decision, step):
            return step.answer, plan[n + 1 :]
    return None, plan


def _unforeseen(situation: Situation) -> tuple[int, ...]:
    """What a plan can't know beforehand: dice, what others answer. Is it as before, all goes as planned."""
    others = sum(g.side != situation.side for g in situation.given)
    return crc32(situation.state.encode()), len(situation.thrown), others


def _alone(decision: Decision) -> bool:
    """Whether there is nothing to think about."""
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

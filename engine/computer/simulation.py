"""A position played on by itself: no journal, no record, dice of its own. What planners try their plans on.

A tenth of what :class:`~engine.kernel.game.Game` does for an answer: nothing is hashed, kept or taken back.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

from engine.computer.branches import Branch
from engine.kernel.context import Asking, Resting, Throwing
from engine.kernel.decisions import Answer, Choose, Command, Decision
from engine.kernel.dice import Dice, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.system import System


def commands(decision: Decision) -> bool:
    """Whether a side comes to command with it: it orders, or begins what it alone goes on with."""
    return isinstance(decision, Command) or (isinstance(decision, Choose) and decision.begins)


class OwnDice:
    """Dice of a seed, and of nothing a battle holds: the same purpose, unit and side get the same throws each time.

    So two plans are compared under the same luck as far as they do the same.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._thrown = Counter[tuple[str, str, str]]()

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        key = (request.purpose, request.side, request.unit or "")
        self._thrown[key] += 1
        return 0, self._shown(f"{key} {self._thrown[key]}", request.die, request.count)

    def _shown(self, what: str, faces: range, count: int) -> list[int]:
        rng = random.Random(f"{self.seed} {what}")
        return [faces[rng.randrange(len(faces))] for _ in range(count)]


class EvenDice(OwnDice):
    """The same for one of several samples: over as many of them as a die has faces, it shows each face once.

    So luck tells less in the mean of some samples than with dice thrown afresh for each (stratified sampling, as in
    rollouts of backgammon).

    >>> request = RollRequest(purpose="shock", side="a", text="", rule="")
    >>> sorted(EvenDice("x", n).throw(request, 1)[1][0] for n in range(10))
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """

    def __init__(self, seed: str, sample: int) -> None:
        super().__init__(seed)
        self.sample = sample

    def _shown(self, what: str, faces: range, count: int) -> list[int]:
        rounds, place = divmod(self.sample, len(faces))
        rng = random.Random(f"{self.seed} {rounds} {what}")
        return [rng.sample(faces, len(faces))[place] for _ in range(count)]


class Recalled:
    """Dice that came up as they did in the battle, and from then on are a planner's own."""

    def __init__(self, thrown: Sequence[Sequence[int]], then: Dice) -> None:
        self._left = deque(thrown)
        self._then = then

    @property
    def left(self) -> int:
        """Rolls of the battle that weren't made again yet."""
        return len(self._left)

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        return (0, self._left.popleft()) if self._left else self._then.throw(request, segment)


class Simulation:
    """A battle played on from a position at rest, which is used up for it."""

    def __init__(
        self,
        system: System[Any],
        state: Any,
        dice: Dice,
        resting: Callable[[Any], None] = lambda state: None,
        branch: Branch | None = None,
    ) -> None:
        """Runs to the first question. ``resting`` is called wherever the procedure could be started afresh.

        ``branch``: where it begins, of the trials that share what they find out about positions; None: it shares none.
        """
        self.system = system
        self.dice = dice
        self.resting = resting
        self.branch = Branch() if branch is None else branch
        self.answers = 0
        """Answers given so far."""
        self.heard: Callable[[Event], None] | None = None
        """Told of every event, for who wants to know what happens."""
        self.begin(state)

    def begin(self, state: Any) -> None:
        """Start the procedure afresh from a state."""
        self.state = state
        self.context = self.system.context(state)
        self._coroutine = self.system.play(self.context)
        self._run(None)

    @property
    def over(self) -> bool:
        return not self.pending

    @property
    def asked(self) -> Decision:
        """The first open question; only while the battle goes on."""
        return next(d for d, a in zip(self.pending, self._given, strict=True) if a is None)

    def open_for(self, side: str) -> Decision | None:
        """The question a side has to answer now, if any."""
        pairs = zip(self.pending, self._given, strict=True)
        return next((d for d, a in pairs if d.side == side and a is None), None)

    def answer(self, decision: Decision, answer: Answer) -> None:
        """Answer an open question and run on to the next. Raises whatever the rules raise."""
        index = next(i for i, d in enumerate(self.pending) if d is decision)
        self._given[index] = answer
        self.answers += 1
        self.branch = self.branch.answered(index, answer)
        given = [a for a in self._given if a is not None]
        if len(given) == len(self._given):
            self._run(tuple(given))

    def _run(self, value: Any) -> None:
        self.pending: tuple[Decision, ...] = ()
        self._given: list[Answer | None] = []
        while True:
            try:
                waiting = self._coroutine.send(value)
            except StopIteration:
                self._tell()
                return
            self._tell()
            value = None
            if isinstance(waiting, Asking):
                self.pending = waiting.decisions
                self._given = [None] * len(waiting.decisions)
                return
            if isinstance(waiting, Throwing):
                n, thrown = self.dice.throw(waiting.request, self.state.segment)
                self.branch = self.branch.thrown(tuple(thrown))
                value = settle(waiting.request, n, self.state.segment, thrown)
            elif isinstance(waiting, Resting):
                self.resting(self.state)
            else:
                raise TypeError(f"rule procedures may not await {waiting!r}")

    def _tell(self) -> None:
        if self.heard is not None:
            for event in self.context.log:
                self.heard(event)
        self.context.log.clear()

"""Small battles of any game: one rule procedure, forced dice and given answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from engine.kernel.context import Asking, Resting, Throwing
from engine.kernel.decisions import Answer, Choose, ChooseEach, Decision, Pick, Picks
from engine.kernel.dice import ForcedDice, Roll, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.text import Refusal


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """What is done inside must be refused, by this case."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.rule == rule, str(caught.value)


class Rig:
    """A battle and the means to run single procedures on it."""

    sequence: Callable[[Any], Coroutine[Any, Any, None]]

    def __init__(self, g: Any) -> None:
        self.g = g
        self.events: list[Event] = []
        self.decisions: list[Decision] = []
        self.rolls: list[Roll] = []

    @property
    def state(self) -> Any:
        return self.g.state

    def unit(self, code: str) -> Any:
        return self.g.state.units[code]

    def leader(self, name: str) -> Any:
        return self.g.state.leaders[name]

    def play(self, *, dice: Sequence[int] = (), answers: Sequence[Any] = (), defaults: Sequence[str] = ()) -> Decision:
        """Run the sequence of play from where it stands until a decision comes that no answer is left for; returns it.

        All dice and answers must be used up by then.
        """

        async def until(g: Any) -> None:
            await self.sequence(g)

        asked: list[Decision] = []

        def stop(d: Decision) -> Answer:
            asked.append(d)
            raise Stop

        with suppress(Stop):
            self.run(until, dice=dice, answers=[*answers, stop], defaults=defaults)
        assert asked, "the battle ended before the last answer was used"
        return asked[-1]

    def run(
        self,
        procedure: Callable[..., Coroutine[Any, Any, Any]],
        *args: Any,
        dice: Sequence[int] = (),
        answers: Sequence[Answer | str | dict[str, str] | Callable[[Decision], Answer | str]] = (),
        defaults: Sequence[str] = (),
    ) -> Any:
        """Run ``procedure(g, *args)`` to its end and return its result.

        Decisions of the kinds in ``defaults`` are beside the point of the test: they get their default answer.

        A text answers with that key, a dictionary picks for several units, a callable looks at the decision first.
        All dice and answers must be used up; a decision without an answer left fails the test.
        """
        thrown = ForcedDice(dice, first=len(self.rolls) + 1)
        left = list(answers)
        self.g.version += 1  # tests change the position behind its back
        coroutine = procedure(self.g, *args)
        value: Any = None
        while True:
            try:
                waiting = coroutine.send(value)
            except StopIteration as stop:
                self._collect()
                assert not thrown.left, f"dice not used: {thrown.left}"
                assert not left, f"answers not used: {left}"
                return stop.value
            self._collect()
            value = None
            if isinstance(waiting, Throwing):
                _agrees(waiting.request)
                n, faces = thrown.throw(waiting.request, self.state.segment)
                value = settle(waiting.request, n, self.state.segment, faces)
                self.rolls.append(value)
            elif isinstance(waiting, Asking):
                given = []
                for d in waiting.decisions:
                    if d.kind in defaults:
                        given.append(d.default)
                        continue
                    self.decisions.append(d)
                    assert left, f"no answer left for {d.kind} ({d.side}): {d.prompt}"
                    try:
                        given.append(_answer(d, left.pop(0)))
                    except Stop:
                        coroutine.close()
                        assert not thrown.left, f"dice not used: {thrown.left}"
                        raise
                value = tuple(given)
            else:
                assert isinstance(waiting, Resting)

    def choices(self, n: int = -1, item: int = 0) -> list[str]:
        """Keys offered in a question so far, the last unless told; of one item where it is about several."""
        d = self.decisions[n]
        return [c.key for c in (d.items[item].choices if isinstance(d, ChooseEach) else d.choices)]

    def _collect(self) -> None:
        self.events += self.g.log
        self.g.log.clear()

    def told(self) -> list[str]:
        """The story so far, one line an event that speaks."""
        return [str(t) for e in self.events if (t := e.text(self.state)) is not None]

    def happened(self, kind: type[Event]) -> list[Any]:
        return [e for e in self.events if isinstance(e, kind)]


def _agrees(request: RollRequest) -> None:
    """What a roll is said to need is where its result changes, of the die or of its modified total."""
    found = re.search(r"\b(\d+) or (less|more)", str(request.needs))
    if found is None or not str(request.outcome(0)):
        return
    n, step = int(found[1]), 1 if found[2] == "less" else -1
    if request.table == "tq_checks" and str(request.outcome(0)) != "no hit":
        step = 2  # one hit at least is taken: what goes beyond is a second
    if 0 <= n + step <= 9:
        results = [(request.outcome(n + m), request.outcome(n + step + m)) for m in (0, request.modifier)]
        assert any(a != b for a, b in results), f"{request.text}: needs {request.needs}, but {n + step} is {results}"


class Stop(Exception):
    """The decision a test wanted to reach."""


def _answer(d: Decision, given: Any) -> Answer:
    if callable(given):
        given = given(d)
    if isinstance(given, str):
        given = (
            Pick(key=given)
            if isinstance(d, Choose)
            else Picks(picks={i.key: given for i in d.items})
            if isinstance(d, ChooseEach)
            else given
        )
    if isinstance(given, dict):
        given = Picks(picks=given)
    assert isinstance(given, Answer), f"{given!r} answers nothing like {d.kind}"
    d.check(given)
    return given

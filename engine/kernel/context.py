"""What a rule procedure holds on to, and how it suspends.

A procedure suspends only on ``g.ask``, ``g.ask_both``, ``g.roll`` and ``g.rest``; the driver in
:mod:`engine.kernel.game` resumes it with answers and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from engine.kernel.decisions import Answer, Decision
from engine.kernel.dice import Roll, RollRequest
from engine.kernel.events import Event
from engine.kernel.text import Sentence


class BaseState(BaseModel):
    """What every system's state has."""

    turn: int = 1
    outcome: Sentence | None = None
    """Who won and how, in a sentence; None while the battle goes on."""
    winner: str | None = None
    """Id of the winning side; None for a draw or an unfinished battle."""
    swapped: bool = False
    """The players have changed seats since the battle began: each leads the side the other had taken."""

    @property
    def segment(self) -> int:
        """Link of the secret dice chain in use, counted from 1."""
        return self.turn

    def digested(self) -> dict[str, Any]:
        """What a digest of the position covers, as JSON has it: all but what has its default."""
        return self.model_dump(mode="json", exclude_defaults=True)


S = TypeVar("S", bound=BaseState)
T = TypeVar("T")


class Asking:
    """What a procedure yields while it waits for answers."""

    __slots__ = ("decisions",)

    def __init__(self, decisions: tuple[Decision, ...]) -> None:
        self.decisions = decisions

    def __await__(self) -> Generator[Asking, tuple[Answer, ...], tuple[Answer, ...]]:
        return (yield self)


class Throwing:
    """What it yields while it waits for dice."""

    __slots__ = ("request",)

    def __init__(self, request: RollRequest) -> None:
        self.request = request

    def __await__(self) -> Generator[Throwing, Roll, Roll]:
        return (yield self)


class Resting:
    """What it yields where it could be started afresh."""

    __slots__ = ()

    def __await__(self) -> Generator[Resting, None, None]:
        yield self


class Over(Exception):
    """Raised where a procedure would ask or roll though the battle has been decided: nothing more is done."""


class Context(Generic[S]):
    """What rule procedures hold on to: the state and the four ways to suspend or change it.

    Systems subclass it to add derived data; anything cached must be keyed on :attr:`version`.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.version = 0
        """Grows with every event."""
        self._quiet = 0
        """How many of them stirred nobody (:attr:`Event.stirs`)."""
        self.log: list[Event] = []
        """Events since the driver last collected them."""
        self.spelled_out = False
        """Questions to which only one answer is possible are asked too (see :attr:`Decision.settled`), for those who
        write down beforehand what is to happen, and would be a question behind."""
        self._cache: dict[Any, Any] = {}
        self._cached_at = -1

    def derived(self, key: Any, compute: Callable[[], T]) -> T:
        """A value computed from the present position, kept until the next event."""
        if self._cached_at != self.version:
            self._cache.clear()
            self._cached_at = self.version
        try:
            return self._cache[key]
        except KeyError:
            value = self._cache[key] = compute()
            return value

    @property
    def stirred(self) -> int:
        """Grows with every event after which units may stand elsewhere, or in another way."""
        return self.version - self._quiet

    def let_go(self) -> None:
        """Forget what was computed from the present position: it is computed again when somebody asks."""
        self._cache.clear()

    def emit(self, event: Event) -> None:
        """Apply an event and put it into the journal. The only way the state changes."""
        event.apply(self.state)
        self.version += 1
        self._quiet += not event.stirs
        self.log.append(event)

    async def ask(self, decision: Decision) -> Any:
        """Wait for one side's answer, already checked against the decision."""
        return (await Asking((decision,)))[0]

    async def ask_both(self, *decisions: Decision) -> tuple[Any, ...]:
        """Asking several sides at once, in secret from one another; answers come back in the order of the decisions."""
        return await Asking(decisions)

    async def roll(self, request: RollRequest) -> Roll:
        return await Throwing(request)

    async def rest(self) -> None:
        """Mark a place where ``play`` could be started afresh from the state alone."""
        await Resting()

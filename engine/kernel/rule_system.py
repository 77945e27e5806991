"""A rule system put together of its parts, each of which takes the battle under way.

A system says where its parts stand (:class:`Parts`), and for itself what it is made of: scenario, state, charts. What
the world asks of a :class:`~engine.kernel.system.System` is handed on here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from engine.kernel.context import Context, S
from engine.kernel.decisions import Answer, Decision, Scope
from engine.kernel.events import Event
from engine.kernel.ideas import Counsel, Group, GroupIdea, Idea
from engine.kernel.inquiry import Findings, Inquiry, Question
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.referee_acts import Referee
from engine.kernel.statement import Statement
from engine.kernel.system import GameInPlay
from engine.kernel.view import TableView

G = TypeVar("G", bound=Context[Any])
G_contra = TypeVar("G_contra", contravariant=True)

Write: TypeAlias = Callable[[Answer], Statement]
"""What writes an answer down."""


class Broken(Protocol[G_contra]):
    """What finds everything that must never be true of a position and is."""

    def __call__(self, g: G_contra, /, *, at_rest: bool) -> list[str]: ...


@dataclass(frozen=True, kw_only=True)
class Parts(Generic[G]):
    """What each has to do is said at the method of :class:`~engine.kernel.system.System` that hands on to it."""

    play: Callable[[G], Coroutine[Any, Any, None]]
    view: Callable[[G, Collection[str]], TableView]
    glance: Callable[[G], TableView]
    judge: Callable[[G, str], Mapping[str, float]]
    scopes: Callable[[G, str], Sequence[Scope]]
    invariants: Broken[G]
    inquiry: Inquiry[G]
    referee: Callable[[G], Referee[G, Any]]
    read: Callable[[G, Decision, Statement], Answer]
    ideas: Callable[[G, Decision, str], Sequence[Idea]]
    counsel: Callable[[G, Decision, str], Sequence[Counsel]] = lambda g, decision, unit: ()
    groups: Callable[[G, Decision], Sequence[Group]] = lambda g, decision: ()
    group_ideas: Callable[[G, Decision, Sequence[str], Write], Sequence[GroupIdea]] = lambda g, d, units, write: ()


class RuleSystem(ABC, Generic[S, G]):
    """Base of systems, bound to one battle's scenario by their subclass."""

    parts: ClassVar[Parts[Any]]
    anew: ClassVar[Collection[str]] = ()
    pace: ClassVar[float] = 1.0

    @abstractmethod
    def context(self, state: S) -> G: ...

    @abstractmethod
    def write(self, answer: Answer) -> Statement: ...

    def play(self, g: G) -> Coroutine[Any, Any, None]:
        return self.parts.play(g)

    def view(self, state: S, sides: Collection[str] = ()) -> TableView:
        return self.parts.view(self.context(state), sides)

    def glance(self, state: S) -> TableView:
        return self.parts.glance(self.context(state))

    def known(self, state: S, sides: Collection[str]) -> S:
        """Everything, unless a system says otherwise."""
        return state

    def judge(self, context: Context[S], side: str) -> Mapping[str, float]:
        return self.parts.judge(context, side)

    def scopes(self, state: S, side: str) -> Sequence[Scope]:
        return self.parts.scopes(self.context(state), side)

    def invariants(self, state: S, *, at_rest: bool = True) -> list[str]:
        return self.parts.invariants(self.context(state), at_rest=at_rest)

    def inquire(self, game: GameInPlay[S], question: Question, sides: Collection[str] = ()) -> Findings:
        return self.parts.inquiry.answer(game.context, game.pending, question, sides)

    def referee_acts(self, state: S) -> list[ActKind]:
        return self.parts.referee(self.context(state)).kinds()

    def act(self, state: S, request: AnyRequest) -> list[Event]:
        return self.parts.referee(self.context(state.model_copy(deep=True))).events(request)

    def read(self, game: GameInPlay[S], decision: Decision, statement: Statement) -> Answer:
        return self.parts.read(game.context, decision, statement)

    def ideas(self, game: GameInPlay[S], decision: Decision, unit: str) -> Sequence[Idea]:
        return self.parts.ideas(game.context, decision, unit)

    def counsel(self, context: Context[S], decision: Decision, unit: str) -> Sequence[Counsel]:
        return self.parts.counsel(context, decision, unit)

    def groups(self, game: GameInPlay[S], decision: Decision) -> Sequence[Group]:
        return self.parts.groups(game.context, decision)

    def group_ideas(self, game: GameInPlay[S], decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        return self.parts.group_ideas(game.context, decision, units, self.write)

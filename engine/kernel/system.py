"""What a rule system offers to the driver, the bot and the renderer."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from pydantic import TypeAdapter

from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.context import Context, S
from engine.kernel.decisions import Answer, Decision, PolicyKind, Scope
from engine.kernel.events import Event
from engine.kernel.ideas import Counsel, Group, GroupIdea, Idea
from engine.kernel.inquiry import Findings, Question
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.scenario import BaseScenario
from engine.kernel.statement import Statement
from engine.kernel.text import Text
from engine.kernel.view import TableView


@dataclass(frozen=True, slots=True)
class Option:
    """Something players may switch on as they create a battle."""

    key: str
    """Word or case: "bids", "10.3"."""
    title: Text
    seats: bool = False
    """It settles who plays which side: pointless where that is settled already."""


class RuleText(Protocol):
    """A rule in words, for rule help."""

    @property
    def number(self) -> str:
        """Its case, or its id."""
        ...

    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...


class GameInPlay(Protocol[S]):
    """What a system is told of a :class:`~engine.kernel.game.Game`: the position, and what is being asked."""

    @property
    def context(self) -> Context[S]: ...
    @property
    def pending(self) -> tuple[Decision, ...]: ...


class System(Protocol[S]):
    """What a rule system offers to the world."""

    id: ClassVar[str]
    """"cataphract" """
    title: ClassVar[str]
    state_type: type[S]
    events: TypeAdapter[Any]
    """Reads any event of the system from JSON."""
    answers: TypeAdapter[Any]
    """Reads any answer of the system from JSON."""

    policies: ClassVar[tuple[PolicyKind, ...]]
    """Standing orders the system's decisions can be answered by."""
    concession: ClassVar[Concession]
    """When its computer players give a battle up, and when they offer a draw."""
    anew: ClassVar[Collection[str]]
    """Kinds of questions that begin another activation of the side that has just had one, or ask whether it has one."""
    pace: ClassVar[float]
    """Answers of it that can be simulated in the time of one of the slowest games."""

    @property
    def scenario(self) -> BaseScenario:
        """The battle it is bound to."""
        ...

    def options(self) -> Sequence[Option]:
        """What may be switched on as a battle is created."""
        ...

    def own_rules(self) -> Sequence[RuleText]:
        """Rules of this battle alone, those in its rule book left out."""
        ...

    def chart_list(self, state: S) -> Sequence[Chart]:
        """Every chart as this battle is played by it, its chart pack and its own rules included."""
        ...

    def initial_state(self, options: dict[str, bool] | None = None) -> S:
        """The position the battle begins with."""
        ...

    def context(self, state: S) -> Context[S]: ...

    def play(self, g: Any) -> Coroutine[Any, Any, None]:
        """The whole procedure, from wherever the state says it is to the end of the battle."""
        ...

    def view(self, state: S, sides: Collection[str] = ()) -> TableView:
        """The position as everybody sees it, with what is known to ``sides`` alone added."""
        ...

    def glance(self, state: S) -> TableView:
        """The same for everybody without what lies on the map: whose activation it is, for who looks at many positions.

        To work out each counter takes a hundred times as long.
        """
        ...

    def known(self, state: S, sides: Collection[str]) -> S:
        """The position without what others hide from ``sides``, to play on with; ``state`` may be used up for it."""
        ...

    def judge(self, context: Context[S], side: str) -> Mapping[str, float]:
        """How the position stands for a side, for players that plan: named parts whose sum is its worth.

        0 is even, about 100 all but won, 1000 won. The parts go by what the position shows; whoever hides something
        from somebody has :meth:`known` take it out first. Changes nothing.
        """
        ...

    def scopes(self, state: S, side: str) -> Sequence[Scope]:
        """Whom a side may give standing orders for, short of everybody; of those that cover a unit the first counts."""
        ...

    def read(self, game: GameInPlay[S], decision: Decision, statement: Statement) -> Answer:
        """The answer a written statement means. Raises Refusal, with candidates where it is ambiguous."""
        ...

    def write(self, answer: Answer) -> Statement:
        """The canonical statement of an answer to a :class:`~engine.kernel.decisions.Command`."""
        ...

    def ideas(self, game: GameInPlay[S], decision: Decision, unit: str) -> Sequence[Idea]:
        """What the unit or leader might best do now, likeliest first; every one of them legal. () where nothing is.

        ``unit`` "" asks what might best be chosen that is for no unit in particular, with what follows from it.
        """
        ...

    def counsel(self, context: Context[S], decision: Decision, unit: str) -> Sequence[Counsel]:
        """What computer players who think consider first, best first, each with how much speaks for it.

        ``unit`` as in :meth:`ideas`; "" is also asked what speaks for ordering nothing more. Some of it may be refused.
        () where the menus say enough.
        """
        ...

    def groups(self, game: GameInPlay[S], decision: Decision) -> Sequence[Group]:
        """Units the side that is asked may order together now, largest first."""
        ...

    def group_ideas(self, game: GameInPlay[S], decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        """What these units, in this order, might do together; ids that can't be ordered now are told in ``left``."""
        ...

    def invariants(self, state: S, *, at_rest: bool = True) -> list[str]:
        """Everything that must never be true and is; [] when the position is sound.

        ``at_rest`` False leaves out what need not hold in the middle of an order.
        """
        ...

    def inquire(self, game: GameInPlay[S], question: Question, sides: Collection[str] = ()) -> Findings:
        """The referee's answer to a question of somebody who plays ``sides``; () is anybody. Changes nothing.

        Raises Refusal for what can't be answered.
        """
        ...

    def referee_acts(self, state: S) -> Sequence[ActKind]:
        """What a referee may do to the position, and to whom."""
        ...

    def act(self, state: S, request: AnyRequest) -> list[Event]:
        """The events of a referee's act, for :meth:`Game.act`; ``state`` is left alone.

        Raises Refusal for what can't be: after the events the position breaks no rule it didn't break before.
        """
        ...

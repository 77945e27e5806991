"""Events: the only things that change a state.

A rule decides, an event changes. Applying the events of a journal to its first state rebuilds any later position
without running a rule. Each event class carries its own sentence (``says``) for the narration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

from engine.kernel.board import Place
from engine.kernel.hexes import Hex
from engine.kernel.model import Strict
from engine.kernel.text import Sentence, Text

TraceKind = Literal["move", "rout", "withdraw", "advance", "missile", "shock", "charge", "loss", "hit"]
"""What the map shows of an event."""


class Trace(BaseModel):
    """What an event looks like on the map."""

    model_config = ConfigDict(frozen=True)

    kind: TraceKind
    unit: str
    hexes: tuple[Place, ...]
    """The way taken, from the first place on; of a shot or an attack the last is the target's.

    A charge has both: the hexes ridden through, then the hex of the enemy charged.
    """
    side: str = ""
    wide: tuple[tuple[Hex, Hex], ...] = ()
    """Of a unit of two hexes: where both halves stood at each of ``hexes``, the left one or the head first; else ()."""


class Event(Strict):
    """Base of all events. Subclasses set ``type`` as a Literal and implement :meth:`apply`."""

    says: ClassVar[str] = ""
    """English template of the narration; "" for events that speak only through others."""
    secret: ClassVar[bool] = False
    """Known to one side alone when it happens: it is never told, and nothing others are shown changes by it."""
    reveals: ClassVar[bool] = False
    """Everybody learns by it what one side alone knew: what came before isn't taken back freely any more."""
    stirs: ClassVar[bool] = True
    """Whether units may stand elsewhere, or in another way, after it: False only where it never touches that."""

    type: str
    rule: str = ""
    """Case that caused it."""

    def apply(self, state: Any) -> None:
        """Change ``state``. Must not decide anything."""
        raise NotImplementedError

    def text(self, state: Any) -> Text | None:
        """The sentence for the narration, told with the state as it is right after the event."""
        if not self.says:
            return None
        return Text(self.says, **{k: getattr(self, k) for k in type(self).model_fields})

    def joined(self, before: Event) -> Event | None:
        """One event that tells ``before`` and this one together, never to be applied; None when they are told apart."""
        return None

    def folded(self, state: Any) -> tuple[Text, Text] | None:
        """How it is told in one line with its like: what they have in common, and what it adds; None: by itself."""
        return None

    def trace(self, state: Any) -> Trace | None:
        """The mark it leaves on a picture of the last actions."""
        return None


class Storied(Event):
    """Base of events that bring their own sentence along as ``story``, a field of the subclass; "" tells nothing.

    >>> str(SeatsSwapped(story="Ann and Bob change seats.").text(None))
    'Ann and Bob change seats.'
    """

    if TYPE_CHECKING:
        story: Any

    def text(self, state: Any) -> Text | None:
        return Text("{story}", story=self.story) if self.story else None


class Step(Event):
    """Base of events in which a unit enters the next hex of its way: steps of one move are told as one.

    The fields are those of the subclass: ``unit``, hexes ``start`` and ``to``, ``how`` it moves, ``mp`` spent, and
    ``path``, the hexes of a told move, start and end included, filled when steps are joined.
    """

    if TYPE_CHECKING:
        unit: str
        start: Hex
        to: Hex
        how: Any
        mp: int
        path: tuple[Hex, ...]

    def joined(self, before: Event) -> Self | None:
        # By its name, not its class: a journal is read with closed subclasses of what a family's rules emit.
        if not isinstance(before, Step) or (before.type, before.unit, before.how, before.to) != (
            self.type,
            self.unit,
            self.how,
            self.start,
        ):
            return None
        path = (*(before.path or (before.start, before.to)), self.to)
        return self.model_copy(update={"start": before.start, "mp": before.mp + self.mp, "path": path})


class SeatsSwapped(Storied):
    """The two players change seats: from now on each leads the other's side."""

    type: Literal["seats-swapped"] = "seats-swapped"
    story: Sentence

    def apply(self, state: Any) -> None:
        state.swapped = not state.swapped

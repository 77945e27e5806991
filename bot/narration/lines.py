"""Events to lines: one line for each event that speaks, steps of the same thing told as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.narration.catalogue import ENGLISH, TextCatalogue
from bot.narration.plain import escape
from engine.kernel.events import Event, Trace
from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened."""

    seq: int
    """Journal entry of its first event; a take-back beyond it removes the line."""
    text: Text
    rule: str = ""
    roll: int | None = None
    """Number of its roll in the dice trail."""
    trace: Trace | None = None
    """What it looks like on the map."""

    def render(self, catalogue: TextCatalogue = ENGLISH) -> str:
        """The sentence with its rule case and roll number, ready for a message."""
        source = [self.rule] if self.rule else []
        if self.roll is not None:
            source.append(catalogue.translate("roll {n}").format(n=self.roll))
        told = escape(catalogue.say(self.text))
        return f"{told} ({', '.join(source)})" if source else told


class Teller:
    """Follows a battle from a position on, turning events into lines as they come.

    ``state`` is the teller's own copy: it is what the position was after the last event told.
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def tell(self, events: Iterable[tuple[int, Event]]) -> list[Line]:
        """The lines of ``events`` (with their journal numbers) in order.

        An event that continues the one told before it (:meth:`Event.joined`) replaces that one's line.
        """
        lines: list[Line] = []
        told: list[Event] = []
        for seq, event in events:
            event.apply(self.state)
            whole = event.joined(told[-1]) if told and type(told[-1]) is type(event) else None
            said = (whole or event).text(self.state)
            if said is None:
                continue
            shown = whole or event
            first = seq if whole is None else lines[-1].seq
            line = Line(first, said, shown.rule, getattr(shown, "roll", None), shown.trace(self.state))
            if whole is None:
                lines.append(line)
                told.append(event)
            else:
                lines[-1], told[-1] = line, whole
        return lines


def tell(events: Iterable[tuple[int, Event]], state: Any) -> list[Line]:
    """The lines of ``events``; ``state``, the position before the first of them, is left alone."""
    return Teller(state.model_copy(deep=True)).tell(events)

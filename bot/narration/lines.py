"""Events and rolls to lines: one for each that has something to say, steps of the same thing told as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.narration.catalogue import ENGLISH, TextCatalogue
from bot.narration.plain import escape
from engine.kernel.dice import Roll
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
    fold: tuple[Text, Text] | None = None
    """How it is told in one line with its like (:meth:`Event.folded`)."""

    def render(self, catalogue: TextCatalogue = ENGLISH) -> str:
        """The sentence with its rule case and roll number, ready for a message."""
        return escape(catalogue.say(self.text)) + self.source(catalogue)

    def source(self, catalogue: TextCatalogue = ENGLISH) -> str:
        """Rule case and roll number in brackets, with a space before them; "" without."""
        found = [self.rule] if self.rule else []
        if self.roll is not None:
            found.append(catalogue.translate("roll {n}").format(n=self.roll))
        return f" ({', '.join(found)})" if found else ""


class Teller:
    """Follows a battle from a position on, turning events into lines as they come.

    ``state`` is the teller's own copy: it is what the position was after the last event told.
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def tell(self, events: Iterable[tuple[int, Event | Roll | Text]]) -> list[Line]:
        """The lines of events, rolls and remarks (with their journal numbers) in order.

        A remark made before in the same stretch isn't repeated: a standing order answers at every step of a move.
        An event that continues the one told before it (:meth:`Event.joined`) replaces that one's line. A roll an event
        tells about is not told again.
        """
        lines: list[Line] = []
        told: list[Event | None] = []
        events = list(events)
        covered = {getattr(e, "roll", None) for _, e in events if isinstance(e, Event)}
        remarks: set[str] = set()
        for seq, event in events:
            if isinstance(event, Text):
                if str(event) not in remarks:
                    remarks.add(str(event))
                    lines.append(Line(seq, event))
                    told.append(None)
                continue
            if isinstance(event, Roll):
                if event.n not in covered:
                    lines.append(Line(seq, roll_text(event), event.rule, event.n))
                    told.append(None)
                continue
            event.apply(self.state)
            before = told[-1] if told else None
            whole = event.joined(before) if before is not None else None
            said = (whole or event).text(self.state)
            if said is None:
                continue
            shown = whole or event
            first = seq if whole is None else lines[-1].seq
            line = Line(
                first,
                said,
                shown.rule,
                getattr(shown, "roll", None),
                shown.trace(self.state),
                shown.folded(self.state),
            )
            if whole is None:
                lines.append(line)
                told.append(event)
            else:
                lines[-1], told[-1] = line, whole
        return lines


def roll_text(roll: Roll) -> Text:
    """A roll in a line: what for, what it needs, each modifier, the dice, the result."""
    parts = [roll.text if roll.text.endswith("?") else f"{roll.text}:"]
    if roll.needs:
        parts.append(str(Text("needs {needs},", needs=roll.needs)))
    parts += [f"{m.value:+d} {m.reason}," for m in roll.modifiers]
    shown = " ".join(str(d) for d in roll.dice)
    parts.append(str(Text("rolled {dice}", dice=shown)))
    if roll.modifiers:
        parts.append(f"→ {roll.total}")
    return Text("{told}: {result}" if roll.result else "{told}", told=" ".join(parts), result=roll.result)


def tell(events: Iterable[tuple[int, Event | Roll | Text]], state: Any) -> list[Line]:
    """The lines of ``events``; ``state``, the position before the first of them, is left alone."""
    return Teller(state.model_copy(deep=True)).tell(events)

"""Events and rolls to lines: one for each that has something to say, steps of the same thing told as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import escape
from engine.kernel.dice import Roll, need
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
        """Rule case and roll number in brackets, with a space before them; "" without. A refusal names its case."""
        rule = catalogue.translate(self.rule)  # the title, where it is one of the battle's own
        found = [rule] if rule and not catalogue.say(self.text).endswith(f"({rule})") else []
        if self.roll is not None:
            found.append(catalogue.translate("roll {n}").format(n=self.roll))
        return f" ({', '.join(found)})" if found else ""


@dataclass(frozen=True, slots=True)
class Aside:
    """How something was answered, worth a line only where nothing it led to is told."""

    text: Text
    """The line by itself."""
    mark: Text
    """What is added to the line of the unit's next deed instead."""
    unit: str
    """Whose answer it was."""


class Teller:
    """Follows a battle from a position on, turning events into lines as they come.

    ``state`` is the teller's own copy: it is what the position was after the last event told.
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def tell(self, events: Iterable[tuple[int, Event | Roll | Text | Aside]]) -> list[Line]:
        """The lines of events, rolls and remarks (with their journal numbers) in order.

        A remark made before in the same stretch isn't repeated: a standing order answers at every step of a move. An
        :class:`Aside` whose unit acts at once is told in that line.
        An event that continues the one told before it (:meth:`Event.joined`) replaces that one's line. A roll an event
        tells about is not told again.
        """
        lines: list[Line] = []
        told: list[Event | None] = []
        events = list(events)
        covered = {getattr(e, "roll", None) for _, e in events if isinstance(e, Event)}
        remarks: set[str] = set()
        aside: tuple[int, Aside] | None = None

        def remark(seq: int, text: Text) -> None:
            if str(text) not in remarks:
                remarks.add(str(text))
                lines.append(Line(seq, text))
                told.append(None)

        for seq, event in events:
            if isinstance(event, Roll) and event.n in covered:
                continue
            mark = None
            if aside is not None:
                if isinstance(event, Event) and getattr(event, "unit", None) == aside[1].unit:
                    mark = aside[1].mark
                else:
                    remark(aside[0], aside[1].text)
                aside = None
            if isinstance(event, Aside):
                aside = (seq, event)
                continue
            if isinstance(event, Text):
                remark(seq, event)
                continue
            if isinstance(event, Roll):
                lines.append(Line(seq, roll_text(event), event.rule, event.n))
                told.append(None)
                continue
            event.apply(self.state)
            before = told[-1] if told else None
            whole = event.joined(before) if before is not None else None
            said = (whole or event).text(self.state)
            if said is None:
                _marked(lines, event.trace(self.state))
                continue
            if mark is not None:
                said = Text("{told} – {mark}", told=said, mark=mark)
            shown = whole or event
            first = seq if whole is None else lines[-1].seq
            line = Line(
                first,
                said,
                shown.rule,
                getattr(shown, "roll", None),
                shown.trace(self.state),
                shown.folded(self.state) if mark is None else None,
            )
            if whole is None:
                lines.append(line)
                told.append(event)
            else:
                lines[-1], told[-1] = line, whole
        if aside is not None:
            remark(aside[0], aside[1].text)
        return lines


def _marked(lines: list[Line], trace: Trace | None) -> None:
    """Put the mark of an event that says nothing on the line of the roll it came of."""
    for n in range(len(lines) - 1, -1, -1):
        if trace is not None and lines[n].roll is not None and lines[n].trace is None:
            lines[n] = replace(lines[n], trace=trace)
            return


def roll_text(roll: Roll) -> Text:
    """A roll in a line: what for, what it needs, each modifier, the dice, the result."""
    parts: list[Text | str] = [roll.text if roll.asks else Text("{told}:", told=roll.text)]
    if roll.needs:
        parts.append(Text("{needs},", needs=need(roll.purpose, roll.needs)))
    parts += [Text("{modifier},", modifier=m.words) for m in roll.modifiers]
    shown = " ".join(str(d) for d in roll.dice)
    parts.append(Text("rolled {dice}", dice=shown))
    if roll.modifiers:
        parts.append(f"→ {roll.total}")
    told = Text(" ".join(f"{{x{n}}}" for n in range(len(parts))), **{f"x{n}": p for n, p in enumerate(parts)})
    return Text("{told}: {result}" if roll.result else "{told}", told=told, result=roll.result)


def tell(events: Iterable[tuple[int, Event | Roll | Text]], state: Any) -> list[Line]:
    """The lines of ``events``; ``state``, the position before the first of them, is left alone."""
    return Teller(state.model_copy(deep=True)).tell(events)

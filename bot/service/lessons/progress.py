"""How far a learner has come, and what the journal says of a step: done, on the way, or something else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.kernel.journal import Entry
from scenarios.lessons import Lesson, Sign, Step

LESSON = "lesson"
"""Setting of a battle that is a lesson: its :class:`Progress`. And ``by`` in the note of an answer the lesson gave."""

Remark = Literal["", "hint", "shown", "missed"]
"""What is said besides the step: nothing; that something else was done; that the lesson has carried out the last step
itself; that the dice left no room for the last one."""


@dataclass(frozen=True)
class Progress:
    """Where a lesson stands. Everything but that is the battle's own."""

    step: int = 0
    """Position of the step under way; as many as there are when the lesson is through."""
    since: int = -1
    """Journal entry after which it began; -1 before the lesson has set the ground up."""
    remark: Remark = ""
    slips: int = 0
    """Answers that were taken back, in all."""
    hinted: int = -1
    """Journal entry after which the hint was given; what is done since leads there."""

    @classmethod
    def read(cls, stored: dict[str, Any] | None) -> Progress:
        return cls(**stored) if stored else cls()

    def stored(self) -> dict[str, Any]:
        return asdict(self)


def own_answers(lesson: Lesson, entries: Iterable[Entry]) -> list[Entry]:
    """Answers the learner gave, or had given by *Show me*; those given unasked aren't among them."""
    answers = (e for e in entries if e.kind == "answer" and e.data["side"] == lesson.side)
    return [e for e in answers if not e.data.get("note")]


def judged(lesson: Lesson, step: Step, entries: Sequence[Entry]) -> tuple[Entry | None, Entry | None]:
    """What the entries since a step began say of it: the entry with which it is done, and the answer that leads astray.

    At most one of the two is there; neither while the learner is on the way. Whatever was ordered after the step was
    done belongs to the next one.
    """
    own = own_answers(lesson, entries)
    given = {e.seq for e in own}
    # What a step may end with is wrong only where it ends without the rest.
    never = [sign for sign in step.wrong if all(sign not in group for group in step.done)]
    for n, answer in enumerate(own):
        until = own[n + 1].seq if n + 1 < len(own) else None
        so_far = [e for e in entries if until is None or e.seq < until]
        after = [e for e in so_far if e.seq > answer.seq]
        if any(_seen(sign, e, given) for sign in never for e in after if not _excused(sign, e, so_far, given)):
            return None, answer
        if all(any(_seen(sign, e, given) for sign in group for e in so_far) for group in step.done):
            return so_far[-1], None
        along = [sign for sign in step.along if _ready(sign, so_far, given)]
        on_the_way = any(_seen(sign, e, given) for sign in along for e in after)
        if not on_the_way or any(_seen(sign, e, given) for sign in step.wrong for e in after):
            return None, answer
    return None, None


def _ready(sign: Sign, so_far: Iterable[Entry], own: Collection[int]) -> bool:
    """Whether what a sign takes for granted has been seen."""
    return sign.once is None or any(_seen(sign.once, e, own) for e in so_far)


def _excused(sign: Sign, entry: Entry, so_far: Iterable[Entry], own: Collection[int]) -> bool:
    """Whether what makes a sign harmless was there before it was seen."""
    unless = sign.unless
    return unless is not None and any(_seen(unless, e, own) for e in so_far if e.seq < entry.seq)


def _seen(sign: Sign, entry: Entry, own: Collection[int]) -> bool:
    return sign.seen(entry.kind, entry.data) and (not sign.answer or entry.seq in own)

"""The dispatch: one message that tells one activation, and grows while it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pydantic import BaseModel

from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import MESSAGE, escape, fit, pages
from bot.narration.lines import Line
from engine.kernel.events import Trace
from engine.kernel.text import Text

FOLD = 60
"""Characters kept free for the remark that lines were left out."""

MARKS = 24
"""Most marks of past actions drawn on a map; more would hide it."""


class Told(BaseModel):
    """One line, rendered."""

    seq: int
    text: str
    trace: Trace | None = None
    fold: tuple[str, str, str] | None = None
    """What it has in common with its like, what it adds, and where it comes from; None: told by itself."""

    @classmethod
    def of(cls, line: Line, catalogue: TextCatalogue) -> Told:
        fold = None
        if line.fold is not None:
            common, own = (escape(catalogue.say(t)) for t in line.fold)
            fold = (common, own, line.source(catalogue))
        return cls(seq=line.seq, text=line.render(catalogue), trace=line.trace, fold=fold)


def joined(lines: Iterable[Told]) -> list[str]:
    """The sentences; of neighbours that can be folded, those of one kind make one line, where the first stood."""
    found: list[str] = []
    for foldable, run in groupby(lines, key=lambda x: x.fold is not None):
        kinds: dict[tuple[str, str], list[Told]] = {}
        for x in run:
            if not foldable or x.fold is None:
                found.append(x.text)
            else:
                kinds.setdefault((x.fold[0], x.fold[2]), []).append(x)
        for (common, source), same in kinds.items():
            parts = [x.fold[1] for x in same if x.fold is not None]
            found.append(same[0].text if len(same) == 1 else f"{common}: {', '.join(parts)}{source}")
    return found


class Dispatch(BaseModel):
    """What one activation's message says. Stored with the message so that it can grow after a restart."""

    key: str
    """What it is about; another key means another dispatch (see :func:`bot.narration.standing.activation`)."""
    title: str
    """"Turn 3 · Orders", or the phase alone."""
    opening: str = ""
    """What stands above the story: the briefing, where the battle begins."""
    upto: int = -1
    """Journal entry up to which the story is told."""
    lines: list[Told] = []
    notes: list[str] = []
    """Remarks below the story: what was left of a batch, who took back what."""

    def add(self, lines: Sequence[Line], catalogue: TextCatalogue = ENGLISH) -> None:
        """Go on with the story. Remarks made before stand before it: what was taken back isn't the latest any more."""
        if lines:
            self.lines += [Told(seq=self.upto, text=note) for note in self.notes]
            self.notes = []
        self.lines += [Told.of(x, catalogue) for x in lines]

    def take_back(self, to: int, note: str) -> None:
        """Forget what happened after journal entry ``to``, and say so."""
        self.lines = [x for x in self.lines if x.seq <= to]
        self.notes.append(note)

    @property
    def marks(self) -> list[Trace]:
        """The latest marks to draw on the map, oldest first."""
        return [x.trace for x in self.lines if x.trace is not None][-MARKS:]

    def content(self, catalogue: TextCatalogue = ENGLISH, limit: int = MESSAGE) -> str:
        """The message: title, first line as headline, then as many of the latest lines as fit."""
        return self._fitted(catalogue, limit)[0]

    def folded(self, limit: int = MESSAGE) -> int:
        """How many lines the message leaves out."""
        return self._fitted(ENGLISH, limit)[1]

    def _fitted(self, catalogue: TextCatalogue, limit: int) -> tuple[str, int]:
        head = [f"-# {self.title}"]
        if self.opening:
            head += [fit(self.opening, limit // 2), ""]
        if self.lines:
            first = fit(self.lines[0].text, limit // 3)
            # What was let be makes no headline, and its mark counts at the beginning of a line alone.
            head.append(first if first.startswith("-# ") else f"**{first}**")
        tail = [f"-# {fit(n, limit // 4)}" for n in self.notes[-2:]]
        room = limit - sum(len(x) + 1 for x in (*head, *tail)) - FOLD
        shown: list[str] = []
        rest = joined(self.lines[1:])
        while rest and len(rest[-1]) + 1 <= room:
            room -= len(rest[-1]) + 1
            shown.insert(0, rest.pop())
        if rest and not shown:
            shown.append(fit(rest.pop(), max(room, 40)))
        if rest:
            head.append(f"-# {fit(catalogue.say(Text('… {count} earlier lines', count=len(rest))), FOLD - 5)}")
        return "\n".join((*head, *shown, *tail)), len(rest)

    def story(self, limit: int = MESSAGE) -> Sequence[str]:
        """Everything, in pages."""
        return pages([self.title, *self.opening.splitlines(), *joined(self.lines), *self.notes], limit)

"""A battle wound up for looking back: its chapters, how it stood after each, and the journal cut into short legs.

Each leg begins with the position before it, so that any moment is found by running through one leg or two, however long
the battle was. All of it is small enough to be kept for several battles, and to be sent to the process that draws.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.films.chapters import Chapter, events_of, opening, told_from
from bot.films.frames import stage_view
from bot.films.projector import Projector
from bot.films.turning import Score, score, turning_points
from bot.language.catalogue import ENGLISH
from bot.narration import TextCatalogue
from bot.narration.journal import SideName, items
from engine.kernel.journal import Entry, effective
from engine.kernel.system import System
from renderer import View

LEG = 250
"""Events of one leg, at least: they are read and applied in a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a journal."""

    first: int
    """Number of its first event."""
    position: bytes
    """The state before it."""
    entries: bytes


@dataclass(frozen=True)
class ChapterIndex:
    """A battle up to one of its journal entries."""

    head: int
    """The last journal entry it holds."""
    hash: str
    """Of that entry."""
    chapters: tuple[Chapter, ...]
    scores: tuple[Score, ...]
    """How the battle stood at the beginning, and after each chapter."""
    legs: tuple[Leg, ...]
    stage: View
    """A part of the map that holds all that happened, and every unit that was ever there."""

    def turning_points(self, most: int) -> list[int]:
        """The chapters that turned the battle, at most so many, in order."""
        return turning_points(self.scores, most)

    def within(self, first: int, last: int | None) -> tuple[Leg, ...]:
        """The legs needed to show events ``first`` to ``last``; None: to the end."""
        begin = max((i for i, leg in enumerate(self.legs) if leg.first <= max(first, 0)), default=0)
        return tuple(leg for leg in self.legs[begin:] if last is None or leg.first <= max(first, last))


def wound(
    system: System[Any],
    entries: Sequence[Entry],
    catalogue: TextCatalogue = ENGLISH,
    before: ChapterIndex | None = None,
) -> ChapterIndex:
    """The index of a whole journal. Takes a second or two of CPU for a long battle.

    ``before`` is an index of the same battle of which nothing was taken back: only what came since is looked at.
    """
    kept = effective(list(entries))
    base = _base(system, entries, before)
    rest = [e for e in kept[1:] if e.seq >= base.seq]
    chapters = (*base.chapters, *_further(system, base, rest, catalogue))
    ends = {c.deeds[-1].n for c in chapters[len(base.chapters) :]}
    scores, legs = list(base.scores), list(base.legs)
    state, n, began = _unpacked(system, base.position), base.first, base.first
    position, run = base.position, []
    for e in rest:
        if n - began >= LEG:
            legs.append(Leg(began, position, _cut(run)))
            run, began, position = [], n, _packed(state)
        run.append(e)
        for event in events_of(system, e):
            event.apply(state)
            if n in ends:
                scores.append(score(system.view(state)))
            n += 1
    legs.append(Leg(began, position, _cut(run)))
    last_table = system.view(state)
    if len(scores) > 1:
        scores[-1] = score(last_table)
    stage = stage_view(chapters, system.view(opening(system, entries)), last_table)
    return ChapterIndex(entries[-1].seq, entries[-1].hash, chapters, tuple(scores), tuple(legs), stage)


@dataclass(frozen=True)
class _Base:
    """What of an index stays as it is, and where the rest begins."""

    chapters: tuple[Chapter, ...]
    scores: tuple[Score, ...]
    legs: tuple[Leg, ...]
    position: bytes
    """The state before event ``first``, which comes with journal entry ``seq`` or after it."""
    first: int
    seq: int
    begins: int
    """The first event of the first chapter that is still to be told."""


def _base(system: System[Any], entries: Sequence[Entry], before: ChapterIndex | None) -> _Base:
    if before is None or len(before.chapters) < 2:
        state = opening(system, entries)
        return _Base((), (score(system.view(state)),), (), _packed(state), 0, 0, 0)
    # The last chapter may have grown.
    begins = before.chapters[-1].deeds[0].n
    leg = before.within(begins, begins)[0]
    return _Base(
        before.chapters[:-1],
        before.scores[:-1],
        tuple(x for x in before.legs if x.first < leg.first),
        leg.position,
        leg.first,
        _uncut(leg.entries)[0].seq,
        begins,
    )


def _further(system: System[Any], base: _Base, rest: Sequence[Entry], catalogue: TextCatalogue) -> Iterator[Chapter]:
    """The chapters from where the base ends."""
    state = _unpacked(system, base.position)
    events = enumerate(((e.seq, event) for e in rest for event in events_of(system, e)), start=base.first)
    for _, (_, event) in islice(events, base.begins - base.first):
        event.apply(state)
    return told_from(system, state, events, catalogue, stale=base.begins > 0)


def projected(system: System[Any], legs: Sequence[Leg], first: int, name: SideName) -> Projector:
    """Set to run from event ``first`` on, which must be within the first leg; told with rolls and standing orders.

    ``name`` tells what a side is called.
    """
    state = _unpacked(system, legs[0].position)
    kept = [e for leg in legs for e in _uncut(leg.entries)]
    found = Projector(system, state, iter(items(system, kept, name)), legs[0].first)
    if first > legs[0].first:
        found.through(first - 1)
    return found


def _packed(state: Any) -> bytes:
    return zlib.compress(state.model_dump_json().encode(), 1)


def _unpacked(system: System[Any], position: bytes) -> Any:
    return system.state_type.model_validate_json(zlib.decompress(position))


def _cut(entries: list[Entry]) -> bytes:
    return zlib.compress(pickle.dumps(entries, pickle.HIGHEST_PROTOCOL), 1)


def _uncut(entries: bytes) -> list[Entry]:
    return pickle.loads(zlib.decompress(entries))

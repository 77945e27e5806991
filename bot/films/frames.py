"""A stretch of a battle as the frames of a film, from the journal's events alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.films.captions import OUTCOMES
from bot.films.chapters import By, Chapter, chapters_of, events_in, opening
from bot.films.projector import Projector
from bot.films.turning import score, turning
from bot.language.catalogue import ENGLISH
from bot.narration import TextCatalogue
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.view import TableView
from renderer import View, around, whole
from renderer.film.model import Frame

MOST_GROUPS = 90
"""Groups of deeds one film shows, two frames each; of more, several are shown at once."""

SECONDS = 100
"""A film is hurried so as not to last much longer."""

SHORTEST, PER_LETTER, LONGEST = 600, 14, 1800
"""Milliseconds a frame is shown: at least, for each letter of its caption, and at most."""

LEAST = 250
"""Milliseconds below which no frame is hurried."""

LINGER = 900
"""Milliseconds more for a turning point."""

RING = 2
"""Hexes shown around what happens."""


def cut(chapters: Sequence[Chapter], since: int = 0, until: int | None = None) -> list[Chapter]:
    """What of these chapters lies between two journal entries, both included."""
    last = chapters[-1].last if until is None and chapters else until or 0
    return [c for c in (x.within(since, last) for x in chapters) if c is not None]


def finest(chapters: Sequence[Chapter], most: int = MOST_GROUPS) -> By:
    """How finely these chapters can be shown in one film."""
    for by in ("event", "stage"):
        if sum(1 for c in chapters for _ in c.groups(by)) <= most:
            return by
    return "activation"


def stage_view(chapters: Sequence[Chapter], *tables: TableView) -> View:
    """A part of the map that holds everything these chapters show, and every unit of the ``tables``."""
    hexes = {h for c in chapters for d in c.deeds for h in d.hexes}
    hexes |= {h for t in tables for c in t.counters for h in c.hexes}
    return around(hexes, RING) if hexes else whole()


def frames_of(
    system: System[Any],
    entries: Sequence[Entry],
    since: int = 0,
    until: int | None = None,
    by: By = "activation",
    *,
    catalogue: TextCatalogue = ENGLISH,
    chapters: Sequence[Chapter] | None = None,
) -> Iterator[Frame]:
    """The frames that show what happened between two journal entries, both included; none where nothing did.

    ``entries`` is the whole journal, ``chapters`` what :func:`bot.films.chapters.chapters_of` makes of it. The first
    frame is the position before; every group of deeds then has a frame with its marks where the units stood, and one
    where they stand afterwards. Everything is shown as everybody saw it. No rule is run; what was taken back is left
    out.
    """
    found = list(chapters_of(system, entries, catalogue)) if chapters is None else chapters
    wanted = cut(found, since, until)
    plan = [(c.title, g) for c in wanted for g in c.groups(by) if any(d.kind for d in g)]
    if not plan:
        return
    index = Projector(system, opening(system, entries), events_in(system, entries))
    index.through(plan[0][1][0].n - 1)
    shown = ""
    for i, (title, group) in enumerate(plan):
        told = index.through(next(d.n for d in group if d.kind) - 1)
        before = index.table
        if i == 0:
            yield Frame(before, (), "", _held(""), title)
        told = told.and_then(index.through(group[-1].n))
        deeds, outcomes = told.captions(catalogue, brief=by == "activation")
        turned = turning(score(before), score(index.table))
        marks = [m for m in told.marks if m.kind not in OUTCOMES]
        if marks:
            yield Frame(before, marks, deeds or outcomes, _held(deeds or outcomes), title)
        shown = outcomes or deeds
        hold = _held(shown if outcomes or not marks else "") + (LINGER if turned else 0)
        yield Frame(index.table, [m for m in told.marks if m.kind in OUTCOMES], shown, hold, title, turned)
    before = index.table
    rest = index.through(wanted[-1].deeds[-1].n if until is not None else None)
    said = rest.captions(catalogue, brief=False)[1]
    if said or _pieces(before) != _pieces(index.table):
        turned = turning(score(before), score(index.table))
        yield Frame(index.table, (), said or shown, _held(said), wanted[-1].title, turned)


def _pieces(table: TableView) -> tuple[Any, ...]:
    """All that lies on the map."""
    return table.counters, table.leaders, table.markers


def paced(frames: Sequence[Frame], speed: float = 1.0) -> list[Frame]:
    """The frames, hurried where together they would last too long, then ``speed`` times as fast."""
    hurry = speed * max(1.0, sum(f.hold for f in frames) / (1000 * SECONDS))
    return [replace(f, hold=max(LEAST, round(f.hold / hurry))) for f in frames]


def _held(caption: str) -> int:
    """Milliseconds for a frame with this caption."""
    return min(LONGEST, SHORTEST + PER_LETTER * len(caption))

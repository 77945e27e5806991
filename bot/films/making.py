"""Work for the drawing pool: whole jobs, from a journal to what is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.films.account import Army, account
from bot.films.chapter_index import ChapterIndex, Leg, projected
from bot.films.chapters import Chapter, chapters_of
from bot.films.frames import RING, cut, finest, frames_of, paced, stage_view
from bot.films.steps import Step
from bot.language.catalogue import ENGLISH
from bot.narration import TextCatalogue
from bot.narration.dispatch import MARKS, Told, joined
from bot.narration.journal import titled
from engine.kernel.events import Trace
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.text import refuse
from engine.kernel.view import TableView
from renderer import Overlay, Theme, View, around, render
from renderer.film.model import Film


def chaptered(system: System[Any], entries: Sequence[Entry], catalogue: TextCatalogue = ENGLISH) -> list[Chapter]:
    """All chapters of a whole journal."""
    return list(chapters_of(system, entries, catalogue))


def filmed(
    system: System[Any],
    entries: Sequence[Entry],
    since: int = 0,
    until: int | None = None,
    *,
    theme: Theme = "light",
    speed: float = 1.0,
    catalogue: TextCatalogue = ENGLISH,
    chapters: Sequence[Chapter] | None = None,
    most_bytes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Film:
    """A film of what happened between two journal entries, both included, shown as finely as is seemly.

    ``entries`` is the whole journal, ``most_bytes`` how long the file may be, if not as long as Discord takes;
    ``progress`` is told how many frames are drawn, and of how many. Raises Refusal where nothing happened that can be
    seen.
    """
    found = chaptered(system, entries, catalogue) if chapters is None else chapters
    wanted = cut(found, since, until)
    by = finest(wanted)
    frames = paced(list(frames_of(system, entries, since, until, by, catalogue=catalogue, chapters=found)), speed)
    if not frames:
        refuse("Nothing has happened on the map yet." if until is None and not since else "Nothing happened there.")
    # A film of the whole battle shows every unit, one of a part what happens in it.
    everybody = [frames[0].table, frames[-1].table] if wanted == list(found) else []
    from renderer.film.shooting import ROOM, film  # draws, as does only the process this is done in
    from renderer.film.take import unheard

    room, stage = ROOM if most_bytes is None else most_bytes, stage_view(wanted, *everybody)
    return film(frames, stage, theme, most_bytes=room, say=catalogue.say, progress=progress or unheard)


@dataclass(frozen=True, slots=True)
class Stood:
    """How a battle stood for everybody after a step, with what was done in it."""

    table: TableView
    marks: tuple[Trace, ...]
    lines: tuple[str, ...]


def stood(
    system: System[Any],
    legs: Sequence[Leg],
    step: Step,
    names: Mapping[str, str],
    catalogue: TextCatalogue = ENGLISH,
) -> Stood:
    """The position after a step, and its story. ``legs`` are those of the index it lies within; ``names`` are the
    sides'."""
    index = projected(system, legs, step.first, lambda side: names.get(side, side))
    told = index.through(step.last)
    lines = joined(Told.of(x, catalogue) for x in titled(system, told.lines))
    return Stood(index.table, tuple(told.marks), tuple(lines))


@dataclass(frozen=True, slots=True)
class Still:
    """One step of a battle: the map with marks of what was done, and how it is told."""

    png: bytes
    alt: str
    lines: tuple[str, ...]


def still(
    system: System[Any],
    legs: Sequence[Leg],
    step: Step,
    names: Mapping[str, str],
    stage: View,
    *,
    close: bool = False,
    theme: Theme = "light",
    catalogue: TextCatalogue = ENGLISH,
) -> Still:
    """The position after a step, as everybody saw it. ``legs`` are those of the index it lies within.

    ``names`` are those of the sides. It shows the ``stage``, or closely what was done.
    """
    found = stood(system, legs, step, names, catalogue)
    hexes = {h for m in found.marks for h in m.hexes if h in found.table.board}
    view = around(hexes, RING) if close and hexes else stage
    drawn = render(found.table, view, (), found.marks[-MARKS:], theme, overview=close, say=catalogue.say)
    return Still(drawn.png, drawn.alt, found.lines)


@dataclass(frozen=True, slots=True)
class Accounted:
    """An account of a battle, its maps drawn."""

    armies: tuple[Army, ...]
    summary: tuple[str, ...]
    turns: int
    activations: int
    maps: tuple[tuple[str, bytes, str], ...]
    """Title, PNG and alternative text of each: turning points, then the end."""


def accounted(
    system: System[Any],
    index: ChapterIndex,
    names: Mapping[str, str],
    *,
    theme: Theme = "light",
    catalogue: TextCatalogue = ENGLISH,
) -> Accounted:
    """What a battle came to as far as its index goes. Takes a few seconds for a long battle."""
    found = account(system, index, names, catalogue)
    maps: list[tuple[str, bytes, str]] = []
    for moment in found.moments:
        marks = moment.passage.told.marks[-MARKS:] if moment.passage is not None else []
        hexes = {h for m in marks for h in m.hexes if h in moment.table.board}
        losses: list[Overlay] = [] if moment.losses is None else [moment.losses]
        view = around(hexes, RING) if hexes else index.stage
        drawn = render(moment.table, view, losses, marks, theme, overview=bool(hexes), say=catalogue.say)
        maps.append((moment.title, drawn.png, drawn.alt))
    return Accounted(found.armies, found.summary, found.turns, found.activations, tuple(maps))

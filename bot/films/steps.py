"""The steps of a battle, for those who look back at their own pace; and the places they may jump to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from bot.films.chapter_index import ChapterIndex
from bot.films.chapters import By, Chapter, turns
from bot.narration import TextCatalogue
from engine.kernel.text import Text

PAGE = 23
"""Places of one list, which has room for two more choices: the pages before and after."""

BEGINNING = -1
"""Chapter of the step before the first one."""


@dataclass(frozen=True, slots=True)
class Step:
    """The position after something was done."""

    at: int
    """The journal entry it begins with, by which it is found again; 0 for the beginning of the battle."""
    first: int
    """Number of its first event."""
    last: int | None
    """Number of its last event; None for the end of the journal."""
    chapter: int
    part: int = 1
    """The how manyeth of its chapter's ``parts``."""
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to jump to."""

    at: int
    label: Text
    turning: bool = False


def steps(chapters: Sequence[Chapter], by: By) -> list[Step]:
    """The beginning, and a step for everything that is shown at once."""
    found = [Step(0, 0, -1, BEGINNING)]
    for n, chapter in enumerate(chapters):
        groups = list(chapter.groups(by))
        for part, group in enumerate(groups, start=1):
            previous = found[-1]
            first = (previous.last if previous.last is not None else -1) + 1
            if group[0].seq <= previous.at:
                # One journal entry is one step: else it couldn't be told by its number.
                found[-1] = Step(previous.at, previous.first, group[-1].n, previous.chapter, part, len(groups))
            else:
                found.append(Step(group[0].seq, first, group[-1].n, n, part, len(groups)))
    end = found[-1]
    found[-1] = Step(end.at, end.first, None, end.chapter, end.part, end.parts)
    return found


def step_title(index: ChapterIndex, step: Step, catalogue: TextCatalogue, turning: int) -> str:
    """What a step is called, with a star where it belongs to one of at most so many turning points."""
    begins = step.chapter == BEGINNING
    title = catalogue.translate("The beginning") if begins else index.chapters[step.chapter].title
    if step.parts > 1:
        title = f"{title} ({step.part}/{step.parts})"
    return f"{title} ★" if step.chapter in index.turning_points(turning) else title


def locate(found: Sequence[Step], at: int) -> int:
    """Place of the step a journal entry belongs to; of the nearest one before it where that entry is gone."""
    return max(0, bisect_right([s.at for s in found], at) - 1)


def activations(chapters: Sequence[Chapter], turning: Sequence[int]) -> list[Place]:
    """The beginning and every activation; numbered where the rules know no turns."""
    numbered = not turns(chapters)
    found = [Place(0, Text("The beginning"))]
    for n, c in enumerate(chapters):
        label = Text("{n} · {title}", n=n + 1, title=c.title) if numbered else Text("{title}", title=c.title)
        found.append(Place(c.first, label, n in turning))
    return found


def landmarks(chapters: Sequence[Chapter], turning: Sequence[int]) -> list[Place]:
    """Where each turn begins, and the turning points, in order."""
    known = turns(chapters)
    found = [Place(first, Text("Turn {turn}", turn=turn)) for turn, (first, _) in known.items()]
    for n in turning:
        c = chapters[n]
        label = Text("{title}", title=c.title) if known else Text("{n} · {title}", n=n + 1, title=c.title)
        found.append(Place(c.first, label, True))
    return sorted(found, key=lambda p: (p.at, p.turning))


def page_with(places: Sequence[Place], at: int) -> int:
    """The page of a list on which the place before or at a journal entry stands."""
    return max(0, bisect_right([p.at for p in places], at) - 1) // PAGE

"""Lessons: a first battle of each system, step by step, on the system's drill ground.

>>> [lesson.system for lesson in lessons()]
['cataphract', 'men-of-iron', 'alexander', 'spqr', 'simple-gboh', 'justinian']
>>> [step.title for step in lesson_of("cataphract").steps]
['Move', 'Face', 'Fire', 'React', 'Shock', 'Rally']

A lesson is one JSON file, ``scenarios/lessons/<system>.json``, beside the ground it is fought on,
``scenarios/<system>/drill.json``; ``docs/lessons.md`` describes it for authors.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

import scenarios
from engine.kernel.referee import SetValue
from scenarios.formats import FORMATS

FOLDER = Path(__file__).parent

FIRST = "simple-gboh"
"""System of the lesson that newcomers begin with: the fast rules of many battles."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Sign(_Model):
    """Something that happens in a battle: an event, or an answer of the learner's own."""

    event: str = ""
    """Type of the event: "unit-moved"."""
    having: Mapping[str, str | int | bool | None] = Field(default_factory=dict)
    """Fields of the event; of one that holds a list, what is among it: ``{"unit": "HC1", "attackers": "HC1"}``."""
    answer: str = ""
    """Kind of the question that was answered, by whatever: "orderly-withdrawal"; instead of an event."""
    once: Sign | None = None
    """It counts only where this has been seen since the step began, too."""
    unless: Sign | None = None
    """It doesn't count where this has been seen since the step began, before it."""

    def seen(self, kind: str, data: Mapping[str, Any]) -> bool:
        """Whether a journal entry (:class:`engine.kernel.journal.Entry`) of this kind with this data is meant."""
        if self.answer:
            return kind == "answer" and data["kind"] == self.answer
        named = kind == "event" and data["type"] == self.event
        return named and all(_holds(data.get(k), v) for k, v in self.having.items())


def _holds(found: Any, wanted: object) -> bool:
    return wanted in found if isinstance(found, list | tuple) else found == wanted


class Offer(_Model):
    """What the guided panel offers first."""

    unit: str
    kind: str
    """Kind of an idea (:attr:`engine.kernel.ideas.Idea.kind`): "strike"."""
    begins: str = ""
    """How its order begins as it is written, where dice may make another idea of the kind the better one."""


class Step(_Model):
    """One thing to learn."""

    key: str
    title: str
    """A word or two: "Face"."""
    text: str
    """What to do and why. ``{orders}`` and other words in braces are buttons, by what they do; see the docs."""
    offer: Offer | None = None
    """What is offered first of several orders that do the step; None for the one that is shown."""
    then: Mapping[str, str] = Field(default_factory=dict)
    """What is said instead, by the kind of the question that is open: for a step of several answers."""
    hint: str
    """What is told when something else was done."""
    asks: tuple[str, ...]
    """Kinds of the questions the learner answers; every other one is answered for them."""
    done: tuple[tuple[Sign, ...], ...]
    """The step is done when one sign of each group has been seen since it began."""
    along: tuple[Sign, ...] = ()
    """What shows that an answer leads there. An answer without, that doesn't finish the step, is taken back."""
    wrong: tuple[Sign, ...] = ()
    """What shows that it doesn't, whatever else has happened."""
    show: tuple[str, ...]
    """Orders, as they are written, that carry the step out for who presses *Show me*."""
    enemy: tuple[str, ...] = ()
    """Orders of the enemy while the step lasts, one for each time it may give some; after them the default."""


class Unasked(_Model):
    """Answers to questions a lesson isn't about, by kind; those that aren't named get their default."""

    learner: Mapping[str, str] = Field(default_factory=dict)
    enemy: Mapping[str, str] = Field(default_factory=dict)


class Lesson(_Model):
    """A first battle."""

    system: str
    side: str
    """Side of the learner; the lesson plays the other one."""
    opening: str
    """What the learner reads first."""
    closing: str
    """And last."""
    next: str
    """Key of the battle that suits whoever has learnt this."""
    setup: tuple[SetValue, ...] = ()
    """Values that are set, as a referee would, before the first step."""
    why: str = ""
    """What these are for, in words for the journal."""
    unasked: Unasked = Unasked()
    steps: tuple[Step, ...] = Field(min_length=1)

    @property
    def scenario(self) -> str:
        """Key of the drill ground."""
        return f"{self.system}/{scenarios.DRILL}"


@cache
def lessons() -> tuple[Lesson, ...]:
    """Every lesson, by system in the order of :data:`FORMATS`."""
    paths = ((system, FOLDER / f"{system}.json") for system in FORMATS)
    found = tuple(Lesson.model_validate_json(path.read_bytes()) for _, path in paths if path.is_file())
    return found


def offered() -> tuple[Lesson, ...]:
    """Lessons of systems whose battles are offered to players, that for newcomers first."""
    found = [x for x in lessons() if FORMATS[x.system].complete]
    return tuple(sorted(found, key=lambda x: x.system != FIRST))


def lesson_of(system: str) -> Lesson:
    """The lesson of a system. Raises KeyError where it has none."""
    for lesson in lessons():
        if lesson.system == system:
            return lesson
    raise KeyError(system)

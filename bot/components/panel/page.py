"""A page of the panel as plain data: what it says, what can be pressed, what its picture shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import discord

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Menu
from engine.kernel.events import Trace

COMPONENTS = 40
"""Components of one message, all that hold others counted too."""
TEXT = 4000
"""Characters of one message."""
BUTTONS = 5
"""Buttons in a row."""
OPTIONS = 25
"""Options of one select."""
LABEL = 40
"""Characters of a button that are seen on a phone."""

Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Press:
    """A button."""

    verb: str
    argument: str
    label: str
    style: Style = "secondary"


@dataclass(frozen=True, slots=True)
class Words:
    """Text."""

    text: str
    cost = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A text with a button beside it."""

    text: str
    press: Press
    cost = 3


@dataclass(frozen=True, slots=True)
class Row:
    """At most five buttons."""

    presses: tuple[Press, ...]

    @property
    def cost(self) -> int:
        return 1 + len(self.presses)


@dataclass(frozen=True, slots=True)
class Picks:
    """A select."""

    verb: str
    argument: str
    placeholder: str
    options: tuple[discord.SelectOption, ...]
    several: bool = False
    """Any number of them may be chosen, none too."""
    cost = 2


@dataclass(frozen=True, slots=True)
class Rule:
    """A line between two parts."""

    cost = 1


Part: TypeAlias = Words | Line | Row | Picks | Rule


@dataclass(frozen=True, slots=True)
class Shown:
    """What the picture of a page shows."""

    menu: Menu
    """Where what is chosen can go, or who can be chosen."""
    taken: tuple[Choice, ...] = ()
    """What is chosen so far."""
    sectors: Mapping[str, Sequence[Place]] = field(default_factory=dict[str, Sequence[Place]])
    """Letters of sectors of the map with their hexes."""
    letters: Mapping[Place, str] = field(default_factory=dict[Place, str])
    """Letters of single hexes."""
    best: tuple[Place, ...] = ()
    """The likeliest hexes, best first."""
    units: tuple[str, ...] = ()
    """Units a group is made of."""
    turns: tuple[Choice, ...] = ()
    """Orders that turn a unit of two hexes where it stands, each into other hexes."""
    marks: tuple[Trace, ...] = ()
    """What suggested orders would do: ways, shots, attacks."""


@dataclass(frozen=True, slots=True)
class Page:
    """All of it, from top to bottom; the picture stands below the first part."""

    parts: tuple[Part, ...]
    shown: Shown | None = None


def rows(presses: Sequence[Press]) -> list[Row]:
    """Buttons in as few rows as possible, evenly filled.

    >>> [len(r.presses) for r in rows([Press("a", str(n), "x") for n in range(7)])]
    [4, 3]
    """
    count = -(-len(presses) // BUTTONS)
    found: list[Row] = []
    left = list(presses)
    for n in range(count, 0, -1):
        take = -(-len(left) // n)
        found.append(Row(tuple(left[:take])))
        left = left[take:]
    return found


def cost(parts: Sequence[Part]) -> int:
    """Components that parts take."""
    return sum(p.cost for p in parts)

"""What a film is made of, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.events import Trace
from engine.kernel.view import TableView


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    table: TableView
    traces: Sequence[Trace] = ()
    """Marks of what is being done, drawn over the position."""
    caption: str = ""
    """What is being done, in words."""
    hold: int = 1200
    """Milliseconds it is shown."""
    heading: str = ""
    """Who is at it: "Turn 2 · Belisarius"."""
    turning: bool = False
    """A turning point of the battle; the time line marks it."""


@dataclass(frozen=True, slots=True)
class Film:
    """An animation ready to be sent."""

    data: bytes
    kind: str
    """Format, as files end in: "gif"."""
    width: int
    height: int
    frames: int
    seconds: float
    """How long it runs until it begins again."""
    alt: str
    """Alternative text: what happens in it, in a few sentences."""

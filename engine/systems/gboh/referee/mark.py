"""A note of a battle's rule that a referee may set: whether the baggage has been looted, where stakes stand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Mark:
    """One such note (:class:`~engine.systems.gboh.events.NoteSet`), as a yes or no of a side, leader or unit."""

    key: str
    """What a referee writes: "looted"."""
    words: Text
    """What players call it."""
    on: bool
    """Whether it is so now."""
    note: str
    """Key of the note in the position."""
    yes: str
    """What the note holds then; "" for no note at all."""
    no: str = ""
    """What it holds otherwise."""

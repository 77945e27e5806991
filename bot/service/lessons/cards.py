"""The message by which a lesson speaks, as it is stored."""

from __future__ import annotations

from dataclasses import dataclass

CARD = "card"
"""Setting of a battle that is a lesson."""


@dataclass(frozen=True)
class Card:
    """Which message tells what of a lesson."""

    message: int | None = None
    channel: int = 0
    stage: int = -1
    """The step it tells."""
    look: str = ""
    """A digest of what it shows."""

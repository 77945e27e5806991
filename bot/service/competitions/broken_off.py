"""A league or cup that a referee has broken off, while not everybody has been told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """Who was told so far. It is stored as it is told, so that whatever comes between, all are told, and once."""

    by: str
    """What the referee is called."""
    called: bool = False
    """Whether those who take part have been."""
    places: tuple[int, ...] = ()
    """Numbers of the matches in whose places it was said."""

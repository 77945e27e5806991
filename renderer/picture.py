"""A finished picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """An image ready to be sent."""

    png: bytes
    width: int
    height: int
    alt: str
    """Alternative text: the position in a sentence or two."""

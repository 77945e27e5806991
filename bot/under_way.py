"""Interactions that are being handled: what nobody waits for gives way to them.

While a thread loads something, an answer on the event loop takes twice as long.
"""

from __future__ import annotations

import asyncio
import time

LOOK = 0.05
"""Seconds between two looks at whether somebody waits for an answer."""
LONGEST = 5.0
"""Seconds after which an interaction isn't given way to any longer."""
TYPING = 0.3
"""The same for something that is being typed, of whose answer nobody tells."""

_until: dict[int, float] = {}
"""By interaction, until when (:func:`time.monotonic`) it is given way to."""


def begun(interaction: int, lasting: float = LONGEST) -> None:
    """An interaction is being handled, for so many seconds unless its end is told."""
    now = time.monotonic()
    for other in [i for i, until in _until.items() if until <= now]:
        del _until[other]
    _until[interaction] = now + lasting


def ended(interaction: int) -> None:
    _until.pop(interaction, None)


def answering() -> bool:
    """Whether somebody waits for an answer."""
    return any(until > time.monotonic() for until in _until.values())


async def none() -> None:
    """Wait until nobody does."""
    while answering():
        await asyncio.sleep(LOOK)


__all__ = ["answering", "begun", "ended", "none"]

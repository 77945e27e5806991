"""What is being handled when something is logged: the command or the press, its server and channel, its battle.

It belongs to the task, and to those the task starts: lines of different interactions don't mix.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_handled: ContextVar[Mapping[str, str | int] | None] = ContextVar("handled", default=None)

KEPT = 100
"""Reference numbers that are remembered."""

_references: deque[tuple[float, str]] = deque(maxlen=KEPT)


def handling(**facts: str | int | None) -> None:
    """From here on, in this task, this is what is handled. None says nothing about a fact."""
    _handled.set({**handled(), **{k: v for k, v in facts.items() if v is not None}})


@contextmanager
def about(**facts: str | int | None) -> Iterator[None]:
    """The same for a while."""
    before = _handled.set(_handled.get())
    try:
        handling(**facts)
        yield
    finally:
        _handled.reset(before)


def handled() -> Mapping[str, str | int]:
    """What is handled now."""
    return _handled.get() or {}


def reference() -> str:
    """A new reference number: a player tells it, and it stands in the line of the log that says what happened."""
    found = secrets.token_hex(3).upper()
    _references.append((time.monotonic(), found))
    return found


def recent_references(seconds: float) -> list[str]:
    """Reference numbers given in the last so many seconds, at most :data:`KEPT`, the oldest first."""
    since = time.monotonic() - seconds
    return [found for at, found in _references if at >= since]

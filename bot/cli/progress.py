"""How far a command is, on one line of the terminal that goes away in the end; nothing where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EACH = 0.1
"""Seconds between two words, at least."""


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Meanwhile what it gives is told how many of how many are done: "frame 12 of 96"."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    last, long = 0.0, 0

    def told(done: int, of: int) -> None:
        nonlocal last, long
        if time.monotonic() - last < EACH and done < of:
            return
        line = f"{what} {done} of {of}"
        last, long = time.monotonic(), max(long, len(line))
        sys.stderr.write(f"\r{line:{long}}")
        sys.stderr.flush()

    try:
        yield told
    finally:
        sys.stderr.write(f"\r{'':{long}}\r")
        sys.stderr.flush()


__all__ = ["progress"]

"""A test process stays small: what was made for tests that are over, and can be made again, is let go."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
from collections.abc import Callable
from pathlib import Path

ROOM = 550
"""Megabytes above which something is let go."""

STEP = 50
"""Megabytes by which a process must have grown since then before it is done again: it takes half a second."""

LET_GO: list[Callable[[], object]] = []
"""What lets go of it; whoever makes much puts it here."""

_left = 0.0


def one_arena() -> None:
    """Have the C library (glibc) keep one store for all threads: every bot draws in one of its own, 20 MB each."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(-8, 1)  # M_ARENA_MAX


def tidy() -> None:
    """Let go of what is too much, and give back what is free, which takes a millisecond."""
    global _left
    if _megabytes() > max(ROOM, _left + STEP):
        gc.collect()
        for let_go in LET_GO:
            let_go()
        _give_back()
        _left = _megabytes()
    else:
        _give_back()


def _give_back() -> None:
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _megabytes() -> float:
    """What this process takes of the memory; 0 where the system doesn't say it so."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError):
        return 0.0

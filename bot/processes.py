"""Memory of processes. Light on imports: the process that draws tells it too."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable
from pathlib import Path

MEGABYTE = 2**20


def resident(pid: int | None = None) -> float:
    """Memory of a process in MB, by default this one: what it holds now on Linux.

    Elsewhere the most this one ever held, and 0 for others.
    """
    try:
        pages = int(Path(f"/proc/{pid or 'self'}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except OSError:
        if pid is not None:
            return 0.0
        import resource  # not on every system

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (MEGABYTE if sys.platform == "darwin" else 2**10)


OFTEN = 20_000
"""Objects more than there were after which the garbage collector looks for circles among the new ones."""


def begin() -> None:
    """A process has begun: the garbage collector looks seldom, as all that is loaded now stays.

    Loading the bot takes a tenth less, loading rules a fifth.
    """
    gc.set_threshold(OFTEN, 20, 20)


def settle() -> None:
    """What has been loaded stays: the garbage collector needn't look through it again and again.

    That took 3 ms of CPU an order, a twentieth.
    """
    gc.collect()
    gc.freeze()
    begin()


def all_resident(pids: Iterable[int]) -> float:
    """MB all of these hold together."""
    return sum(resident(pid) for pid in pids)

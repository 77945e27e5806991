"""Memory of this process. Light on imports: the process that draws tells it too."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from renderer.graphics.cache import STORES


def resident(pid: int | None = None) -> float:
    """Memory of a process in MB, by default this one: what it holds now on Linux.

    Elsewhere the most this one ever held, and 0 for others.
    """
    try:
        pages = int(Path(f"/proc/{pid or 'self'}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        if pid is not None:
            return 0.0
        import resource  # not on every system

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)


def kept() -> tuple[list[tuple[str, int, int, int]], float]:
    """Every store of the renderer, with how many it keeps, its bytes and its room, and this process's memory in MB."""
    return [(store.name, len(store), store.used, store.room) for store in STORES], resident()

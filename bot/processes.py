"""Memory of processes, as the kernel knows it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def resident(pid: int | None = None) -> int:
    """Bytes a process has in memory, this one by default; 0 where that isn't known."""
    try:
        fields = Path(f"/proc/{pid or 'self'}/statm").read_text("ascii").split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def all_resident(pids: Iterable[int]) -> int:
    """Bytes all of these have together."""
    return sum(resident(pid) for pid in pids)

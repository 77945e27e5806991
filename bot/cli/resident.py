"""What the renderer keeps in a process, and the memory of that process."""

from __future__ import annotations

from bot.processes import resident
from renderer.graphics.cache import STORES


def kept() -> tuple[list[tuple[str, int, int, int]], float]:
    """Every store of the renderer, with how many it keeps, its bytes and its room, and this process's memory in MB."""
    return [(store.name, len(store), store.used, store.room) for store in STORES], resident()

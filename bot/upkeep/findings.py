"""What is found to be wrong in a database."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    battle: str | None
    """None for what belongs to no battle."""
    kind: str
    """What :mod:`bot.upkeep.repair` goes by."""
    what: str
    """In a sentence."""
    mend: str = ""
    """What ``--repair`` does about it; "" where nothing can be done but restoring a backup."""

    def __str__(self) -> str:
        head = f"battle {self.battle}: " if self.battle is not None else ""
        return f"{head}{self.what}" + (f" ({self.mend})" if self.mend else " (can't be mended: restore a backup)")


HEAD = "head"
NEXT_ROLL = "next roll"
CHECKPOINTS = "checkpoints"
QUESTIONS = "questions"
LEFT_OVER = "left over"
OVER = "over"
DIVERGED = "diverged"
ORPHANS = "orphans"
"""Kinds that can be mended."""
BROKEN = "broken"
"""Any kind that can't."""

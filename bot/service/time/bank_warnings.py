"""Who is to be told that a side's time for the whole battle is spent."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.people.handovers import TOLD_BANKS
from bot.service.sessions.battles import Battles
from bot.service.time import clocks
from bot.service.time.limits import GRACE
from bot.service.time.timekeeping import Timekeeping
from bot.storage import Database

EMPTY, UP = 1, 2
"""What is told of a side: that its bank is empty; that its opponent may claim the win."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Something to be told."""

    battle: str
    side: str
    stage: int
    grace: float
    """Seconds an answer may take now."""


class Warnings:
    """What is told about empty banks, each of it once."""

    def __init__(self, database: Database, battles: Battles, timekeeping: Timekeeping) -> None:
        self.database = database
        self.battles = battles
        self.timekeeping = timekeeping

    async def spent(self, battle_id: str) -> list[Spent]:
        """What hasn't been told yet of a battle."""
        times = await self.timekeeping.times(battle_id)
        owner = f"battle:{battle_id}"
        told: dict[str, int] = dict((await self.database.settings.of(owner)).get(TOLD_BANKS, {}))
        now = {s: _stage(t.left, t.late) for s, t in times.items()}
        lower = {s: min(n, now.get(s, 0)) for s, n in told.items()}
        if lower != told:
            await self.database.settings.put(owner, TOLD_BANKS, {s: n for s, n in lower.items() if n} or None)
        found = [(s, n) for s, n in now.items() if n > lower.get(s, 0)]
        if not found:
            return []
        grace = GRACE[(await self.battles.get(battle_id)).mode]
        return [Spent(battle_id, s, n, grace) for s, n in found]

    async def told(self, spent: Spent) -> None:
        """It has been told."""
        owner = f"battle:{spent.battle}"
        told = (await self.database.settings.of(owner)).get(TOLD_BANKS, {})
        await self.database.settings.put(owner, TOLD_BANKS, {**told, spent.side: spent.stage})


def _stage(left: float | None, late: int) -> int:
    if left is None or not late:
        return 0
    return UP if late >= clocks.LATE else EMPTY

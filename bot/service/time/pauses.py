"""Battles whose clocks stand, since nobody can see where they are fought."""

from __future__ import annotations

from bot.service.sessions.sessions import Sessions
from bot.storage import Database
from bot.storage.watchers import BATTLE

HALTED = "halted"
"""Setting of a battle that stands still because nothing can be posted in its channel."""


class Pauses:
    """Stopping the clocks of a battle, and letting them go on."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self.database = database
        self.sessions = sessions

    async def halted(self) -> list[str]:
        """Battles that stand still because nothing can be posted in their channel."""
        return sorted(await self.database.settings.by_id(HALTED, BATTLE))

    async def set_halted(self, battle_id: str, halted: bool) -> None:
        await self.database.settings.put(BATTLE + battle_id, HALTED, True if halted else None)

    async def standing(self) -> dict[str, float]:
        """Battles whose clocks stand, and since when."""
        return await self.database.battles.standing()

    async def pause(self, battle_id: str) -> bool:
        """Stop the clocks of a battle; False where they stand already, or the battle is over."""
        return await self._paused(battle_id, True)

    async def go_on(self, battle_id: str) -> bool:
        """Let the clocks of a battle go on; False where they do."""
        return await self._paused(battle_id, False)

    async def _paused(self, battle_id: str, stand: bool) -> bool:
        row = await self.database.battles.get(battle_id)
        if row is None or row.status not in ("open", "running") or row.standing == stand:
            return False
        async with self.sessions.locks[battle_id]:
            row = await self.database.battles.get(battle_id)
            if row is None or row.standing == stand:
                return False
            pauses, now = row.pauses, self.sessions.clock()
            pauses = (*pauses, (now, None)) if stand else (*pauses[:-1], (pauses[-1][0], now))
            await self.database.battles.update(battle_id, pauses=[list(p) for p in pauses])
            # It is read again with what has changed.
            self.sessions.forget(battle_id)
        if row.status == "running":
            # Should this be cut short: deadlines are reckoned anew before any answers, and at every start.
            async with self.sessions.session(battle_id) as session:
                await self.sessions.refresh(session)
        return True

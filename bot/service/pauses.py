"""Battles whose clocks stand, since nobody can see where they are fought."""

from __future__ import annotations

from bot.service.sessions import Sessions


class Pausing(Sessions):
    """Stopping the clocks of a battle, and letting them go on."""

    async def pauses(self) -> dict[str, float]:
        """Battles whose clocks stand, and since when."""
        return await self.database.battles.standing()

    async def pause(self, battle_id: str) -> bool:
        """Stop the clocks of a battle; False where they stand already, or the battle is over."""
        return await self._paused(battle_id, True)

    async def go_on_with(self, battle_id: str) -> bool:
        """Let the clocks of a battle go on; False where they do."""
        return await self._paused(battle_id, False)

    async def _paused(self, battle_id: str, stand: bool) -> bool:
        row = await self.database.battles.get(battle_id)
        if row is None or row.status not in ("open", "running") or row.standing == stand:
            return False
        async with self._locks[battle_id]:
            row = await self.database.battles.get(battle_id)
            if row is None or row.standing == stand:
                return False
            pauses, now = row.pauses, self.clock()
            pauses = (*pauses, (now, None)) if stand else (*pauses[:-1], (pauses[-1][0], now))
            await self.database.battles.update(battle_id, pauses=[list(p) for p in pauses])
            # It is read again with what has changed.
            self._sessions.pop(battle_id, None)
        if row.status == "running":
            # Should this be cut short: deadlines are reckoned anew before any answers, and at every start.
            async with self._session(battle_id) as session:
                await self._refresh(session)
        return True

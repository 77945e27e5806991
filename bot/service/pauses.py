"""Battles whose clocks stand, since nobody can see where they are fought."""

from __future__ import annotations

from dataclasses import replace

from bot.service.sessions import Sessions
from bot.storage.watchers import BATTLE

PAUSED = "paused"
"""Setting of a battle: since when its clocks stand."""


class Pausing(Sessions):
    """Stopping the clocks of a battle, and letting them go on."""

    async def pauses(self) -> dict[str, float]:
        """Battles whose clocks stand, and since when."""
        found = await self.database.settings.named(PAUSED)
        return {owner.removeprefix(BATTLE): at for owner, at in found.items()}

    async def pause(self, battle_id: str) -> bool:
        """Stop the clocks of a battle; False where they stand already, or the battle is over."""
        if (await self.battle(battle_id)).status not in ("open", "running") or battle_id in await self.pauses():
            return False
        await self.database.settings.put(BATTLE + battle_id, PAUSED, self.clock())
        return True

    async def go_on_with(self, battle_id: str) -> bool:
        """Let the clocks of a battle go on; False where they do."""
        since = (await self.pauses()).get(battle_id)
        if since is None:
            return False
        await self.database.settings.put(BATTLE + battle_id, PAUSED, None)
        if (await self.battle(battle_id)).status == "running":
            async with self._session(battle_id) as session:
                # What was asked before is asked so much later; what was asked meanwhile, now.
                stood, now = self.clock() - since, self.clock()
                moved = {s: replace(q, asked=min(q.asked + stood, now)) for s, q in session.questions.items()}
                session.questions = moved
                session.ask(now, await self._hours(session.row))
                await self.database.games.put_questions(battle_id, list(session.questions.values()))
        return True

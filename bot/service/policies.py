"""Giving and taking back standing orders. What they answer is in :mod:`bot.service.standing`."""

from __future__ import annotations

from bot.service import standing
from bot.service.sessions import Sessions
from bot.storage import PolicyRow
from engine.kernel.text import refuse


class Policies(Sessions):
    """A player's standing orders; nobody else sees them."""

    async def policies(self, battle_id: str, user_id: int) -> list[PolicyRow]:
        """The player's own standing orders."""
        battle = await self.battle(battle_id)
        return [p for side in battle.sides_of(user_id) for p in await self.database.policies.of(battle_id, side)]

    async def set_policy(
        self, battle_id: str, user_id: int, kind: str, answer: str, scope: str = "*", side: str | None = None
    ) -> PolicyRow:
        """Give a standing order: always, never, ask, or ``if:CONDITION``, for the side, a group of units or a unit."""
        async with self._turn(battle_id, user_id) as (session, battle):
            kinds = {p.kind: p for p in session.game.system.policies}
            if kind not in kinds:
                refuse("Standing orders are about: {kinds}.", kinds=", ".join(kinds))
            standing.check(answer, list(kinds[kind].conditions), scope)
            own = battle.sides_of(user_id)
            if side is not None and side not in own:
                refuse("You don't play the {side}.", side=battle.name(side))
            policy = PolicyRow(side or own[0], scope, kind, answer)
            await self.database.policies.put(battle_id, policy)
            session.policies = await self.database.policies.of(battle_id)
            return policy

    async def clear_policy(self, battle_id: str, user_id: int, kind: str, scope: str = "*") -> bool:
        """Take a standing order back; False when there was none."""
        async with self._turn(battle_id, user_id) as (session, battle):
            gone = [
                await self.database.policies.clear(battle_id, PolicyRow(side, scope, kind, ""))
                for side in battle.sides_of(user_id)
            ]
            session.policies = await self.database.policies.of(battle_id)
            return any(gone)

"""Giving and taking back standing orders. What they answer is in :mod:`bot.service.play.standing_answers`."""

from __future__ import annotations

from dataclasses import replace

from bot.service.model import Battle
from bot.service.play import membership, standing_answers
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions, anew
from bot.storage import Database, PolicyRow
from engine.kernel.text import refuse


class StandingOrders:
    """A player's standing orders; nobody else sees them."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    async def of(self, battle_id: str, user_id: int) -> list[PolicyRow]:
        """The player's own standing orders."""
        battle = await self.battles.get(battle_id)
        return [p for side in battle.sides_of(user_id) for p in await self.database.policies.of(battle_id, side)]

    @anew
    async def give(
        self, battle_id: str, user_id: int, kind: str, answer: str, scope: str = "*", side: str | None = None
    ) -> PolicyRow:
        """Give a standing order: always, never, ask, or ``if:CONDITION`` (several joined by ``+``: all must hold).

        ``scope`` is a unit, a group, command or type of troops, or the whole side. ``side`` need be named only by who
        plays both sides and means something both have.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            kinds = {p.kind: p for p in session.game.system.policies}
            if kind not in kinds:
                refuse("Standing orders are about: {kinds}.", kinds=", ".join(kinds))
            standing_answers.check(answer, list(kinds[kind].conditions))
            fitting = [
                PolicyRow(own, key, kind, answer)
                for own in _meant(battle, user_id, side)
                if (key := standing_answers.scope_named(session.scopes(own), scope)) is not None
            ]
            if not fitting:
                refuse(
                    "A standing order is for a unit, a group of units, a command, a type of troops, or everybody (*); "
                    "{who} is none of yours.",
                    who=scope,
                )
            policy = _one(battle, fitting)
            membership.check_scope(session.row, session.game, user_id, policy.side, policy.scope)
            await self.database.policies.put(battle_id, policy, session.row.version)
            session.written()
            session.policies = await self.database.policies.of(battle_id)
            return policy

    @anew
    async def clear(self, battle_id: str, user_id: int, kind: str, scope: str = "*", side: str | None = None) -> bool:
        """Take a standing order back; False when there was none."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            plain = scope.strip().casefold()
            own = _meant(battle, user_id, side)
            given = [p for p in session.policies if p.side in own and p.kind == kind and p.scope.casefold() == plain]
            if not given:
                return False
            policy = _one(battle, given)
            membership.check_scope(session.row, session.game, user_id, policy.side, policy.scope)
            gone = await self.database.policies.clear(battle_id, replace(policy, answer=""), session.row.version)
            session.written()
            session.policies = await self.database.policies.of(battle_id)
            return gone


def _meant(battle: Battle, user_id: int, side: str | None) -> tuple[str, ...]:
    """The player's sides, or the one of them he has named."""
    own = battle.sides_of(user_id)
    if side is None:
        return own
    if side not in own:
        refuse("You don't play the {side}.", side=battle.name(side))
    return (side,)


def _one(battle: Battle, fitting: list[PolicyRow]) -> PolicyRow:
    """The only one. Refused where both sides of a player have it."""
    if len(fitting) > 1:
        refuse("You play both sides; say which: {sides}.", sides=" or ".join(battle.name(p.side) for p in fitting))
    return fitting[0]

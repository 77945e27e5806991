"""Giving and taking back standing orders. What they answer is in :mod:`bot.service.play.standing_answers`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.service.model import Battle
from bot.service.play import membership, standing_answers
from bot.service.play.standing_answers import EVERYTHING
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import BETWEEN, Session
from bot.service.sessions.sessions import Sessions, anew
from bot.storage import ONCE_OVER, WAITING, Database, PolicyRow
from engine.kernel.text import refuse


class StandingOrders:
    """A player's standing orders; nobody else sees them."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    async def of(self, battle_id: str, user_id: int) -> list[PolicyRow]:
        """The player's own standing orders; those for an activation while it lasts."""
        battle = await self.battles.get(battle_id)
        found = [p for side in battle.sides_of(user_id) for p in await self.database.policies.of(battle_id, side)]
        if not any(p.moment for p in found):
            return found
        async with self.sessions.session(battle_id) as session:
            now = {(p.side, p.scope, p.kind, p.moment) for p in session.in_force()}
        return [p for p in found if (p.side, p.scope, p.kind, p.moment) in now]

    @anew
    async def give(
        self,
        battle_id: str,
        user_id: int,
        kind: str,
        answer: str,
        scope: str = "*",
        side: str | None = None,
        *,
        activation: bool = False,
    ) -> PolicyRow:
        """Give a standing order: always, never, ask, or ``if:CONDITION`` (several joined by ``+``: all must hold).

        ``scope`` is a unit, a group, command or type of troops, or the whole side. ``side`` need be named only by who
        plays both sides and means something both have. With ``activation`` it ends with the activation under way; while
        there is none, when its own side acts.
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
            if activation:
                policy = _for_now(session, policy)
            await self._put(session, [policy])
            return policy

    @anew
    async def agree(self, battle_id: str, user_id: int, kind: str, side: str | None = None) -> list[PolicyRow]:
        """Have whoever is asked so in the activation under way do it, unasked.

        What is given for some of them, for now or for good, counts before it. For a member with commands of their own
        it is for those.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            if kind not in {p.kind for p in session.game.system.policies}:
                refuse("There are no standing orders about {kind}.", kind=kind)
            given = [
                _for_now(session, PolicyRow(one, scope, kind, "always"))
                for one in _meant(battle, user_id, side)
                for scope in membership.whose(session.row, user_id, one)
            ]
            await self._put(session, given)
            return given

    @anew
    async def decline_next(self, battle_id: str, user_id: int, kind: str, side: str) -> list[PolicyRow]:
        """Decline beforehand what is asked of a side once the activation under way is over.

        For a member with commands of their own that is what these are asked.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            moment, since = (
                ONCE_OVER + session.game.view().activation,
                session.game.journal[-1].seq,
            )
            given = [
                PolicyRow(one, scope, kind, "never", moment, since)
                for one in _meant(battle, user_id, side)
                for scope in membership.whose(session.row, user_id, one)
            ]
            await self._put(session, given)
            return given

    @anew
    async def silence(
        self, battle_id: str, user_id: int, side: str | None = None, *, does: bool = False
    ) -> list[PolicyRow]:
        """Have nothing more asked in the activation under way: what would be asked is left undone, or done.

        Orders that stand for good still count, and what costs nothing is done. For a member with commands of their
        own that is what these are asked.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            own = _meant(battle, user_id, side)
            given = [
                _for_now(session, PolicyRow(one, scope, EVERYTHING, "always" if does else "never"))
                for one in own
                for scope in membership.whose(session.row, user_id, one)
            ]
            await self._put(session, given)
            return given

    @anew
    async def clear(
        self,
        battle_id: str,
        user_id: int,
        kind: str,
        scope: str = "*",
        side: str | None = None,
        *,
        activation: bool = False,
    ) -> bool:
        """Take a standing order back; False when there was none. With ``activation`` it is one that ends with it."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            plain = scope.strip().casefold()
            own = _meant(battle, user_id, side)
            given = [
                p
                for p in session.in_force()
                if p.side in own and p.kind == kind and p.scope.casefold() == plain and bool(p.moment) == activation
            ]
            if not given:
                return False
            policy = _one(battle, given)
            membership.check_scope(session.row, session.game, user_id, policy.side, policy.scope)
            gone = await self.database.policies.clear(battle_id, replace(policy, answer=""), session.row.version)
            session.written()
            session.policies = await self.database.policies.of(battle_id)
            return gone

    async def _put(self, session: Session, policies: Sequence[PolicyRow]) -> None:
        battle = session.row.id
        for policy in policies:
            await self.database.policies.put(battle, policy, session.row.version)
            session.written()
        session.policies = await self.database.policies.of(battle)


def _for_now(session: Session, policy: PolicyRow) -> PolicyRow:
    """The order for the activation under way or the turn alone; between two activations, until its own side acts."""
    moment = session.while_()
    if moment.startswith(BETWEEN):
        moment = WAITING
    return replace(policy, moment=moment, since=session.game.journal[-1].seq)


def _meant(battle: Battle, user_id: int, side: str | None) -> tuple[str, ...]:
    """The player's sides, or the one of them that was named."""
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

"""Whose eyes the page looks through: a browser that came by a link, or one of the local edition's seats."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import discord

from bot.messages.access import visibility
from bot.messages.access.links import Links, Session
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from engine.kernel.text import Refusal, refuse

FRESH = 10.0
"""Seconds for which it is remembered who is a member of a server: leaving it shuts the board within these."""
KEPT = 2000


class Seats(Protocol):
    """Who may look at what."""

    async def open(self, token: str) -> str:
        """What a browser that brings this shows from now on. Raises Refusal."""
        ...

    async def leave(self, secret: str, seat: str) -> None:
        """Let in nobody any more with what this user was given."""
        ...

    async def viewer(self, secret: str, seat: str, battle: str = "") -> BattleContext:
        """The battle as whoever shows this secret sees it now. Raises :class:`NotLetIn` or Refusal.

        ``battle``: which one is meant, for those who may see several by the same secret.
        """
        ...

    async def who(self, secret: str, seat: str) -> Session:
        """The same without looking at the battle."""
        ...


class NotLetIn(Exception):
    """Nobody we know, or who may not see this battle any more."""


class LinkedSeats:
    """Those who came by a link from Discord."""

    def __init__(
        self, client: discord.Client, lookup: BattleLookup, links: Links, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._lookup = lookup
        self._links = links
        self._clock = clock
        self._members: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()

    async def open(self, token: str) -> str:
        secret, _ = await self._links.redeem(token)
        return secret

    async def leave(self, secret: str, seat: str) -> None:
        await self._links.end((await self.who(secret, seat)).user)

    async def who(self, secret: str, seat: str) -> Session:
        found = await self._links.session(secret)
        if found is None:
            raise NotLetIn
        return found

    async def viewer(self, secret: str, seat: str, battle: str = "") -> BattleContext:
        """That of the link, whichever ``battle`` is asked for."""
        session = await self.who(secret, seat)
        service = self._lookup.service
        try:
            found = await service.battles.get(session.battle)
            member = await self._member(found.guild, session.user)
            if member is None:
                raise NotLetIn
            await visibility.check_listed(self._client, found, member)
        except Refusal:
            raise NotLetIn from None
        return await self._lookup.look(found.id, session.user)

    async def _member(self, guild: int, user: int) -> discord.Member | None:
        known = self._members.get((guild, user))
        if known is not None and known[0] > self._clock() - FRESH:
            return known[1]
        try:
            found = await visibility.member_of(self._client, guild, user)
        except discord.HTTPException:
            refuse("Discord doesn't answer just now; the page tries again.")
        self._members[guild, user] = self._clock(), found
        self._members.move_to_end((guild, user))
        while len(self._members) > KEPT:
            self._members.popitem(last=False)
        return found


class LocalSeats:
    """The seats of one machine: whoever has its key looks through the eyes of each, at what is played there."""

    def __init__(
        self, lookup: BattleLookup, key: str, people: Sequence[int], battle: Callable[[], Awaitable[str | None]]
    ) -> None:
        """``battle`` finds the number of the one that is played; None where there is none."""
        self._lookup = lookup
        self._key = key
        self._people = people
        self._battle = battle

    async def open(self, token: str) -> str:
        if not secrets.compare_digest(token.encode(), self._key.encode()):
            refuse("Open the address that hexarch local tells: it has the key in it.")
        return token

    async def leave(self, secret: str, seat: str) -> None:
        """The seats are there as long as the machine's edition runs."""

    async def who(self, secret: str, seat: str) -> Session:
        if not secrets.compare_digest(secret.encode(), self._key.encode()):
            raise NotLetIn
        return Session(next((p for p in self._people if str(p) == seat), self._people[0]), "")

    async def viewer(self, secret: str, seat: str, battle: str = "") -> BattleContext:
        """The battle that is played, or another of this machine."""
        session, number = await self.who(secret, seat), battle or await self._battle()
        if number is None:
            refuse("No battle is under way here. Begin one in the chat.")
        return await self._lookup.look(number, session.user)

"""Whose eyes the page looks through: a browser that came by a link, or one of the local edition's seats."""

from __future__ import annotations

import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

import discord

from bot.board.delayed import DelayedViews
from bot.messages.access import visibility
from bot.messages.access.links import Links, Session
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.spectators.mirrors import Mirrors
from engine.kernel.text import Refusal, refuse

Key = TypeVar("Key")
Value = TypeVar("Value")

FRESH = 10.0
"""Seconds for which it is remembered who is a member of a server: leaving it shuts the board within these."""
ASKED = 2.0
"""Members that Discord is asked for in a second: of many who look, each is remembered for longer."""
KEPT = 2000
"""Members and sessions that are remembered."""


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

    async def follow(self, secret: str, seat: str) -> BattleContext | None:
        """What those see who may (still) be told that something has happened; None where that may be nothing yet.

        Raises as :meth:`viewer`.
        """
        ...


class NotLetIn(Exception):
    """Nobody we know, or who may not see this battle any more."""


class LinkedSeats:
    """Those who came by a link from Discord."""

    def __init__(
        self,
        client: discord.Client,
        lookup: BattleLookup,
        links: Links,
        mirrors: Mirrors,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._lookup = lookup
        self._mirrors = mirrors
        self._delayed = DelayedViews(mirrors)
        self._links = links
        self._clock = clock
        self._members: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()
        """Members with the time until which that is taken for true."""
        self._sessions: OrderedDict[str, tuple[float, Session]] = OrderedDict()

    async def open(self, token: str) -> str:
        secret, _ = await self._links.redeem(token)
        return secret

    async def leave(self, secret: str, seat: str) -> None:
        await self._links.end((await self.who(secret, seat)).user)
        self._sessions.clear()

    async def who(self, secret: str, seat: str) -> Session:
        known = self._sessions.get(secret)
        if known is not None and known[0] > self._clock():
            return known[1]
        found = await self._links.session(secret)
        if found is None:
            self._sessions.pop(secret, None)
            raise NotLetIn
        _keep(self._sessions, secret, (self._clock() + FRESH, found))
        return found

    async def viewer(self, secret: str, seat: str, battle: str = "") -> BattleContext:
        """That of the link, whichever ``battle`` is asked for."""
        session = await self.who(secret, seat)
        try:
            here = self._lookup.own(await self._lookup.look(session.battle, session.user))
        except Refusal:
            raise NotLetIn from None
        member = await self._member(here.battle.guild, session.user)
        if member is None:
            raise NotLetIn
        try:
            await visibility.check_listed(self._client, here.battle, member)
        except Refusal:
            return await self._mirrored(here, member)
        return here

    async def _mirrored(self, here: BattleContext, member: discord.Member) -> BattleContext:
        """The battle as a mirror shows it, for who sees that."""
        mirror = await self._mirrors.of(here.battle)
        if mirror is None or not await visibility.sees(self._client, here.battle.guild, mirror.channel, member):
            raise NotLetIn
        return await self._delayed.of(here, mirror)

    async def follow(self, secret: str, seat: str) -> BattleContext | None:
        return await self.viewer(secret, seat)

    async def _member(self, guild: int, user: int) -> discord.Member | None:
        now = self._clock()
        known = self._members.get((guild, user))
        if known is not None and known[0] > now:
            return known[1]
        try:
            found = await visibility.member_of(self._client, guild, user)
        except discord.HTTPException:
            refuse("Discord doesn't answer just now; the page tries again.")
        looking = sum(until > now for until, _ in self._members.values())
        # Who came together isn't asked for together again.
        fresh = max(FRESH, looking / ASKED) * random.uniform(0.8, 1.0)
        _keep(self._members, (guild, user), (now + fresh, found))
        return found


def _keep(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


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
        return self._lookup.own(await self._lookup.look(number, session.user))

    async def follow(self, secret: str, seat: str) -> BattleContext | None:
        """Whoever has the key is told of every battle that begins here."""
        await self.who(secret, seat)
        return None

"""What people are called in a server, for choices, buttons and modals, where Discord shows a mention as a number.

The bot isn't told of members. It knows the names of those who use it, as they do, and asks for those of others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable

import discord

log = logging.getLogger("hexarch")

KEPT = 10_000
"""Names kept; those that were needed longest ago are forgotten first."""

AT_ONCE = 10
"""Members asked for together."""

PATIENCE = 1.5
"""Seconds waited for names: Discord gives an autocomplete three."""


class Names:
    """Names of members, by server and user."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client
        self._known: OrderedDict[tuple[int, int], str] = OrderedDict()

    def heard(self, user: discord.abc.User) -> None:
        """Somebody uses the bot: from then on they are called as they are now."""
        if isinstance(user, discord.Member):
            self._keep((user.guild.id, user.id), user.display_name)

    def place(self, channel: int) -> str:
        """What a channel or thread is called; "" for one that isn't known."""
        found = self.client.get_channel(channel)
        return getattr(found, "name", None) or ""

    def of(self, guild: int, user: int) -> str:
        """What a member is called; "" for somebody who is none, or not known yet."""
        found = self._known.get((guild, user))
        if found is not None:
            self._known.move_to_end((guild, user))
            return found
        here = self.client.get_guild(guild)
        member = here.get_member(user) if here is not None else None
        return member.display_name if member is not None else ""

    async def learn(self, guild: int, users: Iterable[int]) -> None:
        """Ask for those who aren't known yet, a few at a time, and not for long: the others come with the next look."""
        here = self.client.get_guild(guild)
        if here is None:
            return
        new = [u for u in dict.fromkeys(users) if u > 0 and (guild, u) not in self._known][:AT_ONCE]
        if not new:
            return
        try:
            await asyncio.wait_for(asyncio.gather(*(self._ask(here, u) for u in new)), PATIENCE)
        except TimeoutError:
            log.info("server %s: %s names are still to come", guild, len(new))

    async def _ask(self, guild: discord.Guild, user: int) -> None:
        try:
            self._keep((guild.id, user), (await guild.fetch_member(user)).display_name)
        except discord.NotFound:
            self._keep((guild.id, user), "")  # who has left is asked for no more, until they use the bot again
        except discord.HTTPException as e:
            log.info("server %s: no name of member %s: %s", guild.id, user, e)

    def _keep(self, key: tuple[int, int], name: str) -> None:
        self._known[key] = name
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

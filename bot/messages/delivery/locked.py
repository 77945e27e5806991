"""Threads that a moderator has locked: once put away only a moderator may open them, so referees are told of them."""

from __future__ import annotations

import logging

import discord

from bot.language.catalogue import TextCatalogue
from bot.messages.access import visibility
from bot.messages.access.judges import judges
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import Content, put
from bot.narration import escape
from bot.service import Service
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

OWNER, TOLD = "thread:", "locked"
"""Owner and key of the setting that says since when a thread was locked of which its referees know."""


def locked(channel: object) -> bool:
    """Whether a channel is a thread that only a moderator may open, and we are none."""
    if not isinstance(channel, discord.Thread) or not channel.locked:
        return False
    try:
        return not channel.permissions_for(channel.guild.me).manage_threads
    except discord.ClientException:
        return True  # its channel is hidden from us


class LockedThreads:
    """Tells of them."""

    def __init__(self, client: discord.Client, service: Service, calls: Calls) -> None:
        self.client = client
        self.service = service
        self.calls = calls

    async def found(self, guild_id: int, channel_id: int, words: TextCatalogue) -> bool:
        """Whether a channel that is shut to us is such a thread; its referees learn of it, once for each time."""
        try:
            channel = await visibility.channel_of(self.client, guild_id, channel_id)
            if not isinstance(channel, discord.Thread) or not locked(channel):
                return False
            owner, since = f"{OWNER}{channel_id}", channel.archive_timestamp.isoformat()
            if (await self.service.settings.of(owner, TOLD)).get(TOLD) != since:
                await self.service.settings.put(owner, TOLD, since)
                await self._tell(channel, words)
        except discord.HTTPException as e:
            log.info("whether thread %s is locked can't be told: %s", channel_id, e)
            return False
        return True

    async def _tell(self, thread: discord.Thread, words: TextCatalogue) -> None:
        who = await judges(self.client, self.service.guilds, thread.guild.id)
        text = Text(
            "The thread “{name}” (<#{thread}>) is locked, so I can't go on in it. Please unlock it: then I go on by "
            "myself, and nothing is lost.",
            name=escape(thread.name),
            thread=thread.id,
        )
        told = [await self.calls.write(u, words.say(text)) for u in who.users]
        if not any(told):
            await elsewhere(
                self.client,
                self.service,
                thread.guild.id,
                Content(text=f"{who.mentions} {words.say(text)}", mentions=who.users, roles=who.roles),
            )


async def elsewhere(client: discord.Client, service: Service, guild_id: int, content: Content) -> None:
    """Say something where people of a server read it: where its results are told, or its own messages are."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return
    results = (await service.guilds.settings(guild_id)).results_channel
    for channel in (guild.get_channel(results or 0), guild.system_channel):
        if isinstance(channel, discord.TextChannel) and visibility.may_write(channel, guild.me):
            try:
                await put(channel, None, content)
            except discord.HTTPException as e:
                log.info("nor in channel %s: %s", channel.id, e)
                continue
            return

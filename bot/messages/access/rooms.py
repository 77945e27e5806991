"""Where a lesson takes place: a thread of the learner's own if the server lets us open one, else the channel itself."""

from __future__ import annotations

import logging

import discord

from bot.messages.access import visibility
from bot.messages.delivery.threads import NAME, WEEK
from bot.narration import fit
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")


async def room_for(member: discord.Member, channel: object, name: str) -> discord.Thread | discord.TextChannel:
    """A new thread in a text channel, or in the channel a thread belongs to; the channel where none may be opened.

    It is private where we may open such, and the member is in it. Refused where nothing can be written.
    """
    where = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(where, discord.TextChannel):
        refuse("I can't open a thread in this channel; use a text channel.")
    me, theirs = where.permissions_for(where.guild.me), where.permissions_for(member)
    if me.send_messages_in_threads and theirs.send_messages_in_threads:
        for allowed, kind in (
            (me.create_private_threads, discord.ChannelType.private_thread),
            (me.create_public_threads, discord.ChannelType.public_thread),
        ):
            if not allowed:
                continue
            try:
                thread = await where.create_thread(name=fit(name, NAME), type=kind, auto_archive_duration=WEEK)
                await thread.add_user(member)
                return thread
            except discord.Forbidden as e:
                log.info("channel %s: no %s: %s", where.id, kind, e)
    if not (visibility.may_write(where, where.guild.me) and visibility.may_write(where, member)):
        refuse("Neither a thread nor a message can be put into #{channel}; choose another one.", channel=where.name)
    return where

"""Threads for battles: opened on a message of ours, so that one that was opened is found again by its number."""

from __future__ import annotations

import discord

from bot.messages.access import visibility
from bot.messages.delivery.deliver import patiently
from bot.narration import fit
from engine.kernel.text import refuse

NEEDED = "Create Public Threads, Send Messages in Threads"
"""What the bot has to be allowed in a channel to open threads for battles there."""

NAME = 100
"""Characters of a thread's name."""

WEEK = 10080
"""Minutes without a message after which Discord puts a thread away; it comes back with the next one."""

HAS_ONE = 160004
"""Discord's code for a message on which a thread hangs already."""


async def check_threads(client: discord.Client, guild_id: int, channel_id: int) -> discord.TextChannel:
    """The channel, if threads may be opened in it. Raises Refusal with what to do."""
    channel = await visibility.channel_of(client, guild_id, channel_id)
    if isinstance(channel, discord.Thread):
        refuse("I can't open a thread inside a thread.")
    if not isinstance(channel, discord.TextChannel):
        refuse("I can't open a thread in this channel; use a text channel.")
    allowed = channel.permissions_for(channel.guild.me)
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        refuse(
            "I may not open threads in #{channel}. Allow me: {permissions}.", channel=channel.name, permissions=NEEDED
        )
    return channel


async def thread_on(client: discord.Client, guild_id: int, channel_id: int, message_id: int, name: str) -> int:
    """The thread on a message, opened if there is none; its number is that of the message.

    Raises Refusal where none may be opened, discord.HTTPException where Discord doesn't take it.
    """
    if await visibility.channel_of(client, guild_id, message_id) is not None:
        return message_id
    channel = await check_threads(client, guild_id, channel_id)
    message = channel.get_partial_message(message_id)
    try:
        await patiently(lambda: message.create_thread(name=fit(name, NAME), auto_archive_duration=WEEK))
    except discord.HTTPException as e:
        if e.code != HAS_ONE:
            raise
    return message_id

"""The rules of a server: what it has settled, as far as it still makes sense there."""

from __future__ import annotations

import discord

from bot.messages.access import visibility
from bot.service import Battle
from bot.service.setup.guilds import Guilds, GuildSettings
from engine.kernel.text import refuse


async def settings(client: discord.Client, guilds: Guilds, guild_id: int) -> GuildSettings:
    """What holds in a server. Channels and roles that are gone count as unset."""
    found, guild = await guilds.settings(guild_id), client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return found

    def channel(number: int) -> bool:
        # A thread that is put away isn't known to the bot, but is there.
        return guild.get_channel_or_thread(number) is not None

    return found.existing(channel, lambda number: guild.get_role(number) is not None)


def check_writes(channel: object, member: discord.Member | discord.User) -> None:
    """Refuse a channel in which somebody couldn't write: nobody brings a battle where they couldn't take part in it."""
    if isinstance(member, discord.Member) and isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        try:
            writes = visibility.may_write(channel, member)
        except discord.ClientException:
            writes = False  # a thread whose parent is hidden from us
        if not writes:
            refuse("You may not write in #{channel}; choose a channel where you do.", channel=channel.name)


async def check_players(client: discord.Client, battle: Battle, channel: object) -> None:
    """Refuse a channel in which one of a battle's players couldn't read and write. Who has left the server, or of
    whom Discord doesn't say it, isn't asked.
    """
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return
    for user in battle.people:
        try:
            member = await visibility.member_of(client, battle.guild, user)
        except discord.HTTPException:
            member = None
        if member is None:
            continue
        if not (
            visibility.may_write(channel, member) and await visibility.sees(client, battle.guild, channel.id, member)
        ):
            refuse(
                "{name} plays in this battle and can't read and write in #{channel}.",
                name=member.display_name,
                channel=channel.name,
            )


async def check_place(client: discord.Client, guilds: Guilds, guild_id: int, channel: object) -> None:
    """Refuse a channel in which the server wants no battles. A thread is where its channel is."""
    allowed = (await settings(client, guilds, guild_id)).channels
    number = getattr(channel, "id", 0)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if allowed and number not in allowed and parent not in allowed:
        refuse(
            "In this server battles are fought elsewhere: {channels}.",
            channels=", ".join(f"#{name_of(client, guild_id, c)}" for c in allowed),
        )


def name_of(client: discord.Client, guild_id: int, channel_id: int) -> str:
    """Name of a channel; its number where it isn't known."""
    guild = client.get_guild(guild_id)
    found = guild.get_channel_or_thread(channel_id) if guild is not None else None
    return found.name if found is not None else str(channel_id)

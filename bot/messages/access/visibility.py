"""Who may see a channel. Every door to a battle from outside its channel asks here first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeAlias

import discord

from bot.messages.delivery.deliver import patiently
from bot.service import Battle
from engine.kernel.text import refuse

Channel: TypeAlias = "discord.abc.GuildChannel | discord.Thread"


_PUT_AWAY = "threads_put_away"
KEPT = 2000
"""Threads that were put away which are remembered; of those forgotten Discord is asked where it can wait."""


def keep(client: discord.Client, thread: discord.Thread) -> None:
    """Remember a thread: as soon as it is put away discord.py forgets it, though everybody sees it still."""
    kept = _put_away(client)
    kept[thread.id] = thread
    kept.move_to_end(thread.id)
    while len(kept) > KEPT:
        kept.popitem(last=False)


def forget(client: discord.Client, thread: int) -> None:
    """A thread was deleted."""
    _put_away(client).pop(thread, None)


def _put_away(client: discord.Client) -> OrderedDict[int, discord.Thread]:
    found: OrderedDict[int, discord.Thread] | None = getattr(client, _PUT_AWAY, None)
    if found is None:
        setattr(client, _PUT_AWAY, found := OrderedDict[int, discord.Thread]())
    return found


async def channel_of(client: discord.Client, guild_id: int, channel_id: int) -> Channel | None:
    """A channel or thread of a server, archived ones included; None where it is gone or hidden from us."""
    found = _cached(client, guild_id, channel_id)
    if found is not None or client.get_guild(guild_id) is None:
        return found
    try:
        fetched = await patiently(lambda: client.fetch_channel(channel_id))
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None
    if isinstance(fetched, discord.abc.PrivateChannel) or fetched.guild.id != guild_id:
        return None
    if isinstance(fetched, discord.Thread):
        keep(client, fetched)
    return fetched


def known(client: discord.Client, guild_id: int, channel_id: int) -> bool:
    """Whether we see a channel; of threads that are put away, as far as they are remembered."""
    return _cached(client, guild_id, channel_id) is not None


async def gone(client: discord.Client, guild_id: int, channel_id: int) -> bool:
    """Whether a channel or thread was deleted; False where that can't be told."""
    guild = client.get_guild(guild_id)
    if guild is None or guild.get_channel_or_thread(channel_id) is not None:
        return False
    try:
        found = await client.fetch_channel(channel_id)
    except discord.NotFound:
        return True
    except (discord.HTTPException, discord.InvalidData):
        return False
    if isinstance(found, discord.Thread):
        # One that is put away: Discord tells of none after a start.
        keep(client, found)
    return False


async def member_of(client: discord.Client, guild_id: int, user: int) -> discord.Member | None:
    """A member of a server; None for somebody who has left it. Raises discord.HTTPException where that isn't known."""
    guild = client.get_guild(guild_id)
    if guild is None or user <= 0:
        return None
    try:
        return await guild.fetch_member(user)
    except discord.NotFound:
        return None


async def sees(client: discord.Client, guild_id: int, channel_id: int, member: discord.Member | discord.User) -> bool:
    """Whether somebody may read a channel. A user who isn't a member of its server may not."""
    if not isinstance(member, discord.Member) or member.guild.id != guild_id:
        return False
    channel = await channel_of(client, guild_id, channel_id)
    if channel is None or not _permitted(channel, member):
        return False
    if not _by_invitation(channel) or channel.permissions_for(member).manage_threads:
        return True
    assert isinstance(channel, discord.Thread)
    try:
        await patiently(lambda: channel.fetch_member(member.id))
    except discord.HTTPException:
        return False
    return True


def sees_at_once(client: discord.Client, guild_id: int, channel_id: int, member: discord.Member | discord.User) -> bool:
    """The same as far as it can be told without asking Discord: False where it can't."""
    channel = _cached(client, guild_id, channel_id)
    if channel is None or not isinstance(member, discord.Member) or member.guild.id != guild_id:
        return False
    return _permitted(channel, member) and (
        not _by_invitation(channel) or channel.permissions_for(member).manage_threads
    )


def everybody_sees(client: discord.Client, guild_id: int, channel_id: int) -> bool:
    """Whether a channel is open to every member of its server; False where that can't be told."""
    guild, channel = client.get_guild(guild_id), _cached(client, guild_id, channel_id)
    if guild is None or channel is None or _by_invitation(channel):
        return False
    return _permitted(channel, guild.default_role)


def battle_seen_at_once(
    client: discord.Client, battle: Battle, member: discord.Member | discord.User, mirrors: Iterable[int] = ()
) -> bool:
    """Whether somebody may see a battle, by its channel or one of its ``mirrors``; for lists and autocomplete."""
    return member.id in battle.people or any(
        sees_at_once(client, battle.guild, c, member) for c in (battle.channel, *mirrors)
    )


async def check_sees(
    client: discord.Client, battle: Battle, member: discord.Member | discord.User, mirrors: Iterable[int] = ()
) -> None:
    """Refuse a battle somebody can't see, as if there were none."""
    if member.id in battle.people:
        return
    for channel in (battle.channel, *mirrors):
        if await sees(client, battle.guild, channel, member):
            return
    refuse("There is no such battle.")


def listed(client: discord.Client, battle: Battle, member: discord.Member | discord.User) -> bool:
    """Whether a battle, under way or over, stands in a list of the server's battles that a member reads.

    Records that were brought as files belong to the whole server; battles whose channel is gone, to their players and
    to those who manage the server.
    """
    if battle.status == "record" or battle_seen_at_once(client, battle, member):
        return True
    manages = isinstance(member, discord.Member) and member.guild_permissions.manage_guild
    return manages and _cached(client, battle.guild, battle.channel) is None


async def check_listed(client: discord.Client, battle: Battle, member: discord.Member | discord.User) -> None:
    """Refuse a battle of the server that somebody may not read, as if there were none; archived threads are found."""
    if not listed(client, battle, member):
        await check_sees(client, battle, member)


def may_write(channel: Channel, member: discord.Member) -> bool:
    """Whether a member, ourselves for instance, may see a channel and write there."""
    found = channel.permissions_for(member)
    writes = found.send_messages_in_threads if isinstance(channel, discord.Thread) else found.send_messages
    return found.view_channel and writes


def _cached(client: discord.Client, guild_id: int, channel_id: int) -> Channel | None:
    guild = client.get_guild(guild_id)
    if guild is None:
        return None
    found = guild.get_channel_or_thread(channel_id)
    if found is None:
        kept = _put_away(client).get(channel_id)
        # With the channel it hangs on it is gone, too.
        found = kept if kept is not None and kept.guild.id == guild_id and kept.parent is not None else None
    return found


def _by_invitation(channel: Channel) -> bool:
    return isinstance(channel, discord.Thread) and channel.is_private()


def _permitted(channel: Channel, who: discord.Member | discord.Role) -> bool:
    try:
        found = channel.permissions_for(who)
    except discord.ClientException:
        return False  # a thread whose parent is hidden from us
    return found.view_channel and found.read_message_history

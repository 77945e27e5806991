"""Channels in which spectators are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import bot_permissions
from bot.messages.access import visibility
from engine.kernel.text import refuse

if TYPE_CHECKING:
    pass

Place = discord.TextChannel | discord.Thread


def check(interaction: discord.Interaction, channel: Place) -> None:
    """Refuse a channel in which the user or we may not write, or of another server."""
    if channel.guild.id != interaction.guild_id or not isinstance(interaction.user, discord.Member):
        refuse("That channel isn't in this server.")
    if not visibility.may_write(channel, interaction.user):
        refuse("You may not write in #{channel} yourself.", channel=channel.name)
    me = channel.permissions_for(channel.guild.me)
    if not (visibility.may_write(channel, channel.guild.me) and me.embed_links and me.attach_files):
        refuse(
            "I may not write in #{channel}. I need: {permissions}.",
            channel=channel.name,
            permissions=bot_permissions.lacking(channel),
        )

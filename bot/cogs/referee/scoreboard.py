"""/referee scoreboard: a message with all battles of a server, kept up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs import spectators_places
from bot.cogs.branch import Branch
from bot.cogs.spectators_places import Place
from bot.errors import reader, whisper
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch


class ScoreboardCog(Branch):
    """/referee scoreboard."""

    group = "referee"

    @app_commands.command(name="scoreboard", description="Keep a message with all battles of this server (referees)")
    @app_commands.describe(channel="Where; battles whose channel everybody sees stand on it", off="No scoreboard")
    async def scoreboard(
        self, interaction: discord.Interaction, channel: Place | None = None, off: bool = False
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = interaction.guild_id or 0
        if not await self.bot.messages.referees.is_referee(interaction):
            refuse(
                "Only referees set up the scoreboard: members who manage the server, or have the role they named "
                "with /settings referee-role."
            )
        if (channel is None) is not off:
            refuse("Say in which channel, or choose off.")
        words = self.bot.messages.lookup.words(guild)
        if channel is not None:
            spectators_places.check(interaction, channel)
        old = await self.bot.service.scoreboards.set(guild, channel.id if channel is not None else None)
        if old is not None and (channel is None or old.channel != channel.id):
            moved = Text("The scoreboard has moved to {channel}.", channel=f"<#{channel.id if channel else 0}>")
            text = words.say(moved) if channel is not None else words.translate("This scoreboard is no longer kept.")
            await self.bot.messages.scoreboard.leave(guild, old, text)
        if channel is None:
            await whisper(interaction, reader(interaction).translate("There is no scoreboard any more."))
            return
        boards = await self.bot.service.scoreboards.boards()
        await self.bot.messages.scoreboard.show(guild, boards[guild])
        told = Text("The scoreboard is in {channel} from now on.", channel=channel.mention)
        await whisper(interaction, reader(interaction).say(told))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ScoreboardCog(bot))

"""/host: for the bot's owner alone, in the one server that was named for it; and the rounds that watch over the bot.

Discord shows the commands to those who manage that server; who they obey is decided here.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.host import status
from bot.cogs.rounds import Rounds
from bot.errors import whisper
from bot.narration import escape
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

MINUTE = 60.0


class HostRounds(commands.Cog):
    """Sees every minute whether something stays broken."""

    def __init__(self, bot: Hexarch) -> None:
        self.rounds = Rounds(bot, MINUTE, bot.messages.troubles.tick, "the bot couldn't be looked after")

    async def cog_load(self) -> None:
        self.rounds.start()

    async def cog_unload(self) -> None:
        self.rounds.stop()


@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
class HostCog(commands.GroupCog, name="host", description="For the bot's owner"):
    """The owner's commands."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Raises CheckFailure for anybody but the bot's owner, or a member of the team that owns it."""
        if not await self.bot.is_owner(interaction.user):
            raise app_commands.CheckFailure("That is for the bot's owner.")
        log.info("the owner's command /%s", interaction.command.qualified_name if interaction.command else "?")
        return True

    @app_commands.command(name="status", description="How the bot is")
    async def status(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await whisper(interaction, escape(await status.of_bot(self.bot)))

    @app_commands.command(name="battle", description="How a battle is")
    @app_commands.describe(battle="Its number, of any server")
    async def battle(self, interaction: discord.Interaction, battle: app_commands.Range[str, 1, 40]) -> None:
        await interaction.response.defer(ephemeral=True)
        await whisper(interaction, escape(await status.of_battle(self.bot, battle.strip())))

    @app_commands.command(name="resend", description="Post again what is missing of a battle's messages")
    @app_commands.describe(battle="Its number, of any server")
    async def resend(self, interaction: discord.Interaction, battle: app_commands.Range[str, 1, 40]) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self._mine(battle)
        trouble = await self.bot.messages.publisher.publish(found, repair=True)
        await whisper(interaction, "Everything about it is said." if trouble is None else f"Not yet: {trouble}")

    @app_commands.command(name="pause", description="Stop the clocks of a battle; answers are still taken")
    @app_commands.describe(battle="Its number, of any server")
    async def pause(self, interaction: discord.Interaction, battle: app_commands.Range[str, 1, 40]) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self._mine(battle)
        changed = await self.bot.service.pauses.pause(found)
        await self.bot.messages.publisher.renew(found)
        await whisper(interaction, "Its clocks stand." if changed else "Its clocks stood already, or it is over.")

    @app_commands.command(name="resume", description="Let the clocks of a battle go on")
    @app_commands.describe(battle="Its number, of any server")
    async def resume(self, interaction: discord.Interaction, battle: app_commands.Range[str, 1, 40]) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self._mine(battle)
        changed = await self.bot.service.pauses.go_on(found)
        await self.bot.messages.publisher.renew(found)
        await whisper(interaction, "Its clocks go on." if changed else "Its clocks go, or it is over.")

    async def _mine(self, battle: str) -> str:
        """The number of a battle this process looks after. Raises Refusal for any other."""
        found = await self.bot.service.battles.get(battle.strip())
        shards = self.bot.service.database.lease.shards
        if not shards.has(found.guild):
            shard = (found.guild >> 22) % shards.count
            refuse("Another process looks after that battle: the one with shard {n}.", n=shard)
        return found.id


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(HostRounds(bot))
    if bot.operator.guild is not None:
        await bot.add_cog(HostCog(bot), guild=discord.Object(bot.operator.guild))

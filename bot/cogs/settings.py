"""Settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import whisper
from bot.narration import escape
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(
    commands.GroupCog, name="settings", group_name="settings", group_description="How battles are run in this server"
):
    """/settings referee-role."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="referee-role", description="The role whose members may act as referees in battles")
    @app_commands.describe(role="Which role; without it, only those who manage the server are referees")
    async def referee_role(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        # Discord hides the command from others, but a server may show it to them again.
        if not interaction.permissions.manage_guild:
            refuse("Only those who manage the server choose who referees.")
        if role is not None and role.is_default():
            refuse("Everybody has that role; choose one that only referees have.")
        await interaction.response.defer(ephemeral=True)
        await self.bot.service.set_referee_role(interaction.guild_id or 0, role.id if role is not None else None)
        who = f"members with the role {escape(role.name)}, and " if role is not None else ""
        await whisper(interaction, f"Referees of this server: {who}those who manage the server.")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(SettingsCog(bot))

"""/mine: every battle of one's own, in all servers, read anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import reader, whisper
from bot.language.plain import MESSAGE
from bot.narration import fit
from engine.kernel.text import Text

if TYPE_CHECKING:
    from bot.app import Hexarch

MOST = 15
"""Battles in one answer."""


class MineCog(commands.Cog, name="Mine"):
    """One command, for servers, private messages and whoever has installed the bot for themselves."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="mine", description="All your battles in every server: whose move it is, until when")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def mine(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words, own = reader(interaction), self.bot.messages.own_battles
        found = await own.of(interaction.user.id)
        if not found:
            await whisper(
                interaction, words.translate("You play in no battle now. /offer list shows who looks for one.")
            )
            return
        lines = [own.line(x, words) for x in found[:MOST]]
        if len(found) > MOST:
            lines.append(words.say(Text("… and {n} more.", n=len(found) - MOST)))
        options: dict[str, Any] = {}
        if found[0].asked is not None:
            shown = discord.ui.View(timeout=None)
            shown.add_item(discord.ui.Button(label=words.translate("Next"), url=found[0].url))
            shown.stop()
            options["view"] = shown
        await whisper(interaction, fit("\n".join(lines), MESSAGE), **options)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(MineCog(bot))

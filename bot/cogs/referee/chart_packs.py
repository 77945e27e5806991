"""/referee charts: the charts a server plays by, corrected."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import rulebooks
from bot.cogs.branch import Branch
from bot.cogs.guide.charts import GAME, games, system_of, tell_changes
from bot.errors import reader, whisper
from bot.messages.delivery.attachments import fetched
from bot.narration import escape
from bot.narration.charts import changes, pack_name
from bot.service.setup import chart_files
from engine.kernel.chart_pack import corrected
from engine.kernel.text import Text, refuse
from engine.systems.registry import CHARTS

if TYPE_CHECKING:
    from bot.app import Hexarch


class ChartPacksCog(Branch):
    """/referee charts load, reset, template."""

    group = "referee charts"
    about = "Correct the charts this server plays by"

    @app_commands.command(name="load", description="Play new battles by a chart pack of yours (referees)")
    @app_commands.describe(file="A JSON file; /referee charts template gives one to begin with")
    async def load(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._permitted(interaction)
        data = await fetched(file, chart_files.PACK, chart_files.MOST_BYTES)
        pack = chart_files.read_pack(data)
        await self.bot.service.charts.load(interaction.guild_id or 0, pack)
        words = reader(interaction)
        await tell_changes(
            interaction,
            words.say(
                Text(
                    "{game}: new battles of this server are played by {pack}. Battles made before keep their charts.",
                    game=escape(rulebooks.title(pack.system)),
                    pack=pack_name(pack, words),
                )
            ),
            changes(corrected(CHARTS[pack.system](), pack), words),
        )

    @app_commands.command(name="reset", description="Play new battles by the standard charts again (referees)")
    @app_commands.describe(game=GAME)
    async def reset(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._permitted(interaction)
        system = await system_of(self.bot, interaction, game)
        pack = await self.bot.service.charts.reset(interaction.guild_id or 0, system)
        words = reader(interaction)
        told = Text(
            "{game}: new battles are played by the standard charts again, not by {pack}. "
            "Battles made before keep their charts.",
            game=escape(rulebooks.title(system)),
            pack=pack_name(pack, words),
        )
        await whisper(interaction, words.say(told))

    @app_commands.command(name="template", description="A chart pack with every cell, to make your own from")
    @app_commands.describe(game=GAME)
    async def template(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        system = await system_of(self.bot, interaction, game)
        pack = await self.bot.service.charts.pack_of_guild(interaction.guild_id or 0, system)
        data = chart_files.template(system, pack)
        words = reader(interaction)
        told = words.translate(
            "Keep the cells you correct and delete the others, say where each value is from, give it a title, and "
            "send it back with /referee charts load."
        )
        await whisper(interaction, told, file=discord.File(io.BytesIO(data), f"charts-{system}.json"))

    @reset.autocomplete("game")
    @template.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return games(current)

    async def _permitted(self, interaction: discord.Interaction) -> None:
        if not await self.bot.messages.referees.is_referee(interaction):
            refuse(
                "Only referees change this server's charts: members who manage the server, or have the role they "
                "named with /settings referee-role."
            )


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ChartPacksCog(bot))

"""Charts: /chart shows any of them, cell by cell with what it rests on; /charts is the referee's, to correct them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.errors import whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.delivery.attachments import fetched
from bot.narration import escape, fit
from bot.narration.charts import changes, chart_pages, chart_set_line, pack_name
from bot.service.setup import chart_files
from engine.kernel.chart_pack import corrected
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.registry import CHARTS

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.service.setup.charts import ChartSet
    from engine.kernel.charts import Chart

GAME = "Which game; without it, that of the battle in this channel"


class ChartCog(commands.Cog):
    """/chart."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="chart", description="A chart, with what is certain in it and what is reconstructed")
    @app_commands.describe(name="Which chart", game=GAME)
    @app_commands.guild_only()
    async def chart(self, interaction: discord.Interaction, name: str, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        words = TextCatalogue.load(interaction.locale.value)
        of, title = await self._meant(interaction, game)
        chart = _named(of.charts, name, words)
        shown = chart_pages(chart, words)
        line = "-# " + chart_set_line(of, title, words)
        for page in pages([*shown, line]):
            await whisper(interaction, page)

    @chart.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            system = await system_of(self.bot, interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        words, wanted = TextCatalogue.load(interaction.locale.value), current.strip().casefold()
        return [
            app_commands.Choice(name=fit(f"{words.say(c.title)} ({c.rule})", CHOICE), value=c.id)
            for c in CHARTS[system]()
            if wanted in f"{c.id} {words.say(c.title)} {c.rule}".casefold()
        ][:25]

    @chart.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return games(current)

    async def _meant(self, interaction: discord.Interaction, game: str) -> tuple[ChartSet, str]:
        """The charts meant, and whose they are: those of the channel's battle, or of the server's next one."""
        service = self.bot.service
        system = await system_of(self.bot, interaction, game)
        battle = await service.battles.last_in_channel(interaction.channel_id or 0)
        if battle is not None:
            of = await service.charts.of_battle(battle.id)
            if of.system == system:
                return of, battle.title
        return await service.charts.of_guild(interaction.guild_id or 0, system), rulebooks.titles()[system]


@app_commands.guild_only()
class ChartPackCog(
    commands.GroupCog, name="charts", group_name="charts", group_description="Correct the charts this server plays by"
):
    """/charts load, show, reset, template."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="load", description="Play new battles by a chart pack of yours (referees)")
    @app_commands.describe(file="A JSON file; /charts template gives one to begin with")
    async def load(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._permitted(interaction)
        data = await fetched(file, chart_files.PACK, chart_files.MOST_BYTES)
        pack = chart_files.read_pack(data)
        await self.bot.service.charts.load(interaction.guild_id or 0, pack)
        words = TextCatalogue.load(interaction.locale.value)
        await self._tell(
            interaction,
            words.say(
                Text(
                    "{game}: new battles of this server are played by {pack}. Battles made before keep their charts.",
                    game=escape(rulebooks.titles()[pack.system]),
                    pack=pack_name(pack, words),
                )
            ),
            changes(corrected(CHARTS[pack.system](), pack), words),
        )

    @app_commands.command(name="show", description="The chart pack this server's new battles are played by")
    @app_commands.describe(game=GAME)
    async def show(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        system = await system_of(self.bot, interaction, game)
        words = TextCatalogue.load(interaction.locale.value)
        of = await self.bot.service.charts.of_guild(interaction.guild_id or 0, system)
        lines = [chart_set_line(of, rulebooks.titles()[system], words)]
        if of.pack is not None and of.pack.note:
            lines.append(escape(of.pack.note))
        await self._tell(interaction, "\n".join(lines), changes(of.charts, words))

    @app_commands.command(name="reset", description="Play new battles by the standard charts again (referees)")
    @app_commands.describe(game=GAME)
    async def reset(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._permitted(interaction)
        system = await system_of(self.bot, interaction, game)
        pack = await self.bot.service.charts.reset(interaction.guild_id or 0, system)
        words = TextCatalogue.load(interaction.locale.value)
        told = Text(
            "{game}: new battles are played by the standard charts again, not by {pack}. "
            "Battles made before keep their charts.",
            game=escape(rulebooks.titles()[system]),
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
        words = TextCatalogue.load(interaction.locale.value)
        told = words.translate(
            "Keep the cells you correct and delete the others, say where each value is from, give it a title, and "
            "send it back with /charts load."
        )
        await whisper(interaction, told, file=discord.File(io.BytesIO(data), f"charts-{system}.json"))

    @show.autocomplete("game")
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

    async def _tell(self, interaction: discord.Interaction, head: str, lines: list[str]) -> None:
        """The head, and the lines in the same message, or in a file beside it when they are many."""
        text = "\n".join([head, *lines])
        if len(text) <= MESSAGE:
            await whisper(interaction, text)
            return
        data = io.BytesIO("\n".join(lines).encode())
        await whisper(interaction, head, file=discord.File(data, "corrections.txt"))


async def system_of(bot: Hexarch, interaction: discord.Interaction, game: str) -> str:
    """The system that is meant: the one named, or that of the channel's battle. Raises Refusal for an unknown one."""
    system, _ = await bot.messages.lookup.rules(interaction, rulebooks.named(game) if game.strip() else "")
    if system not in CHARTS:
        refuse("There are no charts of that game here.")
    return system


def games(current: str) -> list[app_commands.Choice[str]]:
    wanted = current.strip().casefold()
    return [
        app_commands.Choice(name=fit(title, CHOICE), value=system)
        for system, title in rulebooks.titles().items()
        if system in CHARTS and wanted in f"{system} {title}".casefold()
    ][:25]


def _named(charts: Sequence[Chart], name: str, words: TextCatalogue) -> Chart:
    """The chart with an id or a title, or the only one whose title contains the words."""
    wanted = name.strip().casefold()
    for chart in charts:
        if wanted in (chart.id.casefold(), words.say(chart.title).casefold()):
            return chart
    near = [c for c in charts if wanted and wanted in f"{c.id} {words.say(c.title)}".casefold()]
    if len(near) == 1:
        return near[0]
    there = ", ".join(words.say(c.title) for c in near or charts)
    refuse("There is no chart “{name}”. There are: {charts}.", name=fit(name, CHOICE), charts=there)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ChartCog(bot))
    await bot.add_cog(ChartPackCog(bot))

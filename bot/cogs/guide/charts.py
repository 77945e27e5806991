"""Charts: /chart shows any of them, cell by cell with what it rests on, and tells which there are."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.cogs.choices import choices
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.narration import escape, fit
from bot.narration.charts import changes, chart_pages, chart_set_line
from engine.kernel.closeness import closest
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.registry import CHARTS

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.service.setup.charts import ChartSet
    from engine.kernel.charts import Chart

VERB, TOKEN = "chart", "one"
MOST = 5
"""Buttons in a row."""
ARGUMENT = 64
"""Characters a button's id has for a chart's."""
GAME = "Which game; without it, that of the battle in this channel"


class ChartCog(commands.Cog):
    """/chart."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(VERB, self.chart_pressed)

    @app_commands.command(name="chart", description="A chart, with what is certain in it and what is reconstructed")
    @app_commands.describe(name="Which chart, or a word of its title; without it, all there are", game=GAME)
    @app_commands.guild_only()
    async def chart(self, interaction: discord.Interaction, name: str = "", game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        words = reader(interaction)
        of, title = await self._meant(interaction, game)
        if not name.strip():
            await self._all(interaction, of, title, words)
            return
        found = matching(of.charts, name, words)
        if not found:
            there = ", ".join(words.say(c.title) for c in of.charts)
            refuse("There is no chart “{name}”. There are: {charts}.", name=fit(name, CHOICE), charts=there)
        if len(found) == 1:
            await self._show(interaction, found[0], of, title, words)
            return
        head = words.say(Text("“{name}” is in {n:chart|charts}:", name=escape(fit(name, CHOICE)), n=len(found)))
        lines = [head, *(f"{escape(words.say(c.title))} ({escape(c.rule)})" for c in found)]
        buttons = [
            button(Ref(of.system, TOKEN, c.id), VERB, words.say(c.title)) for c in found[:MOST] if len(c.id) <= ARGUMENT
        ]
        await whisper(interaction, fit("\n".join(lines), MESSAGE), view=view(*buttons))

    async def chart_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A chart out of a list of those that match. System and chart come from outside."""
        if ref.token != TOKEN or ref.battle not in CHARTS:
            refuse("That button doesn't belong to this question.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        of, title = await self._meant(interaction, ref.battle)
        chart = next((c for c in of.charts if c.id == ref.argument), None)
        if chart is None:
            refuse("That button doesn't belong to this question.")
        await self._show(interaction, chart, of, title, reader(interaction))

    async def _show(
        self, interaction: discord.Interaction, chart: Chart, of: ChartSet, title: str, words: TextCatalogue
    ) -> None:
        line = "-# " + chart_set_line(of, title, words)
        for page in pages([*chart_pages(chart, words), line]):
            await whisper(interaction, page)

    async def _all(self, interaction: discord.Interaction, of: ChartSet, title: str, words: TextCatalogue) -> None:
        """Which charts there are, and what this battle, and this server's next ones, correct in them."""
        lines = [chart_set_line(of, title, words)]
        own = await self.bot.service.charts.of_guild(interaction.guild_id or 0, of.system)
        if own.digest != of.digest:
            lines.append(chart_set_line(own, rulebooks.title(of.system), words))
        if own.pack is not None and own.pack.note:
            lines.append(escape(own.pack.note))
        lines += [f"- {escape(words.say(c.title))} ({escape(c.rule)})" for c in of.charts]
        await tell_changes(interaction, "\n".join(lines), changes(own.charts, words))

    @chart.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            system = await system_of(self.bot, interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        words = reader(interaction)
        return choices([(c.id, f"{words.say(c.title)} ({c.rule})") for c in CHARTS[system]()], current)

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
        return await service.charts.of_guild(interaction.guild_id or 0, system), rulebooks.title(system)


async def system_of(bot: Hexarch, interaction: discord.Interaction, game: str) -> str:
    """The system that is meant: the one named, or that of the channel's battle. Raises Refusal for an unknown one."""
    system, _ = await bot.messages.lookup.rules(interaction, rulebooks.named(game) if game.strip() else "")
    if system not in CHARTS:
        refuse("There are no charts of that game here.")
    return system


def games(current: str) -> list[app_commands.Choice[str]]:
    return choices([(system, title) for system, title in rulebooks.titles().items() if system in CHARTS], current)


def matching(charts: Sequence[Chart], name: str, words: TextCatalogue) -> list[Chart]:
    """The chart with an id or a title; else all that have the words in them; else those that come close to them."""
    wanted = name.strip().casefold()
    for chart in charts:
        if wanted in (chart.id.casefold(), words.say(chart.title).casefold()):
            return [chart]
    terms = wanted.split()
    near = [c for c in charts if terms and all(t in f"{c.id} {words.say(c.title)} {c.rule}".casefold() for t in terms)]
    return near or closest(name, charts, lambda c: f"{c.id}\n{words.say(c.title)}")


async def tell_changes(interaction: discord.Interaction, head: str, lines: list[str]) -> None:
    """The head, and the lines in the same message, or in a file beside it when they are many."""
    text = "\n".join([head, *lines])
    if len(text) <= MESSAGE:
        await whisper(interaction, text)
        return
    data = io.BytesIO("\n".join(lines).encode())
    await whisper(interaction, fit(head, MESSAGE), file=discord.File(data, "corrections.txt"))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ChartCog(bot))

"""The report on a battle: posted when it is over, shown again at any time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import tasks

from bot import first_answer
from bot.cogs.branch import Branch
from bot.errors import defer
from bot.language.plain import CHOICE
from bot.messages.battle_lookup import WHICH
from bot.messages.spectators.reports import Reports
from bot.service import Battle

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

TICK = 20.0
"""Seconds between two looks at reports that couldn't be posted."""


class ReportCog(Branch, name="Reports"):
    """/record report."""

    group = "record"

    def __init__(self, bot: Hexarch) -> None:
        super().__init__(bot)
        self.reports = Reports(bot, bot.service, bot.messages.lookup, bot.messages.films)

    async def cog_load(self) -> None:
        await super().cog_load()
        self.bot.messages.closing.closers.append(self._closed)
        self.round.start()

    async def cog_unload(self) -> None:
        await super().cog_unload()
        self.round.cancel()
        self.reports.close()
        self.bot.messages.closing.closers.remove(self._closed)

    async def _closed(self, battle: Battle) -> None:
        await self.reports.due(battle)

    @tasks.loop(seconds=TICK)
    async def round(self) -> None:
        self.reports.wake()

    @round.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @app_commands.command(name="report", description="How a battle went: story, turning points, losses, luck, record")
    @app_commands.describe(battle=WHICH, private="Only for you")
    async def report(
        self,
        interaction: discord.Interaction,
        battle: app_commands.Range[str, 0, CHOICE] = "",
        private: bool = True,
    ) -> None:
        await defer(interaction, private=private)
        found = await self.bot.messages.lookup.named(interaction, battle)
        made = await self.reports.content(found)
        assert made.embed is not None and made.view is not None
        files = [p.file() for p in made.pictures]
        await first_answer.say(interaction, made.text, embed=made.embed, view=made.view, files=files, private=private)

    @report.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ReportCog(bot))

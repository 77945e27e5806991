"""What there is of a battle to read and to hang up: /record log, /record poster."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import first_answer
from bot.cogs.branch import Branch
from bot.errors import defer, whisper
from bot.language.plain import CHOICE
from bot.messages.battle_lookup import WHICH
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

Which = app_commands.Range[str, 0, CHOICE]


class StoryCog(Branch):
    """/record log, /record poster."""

    group = "record"

    @app_commands.command(name="log", description="The story of this activation, in full, or of the whole battle")
    @app_commands.describe(whole="The whole battle, as a file", battle=WHICH)
    async def log(self, interaction: discord.Interaction, whole: bool = False, battle: Which = "") -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction, battle)
        if here.battle.status == "record":
            refuse(
                "A record that was brought along has no story here. `/replay` shows what was played, `/record save` "
                "gives it as a file."
            )
        if whole:
            told = await self.bot.messages.stories.record(here)
            name = f"battle-{here.battle.id}.txt"
            await whisper(interaction, here.battle.title, file=discord.File(io.BytesIO(told.encode()), name))
            return
        for page in await self.bot.messages.stories.latest(here.battle.id):
            await whisper(interaction, page)

    @log.autocomplete("battle")
    async def _logged(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    @app_commands.command(name="poster", description="The whole field as an engraved sheet for the wall")
    @app_commands.describe(bare="Without counters", private="Only for you")
    async def poster(self, interaction: discord.Interaction, bare: bool = False, private: bool = True) -> None:
        await defer(interaction, private=private)
        here = await self.bot.messages.lookup.here(interaction)
        told = await self.bot.service.briefings.of_battle(here.battle.id)
        table = told.table if here.running is None else here.table
        say = here.catalogue.say
        picture = await self.bot.messages.pictures.poster(table, told.history, pieces=not bare, say=say)
        await first_answer.say(interaction, files=[picture.file()], private=private)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(StoryCog(bot))

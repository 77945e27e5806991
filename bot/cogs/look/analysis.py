"""A battle that is over, looked back at: how it stood, the decisions that cost most, luck apart from play."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord import app_commands

from bot import first_answer
from bot.aside import aside
from bot.cogs.branch import Branch
from bot.components.ids import Ref
from bot.errors import defer, explain
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE
from bot.messages.analyses import UnderWay
from bot.messages.battle_lookup import WHICH
from bot.service import Battle
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

VERB = "analysis"
"""Verb of the button below a report."""

LOOK = 4.0
"""Seconds between two looks at how far it is."""

LONGEST = 840.0
"""Seconds for which a message can be changed: Discord keeps the way to it open for fifteen minutes."""


class AnalysisCog(Branch, name="Analysis"):
    """/record analysis."""

    group = "record"

    def __init__(self, bot: Hexarch) -> None:
        super().__init__(bot)
        bot.router.add(VERB, self.pressed)
        self._following: set[asyncio.Task[None]] = set()

    async def cog_unload(self) -> None:
        await super().cog_unload()
        for task in self._following:
            task.cancel()

    @app_commands.command(
        name="analysis", description="A battle looked back at: the decisions that cost most, and luck apart from play"
    )
    @app_commands.describe(battle=WHICH, private="Only for you")
    async def analysis(
        self,
        interaction: discord.Interaction,
        battle: app_commands.Range[str, 0, CHOICE] = "",
        private: bool = True,
    ) -> None:
        await defer(interaction, private=private)
        await self._tell(interaction, await self.bot.messages.lookup.named(interaction, battle), private=private)

    @analysis.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Analysis] below a report: for whoever pressed it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell(interaction, await self.bot.messages.lookup.any_of(interaction, ref), private=True)

    async def _tell(self, interaction: discord.Interaction, battle: Battle, *, private: bool) -> None:
        lookup, analyses = self.bot.messages.lookup, self.bot.messages.analyses
        words = TextCatalogue.load(lookup.language(interaction)) if private else lookup.catalogue(battle)
        found = await analyses.known(battle) if battle.begun else None
        if found is not None:
            made = await analyses.content(battle, found, words)
            files = [p.file() for p in made.pictures]
            await first_answer.say(interaction, made.text, view=made.view, files=files, private=private)
            return
        under_way = await analyses.begin(battle, interaction.user.id)
        await first_answer.say(interaction, _progress(under_way, words), private=private)
        # That was the answer to the press. What follows takes minutes, and whoever stops the bot waits for presses.
        following = aside(self._follow(interaction, battle, under_way, words))
        self._following.add(following)
        following.add_done_callback(self._following.discard)

    async def _follow(
        self, interaction: discord.Interaction, battle: Battle, under_way: UnderWay, words: TextCatalogue
    ) -> None:
        """Tell in the answer how far it is, and then what was found."""
        try:
            await self._watch(interaction, under_way, words)
            made = await self.bot.messages.analyses.content(battle, await under_way.task, words)
            files = [p.file() for p in made.pictures]
            await interaction.edit_original_response(content=made.text, view=made.view, attachments=files)
        except discord.NotFound:
            return  # whoever has closed the message asks again, and finds the analysis
        except Exception as e:
            told = explain(e, words)
            with suppress(discord.HTTPException, aiohttp.ClientError):
                await interaction.edit_original_response(content=told)

    async def _watch(self, interaction: discord.Interaction, under_way: UnderWay, words: TextCatalogue) -> None:
        """Tell how far it is until it is done. Raises Refusal where that takes longer than can be told of."""
        clock = asyncio.get_running_loop().time
        told, until = _progress(under_way, words), clock() + LONGEST
        while not under_way.task.done():
            if clock() > until:
                refuse("This takes longer than a message can wait. Ask again later: it goes on.")
            await asyncio.wait([under_way.task], timeout=LOOK)
            now = _progress(under_way, words)
            if not under_way.task.done() and now != told:
                told = now
                await interaction.edit_original_response(content=now)


def _progress(under_way: UnderWay, words: TextCatalogue) -> str:
    """How far an analysis is."""
    if not under_way.of:
        return words.translate("Looking back… other battles may come first.")
    return words.say(Text("Looking back: {n} of {of:activation|activations}…", n=under_way.looked_at, of=under_way.of))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(AnalysisCog(bot))

"""/battle describe: the position in words, for who doesn't see the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.errors import whisper
from bot.language.plain import CHOICE, MESSAGE, escape, fit, pages
from bot.messages.access import army_choices
from bot.messages.access.piece_choices import suggest, suggest_places
from bot.messages.battle_lookup import WHICH
from bot.messages.described import PARTS, described
from bot.messages.publishing.posts import DISPATCH

if TYPE_CHECKING:
    from bot.app import Hexarch

Which = app_commands.Range[str, 0, CHOICE]

PAGES = 12
"""Messages of one description; armies and commands can be asked for one by one."""


class Describe(Branch):
    """/battle describe."""

    group = "battle"

    @app_commands.command(name="describe", description="The position in words: armies, commands, places, the ground")
    @app_commands.describe(
        what="“all”, an army or command, a place or unit and what is near it, “ground”, “news”; an overview without it",
        battle=WHICH,
    )
    async def describe(self, interaction: discord.Interaction, what: Which = "", battle: Which = "") -> None:
        await interaction.response.defer(ephemeral=True)
        lookup = self.bot.messages.lookup
        here = lookup.read(interaction, await lookup.here(interaction, battle))
        posts = await self.bot.service.posts.of(here.battle.id, DISPATCH)
        lines = [x for s in described(here, posts, what) for x in (f"**{s.title}**", *s.lines)]
        if lines and here.ended and not what.strip():
            lines.insert(0, f"**{escape(here.ended)}**")
        lines = lines or [here.word("There is nothing to tell yet.")]
        if not what.strip():
            lines.append(
                "-# " + here.word("Unit by unit: /battle describe, with “all”, an army, a command or a place.")
            )
        found = pages(lines, MESSAGE)
        if len(found) > PAGES:
            rest = here.word("There is more: ask for one army, or one command of it.")
            found = [*found[: PAGES - 1], f"{fit(found[PAGES - 1], MESSAGE - len(rest) - 4)}\n-# {rest}"]
        for page in found:
            await whisper(interaction, page)

    @describe.autocomplete("what")
    async def _parts(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        wanted, table = current.strip().casefold(), here.own_table
        parts = [
            app_commands.Choice(name=fit(here.word(words), CHOICE), value=part)
            for part, words in PARTS.items()
            if wanted in part or wanted in words
        ]
        return [
            *parts,
            *army_choices.suggest(table, current),
            *(suggest(table, current) if wanted else []),
            *suggest_places(table, current),
        ][:25]

    @describe.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Describe(bot))

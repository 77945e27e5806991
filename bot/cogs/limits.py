"""How long answers may take, and at what hours no time passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import whisper
from bot.narration import escape
from bot.service import Limits, limits
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

TIMES = ("10m", "20m", "1h", "6h", "12h", "1d", "2d", "3d", "7d", "default")


class LimitsCog(commands.Cog, name="Limits"):
    """/limits."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="limits", description="How long an answer may take; without anything: what holds now")
    @app_commands.describe(
        answer="Time for an answer, like 30m, 12h, 2d; “default” for what the mode allows",
        quiet_from="Hour of the day (UTC) from which no time passes, by correspondence",
        quiet_to="Hour of the day (UTC) at which it passes again; the same hour twice ends the quiet",
    )
    @app_commands.guild_only()
    async def limits(
        self,
        interaction: discord.Interaction,
        answer: app_commands.Range[str, 0, 40] = "",
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        battle = here.battle
        if not answer and quiet_from is None and quiet_to is None:
            await whisper(interaction, escape(here.say(limits.words(battle.mode, battle.limits))))
            return
        if (quiet_from is None) is not (quiet_to is None):
            refuse("Quiet hours need both: from when, and to when.")
        # What isn't mentioned stays; a time for an answer alone doesn't end the quiet hours.
        quiet = battle.limits.quiet
        if quiet_from is not None and quiet_to is not None:
            quiet = (quiet_from, quiet_to) if quiet_from != quiet_to else None
        wanted = Limits(limits.parse(answer) if answer else battle.limits.seconds, quiet)
        battle = await self.bot.service.set_limits(battle.id, interaction.user.id, wanted.seconds, wanted.quiet)
        said = escape(here.say(limits.words(battle.mode, wanted)))
        if battle.limits != wanted:
            await self.bot.desk.request(
                here, interaction, "{player} would like other time limits: {limits}.", limits=said
            )
            await whisper(interaction, here.word("Your opponent is asked."))
            return
        here = await self.bot.desk.look(battle.id, interaction.user.id)
        await self.bot.desk.said(interaction, here)
        await whisper(interaction, here.word("From now on: {order}.", order=said))

    @limits.autocomplete("answer")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.strip().casefold()
        return [app_commands.Choice(name=t, value=t) for t in TIMES if t.startswith(typed)]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(LimitsCog(bot))

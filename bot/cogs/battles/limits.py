"""How long answers may take, and at what hours no time passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.errors import reader, whisper
from bot.narration import escape
from bot.service import Limits
from bot.service.time import limits
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

TIMES = ("10m", "20m", "1h", "6h", "12h", "1d", "2d", "3d", "7d", "default")
BANKS = ("30m", "1h", "2h", "1d", "3d", "5d", "10d", "20d", "none")
NONE = "none"


class LimitsCog(Branch):
    """/battle limits."""

    group = "battle"

    @app_commands.command(name="limits", description="How long an answer may take; without anything: what holds now")
    @app_commands.describe(
        answer="Time for an answer, like 30m, 12h, 2d; “default” for what the mode allows",
        quiet_from="Hour of the day (UTC) from which no time passes, by correspondence",
        quiet_to="Hour of the day (UTC) at which it passes again; the same hour twice ends the quiet",
        bank="Time a side has for the whole battle, like 5d; “none” ends it",
        bonus="What comes into the bank after each answer, like 1h; “none” for nothing",
    )
    async def limits(
        self,
        interaction: discord.Interaction,
        answer: app_commands.Range[str, 0, 40] = "",
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
        bank: app_commands.Range[str, 0, 40] = "",
        bonus: app_commands.Range[str, 0, 40] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        battle = here.battle
        if not any((answer, bank, bonus)) and quiet_from is None and quiet_to is None:
            said = self.bot.service.timekeeping.terms(battle.mode, battle.limits)
            await whisper(interaction, escape(reader(interaction).say(said)))
            return
        wanted = merged(battle.limits, answer, (quiet_from, quiet_to), bank, bonus)
        before, referee = battle.limits, await self.bot.messages.referees.is_referee(interaction)
        battle = await self.bot.service.timekeeping.set_limits(
            battle.id, interaction.user.id, wanted.seconds, wanted.quiet, wanted.bank, wanted.bonus, referee=referee
        )
        said = escape(here.say(self.bot.service.timekeeping.terms(battle.mode, wanted)))
        if battle.limits != wanted:
            await self.bot.messages.answers.request(
                here, interaction, "{player} would like other time limits: {limits}.", limits=said
            )
            return
        here = await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        if battle.limits != before and not battle.led_by(interaction.user.id):
            await self.bot.messages.referees.settled(interaction, here)
        await self.bot.messages.answers.said(interaction, here)
        words = reader(interaction)
        held = escape(words.say(self.bot.service.timekeeping.terms(battle.mode, wanted)))
        await whisper(interaction, words.say(Text("From now on: {order}.", order=held)))

    @limits.autocomplete("answer")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return beginning(TIMES, current)

    @limits.autocomplete("bank")
    async def _banks(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return beginning(BANKS, current)


def merged(now: Limits, answer: str, quiet_hours: tuple[int | None, int | None], bank: str, bonus: str) -> Limits:
    """The limits that are meant, as players write them; what isn't mentioned stays. Raises Refusal."""
    quiet_from, quiet_to = quiet_hours
    if (quiet_from is None) is not (quiet_to is None):
        refuse("Quiet hours need both: from when, and to when.")
    # A time for an answer alone doesn't end the quiet hours.
    quiet = now.quiet
    if quiet_from is not None and quiet_to is not None:
        quiet = (quiet_from, quiet_to) if quiet_from != quiet_to else None
    return Limits(limits.parse(answer) if answer else now.seconds, quiet, *_bank(now, bank, bonus))


def beginning(known: Sequence[str], current: str) -> list[app_commands.Choice[str]]:
    typed = current.strip().casefold()
    return [app_commands.Choice(name=t, value=t) for t in known if t.startswith(typed)]


def _bank(now: Limits, bank: str, bonus: str) -> tuple[float | None, float]:
    """The bank and the bonus that are meant; what isn't mentioned stays."""
    size = now.bank if not bank else None if bank.strip().casefold() == NONE else _length(bank)
    if size is None:
        return None, _length(bonus) if bonus and bonus.strip().casefold() != NONE else 0.0
    return size, now.bonus if not bonus else 0.0 if bonus.strip().casefold() == NONE else _length(bonus)


def _length(text: str) -> float:
    try:
        seconds = limits.parse(text)
    except Refusal:
        seconds = None
    if seconds is None:
        refuse("A bank has no default; write a time like 5d, or “none”.")
    return seconds


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(LimitsCog(bot))

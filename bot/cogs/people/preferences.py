"""What a player wants in all of their battles: reminders, quiet hours, vacations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import choices
from bot.errors import reader, whisper
from bot.language.catalogue import completeness, languages, named
from bot.narration import escape
from bot.service import Preferences
from bot.service.people import preferences
from bot.service.time import limits, zones
from bot.service.time.hours import DAY
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

HOW = [
    app_commands.Choice(name="ping: in the battle's channel", value="ping"),
    app_commands.Choice(name="dm: by private message", value="dm"),
    app_commands.Choice(name="digest: all your battles in one private message a day", value="digest"),
    app_commands.Choice(name="none", value="none"),
]

LANGUAGES = [app_commands.Choice(name=named(code), value=code) for code in languages()]


@app_commands.allowed_contexts(guilds=True, dms=True)
class PreferencesCog(
    commands.GroupCog, name="preferences", group_name="preferences", group_description="What you want in your battles"
):
    """/preferences show, language, reminders, quiet, away, back."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="show", description="What holds for you now")
    async def show(self, interaction: discord.Interaction) -> None:
        found = await self.bot.service.preferences.of(interaction.user.id)
        await whisper(interaction, self._said(interaction, found))

    @app_commands.command(name="language", description="The language of what only you see: panels, answers, help")
    @app_commands.describe(language="Without one: that of your Discord")
    @app_commands.choices(language=LANGUAGES)
    async def language(self, interaction: discord.Interaction, language: str = "") -> None:
        found = await self.bot.service.preferences.set_language(interaction.user.id, language or None)
        await whisper(interaction, self._said(interaction, found))

    @app_commands.command(name="reminders", description="How you are reminded of a question, and when")
    @app_commands.describe(
        how="Where", before="How long before the deadline, like 3h; “default” for half of the time you have"
    )
    @app_commands.choices(how=HOW)
    async def reminders(
        self, interaction: discord.Interaction, how: str, before: app_commands.Range[str, 0, 40] = "default"
    ) -> None:
        found = await self.bot.service.preferences.set_reminders(interaction.user.id, how, _before(before))
        await whisper(interaction, self._said(interaction, found))

    @app_commands.command(name="quiet", description="Hours in which your time stands still, by correspondence")
    @app_commands.describe(
        begin="Hour of the day from which you want to be left alone",
        end="Hour of the day at which your time passes again; the same hour twice ends the quiet",
        zone="Your time zone, like Europe/Rome, summer time and all; or how far you are ahead of UTC: +2",
    )
    @app_commands.rename(begin="from", end="to")
    async def quiet(
        self,
        interaction: discord.Interaction,
        begin: app_commands.Range[int, 0, 23],
        end: app_commands.Range[int, 0, 23],
        zone: app_commands.Range[str, 0, 40] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        user = interaction.user.id
        ahead = preferences.offset(zone)
        known = (await self.bot.service.preferences.of(user)).quiet
        if not zone and known is not None:
            ahead = known[2]
        found, moved = await self.bot.service.preferences.set_quiet(user, (begin, end, ahead) if begin != end else None)
        await self.bot.messages.publisher.renew(*moved)
        await whisper(interaction, self._said(interaction, found))

    @quiet.autocomplete("zone")
    async def _zones(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return choices(zones.suggested(current, self.bot.service.clock()), "")

    @app_commands.command(name="away", description="Go on vacation: your questions don't time out meanwhile")
    @app_commands.describe(until="The day you are back, like 2026-12-01, or how long, like 10d; at most 30 days a year")
    async def away(self, interaction: discord.Interaction, until: app_commands.Range[str, 1, 40]) -> None:
        await interaction.response.defer(ephemeral=True)
        user = interaction.user.id
        known = (await self.bot.service.preferences.of(user)).quiet
        end = preferences.until(until, self.bot.service.clock(), known[2] if known is not None else 0.0)
        found, moved = await self.bot.service.preferences.go_away(user, end)
        await self.bot.messages.publisher.renew(*moved)
        await self.bot.messages.vacations.begin(user, end)
        await whisper(interaction, self._said(interaction, found))

    @app_commands.command(name="back", description="Come back from vacation")
    async def back(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        found, moved = await self.bot.service.preferences.come_back(interaction.user.id)
        await self.bot.messages.publisher.renew(*moved)
        await self.bot.messages.vacations.end(interaction.user.id)
        await whisper(interaction, self._said(interaction, found))

    def _said(self, interaction: discord.Interaction, p: Preferences) -> str:
        """What holds, a line each."""
        words = reader(interaction)
        when = (
            Text("when half of the time has passed")
            if p.before is None
            else Text("{time} before the deadline", time=limits.length(p.before))
        )
        reminders = {
            "ping": Text("Reminders: a ping in the battle's channel, {when}.", when=when),
            "dm": Text("Reminders: by private message, {when}.", when=when),
            "digest": Text("Reminders: one private message a day, with all your battles that wait for you."),
            "none": Text("Reminders: none."),
        }[p.reminders]
        quiet = (
            Text("Quiet hours: none.")
            if p.quiet is None
            else Text("Quiet hours: {hours}.", hours=preferences.clock_of(p.quiet))
        )
        left = int(preferences.vacation_left(p.leaves, self.bot.service.clock()) // DAY)
        away = (
            Text("You are here; {n:day|days} of vacation are left this year.", n=left)
            if p.away_until is None
            else Text("You are away until {when}.", when=f"<t:{int(p.away_until)}:f>")
        )
        language = (
            Text("Language: that of your Discord, once most of it is translated.")
            if p.language is None
            else Text("Language: {language}.", language=completeness(p.language))
        )
        told = (language, reminders, quiet, away)
        return "\n".join(escape(words.say(t)) if t is not away else words.say(t) for t in told)


def _before(text: str) -> float | None:
    """How long before a deadline; None for half of the time. Raises Refusal."""
    try:
        return limits.parse(text)
    except Refusal:
        refuse("Write a time like 30m, 3h or 1d; or “default” for half of the time you have.")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(PreferencesCog(bot))

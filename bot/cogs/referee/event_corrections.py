"""What a referee puts right in a league or cup: /referee event extend, reopen, replace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import Choices
from bot.cogs.company.competition_finding import WHICH, EventFinding
from bot.components.ids import Ref
from bot.errors import whisper
from bot.messages.messages import Messages
from bot.narration import escape
from bot.narration.company import date, gone_names
from bot.narration.people import person
from bot.service import Referee
from bot.service.competitions.competitions import DAYS, REASON
from bot.storage.competitions import FINISHED, OPEN, RUNNING, Competition, Fixture
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

WEEK = 7
"""Days that [A week more] gives."""

MATCH = "Which match: choose it by its players, or its number in /event fixtures"
WHY = "Why; everybody reads it"


class EventCorrections(EventFinding, commands.Cog):
    """Part of a cog."""

    bot: Hexarch

    @property
    def _messages(self) -> Messages:
        return self.bot.messages

    # -- time ---------------------------------------------------------------------------------------------------

    @app_commands.command(name="extend", description="Give a match more time (referees)")
    @app_commands.describe(match=MATCH, days="How many days more", event=WHICH)
    async def extend(
        self,
        interaction: discord.Interaction,
        match: app_commands.Range[int, 1, 10_000],
        days: app_commands.Range[int, DAYS[0], DAYS[1]] = WEEK,
        event: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        await self._extend(interaction, await self._event(interaction, event, RUNNING), match, days)

    async def extend_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[A week more] on what asks referees to decide a match."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._check_referee(interaction)
        event = await self.bot.service.competitions.get(ref.battle, interaction.guild_id or 0)
        n = int(ref.token) if ref.token.isascii() and ref.token.isdecimal() and len(ref.token) < 9 else 0
        await self._extend(interaction, event, n, WEEK)

    async def _extend(self, interaction: discord.Interaction, event: Competition, n: int, days: float) -> None:
        f = await self.bot.service.corrections.extend(event.id, event.guild, n, days)
        words = self._messages.lookup.words(event.guild)
        text = Text(
            "⏳ {players}: referee **{by}** gives match {n} of “{name}” until {when}.",
            players=" ".join(f"<@{u}>" for u in f.players if u > 0),
            by=escape(interaction.user.display_name),
            n=f.n,
            name=escape(event.name),
            when=date(f.due or 0),
        )
        await self._messages.competitions.notices.match_news(event, f, words.say(text))
        await whisper(interaction, words.translate("Done, and both players are told."))
        await self._messages.competitions.attend(event.id)

    # -- decisions ----------------------------------------------------------------------------------------------

    @app_commands.command(name="reopen", description="Take back how a match was decided: it is played (referees)")
    @app_commands.describe(match=MATCH, reason=WHY, event=WHICH)
    async def reopen(
        self,
        interaction: discord.Interaction,
        match: app_commands.Range[int, 1, 10_000],
        reason: app_commands.Range[str, 1, REASON],
        event: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, RUNNING, FINISHED)
        name = self._by(interaction, found)
        after, before, opened = await self.bot.service.corrections.reopen(found.id, found.guild, match, name, reason)
        words = self._messages.lookup.words(found.guild)
        gone = gone_names(await self.bot.service.competitions.entrants(found.id))
        text = Text(
            "⚖️ {players}: referee **{by}** takes back how match {n} of “{name}” was decided, and it is to be played by "
            "{when}: {reason}",
            players=" ".join(person(u, words, gone) for u in opened.players),
            by=escape(name),
            n=opened.n,
            name=escape(found.name),
            when=date(opened.due or 0),
            reason=escape(" ".join(reason.split())),
        )
        await self._messages.competitions.notices.match_news(after, opened, words.say(text))
        await whisper(interaction, words.translate("Done, and both players are told."))
        await self._messages.competitions.attend(after.id)
        await self._messages.closing.close_up()
        await self._offer_ratings(interaction, after, before)

    async def _offer_ratings(self, interaction: discord.Interaction, event: Competition, f: Fixture) -> None:
        raise NotImplementedError

    # -- players ------------------------------------------------------------------------------------------------

    @app_commands.command(
        name="replace", description="Another member takes a player's place with its points (referees)"
    )
    @app_commands.describe(player="Who gives up the place", by="Who takes it", reason=WHY, event=WHICH)
    async def replace(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        by: discord.Member,
        reason: app_commands.Range[str, 1, REASON],
        event: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        if by.bot:
            refuse("A bot can't play; choose a member.")
        found = await self._event(interaction, event, OPEN, RUNNING)
        name = self._by(interaction, found)
        done = await self.bot.service.corrections.replace(found.id, found.guild, player.id, by.id, by.display_name)
        words = self._messages.lookup.words(found.guild)
        text = Text(
            "⚖️ {new} takes the place of {old} in “{name}”, with all points made, by referee **{by}**: {reason}",
            new=f"<@{by.id}>",
            old=f"<@{player.id}>",
            name=escape(found.name),
            by=escape(name),
            reason=escape(" ".join(reason.split())),
        )
        await self._messages.calls.call(found.guild, found.channel, [by.id, player.id], words.say(text))
        left = [b for b, side in done.battles if not await self._seated(interaction, b, side, by, reason)]
        await whisper(interaction, words.translate("Done, and told to everybody."))
        if left:
            places = ", ".join([f"<#{(await self.bot.service.battles.get(b)).channel}>" for b in left])
            said = Text("Battles have still to be handed over with /referee seat: {places}.", places=places)
            await whisper(interaction, words.say(said))
        await self._messages.competitions.attend(found.id)

    async def _seated(
        self, interaction: discord.Interaction, battle: str, side: str, member: discord.Member, reason: str
    ) -> bool:
        """Hand a battle of the place over; whether that could be done."""
        who = Referee(interaction.user.id, interaction.user.display_name, reason)
        try:
            acted = await self.bot.service.referee.seat(battle, who, side, member.id, member.display_name)
            here = await self._messages.lookup.look(battle, interaction.user.id)
            await self._messages.referees.announce(interaction, here, acted, member.id)
        except (Refusal, discord.HTTPException):
            return False
        return True

    # -- finding ------------------------------------------------------------------------------------------------

    def _by(self, interaction: discord.Interaction, event: Competition) -> str:
        """What the referee is called; everybody shall know who isn't a bystander."""
        name = interaction.user.display_name
        return str(Text("{name}, who takes part,", name=name)) if interaction.user.id in event.order else name

    @extend.autocomplete("event")
    @reopen.autocomplete("event")
    @replace.autocomplete("event")
    async def _events_corrected(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current)

    @extend.autocomplete("match")
    @reopen.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._matches_offered(interaction, current)

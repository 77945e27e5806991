"""What a referee puts right in a league or cup: /referee event extend, reopen, replace, return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import Choices
from bot.cogs.company.competition_finding import WHICH
from bot.cogs.referee.awards import Awards
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.messages.access import visibility
from bot.messages.messages import Messages
from bot.narration import escape
from bot.narration.company import date, gone_names
from bot.narration.people import person
from bot.service import Referee
from bot.service.competitions import motions, progress
from bot.service.competitions.competitions import DAYS, REASON
from bot.service.competitions.corrections import Reopened
from bot.service.competitions.motions import Motion
from bot.storage.competitions import FINISHED, OPEN, RUNNING, SWISS, Competition
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

WEEK = 7
"""Days that [A week more] gives."""

MATCH = "Which match: choose it by its players, or its number in /event fixtures"
WHY = "Why; everybody reads it"


class EventCorrections(Awards, commands.Cog):
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
        found = await self._event(interaction, event, RUNNING)
        await self._decide(interaction, found, motions.EXTEND, n=match, days=days)

    async def extend_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[A week more] on what asks referees to decide a match."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._check_referee(interaction)
        event = await self.bot.service.competitions.get(ref.battle, interaction.guild_id or 0)
        n = int(ref.token) if ref.token.isascii() and ref.token.isdecimal() and len(ref.token) < 9 else 0
        await self._decide(interaction, event, motions.EXTEND, n=n, days=WEEK)

    async def _extend(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        f = await self.bot.service.corrections.extend(event.id, event.guild, asked.n, asked.days)
        gone = gone_names(await self.bot.service.competitions.entrants(event.id))
        words = self._messages.lookup.words(event.guild)
        text = Text(
            "⏳ {players}: referee **{by}** gives match {n} of “{name}” until {when}.",
            players=" ".join(person(u, words, gone) for u in f.players),
            by=escape(by),
            n=f.n,
            name=escape(event.name),
            when=date(f.due or 0),
        )
        await self._messages.competitions.notices.match_news(event, f, words.say(text))
        await whisper(interaction, reader(interaction).translate("Done, and both players are told."))
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
        await self._decide(interaction, found, motions.REOPEN, n=match, reason=reason)

    async def _reopen(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        done = await self.bot.service.corrections.reopen(event.id, event.guild, asked.n, asked.reason)
        await self._messages.competitions.reopenings.tell(done, by, asked.reason)
        await whisper(interaction, reader(interaction).translate("Done, and both players are told."))
        await self._played_again(interaction, done)

    async def _played_again(self, interaction: discord.Interaction, done: Reopened) -> None:
        """Let follow what follows from matches that are played after all."""
        await self._messages.competitions.attend(done.event.id)
        await self._messages.closing.close_up()
        for f in done.before:
            await self._offer_ratings(interaction, done.event, f)

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
        await self.bot.service.corrections.check_replace(found, player.id, by.id, by.display_name)
        await self._decide(interaction, found, motions.REPLACE, player=player.id, new=by.id, reason=reason)

    async def _replace(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        old, new, reason = asked.player, asked.new, asked.reason
        member = await visibility.member_of(self.bot, event.guild, new)
        if member is None:
            refuse("Who is to have the place isn't a member of this server.")
        corrections, words = self.bot.service.corrections, self._messages.lookup.words(event.guild)
        gone = gone_names(await self.bot.service.competitions.entrants(event.id))
        done = await corrections.replace(event.id, event.guild, old, new, member.display_name)
        left = [b for b, side in done.battles if not await self._seated(interaction, b, side, member, reason, by)]
        text = Text(
            "⚖️ {new} takes the place of {old} in “{name}”, with all points made, by referee **{by}**: {reason}",
            new=f"<@{new}>",
            old=person(old, words, gone),
            name=escape(event.name),
            by=escape(by),
            reason=escape(" ".join(reason.split())),
        )
        # Whoever has been handed a battle was called there.
        called = [old] if len(left) < len(done.battles) else [new, old]
        await self._messages.competitions.notices.event_news(event, called, words.say(text))
        if done.again is not None:
            await self._messages.competitions.reopenings.tell(done.again, by, reason, [new, old])
        await whisper(interaction, reader(interaction).translate("Done, and told to everybody."))
        if left:
            places = ", ".join([f"<#{(await self.bot.service.battles.get(b)).channel}>" for b in left])
            said = Text("Battles have still to be handed over with /referee seat: {places}.", places=places)
            await whisper(interaction, reader(interaction).say(said))
        await self._messages.competitions.attend(event.id)

    async def _seated(
        self,
        interaction: discord.Interaction,
        battle: str,
        side: str,
        member: discord.Member,
        reason: str,
        by: str,
    ) -> bool:
        """Hand a battle of the place over, as it was decided; whether that could be done."""
        # Not as one who may play in it: it follows from what others have agreed to.
        who = Referee(0, by, reason)
        try:
            acted = await self.bot.service.referee.seat(battle, who, side, member.id, member.display_name)
            here = await self._messages.lookup.look(battle, interaction.user.id)
            await self._messages.referees.announce(interaction, here, acted, member.id)
        except (Refusal, discord.HTTPException):
            return False
        return True

    @app_commands.command(name="return", description="Somebody who has withdrawn takes part again (referees)")
    @app_commands.describe(player="Who", reason=WHY, event=WHICH)
    async def back(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        reason: app_commands.Range[str, 1, REASON],
        event: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, RUNNING, FINISHED)
        await self.bot.service.corrections.check_return(found, player.id)
        await self._decide(interaction, found, motions.RETURN, player=player.id, reason=reason)

    async def _bring_back(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        done = await self.bot.service.corrections.bring_back(event.id, event.guild, asked.player)
        words = self._messages.lookup.words(event.guild)
        text = Text(
            "⚖️ {player} takes part in “{name}” again, by referee **{by}**: {reason}",
            player=f"<@{asked.player}>",
            name=escape(event.name),
            by=escape(by),
            reason=escape(" ".join(asked.reason.split())),
        )
        said = words.say(text)
        # Who has a match to play now is called to it.
        called = [] if any(f.due is not None for f in done.opened) else [asked.player]
        fixtures = await self.bot.service.competitions.fixtures(event.id)
        if called and done.event.kind == SWISS and progress.final_of(fixtures) < progress.last_round(event, fixtures):
            said += " " + words.translate("The next round is paired with them.")
        await self._messages.competitions.notices.event_news(event, called, said)
        await self._messages.competitions.reopenings.tell(done, by, asked.reason, [asked.player])
        await whisper(interaction, reader(interaction).translate("Done, and told to everybody."))
        await self._played_again(interaction, done)

    # -- finding ------------------------------------------------------------------------------------------------

    @extend.autocomplete("event")
    @reopen.autocomplete("event")
    @replace.autocomplete("event")
    @back.autocomplete("event")
    async def _events_corrected(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current)

    @extend.autocomplete("match")
    @reopen.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._matches_offered(interaction, current)

"""Leagues and cups from the referee's side: to call, begin, move, decide and break them off."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import bot_permissions
from bot.cogs.battles import limits as limit_words
from bot.cogs.battles.terms import MODES, limits_named, listed, rule_choices, rules_named, scenario_choices
from bot.cogs.branch import Branch
from bot.cogs.company.competition_finding import WHICH
from bot.cogs.referee.awards import ANNUL, BECAUSE
from bot.cogs.referee.event_corrections import MATCH, EventCorrections
from bot.cogs.referee.withdrawing import Withdrawing
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.messages.access import guild_rules, visibility
from bot.messages.competitions.competitions import AWARD, EXTEND
from bot.messages.competitions.forums import forum_of
from bot.messages.competitions.motions import MOTION
from bot.messages.delivery import threads
from bot.narration import escape
from bot.service.competitions import motions
from bot.service.competitions.competitions import CYCLES, DAYS, NAME, REASON, ROUNDS
from bot.service.time.limits import length
from bot.service.time.limits import words as limit_terms
from bot.storage.competitions import CUP, LEAGUE, OPEN, RUNNING, SWISS, Competition
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

BY_LETTER = 2
"""Days of a round from which on its battles are by correspondence, if nothing else is said."""

KINDS = [
    app_commands.Choice(name="league: everybody meets everybody", value=LEAGUE),
    app_commands.Choice(name="cup: who loses is out", value=CUP),
    app_commands.Choice(name="Swiss rounds: against somebody with as many points", value=SWISS),
]
Choices = list[app_commands.Choice[str]]

_CHANNEL = re.compile(r"<#(\d{1,20})>")


class CallingCog(Withdrawing, EventCorrections, Branch):
    """/referee event create, start, move, award, abandon; with those of :class:`EventCorrections`."""

    group = "referee event"
    about = "Leagues and cups: call one, begin it, decide a match"

    def __init__(self, bot: Hexarch) -> None:
        super().__init__(bot)
        bot.router.add(AWARD, self.award_pressed)
        bot.router.add(BECAUSE, self.award_said)
        bot.router.add(ANNUL, self.annul_pressed)
        bot.router.add(EXTEND, self.extend_pressed)
        bot.router.add(MOTION, self.motion_pressed)
        self.acts = {
            motions.AWARD: self._award,
            motions.EXTEND: self._extend,
            motions.REOPEN: self._reopen,
            motions.REPLACE: self._replace,
            motions.RETURN: self._bring_back,
            motions.WITHDRAW: self._take_out,
        }

    async def _battles_meant(self, text: str, guild: int) -> list[str]:
        """The keys of battles written with commas between, by key or title; of keys, spaces will do."""
        parts = [part.strip() for part in re.split("[,;]", text) if part.strip()]
        if len(parts) == 1 and all("/" in word for word in listed(text)):
            parts = listed(text)
        return [await self.bot.service.scenarios.meant(part, guild) for part in parts]

    @app_commands.command(name="create", description="Call a league or a cup in this channel (referees)")
    @app_commands.describe(
        name="What it is called",
        kind="League or cup",
        scenarios="Which battles, separated by commas; rounds take them by turns",
        both="Whether each pair plays two battles, one on each side",
        cycles="How often everybody meets everybody, in a league",
        days="Days for a round",
        mode="How fast; without it, as this server has settled",
        limits="Time for an answer, like 30m, 12h, 2d; without it, as this server has settled",
        bank="Time for the whole battle, like 5d, besides that for each answer; “none” for no bank",
        rules="Optional rules, separated by commas",
        third="Whether there is a match for the third place, in a cup",
        channels="Channels for its battles, one battle at a time in each; without them, a thread for each match",
        rounds="How many Swiss rounds; without it, as many as its players need",
        forum="A forum channel in which each match is a post",
    )
    @app_commands.choices(mode=MODES, kind=KINDS)
    async def create(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, NAME],
        kind: str,
        scenarios: app_commands.Range[str, 1, 500],
        both: bool = False,
        cycles: app_commands.Range[int, 1, CYCLES] = 1,
        days: app_commands.Range[int, DAYS[0], DAYS[1]] = 14,
        mode: str = "",
        limits: app_commands.Range[str, 0, 40] = "",
        bank: app_commands.Range[str, 0, 40] = "",
        rules: str = "",
        third: bool = False,
        channels: app_commands.Range[str, 0, 500] = "",
        rounds: app_commands.Range[int, 1, ROUNDS] | None = None,
        forum: discord.ForumChannel | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = interaction.guild_id or 0
        await self._check_referee(interaction)
        guild_rules.check_writes(interaction.channel, interaction.user)
        places = await self._places(interaction, channels, forum)
        settled = await self.bot.service.guilds.settings(guild)
        agreed = limits_named(limits, bank, settled.limits)
        played = mode or ("correspondence" if days >= BY_LETTER else settled.mode)
        if played != settled.mode and not mode and not limits.strip():
            # What the server has settled is meant for its own mode.
            agreed = replace(agreed, seconds=None)
        event = await self.bot.service.competitions.create(
            guild,
            interaction.channel_id or 0,
            interaction.user.id,
            name,
            kind,
            await self._battles_meant(scenarios, guild),
            mode=played,
            rules=rules_named(rules),
            limits=agreed,
            both=both,
            cycles=cycles,
            days=days,
            third=third,
            channels=places,
            rounds=rounds or 0,
            forum=forum.id if forum is not None else 0,
        )
        await self.bot.messages.competitions.attend(event.id)
        await self._say(interaction, event, "“{name}” is open for entrants.")
        await whisper(interaction, self._assumed(event, reader(interaction), mode=mode, limits=limits, days=days))

    def _assumed(self, event: Competition, words: TextCatalogue, *, mode: str, limits: str, days: int) -> str:
        """What holds that wasn't said, so that nobody learns it from the first match."""
        service = self.bot.service
        terms = limit_terms(event.mode, event.limits, untimed=service.untimed)
        found = [Text("{mode}: {terms}", mode=Text(event.mode), terms=terms)] if not (mode and limits) else []
        found += [Text("{days} for a round", days=length(days * 24 * 3600.0))]
        if not event.channels:
            found.append(Text("a thread for each match") if not event.forum else Text("a post for each match"))
        said = "; ".join(escape(words.say(t)) for t in found)
        return words.say(Text("What holds: {said}. /referee event change gives it other times.", said=said))

    async def _places(
        self, interaction: discord.Interaction, text: str, forum: discord.ForumChannel | None
    ) -> list[int]:
        """Channels named for the battles. Raises Refusal where they can't be fought there, or in the ``forum``."""
        guild = interaction.guild_id or 0
        if forum is not None:
            if text.strip():
                refuse("Name a forum or channels for the battles, not both.")
            await self._check_forum(interaction, forum)
            return []
        found = [int(n) for n in _CHANNEL.findall(text)]
        if _CHANNEL.sub("", text).strip(" ,;"):
            refuse("Name channels like #battlefield-1 #battlefield-2.")
        here = interaction.channel
        if not found and isinstance(here, discord.Thread):
            refuse(
                "Each match gets a thread of its own, and there are none inside a thread. Call it in {parent}, or name "
                "the channels of its battles: channels:{parent}",
                parent=f"#{here.parent.name}" if here.parent is not None else "#…",
            )
        if not found:
            await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, interaction.channel)
            await threads.check_threads(self.bot, guild, interaction.channel_id or 0)
        for number in found:
            channel = await visibility.channel_of(self.bot, guild, number)
            if channel is None or not visibility.may_write(channel, channel.guild.me):
                refuse("I can't write in channel {n} of those you named, or it isn't here.", n=found.index(number) + 1)
            await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, channel)
        return found

    async def _check_forum(self, interaction: discord.Interaction, forum: discord.ForumChannel) -> None:
        """Refuse a forum in which no matches can be played."""
        guild_rules.check_writes(forum, interaction.user)
        await guild_rules.check_place(self.bot, self.bot.service.guilds, forum.guild.id, forum)
        await forum_of(self.bot, forum.guild.id, forum.id)

    @app_commands.command(name="start", description="Begin with those who take part (referees)")
    @app_commands.describe(event=WHICH)
    async def start(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN)
        if not found.channels and not found.forum:
            await threads.check_threads(self.bot, found.guild, found.channel)
        left = await self._without_those_who_left(found)
        begun = await self.bot.service.competitions.start(found.id, found.guild, interaction.id)
        if left:
            names = escape(", ".join(left))
            await whisper(
                interaction,
                reader(interaction).say(Text("Left out, since they have left the server: {names}.", names=names)),
            )
        await self._say(interaction, begun, "“{name}” begins.")
        await self.bot.messages.competitions.attend(begun.id)

    async def _without_those_who_left(self, event: Competition) -> list[str]:
        """Take those out of an event that is about to begin who aren't members any more; what they were called."""
        left: list[str] = []
        for entrant in await self.bot.service.competitions.entrants(event.id):
            try:
                member = await visibility.member_of(self.bot, event.guild, entrant.user)
            except discord.HTTPException:
                continue  # nobody is left out because Discord doesn't answer
            if member is None:
                await self.bot.service.competitions.leave(event.id, event.guild, entrant.user)
                left.append(entrant.name or str(entrant.user))
        return left

    @app_commands.command(name="move", description="Tell a league or cup in this channel from now on (referees)")
    @app_commands.describe(event=WHICH, forum="A forum channel in which each match is a post from now on")
    async def move(
        self, interaction: discord.Interaction, event: str = "", forum: discord.ForumChannel | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._moved(interaction, event)
        guild_rules.check_writes(interaction.channel, interaction.user)
        if forum is not None:
            if found.channels:
                refuse("“{name}” has channels for its battles, and needs no forum.", name=found.name)
            await self._check_forum(interaction, forum)
        if found.channels or found.forum or forum is not None:
            place = await visibility.channel_of(self.bot, found.guild, interaction.channel_id or 0)
            if place is None or not visibility.may_write(place, place.guild.me):
                refuse(
                    "I may not write in this channel. I need: {permissions}.",
                    permissions=bot_permissions.lacking(place),
                )
        else:
            await guild_rules.check_place(self.bot, self.bot.service.guilds, found.guild, interaction.channel)
            await threads.check_threads(self.bot, found.guild, interaction.channel_id or 0)
        home = forum.id if forum is not None else 0
        moved = await self.bot.messages.competitions.move(found, interaction.channel_id or 0, home)
        await self._say(interaction, moved, "“{name}” is told here from now on.")

    async def _moved(self, interaction: discord.Interaction, text: str) -> Competition:
        """Which event is to move: also one that is over, while nobody could be told so. Raises Refusal."""
        try:
            return await self._event(interaction, text, OPEN, RUNNING)
        except Refusal:
            untold = {e.id for e in await self.bot.service.competitions.unsettled()}
            left = [e for e in await self._seen(interaction) if e.id in untold]
            if text.strip() or len(left) != 1:
                raise
            return left[0]

    @app_commands.command(name="change", description="Other times for a league or cup that hasn't begun (referees)")
    @app_commands.describe(
        event=WHICH,
        days="Days for a round",
        mode="How fast",
        limits="Time for an answer, like 30m, 12h, 2d",
        bank="Time for the whole battle, like 5d, besides that for each answer; “none” for no bank",
    )
    @app_commands.choices(mode=MODES)
    async def change(
        self,
        interaction: discord.Interaction,
        event: str = "",
        days: app_commands.Range[int, DAYS[0], DAYS[1]] | None = None,
        mode: str = "",
        limits: app_commands.Range[str, 0, 40] = "",
        bank: app_commands.Range[str, 0, 40] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN)
        agreed = limits_named(limits, bank, found.limits)
        change = self.bot.service.corrections.change
        changed = await change(found.id, found.guild, days=days, mode=mode, limits=agreed)
        words = self.bot.messages.lookup.words(changed.guild)
        text = Text(
            "⏳ {players}: referee **{by}** changes how “{name}” is played: {mode}, {terms}; {days} for a round.",
            players=" ".join(f"<@{e.user}>" for e in await self.bot.service.competitions.entrants(changed.id)),
            by=escape(interaction.user.display_name),
            name=escape(changed.name),
            mode=Text(changed.mode),
            terms=limit_terms(changed.mode, changed.limits, untimed=self.bot.service.untimed),
            days=length(changed.days * 24 * 3600.0),
        )
        entrants = [e.user for e in await self.bot.service.competitions.entrants(changed.id)]
        await self.bot.messages.competitions.notices.event_news(changed, entrants, words.say(text))
        await whisper(interaction, reader(interaction).translate("Done, and told to everybody."))
        await self.bot.messages.competitions.attend(changed.id)

    @app_commands.command(name="abandon", description="Break a league or cup off without a winner (referees)")
    @app_commands.describe(event=WHICH, sure="Choose True: it can't be taken back")
    async def abandon(self, interaction: discord.Interaction, event: str = "", sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN, RUNNING)
        if not sure:
            refuse("That breaks off “{name}” for everybody. If you mean it: sure:True", name=found.name)
        ended = await self.bot.service.competitions.abandon(found.id, found.guild, interaction.user.display_name)
        await self._say(interaction, ended, "“{name}” is broken off, and everybody is told.")
        await self.bot.messages.competitions.attend(ended.id)
        await self.bot.messages.closing.close_up()

    @app_commands.command(name="award", description="Decide a match (referees)")
    @app_commands.describe(
        match=MATCH,
        reason="Why; everybody reads it",
        winner="Who wins; without it, a draw in a league",
        event=WHICH,
    )
    async def award(
        self,
        interaction: discord.Interaction,
        match: app_commands.Range[int, 1, 10_000],
        reason: app_commands.Range[str, 1, REASON],
        winner: discord.User | None = None,
        event: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, RUNNING)
        won = winner.id if winner is not None else 0
        await self._decide(interaction, found, motions.AWARD, n=match, winner=won, reason=reason)

    @start.autocomplete("event")
    @move.autocomplete("event")
    @change.autocomplete("event")
    @abandon.autocomplete("event")
    @award.autocomplete("event")
    async def _events(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current)

    @award.autocomplete("match")
    async def _decided(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._matches_offered(interaction, current)

    @create.autocomplete("scenarios")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> Choices:
        *taken, typed = current.split(",")
        before = ", ".join(x.strip() for x in taken if x.strip())
        return await scenario_choices(self.bot, interaction, typed, before)

    @create.autocomplete("limits")
    @change.autocomplete("limits")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.TIMES, current)

    @create.autocomplete("bank")
    @change.autocomplete("bank")
    async def _banks(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.BANKS, current)

    @create.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, current: str) -> Choices:
        return await rule_choices(self.bot, interaction, current, "scenarios")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(CallingCog(bot))

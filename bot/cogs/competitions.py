"""Leagues and cups run by the bot."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.cogs import limits as limit_words
from bot.cogs.awards import BECAUSE, Awards
from bot.cogs.terms import MODES, limits_named, listed, rule_choices, rules_named, scenario_choices
from bot.components.ids import Ref
from bot.errors import NEEDED, whisper
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.access import guild_rules, visibility
from bot.messages.competitions.competitions import AWARD, FIXTURES, JOIN, LEAVE, TABLE, VERB
from bot.messages.delivery import threads
from bot.narration import TextCatalogue, escape, fit
from bot.narration.company import event_head, fixture_lines, gone_names, order_lines, table_lines, told
from bot.service import Battle
from bot.service.competitions import progress
from bot.service.competitions.competitions import CYCLES, DAYS, NAME, REASON
from bot.service.competitions.matches import round_of
from bot.storage.competitions import CUP, FINISHED, LEAGUE, OPEN, RUNNING, Competition, Fixture
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

TICK = 30.0
"""Seconds between two looks at what leagues and cups need."""

PAGES = 5
"""Most messages of one answer."""

WHICH = "Which one, by its number; without it, the only one there is"
KINDS = [
    app_commands.Choice(name="league: everybody meets everybody", value=LEAGUE),
    app_commands.Choice(name="cup: who loses is out", value=CUP),
]
Choices = list[app_commands.Choice[str]]

_CHANNEL = re.compile(r"<#(\d{1,20})>")


@app_commands.guild_only()
class CompetitionsCog(
    Awards, commands.GroupCog, name="event", group_name="event", group_description="Leagues and cups"
):
    """/event create, join, leave, start, move, table, fixtures, list, withdraw, award, abandon."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(VERB, self.pressed)
        bot.router.add(AWARD, self.award_pressed)
        bot.router.add(BECAUSE, self.award_said)

    async def cog_load(self) -> None:
        self.bot.messages.closing.closers.append(self._over)
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()
        self.bot.messages.closing.closers.remove(self._over)

    async def _over(self, battle: Battle) -> None:
        """What is done when a battle is over: its match is settled."""
        await self.bot.messages.competitions.closed(battle)

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        try:
            await self.bot.messages.competitions.tick()
        except Exception:
            # What went wrong now may go right in the next round.
            log.exception("leagues and cups could not be looked after")

    @clock.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    # -- calling one --------------------------------------------------------------------------------------------

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
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = interaction.guild_id or 0
        await self._check_referee(interaction)
        guild_rules.check_writes(interaction.channel, interaction.user)
        places = await self._places(interaction, channels)
        settled = await self.bot.service.guilds.settings(guild)
        event = await self.bot.service.competitions.create(
            guild,
            interaction.channel_id or 0,
            interaction.user.id,
            name,
            kind,
            listed(scenarios),
            mode=mode or settled.mode,
            rules=rules_named(rules),
            limits=limits_named(limits, bank, settled.limits),
            both=both,
            cycles=cycles,
            days=days,
            third=third,
            channels=places,
        )
        await self.bot.messages.competitions.attend(event.id)
        await self._say(interaction, event, "“{name}” is open for entrants; its number is {id}.")

    async def _places(self, interaction: discord.Interaction, text: str) -> list[int]:
        """Channels named for the battles. Raises Refusal where they can't be fought there."""
        guild = interaction.guild_id or 0
        found = [int(n) for n in _CHANNEL.findall(text)]
        if _CHANNEL.sub("", text).strip(" ,;"):
            refuse("Name channels like #battlefield-1 #battlefield-2.")
        if not found:
            await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, interaction.channel)
            await threads.check_threads(self.bot, guild, interaction.channel_id or 0)
        for number in found:
            channel = await visibility.channel_of(self.bot, guild, number)
            if channel is None or not visibility.may_write(channel, channel.guild.me):
                refuse("I can't write in channel {n} of those you named, or it isn't here.", n=found.index(number) + 1)
            await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, channel)
        return found

    @app_commands.command(name="start", description="Begin with those who take part (referees)")
    @app_commands.describe(event=WHICH)
    async def start(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN)
        if not found.channels:
            await threads.check_threads(self.bot, found.guild, found.channel)
        left = await self._without_those_who_left(found)
        begun = await self.bot.service.competitions.start(found.id, found.guild, interaction.id)
        if left:
            words = self.bot.messages.lookup.words(found.guild)
            names = escape(", ".join(left))
            await whisper(
                interaction, words.say(Text("Left out, since they have left the server: {names}.", names=names))
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
    @app_commands.describe(event=WHICH)
    async def move(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN, RUNNING, lost=True)
        guild_rules.check_writes(interaction.channel, interaction.user)
        if found.channels:
            place = await visibility.channel_of(self.bot, found.guild, interaction.channel_id or 0)
            if place is None or not visibility.may_write(place, place.guild.me):
                refuse("I may not write in this channel. I need: {permissions}.", permissions=NEEDED)
        else:
            await guild_rules.check_place(self.bot, self.bot.service.guilds, found.guild, interaction.channel)
            await threads.check_threads(self.bot, found.guild, interaction.channel_id or 0)
        moved = await self.bot.messages.competitions.move(found, interaction.channel_id or 0)
        await self._say(interaction, moved, "“{name}” is told here from now on.")

    @app_commands.command(name="abandon", description="Break a league or cup off without a winner (referees)")
    @app_commands.describe(event=WHICH, sure="Choose True: it can't be taken back")
    async def abandon(self, interaction: discord.Interaction, event: str = "", sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._check_referee(interaction)
        found = await self._event(interaction, event, OPEN, RUNNING)
        if not sure:
            refuse("That breaks off “{name}” for everybody. If you mean it: sure:True", name=found.name)
        ended = await self.bot.service.competitions.abandon(found.id, found.guild)
        await self._say(interaction, ended, "“{name}” is broken off.")
        await self.bot.messages.competitions.attend(ended.id)
        await self.bot.messages.closing.close_up()

    # -- taking part --------------------------------------------------------------------------------------------

    @app_commands.command(name="join", description="Take part in a league or cup that hasn't begun")
    @app_commands.describe(event=WHICH)
    async def join(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._join(interaction, await self._event(interaction, event, OPEN))

    @app_commands.command(name="leave", description="Not to take part after all, before it begins")
    @app_commands.describe(event=WHICH)
    async def leave(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._leave(interaction, await self._event(interaction, event, OPEN))

    @app_commands.command(name="withdraw", description="Leave one that has begun: your opponents win what is left")
    @app_commands.describe(
        event=WHICH, player="Whom, as a referee; without it, yourself", sure="Choose True: it can't be taken back"
    )
    async def withdraw(
        self,
        interaction: discord.Interaction,
        event: str = "",
        player: discord.User | None = None,
        sure: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        user = (player or interaction.user).id
        if user != interaction.user.id:
            await self._check_referee(interaction)
        found = await self._event(interaction, event, RUNNING)
        if not sure:
            refuse(
                "All matches of “{name}” that aren't over will be won by the opponents. If you mean it: sure:True",
                name=found.name,
            )
        by = "" if user == interaction.user.id else interaction.user.display_name
        if by and interaction.user.id in found.order:
            by = str(Text("{name}, who takes part,", name=by))
        after = await self.bot.service.competitions.withdraw(found.id, found.guild, user, by)
        await self._say(interaction, after, "Withdrawn from “{name}”.")
        await self.bot.messages.competitions.attend(after.id)
        await self.bot.messages.closing.close_up()

    async def _join(self, interaction: discord.Interaction, event: Competition) -> None:
        user = interaction.user
        joined = await self.bot.service.competitions.join(event.id, event.guild, user.id)
        await self.bot.service.competitions.know_entrant(event.id, user.id, user.display_name)
        await self._say(interaction, joined, "You take part in “{name}”.")
        await self.bot.messages.competitions.attend(event.id)

    async def _leave(self, interaction: discord.Interaction, event: Competition) -> None:
        left = await self.bot.service.competitions.leave(event.id, event.guild, interaction.user.id)
        await self._say(interaction, left, "You no longer take part in “{name}”.")
        await self.bot.messages.competitions.attend(event.id)

    # -- looking ------------------------------------------------------------------------------------------------

    @app_commands.command(name="list", description="The leagues and cups of this server")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words = self.bot.messages.lookup.words(interaction.guild_id or 0)
        lines = [
            f"`{e.id}` **{escape(e.name)}** {await self._place(e, words)} {words.translate(e.status)}"
            for e in await self._seen(interaction)
        ]
        if not lines:
            refuse("There are no leagues or cups here yet.")
        for page in pages(lines, MESSAGE)[:PAGES]:
            await whisper(interaction, page)

    @app_commands.command(name="table", description="How a league or cup stands")
    @app_commands.describe(event=WHICH)
    async def table(self, interaction: discord.Interaction, event: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._table(interaction, await self._event(interaction, event))

    @app_commands.command(name="fixtures", description="All matches of a league or cup")
    @app_commands.describe(event=WHICH, round_="The matches of one round")
    @app_commands.rename(round_="round")
    async def fixtures(
        self, interaction: discord.Interaction, event: str = "", round_: app_commands.Range[int, 1, 1000] | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._fixtures(interaction, await self._event(interaction, event), round_)

    async def _place(self, event: Competition, words: TextCatalogue) -> str:
        """Where it is told; no link to what is gone."""
        if await visibility.gone(self.bot, event.guild, event.channel):
            return words.translate("(its channel is gone: /event move)")
        return f"<#{event.channel}>"

    async def _public(self, event: Competition) -> tuple[Competition, Sequence[Fixture]]:
        """An event and its matches as everybody may know them."""
        fixtures = await self.bot.service.competitions.fixtures(event.id)
        public = told(fixtures, await self.bot.service.mirrors.held())
        if event.status == FINISHED and public != fixtures:
            event = replace(event, status=RUNNING, winners=())
        return event, public

    async def _table(self, interaction: discord.Interaction, event: Competition) -> None:
        words, service = self.bot.messages.lookup.words(event.guild), self.bot.service
        entrants = await service.competitions.entrants(event.id)
        event, fixtures = await self._public(event)
        lines = [f"**{escape(event.name)}**", *event_head(event, entrants, words, untimed=service.untimed)]
        if event.seed and event.kind == LEAGUE:
            rows = progress.league_table(event, fixtures)
            lines += table_lines(rows, {e.user for e in entrants if e.withdrawn}, words, gone_names(entrants))
        if event.kind == CUP:
            lines += fixture_lines(event, fixtures, words, gone=gone_names(entrants))
        for page in pages([*lines, *order_lines(event, words)], MESSAGE):
            await whisper(interaction, page)

    async def _fixtures(self, interaction: discord.Interaction, event: Competition, round_: int | None = None) -> None:
        if not event.seed:
            refuse("“{name}” hasn't begun.", name=event.name)
        words = self.bot.messages.lookup.words(event.guild)
        event, fixtures = await self._public(event)
        if round_ is not None and round_ > progress.final_of(fixtures):
            refuse("“{name}” has {n:round|rounds}.", name=event.name, n=progress.final_of(fixtures))
        head = f"**{escape(event.name)}**"
        gone = gone_names(await self.bot.service.competitions.entrants(event.id))
        rounds = None if round_ is None else {round_}
        told = pages([head, *fixture_lines(event, fixtures, words, rounds, gone)], MESSAGE)
        if round_ is None and len(told) > PAGES:
            now = round_of(fixtures)
            more = words.translate("Other rounds: name one with the command.")
            near = fixture_lines(event, fixtures, words, {now - 1, now, now + 1}, gone)
            told = pages([head, *near, f"-# {more}"], MESSAGE)
        for page in told:
            await whisper(interaction, page)

    # -- referees -----------------------------------------------------------------------------------------------

    @app_commands.command(name="award", description="Decide a match (referees)")
    @app_commands.describe(
        match="Its number in the list of matches",
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
        await self._award(interaction, found, match, winner.id if winner is not None else 0, reason)

    # -- buttons and finding ------------------------------------------------------------------------------------

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Take part], [Leave], [Table], [All matches]."""
        acts = {JOIN: self._join, LEAVE: self._leave, TABLE: self._table, FIXTURES: self._fixtures}
        act = acts.get(ref.token)
        if act is None:
            refuse("That button doesn't belong to this question.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await act(interaction, await self._known(interaction, ref.battle))

    @start.autocomplete("event")
    @move.autocomplete("event")
    @abandon.autocomplete("event")
    @join.autocomplete("event")
    @leave.autocomplete("event")
    @withdraw.autocomplete("event")
    @table.autocomplete("event")
    @fixtures.autocomplete("event")
    @award.autocomplete("event")
    async def _events(self, interaction: discord.Interaction, current: str) -> Choices:
        """Those the command can be about, the newest first."""
        command = interaction.command.name if interaction.command is not None else ""
        wanted = {
            "start": (OPEN,),
            "join": (OPEN,),
            "leave": (OPEN,),
            "abandon": (OPEN, RUNNING),
            "move": (OPEN, RUNNING),
            "withdraw": (RUNNING,),
            "award": (RUNNING,),
        }.get(command)
        return [
            app_commands.Choice(name=fit(f"{e.id} {e.name} · {e.status}", CHOICE), value=e.id)
            for e in await self._seen(interaction, lost=command == "move")
            if (wanted is None or e.status in wanted) and current.strip().casefold() in f"{e.id} {e.name}".casefold()
        ][:25]

    @create.autocomplete("scenarios")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> Choices:
        *taken, typed = current.split(",")
        before = ", ".join(x.strip() for x in taken if x.strip())
        return await scenario_choices(self.bot, interaction, typed, before)

    @create.autocomplete("limits")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.TIMES, current)

    @create.autocomplete("bank")
    async def _banks(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.BANKS, current)

    @create.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, current: str) -> Choices:
        return await rule_choices(self.bot, interaction, current, "scenarios")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(CompetitionsCog(bot))

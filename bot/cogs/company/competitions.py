"""Leagues and cups run by the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.company.competition_finding import WHICH
from bot.cogs.referee.withdrawing import Withdrawing
from bot.cogs.rounds import Rounds
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.language.plain import MESSAGE, pages
from bot.messages.access import visibility
from bot.messages.competitions.competitions import FIXTURES, JOIN, LEAVE, TABLE, VERB
from bot.narration import TextCatalogue, escape
from bot.narration.company import event_head, fixture_lines, gone_names, order_lines, table_lines, told
from bot.service import Battle
from bot.service.competitions import motions, progress
from bot.service.competitions.competitions import REASON
from bot.service.competitions.matches import round_of
from bot.storage.competitions import CUP, FINISHED, OPEN, RUNNING, Competition, Fixture
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

TICK = 30.0
"""Seconds between two looks at what leagues and cups need."""

PAGES = 5
"""Most messages of one answer."""

Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class CompetitionsCog(
    Withdrawing, commands.GroupCog, name="event", group_name="event", group_description="Leagues and cups"
):
    """/event join, leave, withdraw, list, table, fixtures; what referees do with one: :class:`CallingCog`."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.rounds = Rounds(bot, TICK, bot.messages.competitions.tick, "leagues and cups could not be looked after")
        bot.router.add(VERB, self.pressed)
        self.acts = {motions.WITHDRAW: self._take_out}

    async def cog_load(self) -> None:
        self.bot.messages.closing.closers.append(self._over)
        self.rounds.start()

    async def cog_unload(self) -> None:
        self.rounds.stop()
        self.bot.messages.closing.closers.remove(self._over)

    async def _over(self, battle: Battle) -> None:
        """What is done when a battle is over: its match is settled."""
        await self.bot.messages.competitions.closed(battle)

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
        event=WHICH,
        player="Whom, as a referee; without it, yourself",
        sure="Choose True: only a referee can take it back",
        reason="Why, as a referee; everybody reads it",
    )
    async def withdraw(
        self,
        interaction: discord.Interaction,
        event: str = "",
        player: discord.User | None = None,
        sure: bool = False,
        reason: app_commands.Range[str, 0, REASON] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        user = (player or interaction.user).id
        if user != interaction.user.id:
            await self._check_referee(interaction)
            if not reason.strip():
                refuse("Say why with reason: everybody reads it.")
        found = await self._event(interaction, event, RUNNING)
        await self.bot.service.competitions.check_withdraw(found, user, referee=user != interaction.user.id)
        if not sure:
            refuse(
                "All matches of “{name}” that aren't over will be won by the opponents. If you mean it: sure:True",
                name=found.name,
            )
        if user != interaction.user.id:
            await self._decide(interaction, found, motions.WITHDRAW, player=user, reason=reason)
            return
        after = await self.bot.service.competitions.withdraw(found.id, found.guild, user)
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
        words = reader(interaction)
        lines = [
            f"**{escape(e.name)}** {await self._place(e, words)} {words.translate(e.status)}"
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
            return words.say(Text("(its channel is gone: /referee event move)"))
        return f"<#{event.channel}>"

    async def _public(self, event: Competition) -> tuple[Competition, Sequence[Fixture]]:
        """An event and its matches as everybody may know them."""
        fixtures = await self.bot.service.competitions.fixtures(event.id)
        public = told(fixtures, await self.bot.service.mirrors.held())
        if event.status == FINISHED and public != fixtures:
            event = replace(event, status=RUNNING, winners=())
        return event, public

    async def _table(self, interaction: discord.Interaction, event: Competition) -> None:
        words, service = reader(interaction), self.bot.service
        entrants = await service.competitions.entrants(event.id)
        event, fixtures = await self._public(event)
        lines = [f"**{escape(event.name)}**", *event_head(event, entrants, words, untimed=service.untimed)]
        if event.seed and event.kind != CUP:
            rows = progress.league_table(event, fixtures)
            gone = gone_names(entrants)
            lines += table_lines(event, rows, {e.user for e in entrants if e.withdrawn}, words, gone)
        if event.kind == CUP:
            lines += fixture_lines(event, fixtures, words, gone=gone_names(entrants))
        for page in pages([*lines, *order_lines(event, words)], MESSAGE):
            await whisper(interaction, page)

    async def _fixtures(self, interaction: discord.Interaction, event: Competition, round_: int | None = None) -> None:
        if not event.seed:
            refuse("“{name}” hasn't begun.", name=event.name)
        words = reader(interaction)
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

    # -- buttons and finding ------------------------------------------------------------------------------------

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Take part], [Leave], [Table], [All matches]."""
        acts = {JOIN: self._join, LEAVE: self._leave, TABLE: self._table, FIXTURES: self._fixtures}
        act = acts.get(ref.token)
        if act is None:
            refuse("That button doesn't belong to this question.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await act(interaction, await self._known(interaction, ref.battle))

    @join.autocomplete("event")
    @leave.autocomplete("event")
    @withdraw.autocomplete("event")
    @table.autocomplete("event")
    @fixtures.autocomplete("event")
    async def _events(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(CompetitionsCog(bot))

"""Results: ratings, the ranking of a server, who fares how against whom, and which side has the better of a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.cogs.choices import Choices, choices, game_named, games, tell
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.narration import TextCatalogue
from bot.narration import ranks as told
from bot.service import Battle
from bot.service.results.balance import score_of
from bot.service.results.results import REASON
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

Reason: TypeAlias = app_commands.Range[str, 1, REASON]

GAME = "Which game"
WHY = "Why; everybody reads it"
SHOWN = 8
"""Scenarios of which /stats balance tells at once."""

NOTHING = "No battle played by those rules has a result in this server yet."


@app_commands.guild_only()
class StatsCog(
    commands.GroupCog, name="stats", group_name="stats", group_description="Ratings, ranking, who fared how"
):
    """/stats rating, versus, balance, ranking."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add("ranking", self.turned)

    async def cog_load(self) -> None:
        self.bot.messages.closing.closers.append(self._over)

    async def cog_unload(self) -> None:
        self.bot.messages.closing.closers.remove(self._over)

    async def _over(self, battle: Battle) -> None:
        """What is done when a battle is over: its result is kept."""
        await self.bot.service.results.record(battle.id)

    # -- players ------------------------------------------------------------------------------------------------

    @app_commands.command(name="rating", description="How strong a player is, as their results here tell")
    @app_commands.describe(player="Who; without it, you", game=GAME)
    async def rating(
        self, interaction: discord.Interaction, player: discord.User | None = None, game: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild, user, words = interaction.guild_id or 0, (player or interaction.user).id, _words(interaction)
        results = await self.bot.service.results.of_guild(guild, game_named(game))
        own = [r for r in results if r.rated and r.sides_of(user)]
        if not own:
            refuse(
                "None of your battles counts in this server yet; one does when it is won, lost or drawn."
                if user == interaction.user.id
                else "None of their battles counts in this server yet; one does when it is won, lost or drawn."
            )
        lines = [f"<@{user}>"]
        for system in dict.fromkeys(r.system for r in own):
            book = await self.bot.service.results.ratings(guild, system)
            score = score_of([r for r in own if r.system == system], user)
            lines += told.rating_lines(_title(system), book, user, score, words)
        await tell(interaction, [*lines, told.footnote(words)])

    @app_commands.command(name="versus", description="How two players fared against each other")
    @app_commands.describe(player="Who", other="Against whom; without it, you")
    async def versus(
        self, interaction: discord.Interaction, player: discord.User, other: discord.User | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        against = (other or interaction.user).id
        if player.id == against:
            refuse("Choose two players.")
        met = await self.bot.service.results.meetings(interaction.guild_id or 0, player.id, against)
        if not met:
            refuse("They have ended no battle against each other in this server yet.")
        rows = [(m.title, (await self.bot.service.battles.get(m.battle)).name(m.side), m.score) for m in met]
        await tell(interaction, told.versus_lines(player.id, against, rows, _words(interaction)))

    # -- scenarios ----------------------------------------------------------------------------------------------

    @app_commands.command(name="balance", description="Which side of a battle fares better in this server")
    @app_commands.describe(scenario="Which battle; without it, those played most", game=GAME)
    async def balance(self, interaction: discord.Interaction, scenario: str = "", game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        guild, words = interaction.guild_id or 0, _words(interaction)
        wanted = scenario.strip().casefold()
        found = [
            b
            for b in await self.bot.service.results.balance(guild, game_named(game))
            if not wanted or wanted in (b.scenario.casefold(), b.title.casefold())
        ]
        if not found:
            refuse(NOTHING)
        lines = [x for b in found[:SHOWN] for x in told.balance_lines(b, _title(b.system), words)]
        if len(found) > SHOWN:
            lines.append(
                "-# " + words.say(Text("Others that were played here: {n}. Name one to see it.", n=len(found) - SHOWN))
            )
        await tell(interaction, lines)

    @balance.autocomplete("scenario")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> Choices:
        """Those that have been played here, the most played first."""
        played = await self.bot.service.results.played(interaction.guild_id or 0)
        return choices([(key, f"{title} ({n})") for key, title, n in played], current)

    # -- the ranking ----------------------------------------------------------------------------------------------

    @app_commands.command(name="ranking", description="The players of this server by strength")
    @app_commands.describe(game=GAME, computers="True shows the battles against the computer, which are rated apart")
    async def ranking(self, interaction: discord.Interaction, game: str = "", computers: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        if computers:
            await self._computers(interaction, game_named(game))
            return
        system = game_named(game) or await self._played_most(interaction)
        text, controls = await self._page(interaction, system, 0)
        await whisper(interaction, text, **({"view": controls} if controls is not None else {}))

    async def _computers(self, interaction: discord.Interaction, wanted: str | None) -> None:
        """The tables of the games in which the computer has played here, or of one."""
        words, lines = _words(interaction), list[str]()
        for system in (wanted,) if wanted else rulebooks.titles():
            book = await self.bot.service.results.against_computers(interaction.guild_id or 0, system)
            lines += told.computer_lines(_title(system), book, words) if book.ratings else []
        if not lines:
            refuse("No battle against the computer has a result in this server yet.")
        await tell(interaction, lines)

    async def turned(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Another page. The game comes from outside, but the server doesn't."""
        if not ref.token.isdecimal():
            refuse("That button doesn't belong to this question.")
        text, controls = await self._page(interaction, ref.battle, int(ref.token))
        await interaction.response.edit_message(content=text, view=controls)

    async def _page(
        self, interaction: discord.Interaction, system: str, page: int
    ) -> tuple[str, discord.ui.View | None]:
        book, words = (
            await self.bot.service.results.ratings(interaction.guild_id or 0, system),
            _words(interaction),
        )
        if not book.ratings:
            refuse(NOTHING)
        last = told.pages_of(book) - 1
        page = min(page, last)
        lines = told.table_lines(_title(system), book, page, words)
        if last == 0:
            return "\n".join(lines), None
        turns = [(page - 1, "‹", page > 0), (page + 1, "›", page < last)]
        items = [
            button(Ref(system, str(max(to, 0)), name), "ranking", name, disabled=not there) for to, name, there in turns
        ]
        return "\n".join([*lines, f"-# {page + 1}/{last + 1}"]), view(*items)

    async def _played_most(self, interaction: discord.Interaction) -> str:
        """The game meant where none was named: that of the channel's battle, else the one most played here."""
        played = Counter(
            r.system for r in await self.bot.service.results.of_guild(interaction.guild_id or 0) if r.rated
        )
        if not played:
            refuse("No battle has a result in this server yet.")
        battle = await self.bot.service.battles.last_in_channel(interaction.channel_id or 0)
        here = (await self.bot.service.sessions.system(battle.id)).id if battle is not None else ""
        return here if here in played else played.most_common(1)[0][0]

    @rating.autocomplete("game")
    @balance.autocomplete("game")
    @ranking.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> Choices:
        return games(current)


def _words(interaction: discord.Interaction) -> TextCatalogue:
    return reader(interaction)


def _title(system: str) -> str:
    return rulebooks.title(system)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(StatsCog(bot))

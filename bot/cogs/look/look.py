"""Looking: the map, units, armies. Everything here is public and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import first_answer
from bot.components import tools
from bot.components.ids import Ref
from bot.errors import defer
from bot.language.plain import CHOICE
from bot.messages.access import army_choices
from bot.messages.access.piece_choices import Piece, piece, place, suggest, suggest_places
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import WHICH
from bot.messages.delivery.deliver import Picture
from bot.messages.pictures import reach
from bot.narration import escape
from engine.kernel.board import Place
from engine.kernel.inquiry import AboutPiece, Sketch
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import CounterView, TableView
from renderer import Zones, wing

if TYPE_CHECKING:
    from bot.app import Hexarch

Which = app_commands.Range[str, 0, CHOICE]

OVERLAYS = [
    app_commands.Choice(name="where a unit can go (give the unit in “at”)", value="reach"),
    app_commands.Choice(name="where a unit can fire (give the unit in “at”)", value="fire"),
    app_commands.Choice(name="how far a leader commands (give them in “at”)", value="command"),
    app_commands.Choice(name="zones of control", value="zoc"),
    app_commands.Choice(name="losses since this turn or activation began", value="losses"),
]


class Look(commands.Cog):
    """/map, /unit."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(tools.MAP, self.show_map)

    @app_commands.command(name="map", description="The map, or a part of it")
    @app_commands.describe(
        at="A place or a unit to look at closely; the whole map without it",
        show_="What to draw on it",
        army="An army, or one command of it, to look at closely",
        private="Only for you",
        battle=WHICH,
    )
    @app_commands.rename(show_="show")
    @app_commands.choices(show_=OVERLAYS)
    @app_commands.guild_only()
    async def map(
        self,
        interaction: discord.Interaction,
        at: str = "",
        show_: str = "",
        army: str = "",
        private: bool = True,
        battle: Which = "",
    ) -> None:
        # A battle fought elsewhere isn't shown to all of this channel.
        private = private or bool(battle)
        await defer(interaction, private=private)
        here = await self._here(interaction, battle, private=private)
        table, say = here.own_table if private else here.table, here.catalogue.say
        pictures = self.bot.messages.pictures
        focus = [] if not at else list(place(table, at))
        if show_ == "reach":
            picture = await self._reach(here, table, at, focus)
        elif show_ in ("fire", "command"):
            picture = await self._asked(here, table, at, show_)
        elif show_ == "losses":
            picture = await pictures.losses(await self.bot.messages.stories.opening(here), here.table, say)
        elif army:
            zones = [Zones(n) for n in range(len(table.sides))] if show_ == "zoc" else []
            picture = await pictures.seen(table, wing(table, *army_choices.named(table, army)), zones, say)
        else:
            picture = await pictures.table(table, focus=focus, zones=show_ == "zoc", say=say)
        await first_answer.say(interaction, files=[picture.file()], private=private)

    async def show_map(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Map] on a question: what /map shows without options."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = self.bot.messages.lookup.read(interaction, await self.bot.messages.lookup.of(interaction, ref))
        picture = await self.bot.messages.pictures.table(here.own_table, focus=[], zones=False, say=here.catalogue.say)
        await first_answer.say(interaction, files=[picture.file()], private=True)

    async def _here(self, interaction: discord.Interaction, battle: str, *, private: bool) -> BattleContext:
        """The battle meant, in the language of who will read about it."""
        here = await self.bot.messages.lookup.here(interaction, battle)
        return self.bot.messages.lookup.read(interaction, here) if private else here

    async def _asked(self, here: BattleContext, table: TableView, at: str, show_: str) -> Picture:
        """A part of the referee's answer about a piece: where it can fire, or how far it commands."""
        if not at:
            refuse("Whose? Give the unit or leader in “at”.")
        known = here.sides if table is here.own_table else ()
        code = piece(table, at).id
        sketch = here.game.system.inquire(here.game, AboutPiece(code), known).sketch
        if show_ == "fire":
            wanted = Sketch(focus=sketch.focus, bands=sketch.bands, needs=sketch.needs)
        else:
            wanted = Sketch(focus=sketch.focus, command=sketch.command)
        if not wanted:
            refuse("{piece} has nothing of the kind to show just now.", piece=code)
        return await self.bot.messages.pictures.sketch(table, wanted, here.catalogue.say)

    async def _reach(self, here: BattleContext, table: TableView, unit: str, focus: list[Place]) -> Picture:
        """Where a unit can go; while its side sets up, where it can be placed."""
        pictures = self.bot.messages.pictures
        if not unit:
            refuse("Whose reach? Give a unit in “at”.")
        code = piece(table, unit).id
        for decision in here.known:
            if decision.secret and table is not here.own_table:
                continue
            menu = reach.of_unit(decision, code)
            if menu is None:
                continue
            side = next((n for n, s in enumerate(table.sides) if s.id == decision.side), 0)
            if side in table.areas:
                say = here.catalogue.say
                return await pictures.area(table, side, reach.places(menu), units=[code], focus=focus, say=say)
            return await pictures.reach(table, reach.goals(menu), focus=focus, say=here.catalogue.say)
        refuse("{unit} can't be given a move at this moment.", unit=code)

    @app_commands.command(name="unit", description="A unit or leader, or the roster of an army")
    @app_commands.describe(
        name="Code, place or name of a unit or leader; or an army. Without it: the roster of your own army",
        private="Only for you",
        battle=WHICH,
    )
    @app_commands.guild_only()
    async def unit(
        self, interaction: discord.Interaction, name: str = "", private: bool = True, battle: Which = ""
    ) -> None:
        private = private or bool(battle)
        await defer(interaction, private=private)
        here = await self._here(interaction, battle, private=private)
        table = here.own_table if private else here.table
        army, found = self._meant(here, table, name)
        if found is None:
            sheets = await self.bot.messages.pictures.roster(table, army, here.catalogue.say)
            # Discord takes ten files with a message.
            await first_answer.say(interaction, files=[p.file() for p in sheets[:10]], private=private)
            return
        picture = await self.bot.messages.pictures.card(table, found.id, here.catalogue.say)
        embed = card(here, found).set_image(url=f"attachment://{picture.name}")
        await first_answer.say(interaction, embed=embed, files=[picture.file()], private=private)

    @map.autocomplete("army")
    async def _armies(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else army_choices.suggest(here.own_table, current)

    @map.autocomplete("battle")
    @unit.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    def _meant(self, here: BattleContext, table: TableView, name: str) -> tuple[int, Piece | None]:
        """The army meant, or the piece. Raises Refusal."""
        if not name.strip():
            return army_choices.own(table, here.sides), None
        army = army_choices.exactly(table, name)
        if army is not None:
            return army, None
        try:
            return 0, piece(table, name)
        except Refusal:
            army = army_choices.near(table, name)
            if army is None:
                raise
            return army, None

    @unit.autocomplete("name")
    async def _named(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        return [*army_choices.suggest_sides(here.own_table, current), *suggest(here.own_table, current)][:25]

    @map.autocomplete("at")
    async def _pieces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        return [*suggest(here.own_table, current), *suggest_places(here.own_table, current)][:25]


def card(here: BattleContext, p: Piece) -> discord.Embed:
    """The card of a unit, a leader or whatever else lies on the map."""
    side = here.table.sides[p.side].name if p.side is not None else ""
    embed = discord.Embed(
        title=escape(p.name if p.id == p.name else f"{p.id} · {p.name}"), description=escape(side) or None
    )
    for label, value in p.facts[:24]:
        embed.add_field(name=here.say(label), value=escape(here.say(Text("{value}", value=value))) or "–")
    if isinstance(p, CounterView) and p.states:
        embed.add_field(name=here.word("State"), value=", ".join(sorted(here.word(s) for s in p.states)))
    return embed


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Look(bot))

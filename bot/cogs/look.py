"""Looking: the map, units, the story so far, the rules. Everything here is public and changes nothing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.components import explain, tools
from bot.components.decision import question
from bot.components.ids import Ref
from bot.components.items import view
from bot.errors import defer, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.access import army_choices
from bot.messages.access.piece_choices import Piece, piece, place, suggest
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import WHICH
from bot.messages.delivery.deliver import Picture
from bot.messages.pictures import reach
from bot.narration import escape, fit
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import AboutPiece, Sketch
from engine.kernel.text import Refusal, refuse
from engine.kernel.view import CounterView, TableView
from renderer import Zones, wing

if TYPE_CHECKING:
    from bot.app import Hexarch

Which = app_commands.Range[str, 0, CHOICE]

OVERLAYS = [
    app_commands.Choice(name="where a unit can go (give the unit in “at”)", value="reach"),
    app_commands.Choice(name="where a unit can fire (give the unit in “at”)", value="fire"),
    app_commands.Choice(name="how far a leader commands (give him in “at”)", value="command"),
    app_commands.Choice(name="zones of control", value="zoc"),
    app_commands.Choice(name="losses since this turn or activation began", value="losses"),
]

HELP = (
    "**Hexarch referees your battle.** It asks when you have a choice, rolls every die in public, keeps the record.\n"
    "`/battle create` begins one in this channel, `/battle join` takes a side, `/battle start` opens it.\n"
    "When you are asked press **Orders** and choose step by step, or write: `/order {one} > {hex} @E; {two} x {foe}`. "
    "A unit is named by its code, its hex or its name; several orders are separated by `;`.\n"
    "`/what` asks the referee and does nothing: `unit: {one}`, `order: {one} > {hex}`, `attackers: {one} defenders: "
    "{foe}`, `hex: {hex}`.\n"
    "`/map`, `/unit`, `/army`, `/log` show how things stand, `/replay` how they came about; `/rule` explains a case.\n"
    "`/standing set` answers recurring questions for you; `/undo` takes back an order; "
    "`/roll` and `/audit` are about the dice."
)


class Look(commands.Cog):
    """/map, /unit, /army, /log, /rule, /help."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(tools.MAP, self.show_map)
        bot.router.add(tools.HELP, self.show_help)

    @app_commands.command(name="map", description="The map, or a part of it")
    @app_commands.describe(
        at="A hex or a unit to look at closely; the whole map without it",
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
        here = await self.bot.messages.lookup.here(interaction, battle)
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
        await interaction.followup.send(file=picture.file(), ephemeral=private)

    async def show_map(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Map] on a question: what /map shows without options."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        picture = await self.bot.messages.pictures.table(here.own_table, focus=[], zones=False, say=here.catalogue.say)
        await interaction.followup.send(file=picture.file(), ephemeral=True)

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

    async def _reach(self, here: BattleContext, table: TableView, unit: str, focus: list[Hex]) -> Picture:
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

    @app_commands.command(name="unit", description="A unit or leader: strength, state, where it stands")
    @app_commands.describe(unit="Its code, its hex or its name", battle=WHICH)
    @app_commands.guild_only()
    async def unit(self, interaction: discord.Interaction, unit: str, battle: Which = "") -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction, battle)
        found = piece(here.own_table, unit)
        picture = await self.bot.messages.pictures.card(here.own_table, found.id, here.catalogue.say)
        embed = card(here, found).set_image(url=f"attachment://{picture.name}")
        await whisper(interaction, "", embed=embed, file=picture.file())

    @app_commands.command(name="army", description="An army's roster: every unit, its strength and how it fares")
    @app_commands.describe(side="Whose; without it, your own", private="Only for you", battle=WHICH)
    @app_commands.guild_only()
    async def army(
        self, interaction: discord.Interaction, side: str = "", private: bool = True, battle: Which = ""
    ) -> None:
        private = private or bool(battle)
        await defer(interaction, private=private)
        here = await self.bot.messages.lookup.here(interaction, battle)
        table = here.own_table if private else here.table
        n = army_choices.side(table, side) if side else army_choices.own(table, here.sides)
        sheets = await self.bot.messages.pictures.roster(table, n, here.catalogue.say)
        # Discord takes ten files with a message.
        await interaction.followup.send(files=[p.file() for p in sheets[:10]], ephemeral=private)

    @app_commands.command(name="poster", description="The whole field as an engraved sheet for the wall")
    @app_commands.describe(bare="Without counters", private="Only for you")
    @app_commands.guild_only()
    async def poster(self, interaction: discord.Interaction, bare: bool = False, private: bool = True) -> None:
        await defer(interaction, private=private)
        here = await self.bot.messages.lookup.here(interaction)
        told = await self.bot.service.briefings.of_battle(here.battle.id)
        table = told.table if here.running is None else here.table
        say = here.catalogue.say
        picture = await self.bot.messages.pictures.poster(table, told.history, pieces=not bare, say=say)
        await interaction.followup.send(file=picture.file(), ephemeral=private)

    @army.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else army_choices.suggest_sides(here.own_table, current)

    @map.autocomplete("army")
    async def _armies(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else army_choices.suggest(here.own_table, current)

    @map.autocomplete("battle")
    @unit.autocomplete("battle")
    @army.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    @map.autocomplete("at")
    @unit.autocomplete("unit")
    async def _pieces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else suggest(here.own_table, current)

    @app_commands.command(name="log", description="The story of this activation, in full, or of the whole battle")
    @app_commands.describe(whole="The whole battle, as a file", battle=WHICH)
    @app_commands.guild_only()
    async def log(self, interaction: discord.Interaction, whole: bool = False, battle: Which = "") -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction, battle)
        if whole:
            told = await self.bot.messages.stories.record(here)
            name = f"battle-{here.battle.id}.txt"
            await whisper(interaction, here.battle.title, file=discord.File(io.BytesIO(told.encode()), name))
            return
        for page in await self.bot.messages.stories.latest(here.battle.id):
            await whisper(interaction, page)

    @log.autocomplete("battle")
    async def _logged(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    @app_commands.command(name="rule", description="What a rule says, in plain words")
    @app_commands.describe(
        case="A number like 9.2, or words", game="Whose rules; without it, those of the battle in this channel"
    )
    async def rule(self, interaction: discord.Interaction, case: str, game: str = "") -> None:
        system, own = await self.bot.messages.lookup.rules(interaction, rulebooks.named(game) if game.strip() else "")
        found = rulebooks.case(system, case, own)
        if found is not None:
            others = rulebooks.parts(system, found.number)[: explain.MOST]
        else:
            near = rulebooks.search(system, case, 1 + explain.MOST, own)
            if not near:
                refuse("There is no case “{case}”. Try another word, or a number like 9.2.", case=case)
            found, others = near[0], near[1:]
        text, words = explain.explanation(found), TextCatalogue.load(interaction.locale.value)
        more = explain.buttons(system, (c.number for c in others), words, own)
        if not more:
            await whisper(interaction, text)
            return
        also = " · ".join(f"{c.number} {c.title}" for c in others)
        await whisper(interaction, f"{text}\n-# {escape(also)}", view=view(*more))

    @rule.autocomplete("case")
    async def _cases(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            game = str(getattr(interaction.namespace, "game", "") or "").strip()
            system, own = await self.bot.messages.lookup.rules(interaction, rulebooks.named(game) if game else "")
        except Refusal:
            return []
        return [
            app_commands.Choice(name=fit(f"{c.number} {c.title}", CHOICE), value=c.number)
            for c in rulebooks.search(system, current, own=own)
        ]

    @rule.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = current.strip().casefold()
        return [
            app_commands.Choice(name=fit(title, CHOICE), value=system)
            for system, title in rulebooks.titles().items()
            if wanted in f"{system} {title}".casefold()
        ][:25]

    @app_commands.command(name="help", description="How to play here, and what is asked of you now")
    async def help(self, interaction: discord.Interaction) -> None:
        await self._help(interaction, await self.bot.messages.lookup.maybe_here(interaction))

    async def show_help(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Help] on a question: what /help says."""
        await self._help(interaction, await self.bot.messages.lookup.of(interaction, ref))

    async def _help(self, interaction: discord.Interaction, here: BattleContext | None) -> None:
        lines = [HELP.format(**examples(here))]
        mine = here.decision if here is not None else None
        if here is not None and mine is not None:
            lines.append(question(mine, here.catalogue))
        await whisper(interaction, fit("\n\n".join(lines), MESSAGE))


def examples(here: BattleContext | None) -> dict[str, str]:
    """Two units, an enemy and a hex next to the first unit to show how orders are written; of this battle, if any."""
    found = {"one": "HC3", "two": "LI2", "foe": "LC5", "hex": "2405"}
    if here is None:
        return found
    table = here.own_table
    mine = [n for n, s in enumerate(table.sides) if s.id in here.sides][:1] or [0]
    own = [c for c in table.counters if c.side in mine and c.hexes]
    enemies = [c for c in table.counters if c.side not in mine]
    if len(own) > 1 and enemies:
        beside = next(iter(table.map.neighbours(own[0].hexes[0])), own[0].hexes[0])
        found = {"one": own[0].id, "two": own[1].id, "foe": enemies[0].id, "hex": show(beside)}
    return found


def card(here: BattleContext, p: Piece) -> discord.Embed:
    """The card of a unit, a leader or whatever else lies on the map."""
    side = here.table.sides[p.side].name if p.side is not None else ""
    embed = discord.Embed(
        title=escape(p.name if p.id == p.name else f"{p.id} · {p.name}"), description=escape(side) or None
    )
    for label, value in p.facts[:24]:
        embed.add_field(name=here.say(label), value=escape(value) or "–")
    if isinstance(p, CounterView) and p.states:
        embed.add_field(name=here.word("State"), value=", ".join(sorted(here.word(s) for s in p.states)))
    return embed


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Look(bot))

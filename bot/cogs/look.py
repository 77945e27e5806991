"""Looking: the map, units, the story so far, the rules. Everything here is public and changes nothing."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.components.decision import question
from bot.desk import reach
from bot.desk.here import Here
from bot.errors import whisper
from bot.narration import escape, fit
from bot.narration.plain import CHOICE, MESSAGE, pages
from engine.kernel.decisions import Choice, Command, Menu
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text, refuse
from engine.kernel.view import CounterView, LeaderView

if TYPE_CHECKING:
    from bot.app import Hexarch

OVERLAYS = [
    app_commands.Choice(name="where a unit can go (give the unit in “at”)", value="reach"),
    app_commands.Choice(name="zones of control", value="zoc"),
]

DEFAULT_SYSTEM = "cataphract"
"""Rules that /rule explains where no battle is on."""

HELP = (
    "**Hexarch referees your battle.** It asks when you have a choice, rolls every die in public, keeps the record.\n"
    "`/battle create` begins one in this channel, `/battle join` takes a side, `/battle start` opens it.\n"
    "When it is your turn press **Orders** and choose step by step, or write: `/order HC3 > 2405 @E; LI2 x LC5`. "
    "A unit is named by its code, its hex or its name; several orders are separated by `;`.\n"
    "`/map`, `/unit`, `/what`, `/log` show how things stand; `/rule 8.15` explains a case.\n"
    "`/standing set` answers recurring questions for you; `/undo` takes back an order; "
    "`/roll` and `/audit` are about the dice."
)


class Look(commands.Cog):
    """/map, /unit, /what, /log, /rule, /help."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="map", description="The map, or a part of it")
    @app_commands.describe(
        at="A hex or a unit to look at closely; the whole map without it",
        show_="What to draw on it",
        private="Only for you",
    )
    @app_commands.rename(show_="show")
    @app_commands.choices(show_=OVERLAYS)
    @app_commands.guild_only()
    async def map(self, interaction: discord.Interaction, at: str = "", show_: str = "", private: bool = True) -> None:
        await interaction.response.defer(ephemeral=private)
        here = await self.bot.desk.here(interaction)
        focus = [] if not at else list(place(here, at))
        if show_ == "reach":
            goals = _reach(here, at)
            picture = await self.bot.desk.pictures.reach(here.table, goals, focus=focus)
        else:
            picture = await self.bot.desk.pictures.table(here.table, focus=focus, zones=show_ == "zoc")
        await interaction.followup.send(file=picture.file(), ephemeral=private)

    @app_commands.command(name="unit", description="A unit or leader: strength, state, where it stands")
    @app_commands.describe(unit="Its code, its hex or its name")
    @app_commands.guild_only()
    async def unit(self, interaction: discord.Interaction, unit: str) -> None:
        here = await self.bot.desk.here(interaction)
        await whisper(interaction, "", embed=card(here, piece(here, unit)))

    @app_commands.command(name="what", description="What could this unit do now? Asks the referee, changes nothing")
    @app_commands.describe(unit="Its code, its hex or its name")
    @app_commands.guild_only()
    async def what(self, interaction: discord.Interaction, unit: str) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        counter = piece(here, unit)
        lines = [f"**{escape(counter.name)}** ({escape(counter.id)})", *abilities(here, counter.id)]
        await whisper(interaction, pages(lines)[0])

    @map.autocomplete("at")
    @unit.autocomplete("unit")
    @what.autocomplete("unit")
    async def _pieces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.desk.maybe_here(interaction)
        return [] if here is None else suggest(here, current)

    @app_commands.command(name="log", description="The story of this activation, in full, or of the whole battle")
    @app_commands.describe(whole="The whole battle, as a file")
    @app_commands.guild_only()
    async def log(self, interaction: discord.Interaction, whole: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        if whole:
            told = await self.bot.desk.record(here)
            name = f"battle-{here.battle.id}.txt"
            await whisper(interaction, here.battle.title, file=discord.File(io.BytesIO(told.encode()), name))
            return
        for page in await self.bot.desk.story(here.battle.id):
            await whisper(interaction, page)

    @app_commands.command(name="rule", description="What a rule says, in plain words")
    @app_commands.describe(case="A number like 8.15, or words")
    async def rule(self, interaction: discord.Interaction, case: str) -> None:
        system = await self._system(interaction)
        found = rulebooks.case(system, case)
        if found is None:
            near = rulebooks.search(system, case, 5)
            if not near:
                refuse("There is no case “{case}” in the {system} rules.", case=case, system=system)
            found = near[0]
        await whisper(interaction, f"**{escape(found.number)} {escape(found.title)}**\n{escape(found.text)}")

    @rule.autocomplete("case")
    async def _cases(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        system = await self._system(interaction)
        return [
            app_commands.Choice(name=fit(f"{c.number} {c.title}", CHOICE), value=c.number)
            for c in rulebooks.search(system, current)
        ]

    async def _system(self, interaction: discord.Interaction) -> str:
        """Whose rules are asked about: those of the battle here, else the first we have."""
        here = await self.bot.desk.maybe_here(interaction)
        return here.game.system.id if here is not None else DEFAULT_SYSTEM

    @app_commands.command(name="help", description="How to play here, and what is asked of you now")
    async def help(self, interaction: discord.Interaction) -> None:
        here = await self.bot.desk.maybe_here(interaction)
        lines = [HELP]
        mine = here.decision if here is not None else None
        if here is not None and mine is not None:
            lines.append(question(mine, here.catalogue))
        await whisper(interaction, fit("\n\n".join(lines), MESSAGE))


def pieces(here: Here) -> list[CounterView | LeaderView]:
    """Everything with a name: leaders first, then units, then what is still to come."""
    return [*here.table.leaders, *here.table.counters, *here.table.off_map]


def piece(here: Here, text: str) -> CounterView | LeaderView:
    """The unit or leader a player means by a code, a hex or a name. Raises Refusal with candidates."""
    wanted = text.strip().casefold()
    everything = pieces(here)
    found = [p for p in everything if p.id.casefold() == wanted]
    if not found and wanted.isdigit() and len(wanted) == 4:
        at = int(wanted)
        found = [c for c in here.table.counters if at in c.hexes] or [x for x in here.table.leaders if x.hex == at]
        if not found:
            refuse("Nobody stands at {hex}.", hex=wanted)
    found = found or [p for p in everything if wanted and wanted in p.name.casefold()]
    if len(found) == 1 or (found and len({p.id for p in found}) == 1):
        return found[0]
    if found:
        refuse("“{text}” could be {candidates}.", text=text, candidates=", ".join(p.id for p in found[:10]))
    refuse("There is no unit or leader “{text}” here.", text=text)


def place(here: Here, text: str) -> tuple[Hex, ...]:
    """The hexes a player wants to look at: a hex of the map, or where a unit stands."""
    if text.strip().isdigit() and len(text.strip()) == 4:
        at = int(text)
        if at not in here.table.map:
            refuse("{hex} is not on the map.", hex=show(at))
        return (at,)
    found = piece(here, text)
    hexes = (found.hex,) if isinstance(found, LeaderView) else found.hexes
    if not hexes:
        refuse("{unit} is not on the map.", unit=found.id)
    return hexes


def suggest(here: Here, current: str) -> list[app_commands.Choice[str]]:
    """At most 25 pieces that begin like, or contain, what is typed."""
    wanted = current.strip().casefold()
    ranked = sorted(
        (p for p in pieces(here) if wanted in f"{p.id} {p.name}".casefold()),
        key=lambda p: not p.id.casefold().startswith(wanted),
    )
    return [
        app_commands.Choice(name=fit(p.id if p.id == p.name else f"{p.id} {p.name}", CHOICE), value=p.id)
        for p in ranked[:25]
        if len(p.id) <= CHOICE
    ]


def card(here: Here, p: CounterView | LeaderView) -> discord.Embed:
    """A unit's or leader's card."""
    side = here.table.sides[p.side]
    embed = discord.Embed(
        title=escape(p.name if p.id == p.name else f"{p.id} · {p.name}"), description=escape(side.name)
    )
    for label, value in p.facts[:24]:
        embed.add_field(name=here.say(label), value=escape(value) or "–")
    if isinstance(p, CounterView) and p.states:
        embed.add_field(name=here.word("State"), value=", ".join(sorted(here.word(s) for s in p.states)))
    return embed


def abilities(here: Here, unit: str) -> list[str]:
    """What the open question lets a unit do, one line each."""
    found: list[str] = []
    for decision in (o.decision for o in here.opens):
        if isinstance(decision, Command):
            for c in decision.menu:
                if unit in (c.unit, c.key):
                    found += _lines(here, c.menu()) if c.menu is not None else [f"- {escape(here.say(c.label))}"]
    return found or [here.word("Nothing that could be ordered at this moment.")]


def _lines(here: Here, menu: Menu) -> list[str]:
    lines = []
    for c in menu:
        line = f"- {escape(here.say(c.label))}"
        if c.menu is not None:
            to = reach.goals(c.menu())
            if to:
                shown = ", ".join(f"{show(h)} ({x.mp})" for h, x in sorted(to.items())[:40])
                line += ": " + here.say(Text("{hexes} (MP in brackets)", hexes=shown))
        lines.append(line)
    return lines


def _reach(here: Here, unit: str) -> dict[Hex, Choice]:
    if not unit:
        refuse("Whose reach? Give a unit in “at”.")
    code = piece(here, unit).id
    for decision in (o.decision for o in here.opens):
        goals = reach.of_unit(decision, code)
        if goals is not None:
            return goals
    refuse("{unit} can't be given a move at this moment.", unit=code)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Look(bot))

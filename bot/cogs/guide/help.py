"""/help: how to play, what is asked, and every command by what it is or was called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import documentation, rulebooks
from bot.cogs.guide.topics import TOPICS, topic
from bot.cogs.play.call_referee import call_button
from bot.components import tools
from bot.components.decision import question
from bot.components.ids import Ref
from bot.components.items import view
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.battle_context import BattleContext
from bot.narration import escape, fit
from bot.renamed import RENAMED, now_called
from engine.kernel.closeness import closest
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

HELP = (
    "**Hexarch referees your battle.** It asks when you have a choice, rolls every die in public, keeps the record.\n"
    "`/battle` make one, take a side, begin, end: `/battle create`, `/battle join`, `/battle start`\n"
    "`/order` order or answer: `/order {one} > {hex} @E; {two} x {foe}`. `>` moves, `x` fires, `@` faces; a unit is "
    "named by its code, its hex or its name. Or press **Orders** and choose\n"
    "`/undo` take back your last order\n"
    "`/map` the field, or a part of it; what a unit can reach\n"
    "`/what` ask the referee, nothing is done: `unit: {one}`, `order: {one} > {hex}`, `attackers: {one} "
    "defenders: {foe}`, `place: {hex}`\n"
    "`/rule` what a case says: `/rule shock`, `/rule {case}`\n"
    "`/standing` answer recurring questions once and for all\n"
    "`/replay` how it came about, as a film or step by step\n"
    "`/offer` find somebody to play with\n"
    "`/help` this; with a command, a word or an old name, what there is about it: `/help dice`\n"
)
"""The ten a player needs first."""

WIDE = (
    "A unit of two hexes goes where its left half is sent, and wheels: `/order {pair} wheel left`, "
    "`{pair} wheel right`, `{pair} about`, `{pair} forward 2`."
)
"""What is added where such a unit stands on the map."""

FURTHER = (
    "Besides: {commands}. For those who run a server: {hidden}, and `/help organiser`. "
    "All of it is explained in {playing}."
)
MOST = 8
"""Commands that are told of where a word is in several."""


class HelpCog(commands.Cog):
    """/help."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(tools.HELP, self.pressed)

    @app_commands.command(name="help", description="How to play here, what is asked of you now, and every command")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(about="A command, by what it is or was called, or a word: dice, clock, rating")
    async def help(self, interaction: discord.Interaction, about: app_commands.Range[str, 0, CHOICE] = "") -> None:
        if about.strip():
            words = reader(interaction)
            told_ = topic(" ".join(about.casefold().replace("/", " ").split()), words)
            await whisper(interaction, told_ or fit("\n".join(self._about(about, words)), MESSAGE))
            return
        await self._first(interaction, await self.bot.messages.lookup.maybe_here(interaction))

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Help] on a question: what /help says."""
        await self._first(interaction, await self.bot.messages.lookup.of(interaction, ref))

    async def _first(self, interaction: discord.Interaction, here: BattleContext | None) -> None:
        """How to play, and what is asked of whoever wants to know."""
        words = reader(interaction)
        lines = [words.translate(HELP).format(**examples(here)) + self._further(words)]
        if (pair := wide_unit(here)) is not None:
            lines[0] += "\n" + words.translate(WIDE).format(pair=pair)
        mine = here.decision if here is not None else None
        if here is not None and mine is not None:
            lines.append(question(mine, here.catalogue, here.game.system.own_rules()))
        shown = [view(call_button(here))] if here is not None and here.sides and not here.battle.is_lesson else []
        await whisper(interaction, fit("\n\n".join(lines), MESSAGE), **({"view": shown[0]} if shown else {}))

    def _further(self, words: TextCatalogue) -> str:
        """Every other command by name, and where all of it is explained."""
        tops = sorted(self.bot.tree.get_commands(type=discord.AppCommandType.chat_input), key=lambda c: c.name)
        rest = [c for c in tops if f"`/{c.name}`" not in HELP]
        hidden = [c for c in rest if c.default_permissions is not None]
        return "-# " + words.say(
            Text(
                FURTHER,
                commands=" ".join(f"`/{c.name}`" for c in rest if c not in hidden),
                hidden=" ".join(f"`/{c.name}`" for c in hidden),
                playing=documentation.page("playing"),
            )
        )

    def _about(self, text: str, words: TextCatalogue) -> list[str]:
        """What there is about a command, an old name, or a word. Raises Refusal."""
        wanted = " ".join(text.casefold().replace("/", " ").split())
        there = named_commands(self.bot)
        found = [c for name, c in there.items() if name == wanted or name.startswith(f"{wanted} ")]
        if len(found) == 1:
            return told(found[0], words)
        old = now_called(wanted)
        if old and not found:
            head = Text("`/{old}` is now `/{new}`.", old=escape(wanted), new="`, `/".join(old))
            return [words.say(head), *(x for name in old[:MOST] for x in told(there[name], words)[:1])]
        found = found or closest(wanted, there.values(), lambda c: f"{c.qualified_name}\n{c.name}", MOST)
        if not found:
            terms = wanted.split()
            found = [c for c in there.values() if terms and all(t in c.description.casefold() for t in terms)]
        if not found:
            refuse("There is no command “{name}”. /help without it tells the first ones, and names all.", name=text)
        return told(found[0], words) if len(found) == 1 else [told(c, words)[0] for c in found]

    @help.autocomplete("about")
    async def _commands(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = " ".join(current.casefold().replace("/", " ").split())
        there = {name: f"{name}: commands for who runs leagues and battles here" for name in TOPICS}
        there |= {name: f"/{name}: {c.description}" for name, c in named_commands(self.bot).items()}
        there |= {old: f"/{old} is now /{new}" for old, new in RENAMED.items() if wanted and old not in there}
        return [
            app_commands.Choice(name=fit(label, CHOICE), value=name)
            for name, label in there.items()
            if wanted in label.casefold()
        ][:25]


def named_commands(bot: Hexarch) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Every command by its whole name."""
    commands = bot.tree.walk_commands(type=discord.AppCommandType.chat_input)
    return {c.qualified_name: c for c in commands if isinstance(c, app_commands.Command)}


def told(command: app_commands.Command[Any, ..., Any], words: TextCatalogue) -> list[str]:
    """A command and what it is for, then each of its options."""
    lines = [f"`/{command.qualified_name}` {words.translate(str(command.description))}"]
    return [
        *lines,
        *(f"- `{p.display_name}`: {words.translate(str(p.description))}" for p in command.parameters),
    ]


def examples(here: BattleContext | None) -> dict[str, str]:
    """Two units, an enemy and a hex next to the first unit to show how orders are written, and a case of the rules; of
    this battle, if any."""
    found = {"one": "HC3", "two": "LI2", "foe": "LC5", "hex": "2405", "case": "8.15"}
    if here is None:
        return found
    found["case"] = _case(here)
    table = here.own_table
    mine = [n for n, s in enumerate(table.sides) if s.id in here.sides][:1] or [0]
    own = [c for c in table.counters if c.side in mine and c.hexes]
    enemies = [c for c in table.counters if c.side not in mine]
    if len(own) > 1 and enemies:
        beside = next(iter(table.board.neighbours(own[0].hexes[0])), own[0].hexes[0])
        found |= {"one": own[0].id, "two": own[1].id, "foe": enemies[0].id, "hex": table.board.code(beside)}
    return found


def _case(here: BattleContext) -> str:
    """A case of the battle's rules: that of an open question, else one about Shock or movement."""
    if here.running is None:
        return "8.15"
    system = here.running.system.id
    asked = (d.rule for d in here.known)
    found = (c.number for words in ("shock", "movement", "") for c in rulebooks.search(system, words, 1))
    return next((n for n in (*asked, *found) if n and rulebooks.case(system, n) is not None), "8.15")


def wide_unit(here: BattleContext | None) -> str | None:
    """The code of a unit of two hexes of the asker's, else of anybody's; None where there is none."""
    if here is None:
        return None
    table = here.own_table
    mine = {n for n, s in enumerate(table.sides) if s.id in here.sides}
    wide = [c for c in table.counters if len(c.hexes) > 1]
    return next((c.id for c in sorted(wide, key=lambda c: c.side not in mine)), None)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(HelpCog(bot))

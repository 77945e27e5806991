"""House rolls, the proof of all rolls, and luck."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot import first_answer
from bot.cogs.choices import choices
from bot.errors import defer, reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import WHICH
from bot.messages.delivery.attachments import fetched
from bot.narration import escape, titled
from bot.narration.trail import kind, luck_lines, report_lines, roll_line
from bot.service.records import files
from engine.fairdice import Report, Trail, verify
from engine.fairdice.luck import tallies
from engine.kernel.dice import Roll
from engine.kernel.journal import effective
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

SHOWS = [
    app_commands.Choice(name="the last rolls, with all that went into them", value="rolls"),
    app_commands.Choice(name="luck: what each side's dice came to, and how rare that is", value="luck"),
    app_commands.Choice(name="the whole trail as a file, for anyone to verify", value="file"),
]

LAST = 10
"""Rolls shown where no number is given."""

PAGES = 3
"""Messages a list is cut to."""

TRAIL = Text("a dice trail")
MOST_BYTES = 4 << 20
"""Largest trail that is checked here: some 8,000 rolls. ``hexarch verify`` takes any."""


@app_commands.guild_only()
class Dice(commands.GroupCog, name="dice", group_name="dice", group_description="The battle's dice, and their proof"):
    """/dice roll, /dice audit, and “Check this dice trail” on any message with a file."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.check_message = app_commands.ContextMenu(name="Check this dice trail", callback=self._check_message)
        app_commands.guild_only(self.check_message)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.check_message)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.check_message.name, type=self.check_message.type)

    @app_commands.command(name="roll", description="Roll dice in public, in the battle's own trail")
    @app_commands.describe(dice="Like 3d6+2 or d10", reason="What for")
    async def roll(
        self, interaction: discord.Interaction, dice: str = "d10", reason: app_commands.Range[str, 0, 200] = ""
    ) -> None:
        here = await self.bot.messages.lookup.here(interaction)
        await defer(interaction, private=False)
        roll = await self.bot.service.rolls.roll(here.battle.id, interaction.user.id, dice, interaction.id, reason)
        shown = " + ".join(map(str, roll.dice)) + "".join(f" {m.value:+d}" for m in roll.modifiers)
        total = f" = **{roll.total}**" if shown != str(roll.total) else ""
        what = f"{escape(reason)}: " if reason else ""
        told = f"🎲 {what}{escape(dice)} → {shown}{total} ({here.word('roll {n}', n=roll.n)})"
        await first_answer.say(interaction, told, private=False)

    @app_commands.command(name="audit", description="Every roll with its proof; luck; and checking of dice trails")
    @app_commands.describe(
        show_="What to show",
        last="How many rolls",
        kind="Only rolls of one kind",
        check="A dice trail to be checked, from this battle or any other",
        battle=WHICH,
    )
    @app_commands.rename(show_="show")
    @app_commands.choices(show_=SHOWS)
    async def audit(
        self,
        interaction: discord.Interaction,
        show_: str = "rolls",
        last: app_commands.Range[int, 1, 100] = LAST,
        kind: str = "",
        check: discord.Attachment | None = None,
        battle: app_commands.Range[str, 0, CHOICE] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        if check is not None:
            await self._check(interaction, check)
            return
        here = self.bot.messages.lookup.read(interaction, await self.bot.messages.lookup.here(interaction, battle))
        if here.battle.status == "record":
            await self._record(interaction, here, show_, last, kind)
            return
        trail = await self.bot.service.rolls.trail(here.battle.id)
        if show_ == "luck":
            annulled = trail.annulled
            await self._luck(interaction, here, [r for r in trail.rolls() if r.n not in annulled])
        elif show_ == "file":
            await self._file(interaction, here, trail)
        else:
            await self._rolls(interaction, here, trail, last, kind)

    @audit.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    @audit.autocomplete("kind")
    async def _kinds(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        trail, words = await self.bot.service.rolls.trail(here.battle.id), reader(interaction)
        return choices([(k, kind(k, words)) for k in sorted({r.purpose for r in trail.rolls()})], current)

    async def _rolls(
        self, interaction: discord.Interaction, here: BattleContext, trail: Trail, last: int, kind: str
    ) -> None:
        """The last rolls, oldest first, and where the chain stands."""
        wanted = kind.strip().casefold()
        rolls = [r for r in trail.rolls() if not wanted or r.purpose.casefold() == wanted]
        if wanted and not rolls:
            refuse("No roll of the kind “{kind}” has been made yet.", kind=kind.strip())
        annulled, segments = trail.annulled, trail.segments
        charts = here.game.system.chart_list(here.game.state)
        lines = [
            roll_line(
                r,
                here.catalogue.name(here.battle.name(r.side)) if r.side else "",
                here.catalogue,
                charts=charts,
                annulled=r.n in annulled,
                pending=segments[r.n] not in trail.secrets,
            )
            for r in rolls[-last:]
        ]
        await self._tell(interaction, [*lines, *_head(here, trail)])

    async def _record(
        self, interaction: discord.Interaction, here: BattleContext, show: str, last: int, kind: str
    ) -> None:
        """A battle that was brought as a file: it tells its rolls, and has no secrets that prove them."""
        entries = effective(await self.bot.service.play.entries(here.battle.id))
        rolls = [Roll.model_validate(e.data) for e in entries if e.kind == "roll"]
        proof = here.word(
            "This battle was brought along as a file: it tells its rolls, but brings no secrets that prove them. Its "
            "players have the dice trail."
        )
        if show == "luck":
            await self._luck(interaction, here, rolls)
            return
        if show == "file":
            refuse("A battle that was brought along as a file has no dice trail; its players have it.")
        wanted = kind.strip().casefold()
        shown = [r for r in rolls if not wanted or r.purpose.casefold() == wanted]
        if wanted and not shown:
            refuse("No roll of the kind “{kind}” has been made yet.", kind=kind.strip())
        charts = here.game.system.chart_list(here.game.state)
        lines = [
            roll_line(r, here.catalogue.name(here.battle.name(r.side)) if r.side else "", here.catalogue, charts=charts)
            for r in shown[-last:]
        ]
        await self._tell(interaction, [*lines, here.word("{n:roll|rolls} in all.", n=len(rolls)), f"-# {proof}"])

    async def _luck(self, interaction: discord.Interaction, here: BattleContext, rolls: Iterable[Roll]) -> None:
        found = tallies(rolls)
        if not found:
            refuse("The rules have asked for no roll yet.")
        lines = luck_lines(found, here.battle.name, here.catalogue)
        lines.append(
            "-# "
            + here.word(
                "“One in 20 is as far off” means: of 20 battles with fair dice, one strays at least as far from "
                "what was to be expected, for better or worse. Rolls taken back don't count."
            )
        )
        await self._tell(interaction, lines)

    async def _file(self, interaction: discord.Interaction, here: BattleContext, trail: Trail) -> None:
        lines = [*_head(here, trail), "-# " + here.word("Anyone can check the file: hexarch verify FILE")]
        data = trail.model_dump_json(indent=1).encode()
        attached = discord.File(io.BytesIO(data), f"trail-{here.battle.id}.json")
        await whisper(interaction, "\n".join(lines), file=attached)

    async def _tell(self, interaction: discord.Interaction, lines: list[str]) -> None:
        for page in pages(lines, MESSAGE)[-PAGES:]:
            await whisper(interaction, page)

    # -- checking -----------------------------------------------------------------------------------------------

    async def _check_message(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """A trail dropped into the channel, by whomever."""
        await interaction.response.defer(ephemeral=True)
        if not message.attachments:
            refuse("There is no file on that message.")
        await self._check(interaction, message.attachments[0])

    async def _check(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Verify a trail from wherever; where it claims to be of a battle of this server, compare it with that one."""
        text = files.text_of(await fetched(file, TRAIL, MOST_BYTES), TRAIL, MOST_BYTES)
        catalogue = reader(interaction)
        report, trail = await asyncio.to_thread(_verified, text)
        if trail is None and not report.rolls:
            said = Text("“{file}” is no dice trail. /dice audit gives that of a battle as a file.", file=file.filename)
            await whisper(interaction, escape(catalogue.say(said)))
            return
        own = await self._whose(interaction, trail, catalogue) if trail is not None else ""
        for page in pages(report_lines(report, own, catalogue), MESSAGE)[:PAGES]:
            await whisper(interaction, page)

    async def _whose(self, interaction: discord.Interaction, trail: Trail, catalogue: TextCatalogue) -> str:
        """Whether a trail is that of the battle it names, as far as this server may know."""
        battles = await self.bot.service.battles.of_guild(interaction.guild_id or 0)
        battle = next((b for b in battles if b.id == trail.header.game and b.begun), None)
        if battle is None:
            return catalogue.translate("It is of no battle of this server that I know of.")
        real = await self.bot.service.rolls.trail(battle.id)
        title = titled(battle.title)
        if trail.header != real.header:
            return catalogue.say(Text("But it is **not** the trail of “{title}”: it begins differently.", title=title))
        if trail.entries != real.entries[: len(trail.entries)]:
            return catalogue.say(Text("But it is **not** the trail of “{title}”: its rolls differ.", title=title))
        more = len(real.entries) - len(trail.entries)
        if more:
            return catalogue.say(
                Text("It is the trail of “{title}”, up to {n:entry|entries} ago.", title=title, n=more)
            )
        return catalogue.say(Text("It is the trail of “{title}”, up to date.", title=title))


def _verified(text: str) -> tuple[Report, Trail | None]:
    """What checking a trail finds, and the trail itself if it is one at all."""
    report = verify(text)
    try:
        return report, Trail.model_validate_json(text)
    except ValidationError:
        return report, None


def _head(here: BattleContext, trail: Trail) -> list[str]:
    """Where the chain stands."""
    known = max(trail.secrets, default=0)
    return [
        here.word("{n:roll|rolls} so far.", n=here.battle.rolls),
        here.word("Sealed before the battle: s₀ = `{s0}`", s0=trail.header.commitment),
        here.word("Secrets known to all: up to segment {n}.", n=known)
        if known
        else here.word("The first secret is published when its segment ends."),
        here.word("Head of the chain: `{head}`", head=trail.head),
    ]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Dice(bot))

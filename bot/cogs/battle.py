"""Making a battle, taking sides, beginning, ending; and the clock that answers for those who don't."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands, tasks

import scenarios
from bot.components.ids import Ref
from bot.errors import whisper
from bot.narration import escape, fit
from bot.narration.charts import chart_lines
from bot.narration.match import match_lines
from bot.narration.plain import CHOICE, MESSAGE
from bot.service import Battle, limits
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

_RULES = re.compile(r"[\s,;]+")

SUGGESTED = 25
"""Most choices Discord shows."""

TICK = 20.0
"""Seconds between two looks at the deadlines and at messages that couldn't be sent."""

MODES = [
    app_commands.Choice(name="live: both players are here", value="live"),
    app_commands.Choice(name="correspondence: hours or days for an answer", value="correspondence"),
]


@app_commands.guild_only()
class BattleCog(commands.GroupCog, name="battle", group_name="battle", group_description="Make, join, end a battle"):
    """/battle create, list, status, join, leave, start, resign, abandon, rematch, mode, move."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add("join", self.join_pressed)
        bot.router.add("start", self.start_pressed)
        bot.router.add("story", self.story_pressed)

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        try:
            await self.bot.desk.tick()
        except Exception:
            # The clock must go on: what went wrong now may go right in the next round.
            log.exception("the clock stumbled")

    @clock.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    # -- commands -----------------------------------------------------------------------------------------------

    @app_commands.command(name="create", description="A new battle in this channel")
    @app_commands.describe(
        scenario="Which battle",
        mode="How fast",
        side="The side you take yourself",
        rules="Optional rules you want, separated by commas",
    )
    @app_commands.choices(mode=MODES)
    async def create(
        self, interaction: discord.Interaction, scenario: str, mode: str = "live", side: str = "", rules: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        options = {key.casefold(): True for key in _RULES.split(rules) if key}
        battle = await self.bot.service.create(
            interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id, scenario, options, mode
        )
        if side:
            battle = await self.bot.service.join(battle.id, interaction.user.id, side_named(battle, side))
        await self._told(interaction, battle, "“{title}” is ready. Take sides with the buttons or /battle join.")

    @create.autocomplete("scenario")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """At most 25 battles that hold every word typed, in title, game, place, date or the name of a side."""
        return [
            app_commands.Choice(name=fit(f"{x.title} ({x.game}) · {x.date}, {x.units} units", CHOICE), value=x.key)
            for x in scenarios.matching(current)
            if len(x.key) <= CHOICE
        ][:SUGGESTED]

    @create.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """What is chosen so far, and one more."""
        scenario = getattr(interaction.namespace, "scenario", None)
        if not scenario:
            return []
        try:
            offered = await self.bot.service.options(scenario)
        except Refusal:
            return []
        *taken, typed = _RULES.split(current.casefold().lstrip())
        begun = [key for key in taken if key]
        return [
            app_commands.Choice(name=fit(", ".join([*begun, str(o.title)]), CHOICE), value=", ".join([*begun, o.key]))
            for o in offered
            if o.key not in begun and typed in f"{o.key} {o.title}".casefold()
        ][:25]

    @app_commands.command(name="list", description="The battles of this server")
    async def list(self, interaction: discord.Interaction) -> None:
        battles = await self.bot.service.battles(interaction.guild_id or 0)
        lines = [
            f"`{b.id}` **{escape(b.title)}** <#{b.channel}> {b.status}"
            + (f" – {escape(b.outcome)}" if b.outcome else "")
            for b in battles
        ]
        await whisper(interaction, fit("\n".join(lines) or "No battle yet. /battle create begins one.", MESSAGE))

    @app_commands.command(name="status", description="How this channel's battle stands, and the match it is part of")
    async def status(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        battle = here.battle
        lines = [f"**{escape(battle.title)}** `{battle.id}` {battle.status}"]
        lines += [f"**{escape(battle.outcome)}**"] if battle.outcome else []
        lines.append(escape(f"{battle.mode}: {here.say(limits.words(battle.mode, battle.limits))}"))
        for option in await self.bot.service.chosen(battle.id):
            lines.append(here.word("With: {option}", option=escape(here.say(option.title))))
        lines += chart_lines(await self.bot.service.battle_charts(battle.id), battle.charts, here.catalogue)
        for side, name in battle.sides:
            player = battle.player(side)
            lines.append(f"**{escape(name)}**: " + (f"<@{player}>" if player is not None else here.word("free")))
        if battle.begun:
            for s in here.table.sides:
                points = f"{s.points}" if s.limit is None else f"{s.points} / {s.limit}"
                lines.append(f"{escape(s.name)}: {points} {here.word(s.points_name)}")
        for o in here.opens:
            lines.append(f"-# {escape(battle.name(o.side))}: {escape(here.say(o.decision.prompt))}")
        match = await self.bot.service.match(battle.id)
        lines += match_lines(match, here.catalogue) if match is not None else []
        await whisper(interaction, fit("\n".join(lines), MESSAGE))

    @app_commands.command(name="join", description="Take a side")
    @app_commands.describe(side="Which side", phrase="Any words of yours; they are mixed into every roll of the dice")
    async def join(
        self, interaction: discord.Interaction, side: str, phrase: app_commands.Range[str, 0, 100] = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        await self._join(interaction, battle, side_named(battle, side), phrase)

    @join.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        battle = await self.bot.service.battle_in(interaction.channel_id or 0)
        if battle is None:
            return []
        return [
            app_commands.Choice(name=fit(name, CHOICE), value=side)
            for side, name in battle.sides
            if battle.player(side) is None and current.casefold() in name.casefold()
        ]

    @app_commands.command(name="leave", description="Give up your side before the battle begins")
    async def leave(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        battle = await self.bot.service.leave(battle.id, interaction.user.id)
        await self._told(interaction, battle, "You have left “{title}”.")

    @app_commands.command(name="start", description="Begin, once both sides have a player")
    async def start(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        await self._start(interaction, battle)
        await whisper(interaction, "The battle begins.")

    @app_commands.command(name="resign", description="Give the battle up")
    @app_commands.describe(sure="Choose True: it can't be taken back")
    async def resign(self, interaction: discord.Interaction, sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        if not sure:
            refuse(
                "Resigning ends “{title}” with your defeat. If you mean it: /battle resign sure:True",
                title=battle.title,
            )
        battle = await self.bot.service.resign(battle.id, interaction.user.id)
        await self._told(interaction, battle, "You have resigned “{title}”.")

    @app_commands.command(name="abandon", description="Break the battle off without a result")
    @app_commands.describe(sure="Choose True: it can't be taken back")
    async def abandon(self, interaction: discord.Interaction, sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        if not sure:
            refuse(
                "That breaks off “{title}” for both players. If you mean it: /battle abandon sure:True",
                title=battle.title,
            )
        referee = interaction.permissions.manage_guild
        battle = await self.bot.service.abandon(battle.id, interaction.user.id, referee=referee)
        await self._told(interaction, battle, "“{title}” is broken off.")

    @app_commands.command(name="rematch", description="The same battle again with the sides changed")
    async def rematch(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        battle = await self.bot.service.rematch(here.battle.id, interaction.user.id)
        await self._told(
            interaction,
            battle,
            "“{title}” again, with the sides changed. To put in a phrase of your own, /battle leave and join.",
        )

    @app_commands.command(name="mode", description="Play on live, or by correspondence")
    @app_commands.choices(mode=MODES)
    async def mode(self, interaction: discord.Interaction, mode: str) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        battle = await self.bot.service.set_mode(battle.id, interaction.user.id, mode)
        if battle.mode != mode:
            here = await self.bot.desk.look(battle.id, interaction.user.id)
            await self.bot.desk.request(here, interaction, "{player} would like to play on live.")
            await whisper(interaction, here.word("Your opponent is asked."))
            return
        await self._told(interaction, battle, f"“{{title}}” is played on: {mode}.")

    @app_commands.command(name="move", description="Go on with a battle in this channel")
    @app_commands.describe(battle="Its number, as /battle list shows it")
    async def move(self, interaction: discord.Interaction, battle: str) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.service.battle(battle.strip())
        allowed = interaction.user.id in {found.creator, *(s.user for s in found.seats)}
        if found.guild != interaction.guild_id or not (allowed or interaction.permissions.manage_guild):
            refuse("Only its players move a battle, and only within its server.")
        found = await self.bot.service.rebind(found.id, interaction.channel_id or 0)
        await self._told(interaction, found, "“{title}” goes on here.")

    # -- buttons ------------------------------------------------------------------------------------------------

    async def join_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.desk.of(interaction, ref)
        n = int(ref.argument) if ref.argument.isdigit() else -1
        if not 0 <= n < len(here.battle.sides):
            refuse("There is no such side.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._join(interaction, here.battle, here.battle.sides[n][0], "")

    async def start_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.desk.of(interaction, ref)
        await interaction.response.defer()
        await self._start(interaction, here.battle)

    async def story_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Whole story] of a dispatch that was folded."""
        here = await self.bot.desk.of(interaction, ref)
        for page in await self.bot.desk.story(here.battle.id, ref.token):
            await whisper(interaction, page)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _battle(self, interaction: discord.Interaction) -> Battle:
        battle = await self.bot.service.battle_in(interaction.channel_id or 0)
        if battle is None:
            refuse("There is no battle in this channel. /battle create begins one.")
        return battle

    async def _join(self, interaction: discord.Interaction, battle: Battle, side: str, phrase: str) -> None:
        battle = await self.bot.service.join(battle.id, interaction.user.id, side, phrase)
        await self._told(interaction, battle, "You play the " + escape(battle.name(side)) + " in “{title}”.")

    async def _start(self, interaction: discord.Interaction, battle: Battle) -> None:
        outcome = await self.bot.service.start(battle.id, interaction.user.id, interaction.id)
        here = await self.bot.desk.look(battle.id, interaction.user.id)
        await self.bot.desk.said(interaction, here, outcome)

    async def _told(self, interaction: discord.Interaction, battle: Battle, template: str) -> None:
        here = await self.bot.desk.look(battle.id, interaction.user.id)
        await self.bot.desk.said(interaction, here)
        await whisper(interaction, here.word(template, title=escape(battle.title)))


def side_named(battle: Battle, text: str) -> str:
    """Id of the side a player means. Raises Refusal."""
    wanted = text.strip().casefold()
    for side, name in battle.sides:
        if wanted in (side.casefold(), name.casefold()):
            return side
    found = [side for side, name in battle.sides if wanted and name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    refuse("The sides are {sides}.", sides=" and ".join(name for _, name in battle.sides))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(BattleCog(bot))

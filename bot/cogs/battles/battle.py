"""Making a battle, taking sides, beginning, ending; and the clock that answers for those who don't."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import bot_permissions
from bot.cogs.battles.battle_list import BattleList
from bot.cogs.battles.endings import Endings
from bot.cogs.battles.once_more import OnceMore
from bot.cogs.battles.terms import LEVELS, MODES, rule_choices, rules_named, scenario_choices, side_id
from bot.cogs.rounds import Rounds
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.access import guild_rules, visibility
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.ending import tell_end
from bot.messages.publishing.pinned import COLOUR
from bot.narration import escape, fit, titled
from bot.narration.briefing import place, won
from bot.narration.charts import chart_lines
from bot.narration.credits import credits_of
from bot.narration.match import match_lines
from bot.narration.people import person
from bot.narration.standing import stamp, time_lines
from bot.narration.standstill import MODE, STANDS_STILL, STATUS, why_still
from bot.service import Battle
from bot.service.setup.briefings import Briefing
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

EMBED, TITLE = 4096, 256
"""Characters of an embed's description and title."""

TICK = 20.0
"""Seconds between two looks at the deadlines and at messages that couldn't be sent."""


@app_commands.guild_only()
class BattleCog(
    Endings,
    OnceMore,
    BattleList,
    commands.GroupCog,
    name="battle",
    group_name="battle",
    group_description="Make, join, end a battle",
):
    """/battle create, briefing, list, status, join, leave, start, mode, move; and the ends (:class:`Endings`).

    /battle limits and /battle mirror stand in cogs of their own.
    """

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.rounds = Rounds(bot, TICK, bot.messages.background.tick, "the clock stumbled")
        bot.router.add("join", self.join_pressed)
        bot.router.add("start", self.start_pressed)
        bot.router.add("story", self.story_pressed)
        bot.router.add("briefing", self.briefing_pressed)
        self.add_endings()
        self.add_once_more()
        self.add_list()

    async def cog_load(self) -> None:
        self.bot.messages.closing.closers.append(
            partial(tell_end, self.bot.service, self.bot.messages.lookup, self.bot.messages.publisher)
        )
        self.rounds.start()

    async def cog_unload(self) -> None:
        self.rounds.stop()

    # -- commands -----------------------------------------------------------------------------------------------

    @app_commands.command(name="create", description="A new battle in this channel")
    @app_commands.describe(
        scenario="Which battle",
        mode="How fast; without it, as this server has settled",
        side="The side you take yourself",
        rules="Optional rules you want, separated by commas",
        opponent="Play against the computer",
    )
    @app_commands.choices(mode=MODES, opponent=LEVELS)
    async def create(
        self,
        interaction: discord.Interaction,
        scenario: str,
        mode: str = "",
        side: str = "",
        rules: str = "",
        opponent: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild, options = interaction.guild_id or 0, dict.fromkeys(rules_named(rules), True)
        await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, interaction.channel)
        guild_rules.check_writes(interaction.channel, interaction.user)
        mode = mode or (await self.bot.service.guilds.settings(guild)).mode
        scenario = await self.bot.service.scenarios.meant(scenario, guild)
        # What may be refused comes before the battle is made: else one nobody sees has the channel.
        sides = await self.bot.service.agreed_battles.sides_of_scenario(scenario, guild)
        side = side_id(sides, side)
        if opponent:
            await self.bot.service.computers.check(guild, opponent)
        battle = await self.bot.service.lobby.create(
            guild, interaction.channel_id or 0, interaction.user.id, scenario, options, mode
        )
        if opponent:
            await self.bot.messages.opponents.invite(battle.id, opponent, self.bot.account)
        if side:
            battle = await self.bot.service.lobby.join(battle.id, interaction.user.id, side)
            battle = await self.bot.service.computers.sit_down(battle.id)
        await self._told(interaction, battle, "“{title}” is ready. Take sides with the buttons or /battle join.")

    @app_commands.command(name="briefing", description="What a battle is about: history, sides, rules of its own")
    @app_commands.describe(scenario="Which battle; without it, that of this channel")
    async def briefing(self, interaction: discord.Interaction, scenario: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        if scenario:
            guild = interaction.guild_id or 0
            scenario = await self.bot.service.scenarios.meant(scenario, guild)
            await self._brief(interaction, await self.bot.service.briefings.of_scenario(scenario, guild))
            return
        here = await self.bot.messages.lookup.here(interaction)
        await self._brief(interaction, await self.bot.service.briefings.of_battle(here.battle.id))

    async def briefing_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Briefing] of a battle that waits for its players."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        await self._brief(interaction, await self.bot.service.briefings.of_battle(here.battle.id))

    async def _brief(self, interaction: discord.Interaction, told: Briefing) -> None:
        words = reader(interaction)
        picture = await self.bot.messages.pictures.table(told.table, say=words.say)
        embed = discord.Embed(
            title=fit(escape(words.name(told.title)), TITLE),
            description=fit(told_as(told, words), EMBED),
            colour=COLOUR,
        )
        embed.set_image(url=f"attachment://{picture.name}")
        await whisper(interaction, "", embed=embed, file=picture.file())

    @create.autocomplete("scenario")
    @briefing.autocomplete("scenario")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await scenario_choices(self.bot, interaction, current)

    @create.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot, interaction, current)

    @app_commands.command(name="status", description="How this channel's battle stands, and the match it is part of")
    async def status(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = self.bot.messages.lookup.read(interaction, await self.bot.messages.lookup.here(interaction))
        battle = here.battle
        still = await self.bot.service.standstills.of(battle)
        state = here.say(STATUS[battle.status] if still is None else STANDS_STILL)
        lines = [f"**{escape(here.catalogue.name(battle.title))}** {state} `{battle.id}`"]
        lines += [here.say(why_still(still))] if still is not None else []
        lines += [f"**{escape(here.ended)}**"] if here.ended else []
        terms = self.bot.service.timekeeping.terms(battle.mode, battle.limits)
        if not battle.is_lesson:  # in which no time passes
            lines.append(escape(f"{here.say(MODE[battle.mode])}: {here.say(terms)}"))
        for option in await self.bot.service.lobby.chosen(battle.id):
            lines.append(here.word("With: {option}", option=escape(here.say(option.title))))
        lines += chart_lines(await self.bot.service.charts.of_battle(battle.id), battle.charts, here.catalogue)
        times = await self.bot.service.timekeeping.times(battle.id)
        for side, name in battle.sides:
            player = battle.player(side)
            known = time_lines(times[side], here.catalogue) if side in times else []
            who = person(player, here.catalogue) if player is not None else here.word("free")
            lines.append(f"**{escape(here.catalogue.name(name))}**: " + ", ".join([who, *known]))
        if battle.begun:
            for s in here.table.sides:
                points = f"{s.points}" if s.limit is None else f"{s.points} / {s.limit}"
                lines.append(f"{escape(here.catalogue.name(s.name))}: {points} {here.word(s.points_name)}")
        for o in here.opens:
            asked = f"-# {escape(here.catalogue.name(battle.name(o.side)))}: {escape(here.say(o.decision.prompt))}"
            if o.due is not None and not battle.paused:
                asked += " · " + here.word("answered by default {until}", until=stamp(o.due))
            lines.append(asked)
        match = await self.bot.service.rematches.match(battle.id)
        lines += match_lines(match, here.catalogue) if match is not None else []
        await whisper(interaction, fit("\n".join(lines), MESSAGE))
        if here.sides and battle.status in ("open", "running"):
            # What somebody has deleted is put back: a question that stands nowhere can't be answered by its buttons.
            await self.bot.messages.publisher.renew(battle.id, repair=True)

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
        battle = await self.bot.service.battles.in_channel(interaction.channel_id or 0)
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
        await self.bot.service.lobby.leave(battle.id, interaction.user.id)
        battle = await self.bot.service.computers.sit_down(battle.id)
        await self._told(interaction, battle, "You have left “{title}”.")

    @app_commands.command(name="start", description="Begin, once both sides have a player")
    async def start(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        await self._start(interaction, battle)

    @app_commands.command(name="mode", description="Play on live, or by correspondence")
    @app_commands.choices(mode=MODES)
    async def mode(self, interaction: discord.Interaction, mode: str) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        referee = await self.bot.messages.referees.is_referee(interaction)
        before, user = battle.mode, interaction.user.id
        battle = await self.bot.service.timekeeping.set_mode(battle.id, user, mode, referee=referee)
        here = await self.bot.messages.lookup.look(battle.id, user)
        if battle.mode != mode:
            ask = "{player} would like to play on by correspondence: {terms}."
            if mode == "live":
                ask = "{player} would like to play on live: {terms}."
            said = here.say(self.bot.service.timekeeping.terms(mode, battle.limits))
            await self.bot.messages.answers.request(here, interaction, ask, terms=escape(said))
            return
        if battle.mode != before and not battle.led_by(user):
            await self.bot.messages.referees.settled(interaction, here)
        await self._told(interaction, battle, "“{title}” is played on: {mode}.", mode=MODE[mode])

    @app_commands.command(name="move", description="Go on with a battle in this channel")
    @app_commands.describe(battle="Which battle, by its title or number")
    async def move(self, interaction: discord.Interaction, battle: str) -> None:
        await interaction.response.defer(ephemeral=True)
        movable = await self._movable(interaction)
        found = await self.bot.messages.lookup.meant(interaction, battle, movable)
        user = interaction.user
        allowed = user.id in {found.creator, *(s.user for s in found.seats)}
        referee = await self.bot.messages.referees.is_referee(interaction)
        if not (allowed or referee):
            refuse("Only its players, and referees, move a battle.")
        if found.status not in ("open", "running"):
            refuse("This battle is over.")
        if found.is_lesson:
            refuse("A lesson stays where it is. Where its thread is gone, /learn goes on with it in another one.")
        agreed = await self.bot.service.agreements.of(found.id)
        if agreed is not None and agreed.event is not None and not referee:
            refuse("A match is fought where “{name}” has put it; a referee may move it.", name=agreed.event.name)
        place = await visibility.channel_of(self.bot, found.guild, interaction.channel_id or 0)
        if place is None or not visibility.may_write(place, place.guild.me):
            refuse(
                "I may not write in this channel. I need: {permissions}.", permissions=bot_permissions.lacking(place)
            )
        await guild_rules.check_place(self.bot, self.bot.service.guilds, found.guild, place)
        guild_rules.check_writes(place, user)
        await guild_rules.check_players(self.bot, found, place)
        found = await self.bot.service.lobby.move(found.id, place.id)
        others = [u for u in found.people if u != user.id]
        await self.bot.messages.background.moved(found, others, escape(user.display_name))
        await self._told(interaction, found, "“{title}” goes on here.")

    async def _movable(self, interaction: discord.Interaction) -> list[Battle]:
        """Battles that aren't over and that the user plays or made; all of them for a referee."""
        referee, user = await self.bot.messages.referees.is_referee(interaction), interaction.user.id
        found = await self.bot.service.battles.of_guild(interaction.guild_id or 0)
        return [
            b
            for b in found
            if b.status in ("open", "running")
            and not b.is_lesson
            and (referee or user in {b.creator, *(s.user for s in b.seats)})
        ]

    @move.autocomplete("battle")
    async def _moves(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.choices(interaction, current, await self._movable(interaction))

    # -- buttons ------------------------------------------------------------------------------------------------

    async def join_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.messages.lookup.of(interaction, ref)
        n = int(ref.argument) if ref.argument.isascii() and ref.argument.isdigit() else -1
        if not 0 <= n < len(here.battle.sides):
            refuse("There is no such side.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._join(interaction, here.battle, here.battle.sides[n][0], "")

    async def start_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.messages.lookup.of(interaction, ref)
        await interaction.response.defer()
        await self._start(interaction, here.battle, told=False)

    async def story_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Whole story] of a dispatch that was folded."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        for page in await self.bot.messages.stories.latest(here.battle.id, ref.token):
            await whisper(interaction, page)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _join(self, interaction: discord.Interaction, battle: Battle, side: str, phrase: str) -> None:
        await self.bot.service.lobby.join(battle.id, interaction.user.id, side, phrase)
        battle = await self.bot.service.computers.sit_down(battle.id)
        await self._told(interaction, battle, "You play the {side} in “{title}”.", side=escape(battle.name(side)))

    async def _start(self, interaction: discord.Interaction, battle: Battle, *, told: bool = True) -> None:
        """Begin, or say that one is ready. ``told``: whether the user is told of what everybody sees, too."""
        begun = await self.bot.service.lobby.begin(battle.id, interaction.user.id, interaction.id)
        here = await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        await self.bot.messages.answers.said(interaction, here, begun.outcome)
        if begun.outcome is not None:
            if told:
                await whisper(interaction, reader(interaction).translate("The battle begins."))
            return
        others = " ".join(person(u, here.catalogue) for u in begun.waits_for)
        if begun.first:
            await self._wanted(interaction, here, begun.waits_for, others)
        said = "You are ready. The battle begins when {others} presses [Begin] too, or gives /battle start."
        await whisper(interaction, reader(interaction).say(Text(said, others=others)))

    async def _wanted(
        self, interaction: discord.Interaction, here: BattleContext, users: Sequence[int], others: str
    ) -> None:
        """Call those whom a battle waits for to begin."""
        battle = here.battle
        text = here.word(
            "{others}, {player} is ready to begin “{title}”: {terms}. [Begin], or /battle start, starts it.",
            others=others,
            player=escape(interaction.user.display_name),
            title=titled(battle.title),
            terms=escape(here.say(self.bot.service.timekeeping.terms(battle.mode, battle.limits))),
        )
        try:
            await self.bot.messages.calls.call(battle.guild, battle.channel, users, text, listed=True)
        except discord.HTTPException as e:
            log.info("battle %s: nobody could be called to its beginning: %s", battle.id, e)


def told_as(told: Briefing, words: TextCatalogue) -> str:
    """A briefing in the order in which it is read."""
    said = words.translate
    lines = [place(told, words), escape(said(told.history))]
    lines += [f"**{escape(words.name(name))}**: {escape(said(aim))}" for name, aim in told.sides if aim]
    lines += won(told, words)
    lines += [escape(said(x)) for x in (told.balance, told.length) if x]
    if told.rules:
        titles = " · ".join(escape(said(title)) for title, _ in told.rules)
        lines.append(words.say(Text("Rules of this battle alone (/rule tells them): {titles}", titles=titles)))
    if credits := credits_of(told):
        lines.append("-# " + " · ".join(words.say(x) for x in credits))
    return "\n\n".join(lines)


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

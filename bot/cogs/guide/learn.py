"""A first battle: the lesson of a game, and the battle that suits whoever has taken it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import scenarios
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.messages.access import guild_rules
from bot.messages.access.rooms import room_for
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.lesson_card import AGAIN, BACK, LEARN, LESSONS, PLAY, SHOW, STOP
from bot.narration import TextCatalogue, escape, titled
from bot.service import Battle
from bot.service.lessons.lessons import lesson_named
from engine.computer.levels import LevelName
from engine.kernel.text import Text, refuse
from engine.systems import registry
from scenarios.lessons import offered

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

OPPONENT: LevelName = "recruit"
"""How hard the computer plays against whoever has just learned a game."""

GAMES = [app_commands.Choice(name=registry.title(x.system), value=x.system) for x in offered()]


class Learn(commands.Cog):
    """/learn, and the buttons of a lesson."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(LEARN, self.learn_pressed)
        bot.router.add(SHOW, self.show_pressed)
        bot.router.add(BACK, self.back_pressed)
        bot.router.add(AGAIN, self.again_pressed)
        bot.router.add(STOP, self.stop_pressed)
        bot.router.add(PLAY, self.play_pressed)

    @app_commands.command(name="learn", description="A first battle in ten minutes, step by step")
    @app_commands.describe(game="Which game; without it you are asked")
    @app_commands.choices(game=GAMES)
    @app_commands.guild_only()
    async def learn(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        if game:
            await self._learn(interaction, game)
            return
        words = reader(interaction)
        told = words.translate("Which game would you like to learn? It takes ten minutes, and counts for nothing.")
        choices = [
            button(Ref(LESSONS, g.value), LEARN, g.name, style=discord.ButtonStyle.primary)
            for g in GAMES
            if isinstance(g.value, str)
        ]
        await whisper(interaction, told, view=view(*choices))

    # -- buttons ------------------------------------------------------------------------------------------------

    async def learn_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Learn], with the game's name."""
        lesson = _about(interaction, ref)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._learn(interaction, lesson)

    async def show_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Show me]: the lesson carries the step out."""
        await self._pressed(interaction, ref, SHOW)

    async def back_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[This step again]."""
        await self._pressed(interaction, ref, BACK)

    async def again_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[From the beginning]."""
        await self._pressed(interaction, ref, AGAIN)

    async def stop_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Stop the lesson]."""
        await self._pressed(interaction, ref, STOP)

    async def _pressed(self, interaction: discord.Interaction, ref: Ref, verb: str) -> None:
        battle = await self._own(interaction, ref)
        await interaction.response.defer()
        await self._said(interaction, await lead(self.bot, verb, battle, interaction.user.id))

    async def play_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Play]: the battle that suits a beginner, in this channel, against the computer."""
        system = _about(interaction, ref)
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, user = interaction.guild_id or 0, interaction.user.id
        await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, interaction.channel)
        guild_rules.check_writes(interaction.channel, interaction.user)
        battle, outcome = await self.bot.messages.opponents.meet(
            (guild, interaction.channel_id or 0),
            user,
            lesson_named(system).next,
            OPPONENT,
            self.bot.account,
            interaction.id,
        )
        here = await self.bot.messages.lookup.look(battle.id, user)
        await self.bot.messages.answers.said(interaction, here, outcome)
        told = "“{title}” begins. You lead the {side}, the computer the others. /battle abandon ends it."
        side = battle.name(battle.sides[0][0])
        await whisper(interaction, reader(interaction).say(Text(told, title=titled(battle.title), side=escape(side))))

    # -- shared -------------------------------------------------------------------------------------------------

    async def _learn(self, interaction: discord.Interaction, system: str) -> None:
        """Begin a lesson, or go on with the one that is under way."""
        guild, user, words = interaction.guild_id or 0, interaction.user, reader(interaction)
        service = self.bot.service
        lesson_named(system)
        known = await service.lessons.under_way(guild, user.id, system)
        if known is not None:
            await service.lessons.speak(known.id, self.bot.messages.lookup.language(interaction))
        if known is not None and not known.paused and await self._goes_on(interaction, known):
            await whisper(interaction, _told(words, "Your lesson goes on where you left it: {channel}", known))
            return
        await guild_rules.check_place(self.bot, service.guilds, guild, interaction.channel)
        begins = "Your lesson begins: {channel}"
        if known is not None:
            # Its channel is gone or shut: it goes on in another one.
            begins = "Your lesson goes on where you left it: {channel}"
        battle = await self._placed(interaction, system, known)
        here = await self.bot.messages.lookup.look(battle.id, user.id)
        await self.bot.messages.answers.said(interaction, here)
        await whisper(interaction, _told(words, begins, battle))

    async def _goes_on(self, interaction: discord.Interaction, known: Battle) -> bool:
        """Have a lesson say again how it stands, where it is; False where nothing can be said there (any more)."""
        try:
            here = await self.bot.messages.lookup.look(known.id, interaction.user.id)
            await self.bot.messages.publisher.lesson_cards.put(here, anew=True)
        except (discord.Forbidden, discord.NotFound):
            return False
        await self.bot.messages.answers.said(interaction, here)
        return True

    async def _placed(self, interaction: discord.Interaction, system: str, known: Battle | None) -> Battle:
        """A lesson, begun or ``known``, in a room of its own where there may be one."""
        member, channel, words = interaction.user, interaction.channel, reader(interaction)
        if not isinstance(member, discord.Member):
            raise app_commands.NoPrivateMessage
        place = channel
        if self.bot.rooms:
            title = _title(words, system, member.display_name)
            place = await room_for(member, channel, title)
        else:
            guild_rules.check_writes(channel, member)
        number = place.id if place is not None else 0
        try:
            if known is not None:
                return await self.bot.service.lobby.move(known.id, number)
            return await self.bot.service.lessons.begin(
                interaction.guild_id or 0,
                number,
                member.id,
                system,
                self.bot.account,
                words.translate,
                self.bot.messages.lookup.language(interaction),
            )
        except BaseException:
            if isinstance(place, discord.Thread) and place != channel:
                with suppress(discord.HTTPException):
                    await place.delete()
            raise

    async def _own(self, interaction: discord.Interaction, ref: Ref) -> Battle:
        """The lesson a button belongs to, for its learner. Raises Refusal for anybody else."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        if not here.battle.is_lesson:
            refuse("This battle is no lesson.")
        if here.battle.creator != interaction.user.id:
            refuse("That is somebody else's lesson; /learn begins your own.")
        if here.battle.status != "running":
            refuse("This lesson is over; /learn begins it anew.")
        self.bot.messages.answers.asked(here, ref)
        if ref.argument:
            refuse("That button doesn't belong to this question.")
        return here.battle

    async def _said(self, interaction: discord.Interaction, battle: Battle) -> None:
        here = await self._look(interaction, battle)
        await self.bot.messages.answers.said(interaction, here)

    async def _look(self, interaction: discord.Interaction, battle: Battle) -> BattleContext:
        return await self.bot.messages.lookup.look(battle.id, interaction.user.id)


async def lead(bot: Hexarch, verb: str, battle: Battle, learner: int) -> Battle:
    """What one of a lesson's buttons does, but for the telling; the lesson that is under way then. Raises Refusal."""
    lessons = bot.service.lessons
    if verb == AGAIN:
        begun = await lessons.again(battle.id, learner, bot.account)
        await bot.messages.publisher.lesson_cards.leave(await bot.messages.lookup.look(battle.id, learner))
        return begun
    acts = {SHOW: lessons.show, BACK: lessons.back, STOP: lessons.stop}
    if verb not in acts:
        refuse("That button doesn't belong to this question.")
    await acts[verb](battle.id, learner)
    return battle


def _about(interaction: discord.Interaction, ref: Ref) -> str:
    """The system a button names. Raises Refusal for one that has no lesson."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    if ref.battle != LESSONS or ref.argument:
        refuse("That button doesn't belong to this question.")
    return lesson_named(ref.token).system


def _title(words: TextCatalogue, system: str, who: str) -> str:
    return words.say(Text("{name} learns {game}", name=who, game=registry.title(system)))


def _told(words: TextCatalogue, template: str, battle: Battle) -> str:
    return words.say(Text(template, channel=f"<#{battle.channel}>"))


def beginners() -> list[tuple[str, scenarios.ScenarioInfo]]:
    """For each lesson the battle that suits who has taken it: system, and what lists say of the battle."""
    return [(x.system, scenarios.info(scenarios.load(x.next))) for x in offered()]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Learn(bot))

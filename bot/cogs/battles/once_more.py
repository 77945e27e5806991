"""After a battle: the same once more, with the sides changed or as they were, or another one of the same game."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import scenarios
from bot.components.ids import Ref
from bot.components.items import select, view
from bot.errors import reader, whisper
from bot.language.plain import CHOICE
from bot.messages.access import guild_rules, visibility
from bot.messages.publishing.ending import AGAIN, ANOTHER, END, REMATCH
from bot.narration import escape, fit, titled
from bot.service import Battle
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

CHOSEN = "anotherone"
"""Verb of the list of battles."""

LISTED = 25
"""Battles in it at the most: Discord shows no more."""


class OnceMore(commands.Cog):
    """/battle rematch, and the buttons of the message that ends a battle: part of
    :class:`bot.cogs.battles.battle.BattleCog`.
    """

    bot: Hexarch

    def add_once_more(self) -> None:
        """Handle the buttons."""
        self.bot.router.add(REMATCH, self.rematch_pressed)
        self.bot.router.add(AGAIN, self.again_pressed)
        self.bot.router.add(ANOTHER, self.another_pressed)
        self.bot.router.add(CHOSEN, self.another_chosen)

    @app_commands.command(name="rematch", description="The same battle again, with the sides changed or as they were")
    @app_commands.describe(sides="Whether sides change; without it, they do")
    @app_commands.choices(
        sides=[
            app_commands.Choice(name="change", value="change"),
            app_commands.Choice(name="as they were", value="keep"),
        ]
    )
    async def rematch(self, interaction: discord.Interaction, sides: str = "change") -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        await self._once_more(interaction, here.battle, swap=sides != "keep")

    async def rematch_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Rematch]."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        await self._once_more(interaction, here.battle, swap=True)

    async def again_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Play again]."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        await self._once_more(interaction, here.battle, swap=False)

    async def another_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Another battle]: which, of those of the same game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        offered = await self._others(here.battle)
        if not offered:
            refuse("There is no other battle of this game; /battle create offers those of all games.")
        words = reader(interaction)
        options = [
            discord.SelectOption(
                label=fit(words.name(x.title), CHOICE),
                value=x.key,
                description=fit(f"{words.name(x.date)} · {words.say(Text('{n:unit|units}', n=x.units))}", CHOICE),
            )
            for x in offered[:LISTED]
        ]
        said = words.translate("Which battle?")
        if len(offered) > LISTED:
            said += " " + words.translate("/battle create finds all of them by what you type.")
        chooser = select(Ref(here.battle.id, END), CHOSEN, words.translate("A battle…"), options)
        await whisper(interaction, said, view=view(chooser))

    async def another_chosen(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """One of the list: it waits for its players in this channel, the computer among them if it was an opponent."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        before, service = here.battle, self.bot.service
        key = values[0] if values else ""
        if key not in {x.key for x in await self._others(before)}:
            refuse("There is no such battle.")
        await guild_rules.check_place(self.bot, service.guilds, before.guild, interaction.channel)
        guild_rules.check_writes(interaction.channel, interaction.user)
        level = await service.computers.opponent(before.id)
        if level is not None:
            await service.computers.check(before.guild, level)
        made = await service.lobby.create(
            before.guild, interaction.channel_id or 0, interaction.user.id, key, {}, before.mode
        )
        if level is not None:
            await self.bot.messages.opponents.invite(made.id, level, self.bot.account)
        await self._made(interaction, made, "“{title}” is ready. Take sides with the buttons or /battle join.")

    async def _others(self, battle: Battle) -> Sequence[scenarios.ScenarioInfo]:
        """The other battles of the same game."""
        system = (await self.bot.service.sessions.system(battle.id)).id
        known = scenarios.matching("", await self.bot.service.scenarios.of_guild(battle.guild))
        return [x for x in known if x.system == system and x.key != battle.row.scenario_key]

    async def _once_more(self, interaction: discord.Interaction, battle: Battle, *, swap: bool) -> None:
        service, user = self.bot.service, interaction.user
        guild_rules.check_writes(await visibility.channel_of(self.bot, battle.guild, battle.channel), user)
        level = await service.computers.opponent(battle.id)
        if level is not None:
            await service.computers.check(battle.guild, level)
        make = service.rematches.make if swap else service.rematches.again
        made = await make(battle.id, user.id)
        if level is not None:
            self.bot.messages.opponents.stand_in(made.id)
        others = [u for u in made.people if u not in (user.id, self.bot.account)]
        if not others:
            # Nobody else has to agree.
            outcome = await service.lobby.start(made.id, user.id, interaction.id)
            here = await self.bot.messages.lookup.look(made.id, user.id)
            await self.bot.messages.answers.said(interaction, here, outcome)
            own = " and ".join(escape(made.name(side)) for side in made.led_by(user.id))
            told = "“{title}” begins again. You lead the {side}."
            await whisper(interaction, reader(interaction).say(Text(told, title=titled(made.title), side=own)))
            return
        said = "“{title}” again, each on the side they had. To put in a phrase of your own, /battle leave and join."
        if swap:
            said = "“{title}” again, with the sides changed. To put in a phrase of your own, /battle leave and join."
        await self._made(interaction, made, said)
        await self._call(made, user, others, swap=swap)

    async def _call(
        self, made: Battle, user: discord.User | discord.Member, others: Sequence[int], *, swap: bool
    ) -> None:
        """Call whoever hasn't asked for it."""
        text = Text(
            "⚔️ {players}: {player} asks to meet you again in “{title}”, sides changed. [Begin] starts it."
            if swap
            else "⚔️ {players}: {player} asks to meet you again in “{title}”, on the same sides. [Begin] starts it.",
            players=" ".join(f"<@{u}>" for u in others),
            player=escape(user.display_name),
            title=titled(made.title),
        )
        words = self.bot.messages.lookup.words(made.guild)
        try:
            await self.bot.messages.calls.call(
                made.guild, made.channel, others, words.say(text), what=f"again-{made.id}"
            )
        except discord.HTTPException as e:
            log.info("battle %s: nobody could be told that it is played again: %s", made.id, e)

    async def _made(self, interaction: discord.Interaction, battle: Battle, template: str) -> None:
        here = await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        await self.bot.messages.answers.said(interaction, here)
        await whisper(interaction, reader(interaction).say(Text(template, title=titled(battle.title))))

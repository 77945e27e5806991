"""Ending a battle by hand: giving it up, a draw, a win on time, breaking it off."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.messages.battle_context import BattleContext
from bot.narration import escape, titled
from bot.narration.people import person
from bot.service import Battle
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

YES, NO = "yes", "no"
OPEN = "open"
"""Token of a button about a battle that hasn't begun."""


class Endings(commands.Cog):
    """/battle resign, draw, claim, abandon: part of :class:`bot.cogs.battles.battle.BattleCog`."""

    bot: Hexarch

    def add_endings(self) -> None:
        """Handle the buttons."""
        self.bot.router.add("resign", self.resign_pressed)
        self.bot.router.add("claim", self.claim_pressed)
        self.bot.router.add("abandon", self.abandon_pressed)

    # -- commands -----------------------------------------------------------------------------------------------

    @app_commands.command(name="resign", description="Give the battle up")
    @app_commands.describe(sure="True does so without asking again; it can't be taken back")
    async def resign(self, interaction: discord.Interaction, sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        if sure:
            await self._resign(interaction, battle)
            return
        if battle.status != "running":
            await self._not_begun(battle)
        if not battle.led_by(interaction.user.id):
            refuse("Only who leads a side gives the battle up for it.")
        ask = "Resigning ends “{title}” with your defeat. It can't be taken back."
        await self._confirm(interaction, battle, "resign", ask, "Resign")

    @app_commands.command(name="draw", description="Offer a draw, or agree to the one your opponent offers")
    async def draw(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        offered = await self._battle(interaction)
        battle = await self.bot.service.endings.draw(offered.id, interaction.user.id)
        here = await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        if battle.status == "finished":
            # The offer that stands there was agreed to, if by no button.
            agreed = here.word("{player} agrees.", player=escape(interaction.user.display_name))
            await self.bot.messages.requests.answered(battle, offered.request_key, agreed)
            await self.bot.messages.answers.said(interaction, here)
            await whisper(interaction, reader(interaction).translate("The battle is drawn."))
            return
        await self.bot.messages.answers.request(
            here, interaction, "{player} offers a draw. It lapses when the battle goes on."
        )

    @app_commands.command(name="claim", description="Win because your opponent's time for the battle is up")
    async def claim(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        if battle.status != "running":
            refuse("The battle hasn't begun.")
        await self.bot.service.endings.claimable(battle.id, interaction.user.id)
        ask = "Your opponent's time is up. Claiming the win ends “{title}”; or let them play on."
        await self._confirm(interaction, battle, "claim", ask, "Claim the win")

    @app_commands.command(name="abandon", description="Break the battle off without a result")
    @app_commands.describe(sure="True does so without asking again; it can't be taken back")
    async def abandon(self, interaction: discord.Interaction, sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        battle = await self._battle(interaction)
        if sure:
            await self._abandon(interaction, battle)
            return
        referee = await self.bot.messages.referees.is_referee(interaction)
        await self.bot.service.endings.check_abandon(battle.id, interaction.user.id, referee=referee)
        ask = "That breaks off “{title}” for everybody, without a result. It can't be taken back."
        await self._confirm(interaction, battle, "abandon", ask, "Break it off")

    # -- buttons ------------------------------------------------------------------------------------------------

    async def resign_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        battle = await self._sure(interaction, ref)
        if battle is not None:
            await self._resign(interaction, battle)
            await interaction.edit_original_response(view=None)

    async def claim_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        battle = await self._sure(interaction, ref)
        if battle is not None:
            battle = await self.bot.service.endings.claim(battle.id, interaction.user.id)
            await self._told(interaction, battle, "You have won “{title}” on time.")
            await interaction.edit_original_response(view=None)

    async def abandon_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        battle = await self._sure(interaction, ref)
        if battle is not None:
            await self._abandon(interaction, battle)
            await interaction.edit_original_response(view=None)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _resign(self, interaction: discord.Interaction, battle: Battle) -> None:
        battle = await self.bot.service.endings.resign(battle.id, interaction.user.id)
        await self._told(interaction, battle, "You have resigned “{title}”.")

    async def _not_begun(self, battle: Battle) -> NoReturn:
        """How to be out of a battle that can't be given up yet."""
        agreed = await self.bot.service.agreements.of(battle.id)
        if agreed is None:
            refuse("The battle hasn't begun: /battle leave gives up your side.")
        if agreed.event is None:
            refuse("The battle hasn't begun: /battle abandon calls it off.")
        refuse(
            "The battle hasn't begun. Who can't play names somebody with /team substitute, or leaves with "
            "/event withdraw."
        )

    async def _abandon(self, interaction: discord.Interaction, battle: Battle) -> None:
        referee = await self.bot.messages.referees.is_referee(interaction)
        user, waited = interaction.user, not battle.begun
        battle = await self.bot.service.endings.abandon(battle.id, user.id, referee=referee)
        others = [u for u in battle.people if u != user.id]
        if waited and others:
            # Of a battle that has begun the message that ends it tells everybody.
            words = self.bot.messages.lookup.catalogue(battle)
            text = Text(
                "{others}: {player} calls “{title}” off before it has begun.",
                others=" ".join(person(u, words) for u in others),
                player=escape(user.display_name),
                title=titled(battle.title),
            )
            try:
                await self.bot.messages.calls.call(battle.guild, battle.channel, others, words.say(text))
            except discord.HTTPException as e:
                log.info("battle %s: nobody could be told that it is called off: %s", battle.id, e)
        await self._told(interaction, battle, "“{title}” is broken off.")

    async def _confirm(
        self, interaction: discord.Interaction, battle: Battle, verb: str, template: str, label: str
    ) -> None:
        """Ask whether the user means it; the buttons are good until the battle goes on."""
        here = self.bot.messages.lookup.read(
            interaction, await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        )
        yes, no = (Ref(battle.id, _token(here), word) for word in (YES, NO))
        shown = view(
            button(yes, verb, here.word(label), style=discord.ButtonStyle.danger), button(no, verb, here.word("No"))
        )
        await whisper(interaction, here.word(template, title=titled(battle.title)), view=shown)

    async def _sure(self, interaction: discord.Interaction, ref: Ref) -> Battle | None:
        """The battle a button of :meth:`_confirm` is about; None where it says no. Refused for stale ones."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        if ref.argument != YES:
            await interaction.response.edit_message(
                content=reader(interaction).translate("Nothing has changed."), view=None
            )
            return None
        await interaction.response.defer()
        over = here.battle.status not in ("open", "running")
        if over or ref.token != _token(here):
            if interaction.message is not None and interaction.message.flags.ephemeral:
                # Nothing can come of these buttons any more.
                await interaction.edit_original_response(view=None)
            refuse(
                "This battle is over."
                if over
                else "The battle has gone on since you were asked; give the command again."
            )
        return here.battle

    async def _battle(self, interaction: discord.Interaction) -> Battle:
        return await self.bot.messages.lookup.under_way(interaction)

    async def _told(self, interaction: discord.Interaction, battle: Battle, template: str, **values: Any) -> None:
        here = await self.bot.messages.lookup.look(battle.id, interaction.user.id)
        await self.bot.messages.answers.said(interaction, here)
        await whisper(interaction, reader(interaction).say(Text(template, title=titled(battle.title), **values)))


def _token(here: BattleContext) -> str:
    """Tells whether a battle has gone on: its last journal entry."""
    return str(here.running.journal[-1].seq) if here.running is not None else OPEN

"""Taking back: freely while nothing has come of it, with the opponent's consent afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.components import tools
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.messages.guided import acknowledge, private
from bot.messages.publishing.posts import MENTIONS
from bot.messages.undone import undone
from bot.narration import escape, fit
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext


NAMED = 300
"""Characters of what would be taken back."""


class UndoCog(commands.Cog, name="Undo"):
    """/undo, and the opponent's answer to it."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add("consent", self.consent)
        bot.router.add(tools.UNDO, self.pressed)

    @app_commands.command(name="undo", description="Take back your last order")
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._undo(interaction, await self.bot.messages.lookup.here(interaction))

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Undo] on a question: what /undo does. A panel it stands on shows what is asked then, remembered or not."""
        if not private(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await self._undo(interaction, await self.bot.messages.lookup.of(interaction, ref))
            return
        await acknowledge(interaction)
        here, guided = await self.bot.messages.lookup.of(interaction, ref), self.bot.messages.guided
        with guided.pressed(here.battle.id, here.user):
            await self._undo(interaction, here)
            after = await self.bot.messages.lookup.look(here.battle.id, here.user)
            if all(str(o.token) != ref.token for o in after.opens):
                await guided.go_on(interaction, after, ())

    async def _undo(self, interaction: discord.Interaction, here: BattleContext) -> None:
        if await self._withdraw(interaction, here):
            return
        result = await self.bot.service.takebacks.undo(here.battle.id, interaction.user.id)
        what = escape("; ".join(here.say(t) for t in result.what))
        if result.done:
            await self.bot.messages.answers.said(interaction, here, result.outcome)
            own = self.bot.messages.lookup.read(interaction, here)
            taken = escape("; ".join(own.say(t) for t in result.what))
            told = own.word("Taken back: {what}", what=taken) if taken else own.word("Taken back.")
            await whisper(interaction, told)
            return
        asks = "{player} asks to take back “{what}” and what came of it – {undone}. Rolls stay in the trail, annulled."
        if not what:
            asks = (
                "{player} asks to take back their last answer and what came of it – {undone}. "
                "Rolls stay in the trail, annulled."
            )
        found = escape(here.say(undone(result, here.catalogue)))
        await self.bot.messages.answers.request(here, interaction, asks, what=fit(what, NAMED), undone=found)

    async def _withdraw(self, interaction: discord.Interaction, here: BattleContext) -> bool:
        """A referee takes back what a referee did last; False when that isn't what was done last."""
        if here.running is None or not await self.bot.messages.referees.is_referee(interaction):
            return False
        # Who plays no side can mean nothing else: they are told why there is nothing to withdraw.
        if here.sides and not await self.bot.service.referee.can_withdraw(here.battle.id, interaction.user.id):
            return False
        who = await self.bot.messages.referees.referee(interaction, here, here.word("taken back with /undo"))
        acted = await self.bot.service.referee.withdraw(here.battle.id, who)
        await self.bot.messages.referees.announce(interaction, here, acted)
        await whisper(interaction, reader(interaction).translate("Withdrawn."))
        return True

    async def consent(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """What one player asked of the other: agreed or declined."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        if not here.sides:
            refuse("Only the players of this battle may press that.")
        agree = ref.argument == "yes"
        outcome = await self.bot.service.takebacks.consent(here.battle.id, interaction.user.id, agree, ref.token)
        self.bot.messages.opponents.stand_in(here.battle.id)
        said = "{player} agrees." if agree else "{player} declines."
        told = here.word(said, player=escape(interaction.user.display_name))
        await self.bot.messages.requests.answered(here.battle, ref.token, told)
        asked = MENTIONS.sub("", interaction.message.content) if interaction.message is not None else ""
        await interaction.response.edit_message(content=f"-# {asked}\n{told}", view=None)
        if outcome is not None or here.running is None:
            await self.bot.messages.answers.said(interaction, here, outcome)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(UndoCog(bot))

"""/battle board, and [Board] on a question: a link to the page that shows the battle and composes orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import first_answer
from bot.cogs.branch import Branch
from bot.components.decision import BOARD
from bot.components.ids import Ref
from bot.components.items import view
from bot.language.plain import BUTTON, CHOICE, fit
from bot.messages.access.links import Session
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import WHICH
from bot.messages.foreseen import to_confirm
from bot.messages.pictures.viewer import ON_BOARD, position_of
from bot.narration import titled
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

Which = app_commands.Range[str, 0, CHOICE]


class BoardCog(Branch):
    """/battle board, [Board]."""

    group = "battle"

    def __init__(self, bot: Hexarch) -> None:
        super().__init__(bot)
        bot.router.add(BOARD, self.pressed)
        bot.router.add(ON_BOARD, self.step_pressed)

    @app_commands.command(name="board", description="See the battle live on a page of its own; compose orders there")
    @app_commands.describe(battle=WHICH)
    async def board(self, interaction: discord.Interaction, battle: Which = "") -> None:
        await interaction.response.defer(ephemeral=True)
        lookup = self.bot.messages.lookup
        channel = interaction.channel_id or 0
        if not battle.strip() and await lookup.service.battles.last_in_channel(channel) is None:
            # Where a battle is mirrored its readers open it as they are shown it.
            mirrored = await lookup.mirrored(interaction)
            if mirrored is not None:
                await self._open(interaction, await lookup.look(mirrored.id, interaction.user.id))
                return
        await self._open(interaction, await lookup.here(interaction, battle))

    @board.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Board]: a link for whoever pressed, player or not."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._open(interaction, await self.bot.messages.lookup.of(interaction, ref))

    async def step_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Board] of a viewer: the same step on the board, to go on there."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        position, _ = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await self._open(interaction, await self.bot.messages.lookup.look(battle.id, interaction.user.id), position.at)

    async def _open(self, interaction: discord.Interaction, here: BattleContext, at: int | None = None) -> None:
        """``at``: the journal entry of the step that is shown first; None for how things stand."""
        door = self.bot.board_door
        if door is None:
            refuse("There is no board here: whoever hosts the bot hasn't set one up.")
        if here.running is None:
            refuse("The battle hasn't begun. /battle start begins it, once both sides have a player.")
        address = await door(Session(here.user, here.battle.id), at)
        link = discord.ui.Button[discord.ui.View](
            label=fit(here.word("Open the board"), BUTTON), url=address, style=discord.ButtonStyle.link
        )
        text = here.word(
            "The board of “{title}”. The link is for you alone, and good once, for ten minutes.",
            title=titled(here.battle.title),
        )
        shown, question = view(), None
        if here.mine is not None and (draft := await self.bot.messages.drafts.of(here, here.mine)) is not None:
            try:
                seen = await self.bot.service.play.preview(here.battle.id, here.user, "\n".join(draft.orders))
            except Refusal:
                pass  # what was composed holds no more; the board says why
            else:
                question = here.mine
                waits, shown = to_confirm(here, question, seen, draft.longer)
                text = f"{text}\n{here.word('Your orders from the board wait for you:')}\n{waits}"
        shown.add_item(link)
        self.bot.messages.drafts.opened(interaction, here.battle.id)
        await first_answer.say(interaction, text, view=shown, private=True)
        if question is not None:
            self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(BoardCog(bot))

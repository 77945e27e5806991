"""Orders as written: with /order, or in the box behind [Write…]."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import first_answer
from bot.components.ids import Ref
from bot.components.items import box
from bot.errors import reader, whisper
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.answers import asks, done
from bot.messages.foreseen import FENCE, to_confirm
from bot.narration import fit
from bot.notation import is_one_answer
from bot.notation.complete import Suggestion, complete
from bot.service import Open, Outcome
from bot.service.play.play import statements_of
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext


class Orders(commands.Cog):
    """/order, [Write…]."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        add = bot.router.add
        add("write", self.write)
        add("written", self.written)
        add("run", self.run)
        add("drop", self.drop)

    # -- written ------------------------------------------------------------------------------------------------

    @app_commands.command(name="order", description="Write orders or answers: 2406 > 2405 @E moves, 2305 x 2303 fires")
    @app_commands.describe(text="One order, or several separated by “;”", preview="Show what would happen first")
    @app_commands.guild_only()
    async def order(
        self,
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, 1500],
        preview: bool | None = None,
    ) -> None:
        first_answer.put_off(interaction, lambda: interaction.response.defer(ephemeral=True))
        here = await self.bot.messages.lookup.here(interaction)
        await self._take(interaction, here, text, preview)

    @order.autocomplete("text")
    async def _complete(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None or here.decision is None:
            return []
        words, found = reader(interaction), list[Suggestion]()
        for text in dict.fromkeys((current, replace(here, catalogue=words).in_notation(current))):
            with contextlib.suppress(Refusal):
                found = found or complete(
                    here.decision, text, here.game.system.write, catalogue=words, board=here.own_table.board
                )
        return [app_commands.Choice(name=fit(s.label, CHOICE), value=s.value) for s in found if len(s.value) <= CHOICE]

    async def _take(
        self, interaction: discord.Interaction, here: BattleContext, text: str, preview: bool | None
    ) -> None:
        """Carry out what is written; several orders are shown first unless the player doesn't want it.

        What answers one question, for several units, is one answer.
        """
        mine = self.bot.messages.lookup.read(interaction, here)
        statements = statements_of(mine.in_notation(text))
        asked = here.decision
        several = len(statements) > 1 and (asked is None or not is_one_answer(here.game, asked, statements))
        if preview or (preview is None and several):
            await self._preview(interaction, here, statements)
        else:
            await self._run(interaction, here, statements)

    async def _preview(
        self, interaction: discord.Interaction, here: BattleContext, statements: Sequence[Statement]
    ) -> None:
        """What would happen, with a button to let it happen."""
        question = here.mine or _not_asked(here)
        seen = await self.bot.service.play.preview(here.battle.id, interaction.user.id, statements)
        body, buttons = to_confirm(self.bot.messages.lookup.read(interaction, here), question, seen)
        await whisper(interaction, body, view=buttons)
        self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))

    async def _run(
        self, interaction: discord.Interaction, here: BattleContext, statements: Sequence[Statement]
    ) -> None:
        outcome = await self.bot.messages.answers.order(interaction, here, statements)
        await whisper(interaction, _told(self.bot.messages.lookup.read(interaction, here), outcome))

    async def run(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Carry out the batch a preview showed; its text stands in the message."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        await self.bot.messages.answers.pressed(interaction, here, ref)
        parts = (interaction.message.content if interaction.message is not None else "").split(FENCE)
        if len(parts) < 3:
            refuse("The orders are gone from that message; write them again.")
        self.bot.messages.panels.handled(here.battle.id, interaction)
        first_answer.put_off(interaction, interaction.response.defer)
        outcome = await self.bot.messages.answers.order(interaction, here, parts[-2].strip())
        told = _told(self.bot.messages.lookup.read(interaction, here), outcome)
        await first_answer.change(interaction, content=told, view=None)

    async def drop(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.messages.lookup.of(interaction, ref)  # refused elsewhere than here
        if interaction.message is not None:
            await self.bot.messages.drafts.left(here, ref.token, interaction.message.content)
        await interaction.response.edit_message(content=reader(interaction).translate("Nothing was done."), view=None)

    async def write(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box to write in."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        self.bot.messages.answers.asked(here, ref)
        here = self.bot.messages.lookup.read(interaction, here)
        await interaction.response.send_modal(
            box(
                Ref(ref.battle, ref.token).custom_id("written"),
                here.word("Orders"),
                here.word("One order to a line"),
                long=True,
            )
        )

    async def written(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        self.bot.messages.answers.asked(here, ref)
        await self._take(interaction, here, values[0] if values else "", None)


def _told(here: BattleContext, outcome: Outcome) -> str:
    """What came of written orders, and who is asked now."""
    return fit("\n".join([*done(here, outcome), *asks(here, outcome.open)]), MESSAGE)


def _not_asked(here: BattleContext) -> Open:
    who = " and ".join(here.battle.name(o.side) for o in here.opens)
    refuse("It isn't your decision; the {side} must answer first.", side=who)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Orders(bot))

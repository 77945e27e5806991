"""[Suggest] in the panel: a whole activation, carried out by one press. /battle advice allows it in contests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.cogs.play.forms import texts_of
from bot.cogs.play.panel import Panels, Pressed
from bot.components.ids import Ref
from bot.components.items import box
from bot.components.panel import place as places
from bot.components.panel.advice import (
    ADVISED,
    AMEND,
    AMENDED,
    SUGGEST,
    WRITTEN,
    advice_page,
    orders_in,
    written_page,
)
from bot.components.panel.page import Page, Words
from bot.errors import reader, whisper
from bot.messages.answers import done
from bot.messages.guided import acknowledge
from bot.messages.panel_story import PanelStory
from bot.narration import escape
from bot.narration.advice import expected, why
from bot.service.play.play import statements_of
from engine.kernel.decisions import Command
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch


class Advice(Branch):
    """The adviser, and both sides' consent to it."""

    group = "battle"

    def __init__(self, bot: Hexarch, panels: Panels) -> None:
        super().__init__(bot)
        self.panels = panels
        for verb, handle in (
            (SUGGEST, self.suggest),
            (ADVISED, self.carry_out),
            (WRITTEN, self.written),
            (AMEND, self.amend),
            (AMENDED, self.amended),
        ):
            bot.router.add(verb, handle)

    # -- consent ------------------------------------------------------------------------------------------------

    @app_commands.command(name="advice", description="Whether players may ask for suggestions: both sides must agree")
    @app_commands.describe(allow="True asks your opponent; False ends it for both")
    async def advice(self, interaction: discord.Interaction, allow: bool) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        before = await self.bot.service.adviser.allowed(here.battle)
        now = await self.bot.service.adviser.settle(here.battle.id, interaction.user.id, allow)
        if allow and not now:
            ask = "{player} would like both of you to be able to ask for suggestions."
            await self.bot.messages.answers.request(here, interaction, ask)
            return
        if before != now:
            await self.bot.messages.answers.said(interaction, here)
        told = "Both sides may ask for suggestions." if now else "Nobody is advised in this battle."
        await whisper(interaction, reader(interaction).translate(told))

    # -- suggestions --------------------------------------------------------------------------------------------

    async def suggest(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Think about the question, then show what to order."""
        at = await self._pressed(interaction, ref)
        await acknowledge(interaction)
        here = at.here
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            await self.panels.put(interaction, at, Page((Words(here.word("Thinking about it…")),)))
            found = None
            none = here.word("There is nothing to suggest: what you know doesn't tell what is best.")
            try:
                found = await self.bot.messages.advisers.advise(here.battle.id, at.question)
            except Refusal as no:
                none = here.say(no.text)
            after = await self.bot.messages.lookup.look(here.battle.id, here.user)
            if not any(o.token == at.question.token and o.side == at.question.side for o in after.opens):
                gone = here.word("The position has changed meanwhile; the suggestion no longer holds.")
                await self.bot.messages.guided.go_on(interaction, after, [gone])
                return
            if found is None:
                await self.bot.messages.guided.go_on(interaction, after, [none])
                return
            number = await self.bot.service.adviser.keep(here.battle.id, at.question, found.orders)
            told = [why(found, here.catalogue), expected(found, here.own_table, here.catalogue)]
            await self.panels.put(interaction, at, advice_page(at.asked, found.orders, told, found.marks, number))

    async def written(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Show the orders as they are written."""
        at = await self._pressed(interaction, ref)
        orders = await self._orders(interaction, at, ref)
        await acknowledge(interaction)
        await self.panels.put(interaction, at, written_page(at.asked, orders.splitlines()))

    async def carry_out(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Give the orders the message shows, one after the other, as if they had been written."""
        at = await self._pressed(interaction, ref)
        orders = await self._orders(interaction, at, ref)
        here = at.here
        await acknowledge(interaction)
        story = PanelStory.of(here)
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            outcome = await self.bot.messages.answers.order(interaction, here, orders)
            await self.panels.after(interaction, here, story, now=done(here, outcome))

    async def amend(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box with the orders, to be changed."""
        at = await self._pressed(interaction, ref)
        made = box(
            Ref(ref.battle, ref.token).custom_id(AMENDED),
            at.here.word("Orders"),
            at.here.word("One order to a line"),
            long=True,
            filled=await self._orders(interaction, at, ref),
        )
        await interaction.response.send_modal(made)

    async def amended(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Show the orders as they were changed; nothing is ordered yet."""
        at = await self._pressed(interaction, ref)
        orders = [str(s) for s in statements_of(values[0] if values else "")]
        await acknowledge(interaction)
        told = at.here.word("As you have changed it; nothing is ordered yet.")
        await self.panels.put(interaction, at, written_page(at.asked, orders, [f"-# {escape(told)}"]))

    async def _pressed(self, interaction: discord.Interaction, ref: Ref) -> Pressed:
        """The question a press is about. Refused for others, where nobody is advised, and for what is no order."""
        at = await self.panels.pressed(interaction, ref)
        if not at.asked.advised:
            refuse("Nobody is advised in this battle, unless both sides agree: /battle advice asks the other one.")
        if not isinstance(at.question.decision, Command) or at.question.decision.secret:
            refuse("That button doesn't belong to this question.", rule=at.question.decision.rule)
        return at

    async def _orders(self, interaction: discord.Interaction, at: Pressed, ref: Ref) -> str:
        """The orders the message shows, in writing or drawn. Raises Refusal where there are none."""
        message = interaction.message
        found = orders_in((message.content, *texts_of(message.components))) if message is not None else None
        number = places.parse(ref.argument).idea
        found = found or "\n".join(await self.bot.service.adviser.kept(at.here.battle.id, at.question, number))
        if not found:
            refuse("The orders are gone from that message; ask for another suggestion.")
        return found


async def setup(bot: Hexarch) -> None:
    panels = bot.get_cog("Panels")
    assert isinstance(panels, Panels)
    await bot.add_cog(Advice(bot, panels))

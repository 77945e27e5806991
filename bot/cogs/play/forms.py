"""Orders that are a whole form: what is pressed or typed changes the draft, and one press gives the order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.cogs.play.panel import Panels, Pressed
from bot.components.ids import Ref
from bot.components.items import box
from bot.components.panel import Asked
from bot.components.panel import form as pages
from bot.messages.guided import acknowledge
from bot.notation import bind, parse
from engine.kernel.decisions import Answer
from engine.kernel.sheet import Sheet
from engine.kernel.statement import clipped
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

SHORT = 3
"""Words of a line of a form at most; an order of more is a whole one."""


class Forms(commands.Cog):
    """The controls of a form in the panel. The draft stands in the message itself, as a written order."""

    def __init__(self, bot: Hexarch, panels: Panels) -> None:
        self.panels = panels
        add = bot.router.add
        add("entry", self.entry)
        add("change", self.change)
        add("ticks", self.ticks)
        add("afresh", self.afresh)
        add("send", self.send)
        add("whole", self.whole)
        add("fill", self.fill)
        add("filled", self.filled)

    async def entry(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The entry that is to be changed."""
        at, sheet = await self._filled(interaction, ref)
        await self._show(interaction, at, pages.named(sheet, values[0] if values else "").key)

    async def change(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """One change of one entry."""
        at, sheet = await self._filled(interaction, ref)
        draft, chosen = pages.changed(sheet, ref.argument, values[0] if values else None)
        await self._show(interaction, _with(at, draft), chosen)

    async def ticks(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Which of a list are ticked."""
        at, sheet = await self._filled(interaction, ref)
        await self._show(interaction, _with(at, pages.ticked(sheet, ref.argument, values)))

    async def afresh(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Back to what is proposed."""
        at, _ = await self._filled(interaction, ref)
        await self._show(interaction, _with(at, None))

    async def send(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The order as it is filled in."""
        at, _ = await self._filled(interaction, ref)
        draft = at.asked.draft
        await self.panels.give(interaction, at, at.question.decision.default if draft is None else draft, None)

    async def whole(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A whole order out of a list."""
        at, sheet = await self._filled(interaction, ref)
        await self.panels.give(interaction, at, pages.whole(sheet, values[0] if values else ""), None)

    async def fill(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box for a line: an entry and what it is to be, or the whole order."""
        at, _ = await self._filled(interaction, ref)
        title, label = at.here.say(at.question.decision.prompt), at.here.word("A line of the form, or a whole order")
        await interaction.response.send_modal(box(ref.custom_id("filled"), title, label, long=True))

    async def filled(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """What was typed: lines that change entries, or the whole order, which is shown before it is given."""
        at, sheet = await self._filled(interaction, ref)
        chosen = ref.argument
        lines = [x.strip() for x in (values[0] if values else "").replace(";", "\n").splitlines() if x.strip()]
        for n, line in enumerate(lines):
            found = pages.typed(at.asked, sheet, line, chosen)
            if found is None and len(lines) == 1:
                found = _whole(at, line)
            if found is None:
                refuse(
                    "Line {n}, “{line}”, doesn't name an entry of the form and what it is to be, like “{example}”.",
                    n=n + 1,
                    line=clipped(line),
                    example=pages.example(sheet),
                    rule=at.question.decision.rule,
                )
            at, chosen = _with(at, found[0]), found[1]
            sheet = _sheet(at)
        await self._show(interaction, at, chosen)

    # -- parts ----------------------------------------------------------------------------------------------------

    async def _filled(self, interaction: discord.Interaction, ref: Ref) -> tuple[Pressed, Sheet]:
        """The form as the message that was pressed shows it. Raises Refusal for a question that has none."""
        at = await self.panels.pressed(interaction, ref)
        order = pages.order_of(texts_of(interaction.message.components if interaction.message is not None else ()))
        if order is not None:
            try:
                draft = at.here.game.system.read(at.here.game, at.question.decision, parse(order)[0])
                at = _with(at, draft)
                return at, _sheet(at)
            except (Refusal, AssertionError):
                at = _with(at, None)  # a form of an earlier release: it begins anew
        return at, _sheet(at)

    async def _show(self, interaction: discord.Interaction, at: Pressed, chosen: str = "") -> None:
        await acknowledge(interaction)
        await self.panels.put(interaction, at, pages.form(at.asked, _sheet(at), chosen=chosen))


def _whole(at: Pressed, line: str) -> tuple[Answer, str] | None:
    """A line as a whole order; None for a short one that is none, which is rather a slip in an entry."""
    try:
        answer, _ = bind(at.here.game, at.question.decision, parse(line)[:1])
    except Refusal:
        if len(line.split()) > SHORT:
            raise
        return None
    return answer, ""


def _with(at: Pressed, draft: Answer | None) -> Pressed:
    # What was worked out for the draft before doesn't hold for this one.
    about = at.asked
    made = Asked(about.game, about.decision, about.table, about.catalogue, draft, about.advised, about.first)
    return replace(at, asked=made)


def _sheet(at: Pressed) -> Sheet:
    if at.asked.sheet is None:
        refuse("That button doesn't belong to this question.", rule=at.question.decision.rule)
    return at.asked.sheet


def texts_of(components: Sequence[Any]) -> Iterator[str]:
    """Every text of a message that is laid out."""
    for c in components:
        if isinstance(c, discord.TextDisplay):
            yield c.content
        yield from texts_of(getattr(c, "children", ()))


async def setup(bot: Hexarch) -> None:
    panels = bot.get_cog("Panels")
    assert isinstance(panels, Panels)
    await bot.add_cog(Forms(bot, panels))

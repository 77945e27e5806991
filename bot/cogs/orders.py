"""Giving orders: written with /order, or step by step in the guided panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.components import decision as forms
from bot.components import explain, panel
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import whisper
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.delivery.deliver import Picture
from bot.messages.pictures import reach
from bot.narration import escape, fit, tell
from bot.notation import bind, parse
from bot.notation.complete import complete
from bot.service import Open, Outcome
from bot.service.play.play import statements_of
from engine.kernel.decisions import Answer, ChooseEach, Command, Decision
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

FENCE = "```"

SKIPPED = "Skipped: {order} – {why}"


class Orders(commands.Cog):
    """/order, [Orders], [Write…]."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        add = bot.router.add
        add("orders", self.open)
        add("go", self.go)
        add("page", self.turn)
        add("back", self.turn)
        add("type", self.type)
        add("typed", self.typed)
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
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        await self._take(interaction, here, text, preview)

    @order.autocomplete("text")
    async def _complete(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None or here.decision is None:
            return []
        try:
            found = complete(here.decision, current, here.game.system.write, catalogue=here.catalogue)
        except Refusal:
            return []
        return [app_commands.Choice(name=fit(s.label, CHOICE), value=s.value) for s in found if len(s.value) <= CHOICE]

    async def _take(
        self, interaction: discord.Interaction, here: BattleContext, text: str, preview: bool | None
    ) -> None:
        """Carry out what is written; several orders are shown first unless the player doesn't want it."""
        statements = statements_of(text)
        if preview or (preview is None and len(statements) > 1):
            await self._preview(interaction, here, statements)
        else:
            await self._run(interaction, here, statements)

    async def _preview(
        self, interaction: discord.Interaction, here: BattleContext, statements: Sequence[Statement]
    ) -> None:
        """What would happen, with a button to let it happen."""
        question = here.mine or _not_asked(here)
        seen = await self.bot.service.play.preview(here.battle.id, interaction.user.id, statements)
        written = "\n".join(seen.statements)
        lines = [escape(here.say(line.text)) for line in tell(enumerate(seen.events), here.game.state)]
        lines += _skipped(here, "Would be skipped: {order} – {why}", seen.skipped)
        if seen.refused is not None:
            lines.append(f"**{here.word('Not possible')}**: {escape(here.say(seen.refused))}")
        elif seen.stop is not None:
            lines.append(here.word("Then: {stop}", stop=escape(here.say(seen.stop))))
        ref = Ref(here.battle.id, str(question.token))
        answers = [
            button(ref, "run", here.word("Carry out"), style=discord.ButtonStyle.success),
            button(ref, "drop", here.word("Leave it")),
        ]
        # Orders of which the first can't be given are refused whole: there is nothing to carry out.
        buttons = view(
            *([] if seen.refused is not None else answers),
            *explain.buttons(here.game.system.id, [seen.rule], here.catalogue, here.game.system.own_rules()),
        )
        body = fit("\n".join(lines), MESSAGE - len(written) - 20)
        await interaction.followup.send(f"{body}\n{FENCE}\n{written}\n{FENCE}", view=buttons, ephemeral=True)
        self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))

    async def _run(
        self, interaction: discord.Interaction, here: BattleContext, statements: Sequence[Statement]
    ) -> None:
        outcome = await self.bot.messages.answers.order(interaction, here, statements)
        await whisper(interaction, fit(done(here, outcome), MESSAGE))

    async def run(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Carry out the batch a preview showed; its text stands in the message."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        self.bot.messages.answers.asked(here, ref)
        parts = (interaction.message.content if interaction.message is not None else "").split(FENCE)
        if len(parts) < 3:
            refuse("The orders are gone from that message; write them again.")
        self.bot.messages.panels.handled(here.battle.id, here.user)
        await interaction.response.defer()
        outcome = await self.bot.messages.answers.order(interaction, here, parts[-2].strip())
        await interaction.edit_original_response(content=fit(done(here, outcome), MESSAGE), view=None)

    async def drop(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here = await self.bot.messages.lookup.of(interaction, ref)
        await interaction.response.edit_message(content=here.word("Nothing was done."), view=None)

    async def write(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box to write in."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        self.bot.messages.answers.asked(here, ref)
        await interaction.response.send_modal(
            _box(
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

    # -- guided -------------------------------------------------------------------------------------------------

    async def open(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Orders]: the panel at its first step."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        question = self.bot.messages.answers.asked(here, ref)
        decision = question.decision
        await interaction.response.defer(ephemeral=True, thinking=True)
        if isinstance(decision, ChooseEach):
            await interaction.followup.send(
                forms.question(decision, here.catalogue),
                view=forms.each_view(decision, Ref(ref.battle, ref.token), forms.prefilled(question), here.catalogue),
                ephemeral=True,
            )
            self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))
            return
        await self._show(interaction, here, question, panel.walk(decision, ()), 0, new=True)

    async def go(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A choice in the panel: the next step, or the order itself."""
        here, question, path, _ = await self._place(interaction, ref)
        chosen, _ = panel.parse_place(values[0] if values else "")
        await self._step(interaction, here, question, panel.walk(question.decision, (*path, *chosen)))

    async def turn(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Another page, or a step back."""
        here, question, path, page = await self._place(interaction, ref)
        await interaction.response.defer()
        await self._show(interaction, here, question, panel.walk(question.decision, path), page)

    async def type(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box for the hex, the unit, or the whole order."""
        here, question, path, _ = await self._place(interaction, ref)
        step = panel.walk(question.decision, path)
        title = here.say(step.menu.prompt) if step.menu is not None else here.word("Orders")
        await interaction.response.send_modal(
            _box(ref.custom_id("typed"), title, here.word("A hex, a unit, or a whole order"), long=False)
        )

    async def typed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """What was typed: a choice of this step, or a whole order."""
        here, question, path, _ = await self._place(interaction, ref)
        decision = question.decision
        text = (values[0] if values else "").strip()
        found = _named(panel.walk(decision, path), text)
        if found is not None:
            await self._step(interaction, here, question, panel.walk(decision, (*path, *found)))
            return
        statements = parse(text)
        answer, _used = bind(here.game, decision, statements[:1])
        await self._carry_out(interaction, here, question, answer)

    async def _place(
        self, interaction: discord.Interaction, ref: Ref
    ) -> tuple[BattleContext, Open, tuple[int, ...], int]:
        here = await self.bot.messages.lookup.of(interaction, ref)
        path, page = panel.parse_place(ref.argument)
        return here, self.bot.messages.answers.asked(here, ref), path, page

    async def _step(
        self, interaction: discord.Interaction, here: BattleContext, question: Open, step: panel.Step
    ) -> None:
        if step.answer is not None:
            await self._carry_out(interaction, here, question, step.answer)
            return
        await interaction.response.defer()
        await self._show(interaction, here, question, step, 0)

    async def _carry_out(
        self, interaction: discord.Interaction, here: BattleContext, question: Open, answer: Answer
    ) -> None:
        """Give the order, and have the panel ready for the next one."""
        question.decision.check(answer)
        self.bot.messages.panels.handled(here.battle.id, here.user)
        await interaction.response.defer()
        told = here.word("Answered.")
        if isinstance(question.decision, Command):
            told = f"✓ `{here.game.system.write(answer)}`"
        await self.bot.messages.answers.answer(interaction, here, question, answer)
        after = await self.bot.messages.lookup.look(here.battle.id, interaction.user.id)
        following = after.mine
        if following is not None and isinstance(following.decision, Command):
            await self._show(interaction, after, following, panel.walk(following.decision, ()), 0, told=told)
            return
        more = after.word("Nothing more for you to do now.")
        if following is not None:
            more = after.word("You are asked something in the channel.")
        await interaction.edit_original_response(content=f"{told}\n{more}", view=None, attachments=[])

    async def _show(
        self,
        interaction: discord.Interaction,
        here: BattleContext,
        question: Open,
        step: panel.Step,
        page: int,
        *,
        told: str = "",
        new: bool = False,
    ) -> None:
        decision = question.decision
        if step.menu is None:
            # Only an order is left, and orders are given by choosing, never by paging.
            step = panel.walk(decision, ())
        told = "\n".join([*([told] if told else []), *waiting(here, question)])
        text = fit(panel.content(decision, step, here.catalogue, told), MESSAGE)
        shown = panel.controls(step, Ref(here.battle.id, str(question.token)), page, here.catalogue)
        picture = await self._picture(here, decision, step)
        if new:
            await interaction.followup.send(text, view=shown, file=picture.file(), ephemeral=True)
        else:
            await interaction.edit_original_response(content=text, view=shown, attachments=[picture.file()])
        self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))

    async def _picture(self, here: BattleContext, decision: Decision, step: panel.Step) -> Picture:
        """A close-up: who may be chosen, or how far what is chosen can go."""
        assert step.menu is not None
        pictures, table = self.bot.messages.pictures, here.own_table
        focus = [c.hex for c in step.taken if c.hex is not None][:1] or list(decision.focus)
        side = next((n for n, s in enumerate(table.sides) if s.id == decision.side), 0)
        if side in table.areas:
            where = reach.places(step.menu) if step.taken else table.areas[side]
            chosen = {c.unit for c in step.taken if c.unit is not None}
            return await pictures.area(table, side, where, units=chosen, focus=focus, say=here.catalogue.say)
        say = here.catalogue.say
        offered = {c.unit for c in step.menu if c.unit is not None}
        if not step.taken:
            return await pictures.eligible(table, offered, focus=decision.focus, say=say)
        chosen = [c.unit for c in step.taken if c.unit is not None]
        if (turn := reach.facings(table, step.menu, chosen, focus)) is not None:
            return await pictures.facings(table, *turn, say=say)
        goals = reach.goals(step.menu)
        more = offered - {*chosen}
        if not goals and chosen and more and reach.same_side(table, [*chosen, *more]):
            return await pictures.line(table, chosen, more, say=say)
        return await pictures.reach(table, goals, focus=focus, say=say)


def done(here: BattleContext, outcome: Outcome) -> str:
    """What became of written orders."""
    lines = [here.word("{n} done." if outcome.done != 1 else "Done.", n=outcome.done)]
    lines += _skipped(here, SKIPPED, outcome.skipped)
    if outcome.left:
        lines.append(here.word("Still to come: {orders}", orders=escape("; ".join(outcome.left))))
    for o in outcome.open:
        who = here.word("You") if o.user == here.user else here.battle.name(o.side)
        lines.append(f"-# {escape(who)}: {escape(here.say(o.decision.prompt))}")
    return "\n".join(lines)


def _skipped(here: BattleContext, template: str, orders: Sequence[tuple[str, Text]]) -> list[str]:
    """A line for each order that was, or would be, skipped."""
    return [here.word(template, order=escape(order), why=escape(here.say(why))) for order, why in orders]


def waiting(here: BattleContext, question: Open) -> list[str]:
    """What has become of the orders this player wrote earlier; only he sees it."""
    lines = _skipped(here, SKIPPED, question.skipped)
    if question.left:
        lines.append(here.word("Still to come: {orders}", orders=escape("; ".join(question.left))))
    return lines


def _not_asked(here: BattleContext) -> Open:
    who = " and ".join(here.battle.name(o.side) for o in here.opens)
    refuse("It isn't your decision; the {side} must answer first.", side=who)


def _named(step: panel.Step, text: str) -> tuple[int, ...] | None:
    """Positions of the choice a player typed the hex, key or label of, in this menu or the likeliest one below it."""
    if step.menu is None:
        return None
    for lead, menu in panel.menus(step):
        for n, c in enumerate(menu.choices):
            names = {c.key.casefold(), str(c.label).casefold()}
            if c.hex is not None:
                names.add(f"{c.hex:04d}")
            if text.casefold() in names:
                return (*lead, n)
    return None


def _box(custom_id: str, title: str, label: str, *, long: bool) -> discord.ui.Modal:
    """A modal with one field; it is handled by its id (see ``on_interaction``), so it needs no callback of its own."""
    box = discord.ui.Modal(title=fit(title, 45), custom_id=custom_id)
    box.add_item(
        discord.ui.TextInput(
            label=fit(label, 45),
            style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            max_length=1500 if long else CHOICE,
        )
    )
    return box


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Orders(bot))

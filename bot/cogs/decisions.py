"""Answering what the battle asks: buttons and selects of the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.components import decision as forms
from bot.components.ids import Ref, parse
from bot.service import Open
from engine.kernel.decisions import Answer, Choose, ChooseEach, Policy
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

DRAFTS = 500
"""Half-filled forms kept in memory; the oldest are dropped (their selects still show what was picked)."""


class Decisions(commands.Cog):
    """Handlers of every component that answers."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self._drafts: dict[tuple[str, str, int], dict[int, int]] = {}
        for verb in ("answer", "select", "tick", "default"):
            bot.router.add(verb, self._direct(verb))
        bot.router.add("alike", self.alike)
        bot.router.add("always", self.always)
        bot.router.add("each", self.each)
        bot.router.add("eachpage", self.each_page)
        bot.router.add("done", self.done)

    def _direct(self, verb: str) -> Any:
        async def handle(interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
            here, question = await self._asked(interaction, ref)
            answer = forms.read(question.decision, verb, ref.argument, values, forms.prefilled(question))
            await self._answer(interaction, here, question, answer)

        return handle

    async def _asked(self, interaction: discord.Interaction, ref: Ref) -> tuple[BattleContext, Open]:
        here = await self.bot.messages.lookup.of(interaction, ref)
        return here, self.bot.messages.answers.asked(here, ref)

    async def _answer(
        self, interaction: discord.Interaction, here: BattleContext, question: Open, answer: Answer
    ) -> None:
        if not interaction.response.is_done():
            await interaction.response.defer()
        await self.bot.messages.answers.answer(interaction, here, question, answer)
        self._drafts.pop((here.battle.id, str(question.token), interaction.user.id), None)
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await interaction.edit_original_response(
                content=here.word("Answered."), view=None, attachments=[], embed=None
            )

    async def alike(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """All units or none; with "!" from now on."""
        here, question = await self._asked(interaction, ref)
        decision = question.decision
        answer = forms.read(decision, "alike", ref.argument, values)
        if ref.argument.endswith("!") and isinstance(decision, ChooseEach):
            yes = ref.argument.startswith("all")
            await interaction.response.defer()
            await self._check(here, question, answer)
            for item in decision.items:
                if item.policy is not None:
                    await self._always(here, question, item.key, item.policy, yes)
        await self._answer(interaction, here, question, answer)

    async def always(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Answer, and always answer so for this unit."""
        here, question = await self._asked(interaction, ref)
        decision = question.decision
        answer = forms.read(decision, "always", ref.argument, values)
        assert isinstance(decision, Choose) and decision.policy is not None
        await interaction.response.defer()
        await self._check(here, question, answer)
        await self._always(here, question, decision.subject, decision.policy, ref.argument == "yes")
        await self._answer(interaction, here, question, answer)

    async def _check(self, here: BattleContext, question: Open, answer: Answer) -> None:
        """Refuse an answer that isn't the user's to give before any standing order follows from it."""
        await self.bot.service.play.check_answer(here.battle.id, here.user, question.token, answer, question.side)

    async def _always(self, here: BattleContext, question: Open, unit: str | None, policy: Policy, yes: bool) -> None:
        """Give the standing order; one that is looked at sooner must not stand in its way."""
        if policy.sooner is not None:
            await self._always(here, question, unit, policy.sooner, False)
        await self.bot.messages.answers.always(here, question, policy.who or unit, policy.kind, yes)

    # -- one select for each unit -------------------------------------------------------------------------------

    async def each(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """One unit's choice; nothing is answered until Confirm."""
        here, question = await self._asked(interaction, ref)
        decision = question.decision
        n, k = _number(ref.argument), _number(values[0] if values else "")
        if not isinstance(decision, ChooseEach) or n >= len(decision.items) or k >= len(decision.items[n].choices):
            refuse("That choice isn't offered (any more).", rule=decision.rule)
        draft = self._draft(interaction, ref, question)
        draft[n] = k
        view = forms.each_view(decision, Ref(ref.battle, ref.token), draft, here.catalogue, n // forms.EACH)
        await interaction.response.edit_message(view=view)

    async def each_page(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        here, question = await self._asked(interaction, ref)
        decision = question.decision
        if not isinstance(decision, ChooseEach):
            refuse("That button doesn't belong to this question.", rule=decision.rule)
        draft = self._draft(interaction, ref, question)
        page = min(_number(ref.argument), (len(decision.items) - 1) // forms.EACH)
        await interaction.response.edit_message(
            view=forms.each_view(decision, Ref(ref.battle, ref.token), draft, here.catalogue, page)
        )

    async def done(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Confirm what is picked; units left open do nothing."""
        here, question = await self._asked(interaction, ref)
        decision = question.decision
        if not isinstance(decision, ChooseEach):
            refuse("That button doesn't belong to this question.", rule=decision.rule)
        chosen = {
            n: decision.items[n].choices[k].key
            for n, k in self._draft(interaction, ref, question).items()
            if n < len(decision.items) and k < len(decision.items[n].choices)
        }
        await self._answer(interaction, here, question, forms.picks_of(decision, chosen))

    def _draft(self, interaction: discord.Interaction, ref: Ref, question: Open) -> dict[int, int]:
        """What this user has picked so far: what we remember, else (after a restart) what the selects show.

        It begins with what his standing orders say.
        """
        key = (ref.battle, ref.token, interaction.user.id)
        if key not in self._drafts:
            while len(self._drafts) >= DRAFTS:
                del self._drafts[next(iter(self._drafts))]
            self._drafts[key] = forms.prefilled(question) | _shown(interaction.message)
        return self._drafts[key]


def _shown(message: discord.Message | None) -> dict[int, int]:
    """The picks the selects of a message show."""
    found: dict[int, int] = {}
    for row in message.components if message is not None else ():
        for component in getattr(row, "children", ()):
            where = parse(getattr(component, "custom_id", None) or "")
            if isinstance(component, discord.SelectMenu) and where is not None and where[0] == "each":
                for option in component.options:
                    if option.default:
                        found[_number(where[1].argument)] = _number(option.value)
    return found


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    refuse("That choice isn't offered (any more).")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Decisions(bot))

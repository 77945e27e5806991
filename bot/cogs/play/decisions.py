"""Answering what the battle asks: buttons and selects of the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot import first_answer
from bot.components import decision as forms
from bot.components import redraw
from bot.components.ids import Ref, parse
from bot.errors import whisper
from bot.language.plain import escape
from bot.messages.guided import acknowledge, private
from bot.service import Open
from bot.service.play.standing_answers import EVERYBODY
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Decision, Policy
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

SHOWN = "/standing list shows your standing orders, /standing clear takes one back."

DRAFTS = 500
"""Half-filled forms kept in memory; the oldest are dropped (their selects still show what was picked)."""


class Decisions(commands.Cog):
    """Handlers of every component that answers."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self._drafts: dict[tuple[str, str, int], dict[int, int]] = {}
        for verb in ("answer", "select"):
            bot.router.add(verb, self._chosen(verb))
        bot.router.add("sure", self.sure)
        for verb in ("tick", "default", "alike", "one", "oneof"):
            bot.router.add(verb, self._direct(verb))
        bot.router.add("always", self.always)
        bot.router.add("rest", self.rest)
        bot.router.add("each", self.each)
        bot.router.add("eachpage", self.each_page)
        bot.router.add("done", self.done)

    def _direct(self, verb: str) -> Any:
        async def handle(interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
            here, question = await self._asked(interaction, ref)
            answer = forms.read(question.decision, verb, ref.argument, values, forms.prefilled(question))
            await self._answer(interaction, here, question, answer)

        return handle

    def _chosen(self, verb: str) -> Any:
        """One of a list; where more than one unit's orders are at stake, once more after what can go wrong."""

        async def handle(interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
            here, question = await self._asked(interaction, ref)
            answer = forms.read(question.decision, verb, ref.argument, values)
            warning = forms.warning(question.decision, answer, Ref(ref.battle, ref.token), here.catalogue)
            if warning is None:
                await self._answer(interaction, here, question, answer)
                return
            text, buttons = warning
            await first_answer.send(interaction, text, view=buttons)
            self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))
            await redraw.asked_beside(interaction)

        return handle

    async def sure(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A risk that somebody takes knowingly."""
        here, question = await self._asked(interaction, ref)
        answer = forms.read(question.decision, "answer", ref.argument, values)
        await self._answer(interaction, here, question, answer)

    async def _asked(self, interaction: discord.Interaction, ref: Ref) -> tuple[BattleContext, Open]:
        """The question a press is about. Raises Refusal; a form whose question is settled loses its controls."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        if private(interaction):
            here = self.bot.messages.lookup.read(interaction, here)
        return here, await self.bot.messages.answers.pressed(interaction, here, ref)

    async def _answer(
        self, interaction: discord.Interaction, here: BattleContext, question: Open, answer: Answer
    ) -> None:
        decision = question.decision
        if isinstance(decision, Choose) and decision.begins and not private(interaction):
            await self._begin(interaction, here, question, answer)
            return
        first_answer.put_off(interaction, interaction.response.defer)
        message = interaction.message
        if message is not None and private(interaction) and message.flags.components_v2:
            # A guided panel goes on to what is asked next.
            with self.bot.messages.guided.pressed(here.battle.id, here.user):
                await self.bot.messages.answers.answer(interaction, here, question, answer)
                after = await self.bot.messages.lookup.look(here.battle.id, here.user)
                await self.bot.messages.guided.go_on(interaction, after, [here.word("Answered.")])
            return
        if message is not None and message.flags.ephemeral:
            self.bot.messages.panels.handled(here.battle.id, interaction)
        with first_answer.by_press(interaction):
            await self.bot.messages.answers.answer(interaction, here, question, answer)
        self._drafts.pop((here.battle.id, str(question.token), interaction.user.id), None)
        if message is not None and message.flags.ephemeral:
            await first_answer.change(
                interaction, content=here.word("Answered."), view=None, attachments=[], embed=None
            )

    async def _begin(
        self, interaction: discord.Interaction, here: BattleContext, question: Open, answer: Answer
    ) -> None:
        """Answer, and open a guided panel: with what this user is asked next, or ready for when they are."""
        await acknowledge(interaction)
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            await self.bot.messages.answers.answer(interaction, here, question, answer)
            after = await self.bot.messages.lookup.look(here.battle.id, here.user)
            await self.bot.messages.guided.go_on(interaction, after, [here.word("Answered.")])

    async def always(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Answer, and always answer so for these units, or for all of the side's; then say what is agreed."""
        here, question = await self._asked(interaction, ref)
        answer = forms.read(question.decision, "always", ref.argument, values)
        await interaction.response.defer()
        await self._check(here, question, answer)
        given: list[str] = []
        for unit, policy in _recurring(question.decision):
            if ref.argument == "ours":
                unit, policy = None, _for_all(policy)
            whom = await self._give(here, question, unit, policy, ref.argument == "yes", activation=False)
            given.append(_agreed(here, policy, whom, ref.argument == "yes"))
        await self._answer(interaction, here, question, answer)
        await whisper(interaction, "\n".join([*dict.fromkeys(given), "-# " + here.word(SHOWN)]))

    async def rest(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Answer, and so for the rest of this activation: these units or all; or be asked nothing more in it."""
        here, question = await self._asked(interaction, ref)
        answer = forms.read(question.decision, "rest", ref.argument, values)
        await interaction.response.defer()
        await self._check(here, question, answer)
        if ref.argument in ("all", "any"):
            does = ref.argument == "any"
            await self.bot.service.standing_orders.silence(here.battle.id, here.user, question.side, does=does)
        elif ref.argument == "each":
            for kind in dict.fromkeys(policy.kind for _, policy in _recurring(question.decision)):
                await self.bot.service.standing_orders.agree(here.battle.id, here.user, kind, question.side)
        else:
            for unit, policy in _recurring(question.decision):
                await self._give(here, question, unit, policy, ref.argument == "yes", activation=True)
        await self._answer(interaction, here, question, answer)

    async def _check(self, here: BattleContext, question: Open, answer: Answer) -> None:
        """Refuse an answer that isn't the user's to give before any standing order follows from it."""
        await self.bot.service.play.check_answer(here.battle.id, here.user, question.token, answer, question.side)

    async def _give(
        self, here: BattleContext, question: Open, unit: str | None, policy: Policy, yes: bool, *, activation: bool
    ) -> str:
        """Give the standing order; one that is looked at sooner must not stand in its way. Returns for whom it is."""
        if policy.sooner is not None:
            await self._give(here, question, unit, policy.sooner, False, activation=activation)
        answer, who = "always" if yes else "never", policy.who or unit or EVERYBODY
        await self.bot.service.standing_orders.give(
            here.battle.id, here.user, policy.kind, answer, who, question.side, activation=activation
        )
        return who

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
        where = Ref(ref.battle, ref.token)
        private = interaction.message is not None and interaction.message.flags.ephemeral
        if private or len(decision.items) != 2:
            view = forms.each_view(decision, where, draft, here.catalogue, n // forms.EACH)
        else:
            view = forms.redrawn(decision, where, draft, here.catalogue, span=here.table.span)
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

        It begins with what the standing orders say.
        """
        key = (ref.battle, ref.token, interaction.user.id)
        if key not in self._drafts:
            while len(self._drafts) >= DRAFTS:
                del self._drafts[next(iter(self._drafts))]
            self._drafts[key] = forms.prefilled(question) | _shown(interaction.message)
        return self._drafts[key]


def _for_all(policy: Policy) -> Policy:
    """A standing order for all of a side."""
    return replace(policy, who=None, sooner=_for_all(policy.sooner) if policy.sooner is not None else None)


def _agreed(here: BattleContext, policy: Policy, whom: str, yes: bool) -> str:
    """A standing order that was given for good, in words: "VVE2, from now on: Fire at who comes up, never"."""
    title = next((here.say(p.title) for p in here.game.system.policies if p.kind == policy.kind), policy.kind)
    who = here.word("All of ours") if whom == EVERYBODY else whom
    answer = here.word("always") if yes else here.word("never")
    return escape(here.word("{who}, from now on: {what}, {answer}.", who=who, what=title, answer=answer))


def _recurring(decision: Decision) -> list[tuple[str | None, Policy]]:
    """The standing orders that could answer a question, each with the unit it is for."""
    if isinstance(decision, Choose | Command):
        return [(decision.subject, decision.policy)] if decision.policy is not None else []
    if isinstance(decision, ChooseEach):
        return [(i.key, i.policy) for i in decision.items if i.policy is not None]
    return []


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

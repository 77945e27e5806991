"""Guided orders: what is pressed in the panel becomes its next page, or an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot import first_answer
from bot.components import decision as forms
from bot.components.ids import Ref
from bot.components.items import box
from bot.components.panel import Asked, Page, Place, Step, page_of, walk
from bot.components.panel import place as places
from bot.components.panel import same as repeated
from bot.components.panel.after import chosen_way, declined_with
from bot.components.panel.asked import key_of
from bot.components.panel.confirm import confirm
from bot.components.panel.home import home
from bot.components.panel.lead import best, led
from bot.components.panel.together import chosen, left_out, together
from bot.components.panel.walk import opened_beside, settle, whole_order
from bot.components.risks import confirmed_first
from bot.language.plain import escape
from bot.messages.answers import done, waiting
from bot.messages.guided import acknowledge, private, so_far
from bot.messages.panel_story import PanelStory
from bot.notation import bind, parse
from bot.service import Open
from engine.kernel.ahead import Ahead, answer_of
from engine.kernel.decisions import Answer, Choice, ChooseEach, Command
from engine.kernel.hexes import Facing
from engine.kernel.ideas import GroupIdea
from engine.kernel.text import Refusal, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press, looked up: whose question it is about, and where in its panel."""

    here: BattleContext
    question: Open
    asked: Asked


class Panels(commands.Cog):
    """[Orders], and everything in the panel it opens."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        add = bot.router.add
        add("orders", self.open)
        for verb in ("take", "same"):
            add(verb, self.take)
        for verb in ("back", "sector", "face"):
            add(verb, self.show)
        add("go", self.go)
        add("part", self.part)
        add("idea", self.idea)
        add("group", self.group)
        add("many", self.many)
        add("lead", self.lead)
        add("then", self.then)
        add("let", self.let)
        add("type", self.type)
        add("typed", self.typed)

    async def open(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Orders]: the panel at its first page."""
        await acknowledge(interaction)  # whatever takes its time, as a battle nobody has looked at since a start
        here = await self._here(interaction, ref)
        question = self.bot.messages.answers.asked(here, ref)
        decision = question.decision
        if isinstance(decision, ChooseEach):
            await first_answer.settle(interaction)
            shown = forms.each_view(decision, Ref(ref.battle, ref.token), forms.prefilled(question), here.catalogue)
            text = forms.question(decision, here.catalogue, here.game.system.own_rules())
            await first_answer.say(interaction, text, view=shown, private=True)
            self.bot.messages.panels.shown(interaction, here.battle.id, str(question.token))
            return
        await self._page(
            interaction, Pressed(here, question, await self.bot.messages.guided.about(here, question)), Place()
        )

    async def go(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A choice in a select: the next page, or the order itself."""
        place = places.parse(ref.argument)
        further = places.positions(values[0] if values else "")
        await self._on(interaction, await self.pressed(interaction, ref), place.at(*further), "take")

    async def take(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A button: a choice, or an idea."""
        await self._take(interaction, await self.pressed(interaction, ref), places.parse(ref.argument))

    async def idea(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """An idea, by its button or out of a list."""
        place = places.parse(values[0] if values else ref.argument)
        if not place.idea:
            refuse("That choice isn't offered (any more).")
        await self._take(interaction, await self.pressed(interaction, ref), place)

    async def _take(self, interaction: discord.Interaction, pressed: Pressed, place: Place) -> None:
        if not place.idea:
            await self._on(interaction, pressed, place, "take")
            return
        step = walk(pressed.question.decision, place.path)
        asked = pressed.asked
        if not place.path:
            idea = next((i for i in asked.plans if key_of(i) == place.idea), None)
        else:
            idea = asked.idea(step.unit, place.idea) if step.unit is not None else None
        if idea is None:
            refuse("That isn't possible (any more); nothing was done.", rule=pressed.question.decision.rule)
        if confirmed_first(idea) and not place.sure:
            await acknowledge(interaction)
            await self.put(interaction, pressed, confirm(pressed.asked, idea, "idea", place))
            return
        await self.give(interaction, pressed, idea.answer, repeated.of(step.taken, idea), idea.then)

    async def show(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Another page, and nothing is ordered: a sector of the map, a facing, a step back."""
        place = places.parse(ref.argument)
        pressed = await self.pressed(interaction, ref)
        await self._page(interaction, pressed, place)

    async def part(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A sector of the map out of a select."""
        place = places.parse(ref.argument)
        letter = places.parse("/" + (values[0] if values else ""))
        pressed = await self.pressed(interaction, ref)
        await self._page(interaction, pressed, replace(place, sector=place.sector + letter.sector, nth=0))

    async def group(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Several units together: what they might do."""
        pressed = await self.pressed(interaction, ref)
        page = together(pressed.asked, values[0] if values else ref.argument)
        await acknowledge(interaction)
        await self.put(interaction, pressed, page)

    async def many(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The same for each unit of a group, one after the other, as if it had been written."""
        pressed = await self.pressed(interaction, ref)
        here = pressed.here
        _, idea = chosen(pressed.asked, values[0] if values else ref.argument)
        await acknowledge(interaction)
        story = PanelStory.of(here)
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            outcome = await self.bot.messages.answers.order(interaction, here, idea.orders)
            await self.after(interaction, here, story, now=done(here, outcome))

    async def lead(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Who acts, and at once what seems best for all of them."""
        place = places.parse(values[0] if values else ref.argument)
        pressed = await self.pressed(interaction, ref)
        here, question = pressed.here, pressed.question
        answer = led(question.decision, place)
        await acknowledge(interaction)
        story = PanelStory.of(here)
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            given = await self.bot.service.play.answer(
                here.battle.id, here.user, question.token, answer, interaction.id, question.side
            )
            after = await self._afterwards(interaction, here)
            idea = await self._best(after)
            if idea is None:
                await self.bot.messages.answers.said(interaction, here, given)
                said = here.word("Answered. There is nothing that seems best for all of them: give your orders below.")
                await self.after(interaction, here, replace(story, head=(said,)))
                return
            try:
                outcome = await self.bot.messages.answers.order(interaction, after, idea.orders)
            except Refusal:
                # The battle has gone on meanwhile; what was chosen is chosen.
                await self.bot.messages.answers.said(interaction, here, given)
                raise
            outcome.entries[:0] = given.entries
            story = replace(story, head=tuple(left_out(here, idea)))
            await self.after(interaction, here, story, now=done(here, outcome))

    async def _best(self, after: BattleContext) -> GroupIdea | None:
        """What seems best for all whom this player orders now; None where they order nobody."""
        mine = after.mine
        if mine is None or not isinstance(mine.decision, Command):
            return None
        return best(await self.bot.messages.guided.about(after, mine))

    async def then(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The end of the orders, and the answer to what is asked next."""
        place = places.parse(ref.argument)
        pressed = await self.pressed(interaction, ref)
        first, way = chosen_way(pressed.asked, place.idea)
        choice = way[-1].choice
        if confirmed_first(choice) and not place.sure:
            await acknowledge(interaction)
            await self.put(interaction, pressed, confirm(pressed.asked, choice, "then", place))
            return
        await self.give(interaction, pressed, answer_of(first), None, way)

    async def let(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """An answer, with nothing more asked in the activation, and a no to what is asked as it ends."""
        place = places.parse(ref.argument)
        pressed = await self.pressed(interaction, ref)
        here, question = pressed.here, pressed.question
        declined = declined_with(pressed.asked, place)
        way: Sequence[Ahead] = ()
        answer: Answer | None
        if place.idea:
            first, way = chosen_way(pressed.asked, place.idea)
            answer = answer_of(first)
        else:
            answer = settle(question.decision, place).answer
        if answer is None or declined.policy is None:
            refuse("That isn't possible (any more); nothing was done.", rule=question.decision.rule)
        await self.bot.service.play.check_answer(here.battle.id, here.user, question.token, answer, question.side)
        await self.bot.service.standing_orders.decline_next(
            here.battle.id, here.user, declined.policy.kind, question.side
        )
        await self.bot.service.standing_orders.silence(here.battle.id, here.user, question.side)
        await self.give(interaction, pressed, answer, None, way)

    async def type(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Open a box for the hex, the unit, or the whole order."""
        place = places.parse(ref.argument)
        pressed = await self.pressed(interaction, ref)
        here, step = pressed.here, walk(pressed.question.decision, place.path)
        title = here.say(step.menu.prompt) if step.menu is not None else here.word("Orders")
        label = here.word("A hex, a unit, or a whole order")
        await interaction.response.send_modal(box(ref.custom_id("typed"), title, label, long=False))

    async def typed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """What was typed: a choice of this page, a hex with a facing, or a whole order."""
        place = places.parse(ref.argument)
        pressed = await self.pressed(interaction, ref)
        decision = pressed.question.decision
        text = (values[0] if values else "").strip()
        step = walk(decision, place.path)
        found = _named(step, text)
        if found is not None:
            path, facing = found
            await self._on(interaction, pressed, replace(place.at(*path), facing=facing or place.facing), "take")
            return
        answer, _used = bind(pressed.here.game, decision, parse(whole_order(step, text))[:1])
        await self.give(interaction, pressed, answer, None)

    # -- what a press comes to ----------------------------------------------------------------------------------

    async def _here(self, interaction: discord.Interaction, ref: Ref) -> BattleContext:
        """The battle a press is about, in the language of whoever pressed: nobody else sees their panel."""
        lookup = self.bot.messages.lookup
        return lookup.read(interaction, await lookup.of(interaction, ref))

    async def _afterwards(self, interaction: discord.Interaction, here: BattleContext) -> BattleContext:
        """The same after something was done."""
        lookup = self.bot.messages.lookup
        return lookup.read(interaction, await lookup.look(here.battle.id, here.user))

    async def pressed(self, interaction: discord.Interaction, ref: Ref) -> Pressed:
        """The question a press is about. Raises Refusal; a panel whose question is settled loses its controls."""
        here = await self._here(interaction, ref)
        message = interaction.message
        gone = not any(str(o.token) == ref.token and o.side in here.sides for o in here.opens)
        if gone and message is not None and private(interaction) and message.flags.components_v2:
            await interaction.response.defer()
            await self.bot.messages.guided.go_on(interaction, here, [here.word("That question has been settled.")])
        question = self.bot.messages.answers.asked(here, ref)
        return Pressed(here, question, await self.bot.messages.guided.about(here, question))

    async def _on(self, interaction: discord.Interaction, pressed: Pressed, place: Place, verb: str) -> None:
        """Follow a choice: give the order it completes, or show what is to be chosen next."""
        step = settle(pressed.question.decision, place)
        if step.answer is None:
            await self._page(interaction, pressed, replace(place, path=step.path))
            return
        risky = step.risky
        if risky is not None and not place.sure:
            await acknowledge(interaction)
            at = replace(place, path=step.path, nth=0)
            await self.put(interaction, pressed, confirm(pressed.asked, risky, verb, at))
            return
        await self.give(interaction, pressed, step.answer, repeated.of(step.taken))

    async def _page(self, interaction: discord.Interaction, pressed: Pressed, place: Place) -> None:
        step = walk(pressed.question.decision, place.path)
        await acknowledge(interaction)
        told = ""
        if not step.path:
            told = "\n".join(waiting(pressed.here, pressed.question))
            await self.bot.messages.guided.think(pressed.asked)
        await self.put(interaction, pressed, page_of(pressed.asked, step, place, told))

    async def put(self, interaction: discord.Interaction, pressed: Pressed, page: Page) -> None:
        """Show a page."""
        await self.bot.messages.guided.put(interaction, pressed.here, pressed.question, page)

    async def give(
        self,
        interaction: discord.Interaction,
        pressed: Pressed,
        answer: Answer,
        given: repeated.Given | None,
        then: Sequence[Ahead] = (),
    ) -> None:
        """Give the order, and ``then`` what follows; have the panel ready for the next one."""
        here, question = pressed.here, pressed.question
        question.decision.check(answer)
        await acknowledge(interaction)
        told = here.word("Answered.")
        if isinstance(question.decision, Command):
            told = f"✓ `{here.game.system.write(answer)}`"
        story = PanelStory.of(here)
        with self.bot.messages.guided.pressed(here.battle.id, here.user):
            outcome = await self.bot.messages.answers.answer(interaction, here, question, answer, then)
            for n, ahead in enumerate(then):
                if ahead.proposed:
                    continue
                told += f" {'✓' if n < outcome.followed else '✗'} {escape(here.say(ahead.choice.label))}"
            await self.after(interaction, here, replace(story, head=(told,)), given)

    async def after(
        self,
        interaction: discord.Interaction,
        here: BattleContext,
        story: PanelStory,
        given: repeated.Given | None = None,
        *,
        now: Sequence[str] = (),
    ) -> None:
        """What came of it, and whatever this player is asked next; ``now`` is told only until the battle goes on."""
        after = await self._afterwards(interaction, here)
        told = await story.lines(self.bot.service, after)
        following, page = after.mine, None
        if following is not None and isinstance(following.decision, Command):
            about = await self.bot.messages.guided.think(await self.bot.messages.guided.about(after, following))
            same = repeated.for_next(about, given) if given is not None else None
            page = home(about, "\n".join(so_far(after, following, told, now)), same)
        await self.bot.messages.guided.go_on(interaction, after, told, page, now=now, story=story)


def _named(step: Step, text: str) -> tuple[tuple[int, ...], str] | None:
    """Positions of the choice a player typed the hex, key or label of, in this menu or one that is open beside it.

    A facing may stand behind it: ``2405 NE``. It comes back by its name, "" for none.
    """
    if step.menu is None:
        return None
    words = text.casefold().split()
    # With a facing a unit's code is a whole order, that to turn.
    facing = words[-1].removeprefix("@").upper() if len(words) > 1 and step.path else ""
    if facing in Facing.__members__:
        words.pop()
    else:
        facing = ""
    wanted = " ".join(words)
    menus: list[tuple[tuple[int, ...], Sequence[Choice]]] = [((), step.menu.choices)]
    opened = opened_beside(step.menu) if step.path else None
    if opened is not None:
        menus.insert(0, ((opened[0],), opened[1].choices))
    for lead, choices in menus:
        for n, c in enumerate(choices):
            names = {c.key.casefold(), str(c.label).casefold()}
            if c.hex is not None:
                names.add(f"{c.hex:04d}")
            if wanted in names:
                return (*lead, n), facing
    return None


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Panels(bot))

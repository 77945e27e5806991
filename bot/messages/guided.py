"""Showing the guided panel, and keeping it true: a question that is settled takes its controls away.

A panel is private, so Discord lets it be changed only by the interaction it was last pressed with, and for a quarter
of an hour. Those of that time are remembered: when the battle goes on without them they lose their controls, and when
their player is asked again they are ready for it. Of several the newest is; the one before it only says so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot import first_answer
from bot.components.ids import Ref
from bot.components.panel import Asked, Page, Place, laid_out, page_of, walk
from bot.components.panel.home import likeliest
from bot.components.panel.page import Press, Row, Words
from bot.components.panel.together import foremost
from bot.errors import ACKNOWLEDGED
from bot.messages.answers import asks, waiting
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Picture
from bot.messages.lesson_step import wanted
from bot.messages.panel_story import PanelStory
from bot.messages.pictures import by_address
from bot.messages.pictures import panel as pictures
from bot.messages.pictures.pictures import Pictures
from bot.service import Open
from engine.kernel.decisions import ChooseEach
from engine.kernel.text import Refusal

log = logging.getLogger("hexarch")

ALIVE = 14 * 60.0
"""Seconds for which Discord lets us change a private message."""
KEPT = 500
"""Panels remembered; the oldest are forgotten, and found settled when they are pressed."""


@dataclass
class _Kept:
    """A panel that can still be changed unasked."""

    interaction: discord.Interaction
    token: str
    """Of the question it is about; "" for none."""
    at: float
    told: tuple[str, ...] = ()
    """What it says of what was done last."""
    story: PanelStory | None = None
    """The order given last, where it is one: it is told anew as the battle goes on."""
    message: int | None = None
    """The panel itself; None until it is known."""


class GuidedPanels:
    """All guided panels of this process."""

    def __init__(self, lookup: BattleLookup, pictures: Pictures, clock: Callable[[], float] = time.monotonic) -> None:
        self.lookup = lookup
        self.pictures = pictures
        self._clock = clock
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._pressed: set[tuple[str, int]] = set()
        """Panels of which a press is being answered: whoever answers it shows what comes of it."""
        self._missed: set[tuple[str, int]] = set()
        """Of those, the ones whose battle went on meanwhile: what was shown may be out of date by then."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -- showing ------------------------------------------------------------------------------------------------

    async def put(
        self,
        interaction: discord.Interaction,
        here: BattleContext,
        question: Open,
        page: Page,
        *,
        told: Sequence[str] = (),
        story: PanelStory | None = None,
    ) -> None:
        """Show a page: one message, or one edit of it, with one picture drawn. ``told`` stays when it is settled."""
        here = self.lookup.read(interaction, here)
        ref = Ref(here.battle.id, str(question.token))
        picture = None
        if page.shown is not None:
            picture = await pictures.of(
                self.pictures, here.own_table, question.decision, page.shown, here.catalogue.say
            )
        name, alt = (picture.name, picture.alt) if picture is not None else ("", "")
        view = laid_out(page, ref, picture=name, alt=alt)
        kept = self._keep(interaction, here, ref.token, told)
        kept.story = story
        kept.message = await _shown(interaction, view, picture)

    async def about(self, here: BattleContext, question: Open) -> Asked:
        """What a panel for this question is about; in a lesson with what it wants done now."""
        service = self.lookup.service
        advised = await service.adviser.allowed(here.battle)
        about = Asked(here.game, question.decision, here.own_table, here.catalogue, advised=advised)
        step = await service.lessons.step(here.battle) if here.battle.is_lesson else None
        first = wanted(about, step) if step is not None else None
        return about if first is None else replace(about, first=first, _ideas={})

    async def think(self, about: Asked) -> Asked:
        """Work out what the first page of a panel shows, unit by unit: between two of them others have their turn.

        Where the battle goes on meanwhile the rest is left: the page is about to be out of date.
        """
        head, units = about.game.head, likeliest(about)
        about.find_groups()
        for _, unit in units:
            await asyncio.sleep(0)
            if about.game.head == head:
                about.ideas(unit)
            else:
                about.leave(unit)
        await asyncio.sleep(0)
        if about.game.head == head:
            about.look_ahead()
        else:
            about.leave_following()
        for group in foremost(about):
            await asyncio.sleep(0)
            if about.game.head == head:
                about.together(group)
            else:
                about.leave_group(group)
        return about

    async def go_on(
        self,
        interaction: discord.Interaction,
        here: BattleContext,
        told: Sequence[str],
        page: Page | None = None,
        *,
        now: Sequence[str] = (),
        story: PanelStory | None = None,
    ) -> None:
        """Show what this user is asked now, on ``page`` if it is made already; or that nothing is.

        ``told`` is what was done last: by ``story``, if it was an order, which is told anew when the battle goes on.
        ``now`` is told before the rest, and no more when the battle goes on: what is done so far, and still to come.
        """
        here = self.lookup.read(interaction, here)
        following = here.mine
        if following is None or isinstance(following.decision, ChooseEach):
            kept = self._keep(interaction, here, "", told)
            kept.story = story
            kept.message = await _shown(interaction, settled(here, [*now, *told])["view"], None)
            return
        if page is None:
            words = "\n".join(so_far(here, following, told, now))
            about = await self.think(await self.about(here, following))
            page = page_of(about, walk(following.decision, ()), Place(), words)
        await self.put(interaction, here, following, page, told=told, story=story)

    def _keep(self, interaction: discord.Interaction, here: BattleContext, token: str, told: Sequence[str]) -> _Kept:
        key = here.battle.id, interaction.user.id
        before = self._kept.get(key)
        # It counts from the press, however often the panel has been changed through it since.
        again = before is not None and before.interaction is interaction
        at = before.at if before is not None and again else self._clock()
        if before is not None and not again and before.message is not None and before.message != _panel(interaction):
            self._start(self._give_way(before, here))
        kept = self._kept[key] = _Kept(interaction, token, at, tuple(told))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept

    async def _give_way(self, kept: _Kept, here: BattleContext) -> None:
        """Take its controls from a panel that another has come after: two would show two states of one battle."""
        own = self.lookup.read(kept.interaction, here)
        page = Page((Words(own.word("This goes on in another panel.")),))
        try:
            view = laid_out(page, Ref(here.battle.id, "0"))
            await kept.interaction.edit_original_response(view=view, attachments=[], **_emptied(kept.interaction))
        except discord.HTTPException as e:
            log.info("a panel can't be changed any more: %s", e)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- keeping true -------------------------------------------------------------------------------------------

    def hear(self, battle_id: str) -> None:
        """Something was told about a battle: its panels follow."""
        now = self._clock()
        for key, kept in list(self._kept.items()):
            if now - kept.at > ALIVE:
                del self._kept[key]
        keys = [k for k in self._kept if k[0] == battle_id]
        self._missed.update(k for k in keys if k in self._pressed)
        if keys:
            self._start(self._follow(keys))

    async def _follow(self, keys: Sequence[tuple[str, int]]) -> None:
        for key in keys:
            kept = self._kept.get(key)
            if kept is None or key in self._pressed:
                continue
            try:
                here = self.lookup.read(kept.interaction, await self.lookup.look(*key))
                mine = here.mine
                token = str(mine.token) if mine is not None and not isinstance(mine.decision, ChooseEach) else ""
                if kept is not self._kept.get(key) or key in self._pressed or token == kept.token:
                    continue
                told = await kept.story.lines(self.lookup.service, here) if kept.story is not None else kept.told
                await self.go_on(kept.interaction, here, told, story=kept.story)
            except (discord.HTTPException, Refusal) as e:
                # It may have been closed, or be too old by Discord's clock: pressed again, it is found settled.
                log.info("a panel can't be changed any more: %s", e)
                self._kept.pop(key, None)

    @contextmanager
    def pressed(self, battle: str, user: int) -> Iterator[None]:
        """While this holds, whoever presses sees to the panel; after it the panel follows what went on meanwhile."""
        key = battle, user
        self._pressed.add(key)
        try:
            yield
        finally:
            self._pressed.discard(key)
            if key in self._missed:
                self._missed.discard(key)
                self._start(self._follow([key]))

    async def idle(self) -> None:
        """Until all that was heard has been followed."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()


def so_far(here: BattleContext, question: Open, told: Sequence[str], now: Sequence[str]) -> list[str]:
    """What stands above a question: what is done so far (``now``), what was done last, and what still waits."""
    return [*now, *told, *(x for x in waiting(here, question) if x not in now)]


def _panel(interaction: discord.Interaction) -> int | None:
    """The panel that was pressed; None for what stands in the channel, and opens one."""
    return interaction.message.id if interaction.message is not None and private(interaction) else None


def private(interaction: discord.Interaction) -> bool:
    """Whether what was pressed stands in a message that only one person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def acknowledge(interaction: discord.Interaction) -> None:
    """Say that it was heard: what comes of it changes the panel; what was pressed for all to see opens a new one."""
    if private(interaction):
        first_answer.put_off(interaction, interaction.response.defer)
    else:
        first_answer.put_off(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))


async def _shown(interaction: discord.Interaction, view: discord.ui.LayoutView, picture: Picture | None) -> int | None:
    """Have the panel show this: as the first answer, if that is still to be given. Returns the panel's number."""
    answered = not await first_answer.free(interaction)
    if not answered:
        files = [picture.file()] if picture is not None else []
        try:
            if private(interaction):
                await interaction.response.edit_message(view=view, attachments=files, **_emptied(interaction))
                return _panel(interaction)
            return (await interaction.response.send_message(view=view, files=files, ephemeral=True)).message_id
        except discord.HTTPException as e:
            answered = e.code == ACKNOWLEDGED
            if not answered and not by_address.refused(e, picture):
                raise
    first_answer.said(interaction)
    emptied = _emptied(interaction)
    if answered:
        files = [picture.file()] if picture is not None else []
        try:
            return (await interaction.edit_original_response(view=view, attachments=files, **emptied)).id
        except discord.HTTPException as e:
            if not by_address.refused(e, picture):
                raise
    assert picture is not None, "without one nothing is refused for it"
    return (await by_address.show(interaction, view, picture, private=private(interaction), **emptied)).id


def settled(here: BattleContext, told: Sequence[str], stale: str = "") -> dict[str, Any]:
    """What a message must be changed to that asks nothing any more: no controls but a way on to what is asked instead.

    ``stale`` is the token of the question that was settled without it; "" for one that was answered here.
    """
    following = here.mine
    lines = [*told, here.word("That question has been settled.")] if stale else [*told]
    rows: list[Row] = []
    ref = Ref(here.battle.id, stale or "0")
    if following is None:
        lines += asks(here, here.opens) or [here.word("Nothing more for you to do now.")]
    elif isinstance(following.decision, ChooseEach):
        lines.append(here.word("You are asked something in the channel."))
    else:
        ref = Ref(here.battle.id, str(following.token))
        rows.append(Row((Press("back", "", here.word("Go on"), "primary"),)))
    return {"view": laid_out(Page((Words("\n".join(lines)), *rows)), ref), "attachments": []}


def _emptied(interaction: discord.Interaction) -> dict[str, Any]:
    """What a message must lose that was no layout before: panels of earlier releases aren't."""
    message = interaction.message
    plain = message is not None and message.flags.ephemeral and not message.flags.components_v2
    return {"content": None, "embed": None} if plain else {}

"""Showing the guided panel, and keeping it true: a question that is settled takes its controls away.

A panel is private, so Discord lets it be changed only by the interaction it was last pressed with, and for a quarter
of an hour. Those of that time are remembered: when the battle goes on without them they lose their controls, and when
their player is asked again they are ready for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.panel import Asked, Page, Place, laid_out, page_of, walk
from bot.components.panel.home import likeliest
from bot.components.panel.page import Press, Row, Words
from bot.components.panel.together import foremost
from bot.messages.answers import asks, waiting
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
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
    """What it says of the order given last."""


class GuidedPanels:
    """All guided panels of this process."""

    def __init__(self, lookup: BattleLookup, pictures: Pictures, clock: Callable[[], float] = time.monotonic) -> None:
        self.lookup = lookup
        self.pictures = pictures
        self._clock = clock
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._pressed: set[tuple[str, int]] = set()
        """Panels of which a press is being answered: whoever answers it shows what comes of it."""
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
    ) -> None:
        """Show a page: one message, or one edit of it, with one picture drawn. ``told`` stays when it is settled."""
        ref = Ref(here.battle.id, str(question.token))
        picture = None
        if page.shown is not None:
            picture = await pictures.of(
                self.pictures, here.own_table, question.decision, page.shown, here.catalogue.say
            )
        name, alt = (picture.name, picture.alt) if picture is not None else ("", "")
        view, files = laid_out(page, ref, picture=name, alt=alt), [picture.file()] if picture is not None else []
        self._keep(interaction, here, ref.token, told)
        await interaction.edit_original_response(view=view, attachments=files, **_emptied(interaction))

    async def about(self, here: BattleContext, question: Open) -> Asked:
        """What a panel for this question is about."""
        advised = await self.lookup.service.adviser.allowed(here.battle)
        return Asked(here.game, question.decision, here.own_table, here.catalogue, advised=advised)

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
        self, interaction: discord.Interaction, here: BattleContext, told: Sequence[str], page: Page | None = None
    ) -> None:
        """Show what this user is asked now, on ``page`` if it is made already; or that nothing is."""
        following = here.mine
        if following is None or isinstance(following.decision, ChooseEach):
            self._keep(interaction, here, "", told)
            await interaction.edit_original_response(**settled(here, told), **_emptied(interaction))
            return
        if page is None:
            words = "\n".join([*told, *waiting(here, following)])
            about = await self.think(await self.about(here, following))
            page = page_of(about, walk(following.decision, ()), Place(), words)
        await self.put(interaction, here, following, page, told=told)

    def _keep(self, interaction: discord.Interaction, here: BattleContext, token: str, told: Sequence[str]) -> None:
        key = here.battle.id, interaction.user.id
        before = self._kept.get(key)
        # It counts from the press, however often the panel has been changed through it since.
        at = before.at if before is not None and before.interaction is interaction else self._clock()
        self._kept[key] = _Kept(interaction, token, at, tuple(told))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # -- keeping true -------------------------------------------------------------------------------------------

    def hear(self, battle_id: str) -> None:
        """Something was told about a battle: its panels follow."""
        now = self._clock()
        for key, kept in list(self._kept.items()):
            if now - kept.at > ALIVE:
                del self._kept[key]
        keys = [k for k in self._kept if k[0] == battle_id and k not in self._pressed]
        if keys:
            task = asyncio.create_task(self._follow(keys))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _follow(self, keys: Sequence[tuple[str, int]]) -> None:
        for key in keys:
            kept = self._kept.get(key)
            if kept is None:
                continue
            try:
                here = await self.lookup.look(*key)
                mine = here.mine
                token = str(mine.token) if mine is not None and not isinstance(mine.decision, ChooseEach) else ""
                if kept is not self._kept.get(key) or key in self._pressed or token == kept.token:
                    continue
                await self.go_on(kept.interaction, here, kept.told)
            except (discord.HTTPException, Refusal) as e:
                # It may have been closed, or be too old by Discord's clock: pressed again, it is found settled.
                log.info("a panel can't be changed any more: %s", e)
                self._kept.pop(key, None)

    def pressed(self, battle: str, user: int) -> _Busy:
        """While this holds, whoever presses sees to the panel."""
        return _Busy(self._pressed, (battle, user))

    async def idle(self) -> None:
        """Until all that was heard has been followed."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()


class _Busy:
    def __init__(self, among: set[tuple[str, int]], key: tuple[str, int]) -> None:
        self.among, self.key = among, key

    def __enter__(self) -> None:
        self.among.add(self.key)

    def __exit__(self, *_: object) -> None:
        self.among.discard(self.key)


def private(interaction: discord.Interaction) -> bool:
    """Whether what was pressed stands in a message that only one person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def acknowledge(interaction: discord.Interaction) -> None:
    """Say that it was heard: what comes of it changes the panel; what was pressed for all to see opens a new one."""
    if private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


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

"""The pinned message of a battle: how it stands, or who sits where before it begins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import discord

from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import Content, patiently
from bot.messages.publishing.growing import digest
from bot.messages.publishing.lobby import lobby_content
from bot.messages.publishing.pin_pace import PinPace
from bot.messages.publishing.pinned import framed, standing_of, with_times
from bot.messages.publishing.posts import STANDING
from bot.messages.publishing.sending import PostSender, is_there
from bot.service import Post, Service

log = logging.getLogger("hexarch")


class StandingMessage:
    """Keeps it up to date."""

    def __init__(self, service: Service, sender: PostSender) -> None:
        self.service = service
        self.sender = sender
        self.pace = PinPace(lambda: service.clock())

    async def put(self, here: BattleContext, posts: Sequence[Post], dispatch: Post) -> None:
        times = await self.service.timekeeping.times(here.battle.id)
        # Time that runs is no reason to change the message; whatever else has changed takes it along.
        clocks = str([(s, time.left is None, time.late, time.away_until) for s, time in sorted(times.items())])
        said = standing_of(here, dispatch)
        shown = f"{digest(framed(said))}{clocks}"
        content = framed(with_times(here, said, times))
        await self._put_pinned(here, posts, content, shown, lambda: self.pace.may_wait(here, dispatch, clocks))

    async def lobby(self, here: BattleContext, repair: bool) -> None:
        """A battle that hasn't begun: who sits where."""
        posts = await self.sender.posts(here)
        if repair:
            posts = await self.sender.mended(here, posts)
        content = await lobby_content(self.service, here)
        await self._put_pinned(here, posts, content, digest(content))
        await self.sender.put_notices(here, posts)

    async def _put_pinned(
        self,
        here: BattleContext,
        posts: Sequence[Post],
        content: Content,
        shown: str,
        may_wait: Callable[[], bool] = lambda: False,
    ) -> None:
        """Bring the pinned message up to date; ``shown`` tells whether it is, ``may_wait`` whether that can wait."""
        post = next((p for p in posts if p.kind == STANDING), None) or here.post(STANDING, "-")
        there = is_there(here, post)
        if there and post.delivered and post.body == shown:
            return
        if there and post.delivered and may_wait():
            return
        if not there:
            self.sender.note(replace(post, delivered=False))
        sent = None
        with self.sender.later(here.battle.id):
            # A second one would have to be pinned beside the first.
            sent = await self.sender.send(here, post, content, anew=False)
        if sent is None:
            return
        number = sent.message.id
        if number != post.message or not post.delivered:
            post = self.sender.note(replace(post, message=number, channel=here.battle.channel, delivered=False))
            await self.sender.arrived(post, sent)
            await self._pin(here, sent.message)
        self.sender.note(replace(post, message=number, body=shown, delivered=True))

    async def _pin(self, here: BattleContext, message: discord.Message) -> None:
        try:
            if not message.pinned:
                await patiently(lambda: message.pin(reason="standing of the battle"))
        except discord.HTTPException as e:
            if e.status >= 500 or e.status == 429:
                raise
            # We may not, or there are too many pins: the message is good without.
            log.info("battle %s: its standing message can't be pinned: %s", here.battle.id, e)

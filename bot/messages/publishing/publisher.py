"""From a committed change to the channel: the dispatch grows, questions are put, the standing message is renewed.

Every message is stored as a *post* before it is sent, and with what it told last once it is there. What it is to tell
follows from that and the journal, so whatever the network or a restart swallows is said later: no state depends on a
message having arrived.

How few messages: the side whose activation it is finds its controls on the dispatch itself; only a player who has to be
called gets a message of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import discord

from bot import logs, metrics
from bot.handling import hung_up
from bot.messages.access import visibility
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.backoff import PASSING, SHUT, Backoff
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, shut
from bot.messages.delivery.halts import Halts
from bot.messages.delivery.outbox import Outbox
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.answered import answered_by, free_place
from bot.messages.publishing.dispatches import Dispatches
from bot.messages.publishing.free_hours import addressed
from bot.messages.publishing.lesson_card import LessonCards
from bot.messages.publishing.panels import Panels
from bot.messages.publishing.posts import (
    DISPATCH,
    PROMPT,
    STANDING,
    asks_of,
)
from bot.messages.publishing.presence import Presence
from bot.messages.publishing.prompts import Prompts
from bot.messages.publishing.requests import Requests
from bot.messages.publishing.sending import PostSender
from bot.messages.publishing.standing_message import StandingMessage
from bot.messages.publishing.troubles import LATER, OURS, trouble
from bot.service import Service
from engine.kernel.decisions import ELSEWHERE
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

ANEW = 4
"""Times a battle is told from the beginning at most, where it goes on meanwhile; after that, when it is tried again."""


class Publisher:
    """Keeps the messages of every battle in step with its journal."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        *,
        pictures: Pictures,
        outbox: Outbox,
        halts: Halts,
        requests: Requests,
        panels: Panels,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.halts = halts
        self.panels = panels
        self.lesson_cards = LessonCards(service, lookup, outbox)
        self.behind: Backoff[str] = Backoff(PASSING)
        """Battles about which not everything could be said yet."""
        self.lost: set[str] = set()
        """Those among them whose channel is gone; still to be looked after."""
        self.untold: dict[str, int] = {}
        """Battles that are over, where we might not say so, and their servers: see ``ending``."""
        self.hearers: list[Callable[[str], None]] = []
        """Who wants to know of every battle about which something was told. They must not take long."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._presence = Presence(lambda: service.clock())
        self.sender = PostSender(client, service, lookup, outbox, requests)
        self.dispatches = Dispatches(service, self.sender, pictures)
        self.prompts = Prompts(service, self.sender, self._presence)
        self.standing = StandingMessage(service, self.sender)

    async def publish(
        self, battle_id: str, *, actor: int | None = None, notes: Sequence[str] = (), repair: bool = False
    ) -> Text | None:
        """Say everything that hasn't been said yet. Returns what keeps us from it, or None when all is said.

        ``actor`` is the user who caused the change, is here and needs no calling. ``notes`` are remarks for the
        dispatch. ``repair`` looks whether the messages are still there and posts again those that are not.
        """
        self._under_way += 1
        self._idle.clear()
        try:
            return await self._publish(battle_id, actor, notes, repair)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def finish(self, seconds: float) -> None:
        """Wait until nothing is being told any more, but not for ever: what remains is told after the next start."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)

    async def _publish(self, battle_id: str, actor: int | None, notes: Sequence[str], repair: bool) -> Text | None:
        if actor is not None:
            self._presence.acted(battle_id, actor)
        async with self._locks[battle_id]:
            self.dispatches.notes[battle_id] += notes
            try:
                await self.service.lessons.follow(battle_id)
                here, complete = await self._tell(battle_id, actor, repair)
                if here.battle.is_lesson and here.running is not None:
                    await self.lesson_cards.put(here)
            except Refusal:
                self.behind.done(battle_id)
                raise
            except discord.HTTPException as e:
                if isinstance(e, discord.NotFound) and e.code == UNKNOWN_CHANNEL:
                    self.lost.add(battle_id)
                log.warning("battle %s: not everything could be said: %s", battle_id, e)
                await self._put_off(battle_id, e)
                return trouble(e, await self._place(battle_id))
            except Exception as e:
                if hung_up(self.client, e):
                    log.info("battle %s is told after the next start: %r", battle_id, e)
                    return Text(LATER)
                # Whatever it is: what was done is stored, and nobody may take it for undone.
                reference = logs.reference()
                metrics.ERRORS.inc()
                said, extra = "battle %s could not be published, reference %s", {"reference": reference}
                log.exception(said, battle_id, reference, extra=extra)
                await self._put_off(battle_id, e)
                return Text(OURS, reference=reference)
            finally:
                for hear in self.hearers:
                    hear(battle_id)
            if not complete:
                self.behind.failed(battle_id, self.service.clock())
                return None
            self.behind.pop(battle_id, None)
        await self.panels.settle(here)
        if battle_id in self.halts.known and await self.halts.go_on(battle_id):
            # Deadlines have moved.
            await self.renew(battle_id)
        return None

    async def renew(self, *battle_ids: str, notes: Sequence[str] = (), repair: bool = False) -> None:
        """Bring the messages of battles up to date. One that can't be told must not keep the others waiting."""
        for battle_id in battle_ids:
            try:
                await self.publish(battle_id, notes=notes, repair=repair)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("battle %s could not be published", battle_id)

    async def _put_off(self, battle_id: str, error: Exception) -> None:
        """Have it tried again, later each time; where a channel stays shut, let those know who can mend that."""
        closed = shut(error)
        if closed and (battle_id in self.halts.known or self.behind.tries(battle_id) >= len(SHUT)):
            self.behind.done(battle_id)
            await self.halts.halt(battle_id, error)
            return
        self.behind.failed(battle_id, self.service.clock(), SHUT if closed else PASSING)

    async def _place(self, battle_id: str) -> object:
        """The channel of a battle, if it is to be had."""
        battle = await self.service.battles.get(battle_id)
        try:
            return await visibility.channel_of(self.client, battle.guild, battle.channel)
        except discord.HTTPException:
            return None

    # -- one publication ----------------------------------------------------------------------------------------

    async def _tell(self, battle_id: str, actor: int | None, repair: bool) -> tuple[BattleContext, bool]:
        """Tell a battle as it is; False where something isn't shown yet (:meth:`_say`).

        Nobody waits with an order until the last one is told. But what a question leads to is looked up in the
        position, and holds no more once it is answered: whatever fails then is told anew, as it is by then.
        """
        for left in reversed(range(ANEW)):
            here = await self.lookup.look(battle_id, actor or 0)
            at = _reached(here)
            try:
                if here.running is None:
                    await self.standing.lobby(here, repair)
                    return here, True
                return here, await self._say(here, actor, repair)
            except discord.HTTPException:
                raise
            except Exception:
                if not left or _reached(await self.lookup.look(battle_id, actor or 0)) == at:
                    raise
                log.info("battle %s has gone on while it was told", battle_id)
            finally:
                await self.sender.write(battle_id)
        raise AssertionError("the last time raises, or returns")

    async def _say(self, here: BattleContext, actor: int | None, repair: bool) -> bool:
        """Say what is to be said. False where something isn't shown yet: a map, or what is too old to be edited now."""
        if here.battle.is_lesson:
            # What the learner is asked stands on the lesson's own card; the lesson answers the rest unasked.
            here = replace(here, opens=())
        # A computer player reads no messages: the pinned one alone tells that it is asked.
        own = self.client.user.id if self.client.user is not None else None
        # What is settled elsewhere calls nobody: its button stands on the message that tells of it.
        asking = (o for o in here.opens if o.decision.kind != ELSEWHERE)
        people = replace(here, opens=tuple(o for o in asking if o.user is None or o.user != own))
        self.sender.waiting.discard(here.battle.id)
        posts = await self.sender.posts(here, repair=repair)
        if repair:
            posts = await self.sender.mended(here, posts)
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        prompts = [p for p in posts if p.kind == PROMPT]
        # What is to be said is stored before anything is sent.
        post, story, grown, fresh, new = await self.dispatches.story(here, last)
        if actor is None and self._presence.just_asked(here):
            # Whoever has just answered is here, however it reached us.
            actor = answered_by(here.battle, new)
        if all(p.kind != STANDING or p.message is None for p in posts):
            # The standing message comes first in the channel; it is brought up to date again at the end.
            await self.standing.put(here, posts, here.post(DISPATCH, ""))
            await self.sender.write(here.battle.id)
            posts = await self.service.posts.of(here.battle.id)
        told = await self.sender.put_notices(here, posts)
        prompts, changed = await self.prompts.answered(here, prompts, post, story)
        place = free_place(people, post, [*(p for p in posts if p.kind != PROMPT), *prompts], actor)
        if place is not None and last is not None and post.key == last.key:
            heard, arriving = await self.sender.heard_of(here, post)
            if arriving or heard.message is not None:
                post, place = heard, None
        if place is not None:
            taken = replace(post, message=place.message, channel=place.channel)
            post = self.sender.store(taken, story, delivered=False)
            freed = self.sender.note(replace(place, message=None))
            prompts = [freed if p is place else p for p in prompts]
        since = await self.prompts.since(here, story.asks)
        asked = self.dispatches.question_on(people, story, prompts, actor, grown, post, since)
        asks = asks_of(asked) if asked is not None else ""
        to = await addressed(self.service.preferences, asked) if asked is not None else ""
        moved = bool(story.to) and to != story.to
        if asks != story.asks or moved:
            # Who has just acted is here, and who was called to the same question knows of it.
            called = asked is not None and post.message is None and asked.user not in (actor, *told)
            story.called = asked.user if asked is not None and called else None
        elif story.called in told:
            story.called = None
        for old in sorted((p for p in posts if p.kind == DISPATCH and p.key != post.key), key=lambda p: int(p.key)):
            # What couldn't be said of one that others have followed since is said now.
            if not old.delivered or (last is not None and old.key == last.key):
                await self.dispatches.close(here, old)
        if fresh or changed or moved or asks != story.asks or story.bare or not post.delivered:
            story.asks, story.to = asks, to
            drawn = fresh or story.bare or not post.message or place is not None
            post = await self.dispatches.put(here, post, story, asked, picture=drawn)
        await self.prompts.put(people, prompts, asked, actor, post, told)
        await self.standing.put(here, posts, post)
        await self.sender.tidy(here, posts)
        return not story.bare and here.battle.id not in self.sender.waiting


def _reached(here: BattleContext) -> int:
    """How far a battle has come: the number of its last journal entry."""
    return here.running.journal[-1].seq if here.running is not None else -1

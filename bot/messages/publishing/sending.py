"""A battle's posts: a message is stored before it is sent, so that it arrives whatever the network swallows."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import discord

from bot.components.items import view
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import TOO_OFTEN, Content, patiently
from bot.messages.delivery.outbox import Outbox, Sent
from bot.messages.publishing.moving import brought
from bot.messages.publishing.posts import (
    DISPATCH,
    INVITATION,
    LEFT,
    NOTICE,
    PROMPT,
    REQUEST,
    STANDING,
    Notice,
    Prompt,
    Story,
)
from bot.messages.publishing.requests import Requests
from bot.service import Post, Service

log = logging.getLogger("hexarch")


class PostSender:
    """Finds a battle's posts, stores them and sends them."""

    def __init__(
        self, client: discord.Client, service: Service, lookup: BattleLookup, outbox: Outbox, requests: Requests
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.outbox = outbox
        self.requests = requests
        self._unwritten: defaultdict[str, dict[tuple[str, str], Post]] = defaultdict(dict)
        """By battle, posts as they are to be stored, by kind and key."""
        self.waiting: set[str] = set()
        """Battles of which a message couldn't be changed in the last publication, and has to be (:meth:`later`)."""

    def note(self, post: Post) -> Post:
        """Have a post stored, with whatever else is noted by then: before anything is sent, if it has no message yet.

        What is to be edited is worked out again from what is stored, and edited once more, if we fall in between.
        """
        self._unwritten[post.battle][post.kind, post.key] = post
        return post

    async def write(self, battle: str) -> None:
        """Store what was noted of a battle, in one transaction."""
        noted = self._unwritten.pop(battle, None)
        if noted:
            await self.service.posts.put(*noted.values())

    async def posts(self, here: BattleContext, *, repair: bool = False) -> list[Post]:
        """The battle's posts but for requests and invitations, which are brought up to date; what is left behind comes.

        ``repair`` looks whether the messages of requests are still there.
        """
        posts = await self.service.posts.of(here.battle.id)
        news = [p for p in posts if p.kind == NOTICE and not p.delivered]
        told = {u for p in news for u in Notice.model_validate_json(p.body).mentions}
        for post in (p for p in posts if p.kind == REQUEST):
            await self.requests.keep(here, post, repair=repair, told=told)
        if await self.requests.keep_invitations(here, [p for p in posts if p.kind == INVITATION]):
            posts = await self.service.posts.of(here.battle.id)
        posts = [p for p in posts if p.kind not in (REQUEST, INVITATION)]
        if any(p.message is not None and p.channel != here.battle.channel for p in posts):
            posts = await brought(self.client, self.service.posts, here, posts)
        return posts

    async def mended(self, here: BattleContext, posts: Sequence[Post]) -> list[Post]:
        """The posts, those players need looked at: their messages are sent again if they are gone."""
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        return [await self._checked(here, p) if p is last or p.kind in (STANDING, PROMPT) else p for p in posts]

    async def _checked(self, here: BattleContext, post: Post) -> Post:
        """The post, to be sent again if its message is gone."""
        if post.message is None:
            return post
        if post.kind == PROMPT and Prompt.model_validate_json(post.body).outcome:
            return post
        message = self.lookup.channel(here.battle).get_partial_message(post.message)
        try:
            await patiently(message.fetch)
        except discord.NotFound:
            post = replace(post, message=None, delivered=False)
            await self.service.posts.put(post)
        return post

    async def add_notice(self, battle_id: str, key: int, notice: Notice) -> None:
        """Have something said in a battle's channel with the next publication, once.

        ``key`` tells it from others, and orders them; one that waits under the same key is replaced.
        """
        battle = await self.service.battles.get(battle_id)
        await self.service.posts.put(
            Post(battle_id, NOTICE, str(key), battle.channel, None, notice.model_dump_json(), False)
        )

    async def put_notices(self, here: BattleContext, posts: Sequence[Post]) -> frozenset[int]:
        """Say what was to be announced; whom that has called."""
        called: set[int] = set()
        for post in sorted((p for p in posts if p.kind == NOTICE and not p.delivered), key=lambda p: p.key):
            notice = Notice.model_validate_json(post.body)
            sent = await self.send(here, post, notice.content(here.battle.id))
            # Not one that has taken its place meanwhile.
            await self.service.posts.drop_same(post)
            if notice.guest:
                await self.requests.invited(here.battle, notice, sent.message.id)
            await self.outbox.stored(sent)
            called.update(notice.mentions)
        return frozenset(called)

    def changed(self, here: BattleContext, post: Post, body: Story | Prompt) -> Post:
        """A post with another body, which its message is to show.

        It is noted before that where there is no message yet. Else what is stored tells that the message is behind as
        long as it is: it says less than the journal holds.
        """
        post = replace(post, body=body.model_dump_json(), delivered=False)
        return post if is_there(here, post) else self.note(post)

    def store(self, post: Post, body: Story | Prompt, *, delivered: bool) -> Post:
        """A post with this body, noted."""
        return self.note(replace(post, body=body.model_dump_json(), delivered=delivered))

    async def deliver(
        self,
        here: BattleContext,
        post: Post,
        body: Story | Prompt,
        content: Content,
        arrived: Story | Prompt | None = None,
        *,
        anew: bool = True,
    ) -> tuple[Post, discord.Message]:
        """Send a post, or bring it up to date. ``arrived`` is its body once it is there, where that differs.

        ``anew``: see :meth:`Outbox.put`.
        """
        post = self.changed(here, post, body)
        sent = await self.send(here, post, content, anew=anew)
        post = replace(post, message=sent.message.id, channel=here.battle.channel)
        post = self.store(post, arrived or body, delivered=True)
        await self.arrived(post, sent)
        return post, sent.message

    async def arrived(self, post: Post, sent: Sent) -> None:
        """A post has arrived, which is noted. The number of a new message is stored at once, before it can be lost."""
        if sent.owner is not None:
            await self.write(post.battle)
            await self.outbox.stored(sent)

    @contextmanager
    def later(self, battle: str) -> Iterator[None]:
        """What is too old to be edited once more waits here, and nothing else for it: it is no news."""
        try:
            yield
        except discord.HTTPException as e:
            if e.code != TOO_OFTEN:
                raise
            log.info("battle %s: a message is too old for one more edit just now", battle)
            self.waiting.add(battle)

    async def send(self, here: BattleContext, post: Post, content: Content, *, anew: bool = True) -> Sent:
        if any(p.message is None and not p.delivered for p in self._unwritten.get(post.battle, {}).values()):
            await self.write(post.battle)
        message = post.message if is_there(here, post) else None
        channel = self.lookup.channel(here.battle)
        sent = await self.outbox.put(channel, message, content, _name(post), post.battle, anew=anew)
        if sent.left is not None:
            self.note(Post(post.battle, LEFT, str(sent.left), here.battle.channel, sent.left, "", False))
            self.waiting.add(post.battle)
        return sent

    async def heard_of(self, here: BattleContext, post: Post) -> tuple[Post, bool]:
        """A post without a message, with the one that has arrived unheard of, if there is one; may one still arrive?

        For what isn't to be sent any more: what is sent again finds that by itself.
        """
        await self.write(post.battle)
        channel = self.lookup.channel(here.battle)
        number, arriving = await self.outbox.unheard(channel, _name(post), post.battle)
        post = replace(post, message=number, channel=here.battle.channel)
        if number is not None:
            self.note(post)
            await self.write(post.battle)
            await self.outbox.forget(channel, _name(post))
        return post, arriving

    async def tidy(self, here: BattleContext, posts: Sequence[Post]) -> None:
        """Take the controls off messages in whose place others were sent, as soon as they may be edited again."""
        none = discord.AllowedMentions.none()
        for post in (p for p in posts if p.kind == LEFT):
            place = self.client.get_partial_messageable(post.channel, guild_id=here.battle.guild)
            message = place.get_partial_message(int(post.key))
            with self.later(post.battle):
                try:
                    await patiently(lambda message=message: message.edit(view=view(), allowed_mentions=none))
                except (discord.NotFound, discord.Forbidden) as e:
                    log.info("battle %s: message %s keeps its controls: %s", post.battle, post.key, e)
                await self.service.posts.drop(post.battle, post.kind, post.key)


def is_there(here: BattleContext, post: Post) -> bool:
    """Whether a post has a message where the battle is played."""
    return post.message is not None and post.channel == here.battle.channel


def _name(post: Post) -> str:
    """Tells a post's message from every other."""
    return f"{post.battle}|{post.kind}|{post.key}"

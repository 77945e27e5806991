"""A forum channel as the home of a league or cup: a post for each match, with a tag that says how far it is."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import discord

from bot.messages.access import visibility
from bot.messages.delivery.backoff import SHUT, Backoff
from bot.messages.delivery.deliver import patiently
from bot.messages.delivery.halts import LOOKS
from bot.narration import TextCatalogue, fit
from bot.service import Service
from bot.storage.competitions import Competition, Fixture
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")

WAITING, UNDER_WAY, OVER = "Waiting", "Under way", "Over"
"""The tags."""

TAGGED = "tags"
"""Setting of an event: the tag that each of its matches shows, by number."""

TAG_WANTED = 40067
"""Discord's code for a post without a tag where a forum wants one."""

NAME, MOST_TAGS = 100, 20
"""Characters of a post's name, and tags a forum may have."""

NEEDED = "View Channel, Create Posts, Send Messages in Posts"


async def forum_of(client: discord.Client, guild_id: int, channel_id: int) -> discord.ForumChannel:
    """A forum in which posts may be made. Raises Refusal with what to do."""
    found = await visibility.channel_of(client, guild_id, channel_id)
    if not isinstance(found, discord.ForumChannel):
        refuse("The forum for these battles is gone, or hidden from me.")
    allowed = found.permissions_for(found.guild.me)
    if not (allowed.view_channel and allowed.send_messages and allowed.send_messages_in_threads):
        refuse("I may not post in #{channel}. Allow me: {permissions}.", channel=found.name, permissions=NEEDED)
    return found


class Forums:
    """Makes the posts, and keeps their tags."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self.client = client
        self.service = service
        self._shut: Backoff[tuple[int, int]] = Backoff((*SHUT, *LOOKS))
        """Servers and posts in them whose tag couldn't be changed."""

    def open_again(self, guild_id: int) -> None:
        """Something has changed in a server: posts that were shut there may be open."""
        for guild, post in self._shut.waiting():
            if guild == guild_id:
                self._shut.done((guild, post))

    async def post(self, event: Competition, name: str, text: str, words: TextCatalogue) -> int:
        """The post of a match, made if there is none of that name; its number.

        Raises Refusal where none may be made, discord.HTTPException where Discord doesn't take it.
        """
        forum = await forum_of(self.client, event.guild, event.forum)
        me = self.client.user.id if self.client.user is not None else 0
        known = next((t for t in forum.threads if t.owner_id == me and t.name == fit(name, NAME)), None)
        if known is not None:
            return known.id
        tags = await self._tags(forum, words)
        none = discord.AllowedMentions.none()

        async def made(applied: Sequence[discord.ForumTag]) -> int:
            found = await forum.create_thread(
                name=fit(name, NAME), content=text, applied_tags=applied, allowed_mentions=none
            )
            return found.thread.id

        try:
            return await made([tags[WAITING]] if WAITING in tags else [])
        except discord.HTTPException as e:
            if e.code != TAG_WANTED:
                raise
        return await made([_any_tag(forum)])

    async def _tags(self, forum: discord.ForumChannel, words: TextCatalogue) -> Mapping[str, discord.ForumTag]:
        """Our tags of a forum; those it lacks are made where we may."""
        found: dict[str, discord.ForumTag] = {}
        for wanted in (WAITING, UNDER_WAY, OVER):
            called = words.translate(wanted)
            tag = next((t for t in forum.available_tags if t.name.casefold() == called.casefold()), None)
            room = len(forum.available_tags) < MOST_TAGS
            if tag is None and room and forum.permissions_for(forum.guild.me).manage_channels:
                try:
                    tag = await forum.create_tag(name=called)
                except discord.HTTPException as e:
                    log.info("forum %s: no tag %s: %s", forum.id, called, e)
            if tag is not None:
                found[wanted] = tag
        return found

    async def keep(self, event: Competition, fixtures: Sequence[Fixture], words: TextCatalogue) -> None:
        """Have each post show how far its match is. What can't be shown now is tried again while the event goes on."""
        if not event.forum:
            return
        owner = f"event:{event.id}"
        shown = dict((await self.service.settings.of(owner)).get(TAGGED, {}))
        changed = False
        for f in fixtures:
            wanted, now = await self._stage(f), self.service.clock()
            here = (event.guild, f.place)
            if not f.place or wanted == shown.get(str(f.n), WAITING) or self._shut.rests(here, now):
                continue
            try:
                await self._show(event, f, wanted, words)
            except discord.HTTPException as e:
                # It may be locked.
                self._shut.failed(here, now)
                log.info("event %s, match %s: its tag can't be changed: %s", event.id, f.n, e)
                continue
            self._shut.done(here)
            shown[str(f.n)], changed = wanted, True
        if changed:
            await self.service.settings.put(owner, TAGGED, shown)

    async def _stage(self, f: Fixture) -> str:
        if f.decided:
            return OVER
        row = await self.service.database.battles.get(f.battle) if f.battle is not None else None
        return UNDER_WAY if f.legs or (row is not None and row.status == "running") else WAITING

    async def _show(self, event: Competition, f: Fixture, wanted: str, words: TextCatalogue) -> None:
        post = await visibility.channel_of(self.client, event.guild, f.place)
        if not isinstance(post, discord.Thread) or not isinstance(post.parent, discord.ForumChannel):
            return
        ours = await self._tags(post.parent, words)
        if wanted not in ours:
            return
        rest = [t for t in post.applied_tags if t.id not in {o.id for o in ours.values()}]
        tags = [*rest[:4], ours[wanted]]
        await patiently(lambda: post.edit(applied_tags=tags))


def _any_tag(forum: discord.ForumChannel) -> discord.ForumTag:
    """Where a forum wants a tag on every post, and has none of ours: the first that anybody may give."""
    found = next((t for t in forum.available_tags if not t.moderated), None)
    if found is None:
        refuse("#{channel} wants a tag on every post, and has none that I may give.", channel=forum.name)
    return found

"""What one player asks of the other, with two buttons: put once, and settled when it has lapsed."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content, patiently
from bot.messages.delivery.outbox import Outbox, Sent
from bot.messages.publishing.posts import INVITATION, MENTIONS, NOTICE, REQUEST, Notice, Request
from bot.narration import TextCatalogue
from bot.service import Battle, Post, Service

log = logging.getLogger("hexarch")

AGAIN = 600.0
"""Seconds after which the same may be asked once more, with another call."""
LAPSED = "It has lapsed."
"""What is said of a request that nobody has answered."""


class Requests:
    """Puts requests, and takes the buttons off those that are settled."""

    def __init__(self, client: discord.Client, service: Service, lookup: BattleLookup, outbox: Outbox) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.outbox = outbox

    async def stands(self, battle: Battle, asking: int) -> bool:
        """Whether what is asked now was asked a short while before, and waits for its answer where everybody sees it.

        ``asking``: the interaction by which it is asked once more.
        """
        for old in await self.service.posts.of(battle.id, REQUEST):
            request = Request.model_validate_json(old.body)
            same = old.key == battle.request_key and old.channel == battle.channel and not request.outcome
            if same and old.message is not None and _between(request.asking, asking) < AGAIN:
                message = self.lookup.channel(battle).get_partial_message(old.message)
                with suppress(discord.HTTPException):
                    await patiently(message.fetch)
                    return True
        return False

    async def put(self, battle: Battle, text: str, asked: tuple[int, ...], asking: int) -> None:
        """Have a request put to those who are asked, which must be stored; it is said with the battle's other messages.

        ``asking`` tells it from the same request made before.
        """
        called = " ".join(f"<@{u}>" for u in asked)
        body = Request(text=f"{called} {text}", asking=asking).model_dump_json()
        words = self.lookup.catalogue(battle)
        for old in await self.service.posts.of(battle.id, REQUEST):
            again = old.key == battle.request_key
            await self._settle(battle, old, words.translate("Asked once more." if again else LAPSED))
        await self.service.posts.put(Post(battle.id, REQUEST, battle.request_key, battle.channel, None, body, False))

    async def answered(self, battle: Battle, key: str, outcome: str) -> None:
        """Note what was said to a request, which its message is to tell from now on."""
        for post in await self.service.posts.of(battle.id, REQUEST):
            if post.key == key:
                request = Request.model_validate_json(post.body)
                body = request.model_copy(update={"outcome": outcome}).model_dump_json()
                await self.service.posts.put(replace(post, body=body))

    async def keep(self, here: BattleContext, post: Post, *, repair: bool = False, told: Collection[int] = ()) -> None:
        """Ask what is to be asked here; settle what was answered, has lapsed, or was asked in another channel, or of
        somebody whose side was handed on.

        ``repair`` looks whether its message is still there. ``told``: who is called by what is announced with it.
        """
        battle, request = here.battle, Request.model_validate_json(post.body)
        lapsed = battle.request is None or post.key != battle.request_key
        if post.message is None and request.outcome:
            # Who is asked has answered at once: it is told with that.
            sent = await self._send(here, request, Content(text=request.settled("")))
            await self.service.posts.drop(battle.id, REQUEST, post.key)
            await self.outbox.stored(sent)
            return
        if battle.request is None or lapsed or request.outcome:
            await self._settle(battle, post, here.word(LAPSED))
            return
        asked = tuple(sorted({s.user for s in battle.seats if s.side != battle.request["side"]}))
        handed_on = bool(request.asked) and request.asked != asked
        moved = post.message is not None and post.channel != battle.channel
        if post.message is not None and not moved and not handed_on and not (repair and await self._gone(here, post)):
            return
        if moved:
            await self._settle(battle, post, here.word("Asked in {channel} now.", channel=f"<#{battle.channel}>"))
        elif handed_on and post.message is not None:
            await self._settle(battle, post, here.word("Somebody else leads that side now, and is asked."))
        if handed_on:
            # Whoever leads the side now is asked.
            request = request.put_to(asked)
            post = replace(post, body=request.model_dump_json())
        called = asked
        if handed_on:
            called = tuple(u for u in asked if u not in told and u != here.user)
        elif moved:
            # That the battle has moved is told to everybody: nobody is called once more for what comes along.
            called = ()
        content = Content(text=request.text, view=request_buttons(battle, here.catalogue), mentions=called)
        sent = await self._send(here, request, content)
        await self.service.posts.put(replace(post, channel=battle.channel, message=sent.message.id, delivered=True))
        await self.outbox.stored(sent)

    # -- invitations ----------------------------------------------------------------------------------------------

    async def invited(self, battle: Battle, notice: Notice, message: int) -> None:
        """A message asks somebody to a side; one before it that asked them asks no more."""
        words, key = self.lookup.catalogue(battle), str(notice.guest)
        for old in await self.service.posts.of(battle.id, INVITATION):
            if old.key == key:
                await self._settle(battle, old, words.translate("Asked once more."))
        # Without the name it begins with: who isn't asked any more isn't named either.
        said = MENTIONS.sub("", notice.text).lstrip(" ,")
        body = Request(text=said, asking=notice.guest, presses=notice.presses).model_dump_json()
        await self.service.posts.put(Post(battle.id, INVITATION, key, battle.channel, message, body, True))

    async def guest_answered(self, battle: Battle, guest: int) -> None:
        """Whoever was invited has answered, and the message that asked tells what."""
        await self.service.posts.drop(battle.id, INVITATION, str(guest))

    async def keep_invitations(self, here: BattleContext, posts: Sequence[Post]) -> bool:
        """Take the buttons off those that are good no longer: the battle is over, or somebody else leads the side.

        The others go along where the battle does; whether there are such, which are to be announced there.
        """
        if not posts:
            return False
        good, moved = await self.service.teams.guests(here.battle), False
        for post in posts:
            if int(post.key) not in good:
                await self._settle(here.battle, post, self.lookup.catalogue(here.battle).translate(LAPSED))
            elif post.channel != here.battle.channel:
                await self._invite_here(here, post)
                moved = True
        return moved

    async def _invite_here(self, here: BattleContext, post: Post) -> None:
        """An invitation is put where the battle is now. It calls its guest only where the old one can't say so."""
        battle, request, guest = here.battle, Request.model_validate_json(post.body), int(post.key)
        notice = Notice(text=f"<@{guest}>, {request.text}", presses=request.presses, guest=guest)
        put = Post(battle.id, NOTICE, str(post.message), battle.channel, None, notice.model_dump_json(), False)
        await self.service.posts.put(put)
        if not await self._settle(battle, post, here.word("Asked in {channel} now.", channel=f"<#{battle.channel}>")):
            calling = notice.model_copy(update={"mentions": (guest,)})
            await self.service.posts.put(replace(put, body=calling.model_dump_json()))

    # -- shared ---------------------------------------------------------------------------------------------------

    async def _send(self, here: BattleContext, request: Request, content: Content) -> Sent:
        to = "".join(f"|{u}" for u in request.asked) if request.again else ""
        what = f"{here.battle.id}|{REQUEST}|{request.asking}{to}"
        return await self.outbox.put(self.lookup.channel(here.battle), None, content, what, here.battle.id)

    async def _gone(self, here: BattleContext, post: Post) -> bool:
        """Whether the message of a request was deleted."""
        assert post.message is not None
        message = self.lookup.channel(here.battle).get_partial_message(post.message)
        try:
            await patiently(message.fetch)
        except discord.NotFound:
            return True
        return False

    async def _settle(self, battle: Battle, post: Post, outcome: str) -> bool:
        """Take the buttons off, and say what has become of it: what was answered, else ``outcome``; whether that can
        be read there."""
        there = False
        channel = self.client.get_partial_messageable(post.channel, guild_id=battle.guild)
        try:
            if post.message is not None:
                none = discord.AllowedMentions.none()
                message = channel.get_partial_message(post.message)
                text = Request.model_validate_json(post.body).settled(outcome)
                await patiently(lambda: message.edit(content=text, view=view(), allowed_mentions=none))
                there = True
        except discord.HTTPException as e:
            log.info("battle %s: a request that is settled can't be changed: %s", battle.id, e)
        await self.service.posts.drop(battle.id, post.kind, post.key)
        return there


def _between(first: int, second: int) -> float:
    """Seconds between two interactions, by their numbers."""
    return (discord.utils.snowflake_time(second) - discord.utils.snowflake_time(first)).total_seconds()


def request_buttons(battle: Battle, words: TextCatalogue) -> discord.ui.View:
    """[Agree] and [Decline] for what one player asks of the other now."""
    agree, decline = (Ref(battle.id, battle.request_key, word) for word in ("yes", "no"))
    return view(
        button(agree, "consent", words.translate("Agree"), style=discord.ButtonStyle.success),
        button(decline, "consent", words.translate("Decline")),
    )

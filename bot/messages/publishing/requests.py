"""What one player asks of the other, with two buttons: put once, and settled when it has lapsed."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content, patiently
from bot.messages.delivery.outbox import Outbox
from bot.messages.publishing.posts import REQUEST, Request
from bot.narration import TextCatalogue
from bot.service import Battle, Post, Service

log = logging.getLogger("hexarch")


class Requests:
    """Puts requests, and takes the buttons off those that are settled."""

    def __init__(self, client: discord.Client, service: Service, lookup: BattleLookup, outbox: Outbox) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.outbox = outbox

    async def put(self, battle: Battle, text: str, asked: tuple[int, ...], asking: int) -> None:
        """Have a request put to those who are asked, which must be stored; it is said with the battle's other messages.

        ``asking`` tells it from the same request made before.
        """
        called = " ".join(f"<@{u}>" for u in asked)
        body = Request(text=f"{called} {text}", asking=asking).model_dump_json()
        for old in await self.service.posts.of(battle.id, REQUEST):
            await self._settle(battle, old)
        await self.service.posts.put(Post(battle.id, REQUEST, battle.request_key, battle.channel, None, body, False))

    async def keep(self, here: BattleContext, post: Post) -> None:
        """Ask what is to be asked here; settle a request that has lapsed, or was asked in another channel."""
        battle = here.battle
        if battle.request is None or post.key != battle.request_key:
            await self._settle(battle, post)
            return
        if post.message is not None and post.channel == battle.channel:
            return
        if post.message is not None:
            await self._settle(battle, post)
        request = Request.model_validate_json(post.body)
        asked = tuple(sorted({s.user for s in battle.seats if s.side != battle.request["side"]}))
        content = Content(text=request.text, view=request_buttons(battle, here.catalogue), mentions=asked)
        what = f"{battle.id}|{REQUEST}|{request.asking}"
        sent = await self.outbox.put(self.lookup.channel(battle), None, content, what, battle.id)
        await self.service.posts.put(replace(post, channel=battle.channel, message=sent.message.id, delivered=True))
        await self.outbox.stored(sent)

    async def _settle(self, battle: Battle, post: Post) -> None:
        channel = self.client.get_partial_messageable(post.channel, guild_id=battle.guild)
        try:
            if post.message is not None:
                none = discord.AllowedMentions.none()
                message = channel.get_partial_message(post.message)
                await patiently(lambda: message.edit(view=view(), allowed_mentions=none))
        except discord.HTTPException as e:
            log.info("battle %s: a request that is settled can't be changed: %s", battle.id, e)
        await self.service.posts.drop(battle.id, REQUEST, post.key)


def request_buttons(battle: Battle, words: TextCatalogue) -> discord.ui.View:
    """[Agree] and [Decline] for what one player asks of the other now."""
    agree, decline = (Ref(battle.id, battle.request_key, word) for word in ("yes", "no"))
    return view(
        button(agree, "consent", words.translate("Agree"), style=discord.ButtonStyle.success),
        button(decline, "consent", words.translate("Decline")),
    )

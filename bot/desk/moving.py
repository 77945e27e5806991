"""A battle that goes on in another channel: what stood in the old one is marked there and comes along."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.desk.deliver import Content, patiently, put
from bot.desk.here import Here
from bot.desk.posts import DISPATCH, PROMPT, REQUEST, STANDING, Prompt, Request, Story
from bot.narration import TextCatalogue, escape
from bot.service import Battle, Post
from engine.kernel.text import Text

if TYPE_CHECKING:
    from bot.desk import Desk

log = logging.getLogger("hexarch")


async def brought(desk: Desk, here: Here, posts: Sequence[Post]) -> list[Post]:
    """The posts of a battle, those that have to stand in its channel and don't being ready to be sent there.

    The standing message, the latest dispatch and open questions come along; what else was told stays where it is.
    Requests that have lapsed lose their buttons, wherever they stand.
    """
    battle = here.battle
    latest = max((int(p.key) for p in posts if p.kind == DISPATCH), default=-1)
    found: list[Post] = []
    for post in posts:
        if post.kind == REQUEST:
            await _request(desk, here, post)
            continue
        elsewhere = post.message is not None and post.channel != battle.channel
        if elsewhere and _comes_along(post, latest):
            await _mark(desk, here, post)
            post = replace(post, channel=battle.channel, message=None, delivered=False)
            await desk.service.posts.put(post)
        found.append(post)
    return found


def _comes_along(post: Post, latest: int) -> bool:
    if post.kind == PROMPT:
        return not Prompt.model_validate_json(post.body).outcome
    return post.kind == STANDING or (post.kind == DISPATCH and int(post.key) == latest)


async def _mark(desk: Desk, here: Here, post: Post) -> None:
    """Say in a message that stays behind where the battle goes on, and take its controls off."""
    battle = here.battle
    where = here.word("➡️ “{title}” goes on in {channel}.", title=escape(battle.title), channel=f"<#{battle.channel}>")
    message = desk.bot.get_partial_messageable(post.channel, guild_id=battle.guild).get_partial_message(
        post.message or 0
    )
    none = discord.AllowedMentions.none()
    try:
        if post.kind == STANDING:
            await message.edit(content=where, embed=None, view=view(), allowed_mentions=none)
        elif post.kind == PROMPT:
            question = Prompt.model_validate_json(post.body).text.splitlines()[:1]
            text = "\n".join([*(f"-# {line}" for line in question), where])
            await message.edit(content=text, view=view(), allowed_mentions=none)
        elif Story.model_validate_json(post.body).asks:
            await message.edit(view=view(), allowed_mentions=none)
    except discord.HTTPException as e:
        # Mostly its channel is gone, which is why the battle moves.
        log.info("battle %s: a message that stays behind can't be marked: %s", battle.id, e)


# -- requests ---------------------------------------------------------------------------------------------------------


def request_buttons(battle: Battle, words: TextCatalogue) -> discord.ui.View:
    """[Agree] and [Decline] for what one player asks of the other now."""
    agree, decline = (Ref(battle.id, battle.request_key, word) for word in ("yes", "no"))
    return view(
        button(agree, "consent", words.translate("Agree"), style=discord.ButtonStyle.success),
        button(decline, "consent", words.translate("Decline")),
    )


async def put_request(desk: Desk, battle: Battle, text: str, asked: tuple[int, ...], asking: int) -> None:
    """Have a request put to those who are asked, which must be stored; it is said with the battle's other messages.

    ``asking`` tells it from the same request made before.
    """
    called = " ".join(f"<@{u}>" for u in asked)
    body = Request(text=f"{called} {text}", asking=asking).model_dump_json()
    for old in await desk.service.posts.of(battle.id, REQUEST):
        await _settle(desk, battle, old)
    await desk.service.posts.put(Post(battle.id, REQUEST, battle.request_key, battle.channel, None, body, False))


async def _request(desk: Desk, here: Here, post: Post) -> None:
    """Ask what is to be asked here; take the buttons off a request that has lapsed, or was asked in another channel."""
    battle = here.battle
    if battle.request is None or post.key != battle.request_key:
        await _settle(desk, battle, post)
        return
    if post.message is not None and post.channel == battle.channel:
        return
    if post.message is not None:
        await _settle(desk, battle, post)
    request = Request.model_validate_json(post.body)
    asked = tuple(sorted({s.user for s in battle.seats if s.side != battle.request["side"]}))
    content = Content(text=request.text, view=request_buttons(battle, here.catalogue), mentions=asked)
    outbox, what = desk.publisher.outbox, f"{battle.id}|{REQUEST}|{request.asking}"
    sent = await outbox.put(desk.channel(battle), None, content, what, battle.id)
    await desk.service.posts.put(replace(post, channel=battle.channel, message=sent.message.id, delivered=True))
    await outbox.stored(sent)


async def _settle(desk: Desk, battle: Battle, post: Post) -> None:
    channel = desk.bot.get_partial_messageable(post.channel, guild_id=battle.guild)
    try:
        if post.message is not None:
            none = discord.AllowedMentions.none()
            message = channel.get_partial_message(post.message)
            await patiently(lambda: message.edit(view=view(), allowed_mentions=none))
    except discord.HTTPException as e:
        log.info("battle %s: a request that is settled can't be changed: %s", battle.id, e)
    await desk.service.posts.drop(battle.id, REQUEST, post.key)


async def goes_on(desk: Desk, battle: Battle, called: Sequence[int], by: str = "") -> None:
    """Tell the players where their battle goes on. Raises discord.HTTPException."""
    words = desk.catalogue(battle)
    mentions = " ".join(f"<@{u}>" for u in called)
    text = Text("{players}: “{title}” goes on here.", players=mentions, title=escape(battle.title))
    if by:
        template = "{players}: {player} goes on with “{title}” here."
        text = Text(template, players=mentions, player=by, title=escape(battle.title))
    await put(desk.channel(battle), None, Content(text=words.say(text), mentions=tuple(called)))

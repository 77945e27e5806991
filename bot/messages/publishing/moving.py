"""A battle that goes on in another channel: what stood in the old one is marked there and comes along."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.components.items import view
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import DISPATCH, PROMPT, STANDING, Notice, Prompt, Story
from bot.narration import TextCatalogue, titled
from bot.service import Battle, Post
from bot.storage.posts import Posts
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

GOES_ON = 0
"""Key of the notice that a battle goes on elsewhere: where it has moved on before that was told, the newer replaces the
older. It is told before any other."""


async def brought(client: discord.Client, stored: Posts, here: BattleContext, posts: Sequence[Post]) -> list[Post]:
    """The posts of a battle, those that have to stand in its channel and don't being ready to be sent there.

    The standing message, the latest dispatch and open questions come along; what else was told stays where it is.
    """
    battle = here.battle
    latest = max((int(p.key) for p in posts if p.kind == DISPATCH), default=-1)
    found: list[Post] = []
    for post in posts:
        elsewhere = post.message is not None and post.channel != battle.channel
        if elsewhere and _comes_along(post, latest):
            await _mark(client, here, post)
            post = replace(post, channel=battle.channel, message=None, delivered=False)
            await stored.put(post)
        found.append(post)
    return found


def _comes_along(post: Post, latest: int) -> bool:
    if post.kind == PROMPT:
        return not Prompt.model_validate_json(post.body).outcome
    return post.kind == STANDING or (post.kind == DISPATCH and int(post.key) == latest)


async def _mark(client: discord.Client, here: BattleContext, post: Post) -> None:
    """Say in a message that stays behind where the battle goes on, and take its controls off."""
    battle = here.battle
    where = here.word("➡️ “{title}” goes on in {channel}.", title=titled(battle.title), channel=f"<#{battle.channel}>")
    message = client.get_partial_messageable(post.channel, guild_id=battle.guild).get_partial_message(post.message or 0)
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


def goes_on(words: TextCatalogue, battle: Battle, called: Sequence[int], by: str = "") -> Notice:
    """Tells players where their battle goes on; to be said before its question, which then calls nobody again."""
    mentions = " ".join(f"<@{u}>" for u in called)
    text = Text("{players}: “{title}” goes on here.", players=mentions, title=titled(battle.title))
    if by:
        template = "{players}: {player} goes on with “{title}” here."
        text = Text(template, players=mentions, player=by, title=titled(battle.title))
    return Notice(text=words.say(text), mentions=tuple(called))

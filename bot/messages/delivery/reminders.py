"""Reminding players of questions that wait for them: in the battle's channel, or by private message."""

from __future__ import annotations

import logging

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content, patiently, put
from bot.messages.publishing.pinned import url_of
from bot.messages.publishing.posts import DISPATCH, PROMPT
from bot.narration import escape
from bot.narration.standing import stamp
from bot.service import Battle, Reminder, Service
from engine.kernel.text import Text

log = logging.getLogger("hexarch")


async def remind(client: discord.Client, service: Service, lookup: BattleLookup, reminder: Reminder) -> None:
    """Send one; to the channel too where the player takes no private messages. What can't be sent is let go."""
    battle = await service.battles.get(reminder.battle)
    what = f"{battle.id}|reminder|{reminder.token}|{reminder.user}"
    say, title = lookup.catalogue(battle).say, escape(battle.title)
    asked = escape(say(reminder.prompt)) if reminder.prompt is not None else say(Text("your secret decision"))
    link = await link_to(service, battle, reminder.token, reminder.side)
    about = {"title": title, "when": stamp(reminder.due), "question": asked, "link": link}
    if reminder.dm:
        text = Text("“{title}” waits for you: {question} The default answers {when}: {link}", **about)
        try:
            channel = await patiently(lambda: client.create_dm(discord.Object(reminder.user)))
            await put(channel, None, Content(text=say(text), what=what))
            return
        except discord.HTTPException as e:
            log.info("battle %s: no private message to %s: %s", battle.id, reminder.user, e)
    template = "{player}, “{title}” waits for you: {question} The default answers {when}: {link}"
    text = Text(template, player=f"<@{reminder.user}>", **about)
    try:
        await put(lookup.channel(battle), None, Content(text=say(text), mentions=(reminder.user,), what=what))
    except discord.HTTPException as e:
        log.info("battle %s: the reminder could not be sent: %s", battle.id, e)


async def link_to(service: Service, battle: Battle, token: int, side: str) -> str:
    """To the message with a question: its own, or the latest dispatch; else to the channel."""
    posts = [p for p in await service.posts.of(battle.id) if p.message is not None]
    own = [p for p in posts if p.kind == PROMPT and p.key == f"{token}:{side}"]
    last = sorted((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key))
    return url_of(battle, next(iter([*own, *reversed(last)]), None))

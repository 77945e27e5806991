"""Reminding players of questions that wait for them: in the battle's channel, or by private message."""

from __future__ import annotations

import logging

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import Content, patiently, put
from bot.messages.publishing.pinned import url_of
from bot.messages.publishing.posts import DISPATCH, PROMPT
from bot.narration import escape, titled
from bot.narration.standing import stamp
from bot.service import Battle, Reminder, Service
from bot.service.play.standstills import Stuck
from engine.kernel.text import Text

log = logging.getLogger("hexarch")


async def remind(client: discord.Client, service: Service, lookup: BattleLookup, reminder: Reminder) -> None:
    """Send one; to the channel too where the player takes no private messages. What can't be sent is let go."""
    battle = await service.battles.get(reminder.battle)
    what = f"{battle.id}|reminder|{reminder.token}|{reminder.user}"
    say, title = lookup.catalogue(battle).say, titled(battle.title)
    secret = reminder.prompt is None
    asked = escape(say(reminder.prompt)) if reminder.prompt is not None else ""
    link = await link_to(service, battle, reminder.token, reminder.side)
    about = {"title": title, "when": stamp(reminder.due), "question": asked, "link": link}
    if reminder.dm:
        template = "“{title}” waits for you: {question} The default answers {when}: {link}"
        if secret:
            template = "“{title}” waits for your secret decision. The default answers {when}: {link}"
        text = Text(template, **about)
        try:
            channel = await patiently(lambda: client.create_dm(discord.Object(reminder.user)))
            await put(channel, None, Content(text=say(text), what=what))
            return
        except discord.HTTPException as e:
            log.info("battle %s: no private message to %s: %s", battle.id, reminder.user, e)
    template = "{player}, “{title}” waits for you: {question} The default answers {when}: {link}"
    if secret:
        template = "{player}, “{title}” waits for your secret decision. The default answers {when}: {link}"
    text = Text(template, player=f"<@{reminder.user}>", **about)
    try:
        await put(lookup.channel(battle), None, Content(text=say(text), mentions=(reminder.user,), what=what))
    except discord.HTTPException as e:
        log.info("battle %s: the reminder could not be sent: %s", battle.id, e)


async def tell_stuck(service: Service, lookup: BattleLookup, calls: Calls, stuck: Stuck) -> bool:
    """Tell a battle's players that time is up and we can't give the default.

    Returns False where that is to be tried again, since Discord is unwell; what it doesn't take otherwise is let go.
    """
    battle = await service.battles.get(stuck.battle)
    text = Text(
        "⏳ {players}: time is up for an answer here, but something goes wrong on our side when the default is to be "
        "given (reference {reference}). Nothing is lost. It is tried again, and whoever is asked may still answer.",
        players=" ".join(f"<@{u}>" for u in sorted(battle.people)),
        reference=stuck.reference,
    )
    what = f"{battle.id}|stuck|{stuck.reference}"
    try:
        await calls.call(
            battle.guild, battle.channel, sorted(battle.people), lookup.catalogue(battle).say(text), what=what
        )
    except discord.HTTPException as e:
        log.info("battle %s: that its deadline is stuck couldn't be told: %s", battle.id, e)
        return e.status < 500
    return True


async def link_to(service: Service, battle: Battle, token: int, side: str) -> str:
    """To the message with a question: its own, or the latest dispatch; else to the channel."""
    posts = [p for p in await service.posts.of(battle.id) if p.message is not None]
    own = [p for p in posts if p.kind == PROMPT and p.key == f"{token}:{side}"]
    last = sorted((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key))
    return url_of(battle, next(iter([*own, *reversed(last)]), None))

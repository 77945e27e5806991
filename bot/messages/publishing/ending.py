"""The message that ends a battle: how it ended, its players called, and a button for another one."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.first_answer import UNHEARD
from bot.language.plain import MESSAGE
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content
from bot.messages.publishing.publisher import Publisher
from bot.narration import escape, fit
from bot.service import Battle, Post, Service
from bot.service.setup.lobby import REMATCH_OF
from engine.kernel.text import Refusal

log = logging.getLogger("hexarch")

END = "end"
"""Kind of the post."""

AGAIN, REMATCH, ANOTHER = "playagain", "rematch", "another"
"""Verbs of its buttons: with the same sides, with the sides changed, of another battle."""


async def look_for_untold(service: Service, publisher: Publisher) -> None:
    """Know the ends again, after a start, that couldn't be told before it."""
    for post in await service.posts.waiting(END):
        publisher.untold[post.battle] = (await service.battles.get(post.battle)).guild


async def tell_untold(service: Service, lookup: BattleLookup, publisher: Publisher, guild_id: int = 0) -> None:
    """Tell the ends that couldn't be told where we might not write, in one server or in all."""
    for battle_id, guild in tuple(publisher.untold.items()):
        if guild_id in (0, guild):
            with contextlib.suppress(*UNHEARD, Refusal):  # with the next change there
                await tell_end(service, lookup, publisher, await service.battles.get(battle_id))


async def tell_end(service: Service, lookup: BattleLookup, publisher: Publisher, battle: Battle) -> None:
    """Say in the battle's channel how it ended, once. Raises discord.HTTPException where that may succeed later.

    What was broken off before it began is told by its standing message alone.
    """
    if not battle.begun:
        return
    await publisher.publish(battle.id)
    known = next(iter(await service.posts.of(battle.id, END)), None)
    if known is not None and known.delivered:
        publisher.untold.pop(battle.id, None)
        return
    here = await lookup.look(battle.id, 0)
    words = here.catalogue
    players = list((await service.rematches.players(battle)).values())
    knowing = await service.matches.know_its_end(battle.id)
    # Whose match it is learns how it went, too, where a substitute has fought for them.
    concerned = [*players, *(m.user for m in battle.teammates), *await service.matches.whose(battle.id)]
    called = tuple(u for u in dict.fromkeys(concerned) if u not in knowing)
    mentions = " ".join(f"<@{u}>" for u in called)
    head = f"**{escape(words.name(battle.title))}**\n{escape(here.ended)}"
    shown = view()
    if battle.status == "finished" and not await service.field_battles.is_field(battle.id):
        ref = Ref(battle.id, END)
        twice = REMATCH_OF in await service.settings.of(f"battle:{battle.id}", REMATCH_OF)
        may_change = len(set(players)) == 2 and not twice
        items = [button(ref, REMATCH, words.translate("Rematch"))] if may_change else []
        if not await service.matches.is_of_match(battle.id):
            # Where a match is played its players fight that alone.
            items.insert(0, button(ref, AGAIN, words.translate("Play again")))
            items.append(button(ref, ANOTHER, words.translate("Another battle")))
        shown = view(*items)
    text = "\n".join([fit(head, MESSAGE - len(mentions) - 5), *([f"-# {mentions}"] if mentions else [])])
    post = known or Post(battle.id, END, "-", battle.channel, None, text, False)
    await service.posts.put(post)
    outbox = publisher.sender.outbox
    try:
        content = Content(text=text, view=shown, mentions=called)
        sent = await outbox.put(lookup.channel(battle), None, content, f"{battle.id}|{END}")
    except discord.NotFound as e:
        log.info("battle %s: its end can't be told: %s", battle.id, e)
        await service.posts.put(replace(post, delivered=True))  # its channel is gone
        publisher.untold.pop(battle.id, None)
        return
    except discord.Forbidden as e:
        log.info("battle %s: its end can't be told until we may write there: %s", battle.id, e)
        publisher.untold[battle.id] = battle.guild
        return
    await service.posts.put(replace(post, message=sent.message.id, delivered=True))
    publisher.untold.pop(battle.id, None)
    await outbox.stored(sent)

"""Battles on the field as players meet them: a thread opens, the battle is fought in it, the campaign goes on.

What is wanted stands in the campaign's open question alone; all here may be broken off anywhere and is done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextvars import Context
from dataclasses import replace

import discord

from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.closing import Closing
from bot.messages.delivery import threads
from bot.messages.delivery.deliver import Content
from bot.messages.opponents import Opponents
from bot.messages.publishing.publisher import Publisher
from bot.narration import escape
from bot.service import Battle, Outcome, Service
from bot.service.field_battles.field_battles import Wanted
from bot.service.field_battles.links import Link
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")


class FieldBattles:
    """Opens them, and hands their outcomes on."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        publisher: Publisher,
        *,
        closing: Closing,
        opponents: Opponents,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.publisher = publisher
        self.closing = closing
        self.opponents = opponents
        self.place: int | None = None
        """Channel they are fought in where there are no threads; None: each has a thread of its own."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def hear(self, battle_id: str) -> None:
        """Something was told of a battle: look whether it waits for one on the field, or doesn't any more."""
        if self._closed:
            return
        # In no context of whoever pressed something: their press is answered whatever is still to be done.
        task = Context().run(asyncio.create_task, self._look(battle_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, battle_id: str) -> None:
        row = await self.service.database.battles.get(battle_id)
        if row is not None and row.options:
            await self._attend(battle_id)

    async def tick(self) -> None:
        """Look after all there are: whatever a stop or Discord has kept from being done is done now."""
        for campaign in await self.service.field_battles.campaigns():
            await self._attend(campaign)

    async def _attend(self, campaign_id: str) -> None:
        try:
            async with self._locks[campaign_id]:
                await self._bring_about(campaign_id)
        except asyncio.CancelledError:
            raise
        except (Refusal, discord.HTTPException) as e:
            log.info("campaign %s: its battle on the field must wait: %s", campaign_id, e)
        except Exception:
            if not self._closed:
                log.exception("campaign %s: its battle on the field could not be seen to", campaign_id)

    async def _bring_about(self, campaign_id: str) -> None:
        fields = self.service.field_battles
        wanted, link = await fields.wanted(campaign_id), await fields.link(campaign_id)
        if link is not None and (wanted is None or wanted.key != link.key):
            await self._drop(campaign_id, link)
            link = None
        if wanted is None:
            return
        if link is None:
            link = await fields.reserve(wanted, await self.service.agreed_battles.unused_id())
        match await fields.status(link):
            case "finished":
                await self._told(await fields.tell(link.battle))
            case "abandoned":
                await self._told(await fields.by_table(campaign_id, link.key))
            case "missing" if link.made:
                await self._told(await fields.by_table(campaign_id, link.key))
            case "missing" | "open":
                await self._open(wanted, link)
            case _:
                pass

    async def _drop(self, campaign_id: str, link: Link) -> None:
        """The campaign has gone on without its battle."""
        await self.service.field_battles.break_off(link.battle)
        await self.service.field_battles.keep(campaign_id, None)
        if await self.service.field_battles.status(link) == "abandoned":
            await self.publisher.renew(link.battle)
            await self.closing.close_up()

    # -- opening ------------------------------------------------------------------------------------------------

    async def _open(self, wanted: Wanted, link: Link) -> None:
        channel = self.place
        if channel is None:
            try:
                link, channel = await self._thread(wanted, link)
            except Refusal as no:
                await self._trouble(wanted, link, no)
                return
        account = self.client.user.id if self.client.user is not None else 0
        battle = await self.service.field_battles.make(wanted, link, channel, account)
        self.opponents.stand_in(battle.id)
        await self.publisher.renew(battle.id)

    async def _thread(self, wanted: Wanted, link: Link) -> tuple[Link, int]:
        """A thread on a message of ours, beside the campaign where that is in a thread itself. Raises Refusal."""
        campaign = wanted.campaign
        there = await visibility.channel_of(self.client, campaign.guild, campaign.channel)
        parent = there.parent_id if isinstance(there, discord.Thread) else campaign.channel
        await threads.check_threads(self.client, campaign.guild, parent)
        if link.message is None:
            words = self.lookup.catalogue(campaign)
            mentions = tuple(dict.fromkeys(s.user for s in campaign.seats))
            text = words.say(
                Text(
                    "{players} The battle in {place} is fought out in this thread, with the rules of Cataphract; then "
                    "“{title}” goes on with what came of it.",
                    players=" ".join(f"<@{u}>" for u in mentions),
                    place=escape(wanted.order.where),
                    title=escape(campaign.title),
                )
            )
            channel = self.client.get_partial_messageable(parent, guild_id=campaign.guild)
            content = Content(text=text, mentions=mentions)
            sent = await self.publisher.outbox.put(channel, None, content, f"{link.battle}|field")
            link = replace(link, message=sent.message.id, told="")
            await self.service.field_battles.keep(campaign.id, link)
            await self.publisher.outbox.stored(sent)
        assert link.message is not None
        name = self.lookup.catalogue(campaign).say(Text("Battle of {place}", place=_called(wanted)))
        thread = await threads.thread_on(self.client, campaign.guild, parent, link.message, name)
        return link, thread

    async def _trouble(self, wanted: Wanted, link: Link, no: Refusal) -> None:
        """Say once what keeps the battle from being opened; it is tried again."""
        said = str(no.text)
        if link.told == said:
            return
        await self.service.field_battles.keep(wanted.campaign.id, replace(link, told=said))
        words = self.lookup.catalogue(wanted.campaign)
        note = Text(
            "The battle on the field can't be opened yet: {why} It is tried again by itself; you may also settle it by "
            "the table.",
            why=no.text,
        )
        await self.publisher.renew(wanted.campaign.id, notes=[escape(words.say(note))])

    # -- ending -------------------------------------------------------------------------------------------------

    async def over(self, battle: Battle) -> None:
        """A battle is over: where it was fought for a campaign, that learns what came of it."""
        campaign = await self.service.field_battles.campaign_of(battle.id)
        if campaign is None:
            return
        if battle.status == "finished":
            await self._told(await self.service.field_battles.tell(battle.id))
        else:
            link = await self.service.field_battles.link(campaign)
            if link is not None and link.battle == battle.id:
                await self._told(await self.service.field_battles.by_table(campaign, link.key))

    async def _told(self, outcome: Outcome | None) -> None:
        """The campaign goes on."""
        if outcome is None:
            return
        await self.publisher.renew(outcome.battle)
        if outcome.over:
            # Not from within: whoever closes battles may be waiting for this one.
            task = Context().run(asyncio.create_task, self.closing.close_up())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Break off; it is done after the next start."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _called(wanted: Wanted) -> str:
    return wanted.order.city or wanted.order.where

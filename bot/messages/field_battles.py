"""Battles on the field as players meet them: a thread opens, the battle is fought in it, the campaign goes on.

What is wanted stands in the campaign's open question alone; all here may be broken off anywhere and is done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import replace

import discord

from bot.aside import aside
from bot.components import decision
from bot.components.ids import Ref
from bot.components.items import view
from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.closing import Closing
from bot.messages.delivery import threads
from bot.messages.delivery.deliver import Content, edit, patiently
from bot.messages.opponents import Opponents
from bot.messages.publishing.posts import Notice
from bot.messages.publishing.publisher import Publisher
from bot.narration import escape, titled
from bot.service import Battle, Outcome, Service
from bot.service.field_battles.field_battles import Wanted
from bot.service.field_battles.links import Link
from bot.stumbles import Stumbles
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

PATIENCE = 2.0
"""Seconds that what is under way is given as the bot stops."""


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
        self._seen: set[str] = set()
        """Battles whose message was seen since the start."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._stumbles: Stumbles[str] = Stumbles()

    def hear(self, battle_id: str) -> None:
        """Something was told of a battle: look whether it waits for one on the field, or doesn't any more."""
        if self._closed:
            return
        task = aside(self._look(battle_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, battle_id: str) -> None:
        try:
            battle = await self.service.sessions.look(battle_id)
        except Refusal:
            return  # It was deleted meanwhile.
        if battle.row.options:
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
        except Exception as e:
            if not self._closed:
                what = f"campaign {campaign_id}: its battle on the field could not be seen to"
                self._stumbles.stumbled(campaign_id, self.service.clock(), what, e)
        else:
            self._stumbles.done(campaign_id)

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
                await self._told(await fields.tell(link.battle), link)
            case "abandoned":
                await self._told(await fields.by_table(campaign_id, link.key), link)
            case "missing" if link.made:
                await self._told(await fields.by_table(campaign_id, link.key), link)
            case "missing" | "open":
                await self._open(wanted, link)
            case _:
                await self._handed_on(wanted.campaign, await self._announced(wanted, link))

    async def _handed_on(self, campaign: Battle, link: Link) -> None:
        """Whoever leads or shares a side of the campaign by now does so on the field too, and is called there.

        A computer that stands in does so in the campaign alone.
        """
        fields, own = self.service.field_battles, self.client.user.id if self.client.user is not None else 0
        seats = {s.side: s.user if s.user != own else link.seats.get(s.side, own) for s in campaign.seats}
        mates = {str(m.user): m.side for m in campaign.teammates}
        if (dict(link.seats), dict(link.mates)) == (seats, mates):
            return
        for side, user in await fields.handed_on(link, seats):
            await self.lookup.names.learn(campaign.guild, [user])
            name = escape(self.lookup.names.of(campaign.guild, user)) or str(user)
            await self.service.teams.hand_over(link.battle, side, user, name)
            template = "{player}: with your side of the campaign you lead the {side} here, too."
            await self._call(link, template, side, user)
        for side, user in await fields.joined(link, mates):
            await self._call(link, "{player}: you are one of the {side} here, too.", side, user)
        await fields.keep(campaign.id, replace(link, seats=seats, mates=mates))
        await self.publisher.renew(link.battle)

    async def _call(self, link: Link, template: str, side: str, user: int) -> None:
        """Have somebody called where a battle on the field is fought, with its next news."""
        fought = await self.service.battles.get(link.battle)
        text = Text(template, player=f"<@{user}>", side=escape(fought.name(side)))
        notice = Notice(text=self.lookup.catalogue(fought).say(text), mentions=(user,))
        await self.publisher.sender.add_notice(link.battle, user, notice)

    async def _drop(self, campaign_id: str, link: Link) -> None:
        """The campaign has gone on without its battle."""
        await self.service.field_battles.break_off(link.battle)
        await self.service.field_battles.keep(campaign_id, None)
        await self._closed_up(campaign_id, link)
        if await self.service.field_battles.status(link) == "abandoned":
            await self.publisher.renew(link.battle)
            await self.closing.close_up()

    # -- opening ------------------------------------------------------------------------------------------------

    async def _open(self, wanted: Wanted, link: Link) -> None:
        """Tell of it, open its thread, make it: as far as that isn't done."""
        try:
            link = await self._announced(wanted, link)
            channel = self.place or await self._thread(wanted, link)
        except Refusal as no:
            await self._trouble(wanted, link, no)
            return
        account = self.client.user.id if self.client.user is not None else 0
        battle = await self.service.field_battles.make(wanted, link, channel, account)
        self.opponents.stand_in(battle.id)
        await self.publisher.renew(battle.id)

    async def _announced(self, wanted: Wanted, link: Link) -> Link:
        """The message that tells of it, with the button that settles it by the table, sent if it isn't there.

        It stands beside the campaign where that is in a thread itself, since threads hang on no others' messages.
        Raises Refusal where no thread may be opened on it.
        """
        campaign = wanted.campaign
        parent = self.place or await self._beside(campaign)
        if self.place is None and not link.made:
            await threads.check_threads(self.client, campaign.guild, parent)
        if link.message is not None and (link.battle in self._seen or await self._stands(campaign, link)):
            self._seen.add(link.battle)
            return link
        channel = self.client.get_partial_messageable(parent, guild_id=campaign.guild)
        sent = await self.publisher.sender.outbox.put(channel, None, self._content(wanted), f"{link.battle}|field")
        self._seen.add(link.battle)
        link = replace(link, message=sent.message.id, channel=parent, told="")
        await self.service.field_battles.keep(campaign.id, link)
        await self.publisher.sender.outbox.stored(sent)
        return link

    async def _beside(self, campaign: Battle) -> int:
        there = await visibility.channel_of(self.client, campaign.guild, campaign.channel)
        return there.parent_id if isinstance(there, discord.Thread) else campaign.channel

    async def _stands(self, campaign: Battle, link: Link) -> bool:
        """Whether the message that told of it before this start is still there."""
        assert link.message is not None
        channel = self.client.get_partial_messageable(link.channel, guild_id=campaign.guild)
        try:
            await patiently(channel.get_partial_message(link.message).fetch)
        except discord.NotFound:
            return False
        except discord.Forbidden:
            pass
        return True

    def _content(self, wanted: Wanted) -> Content:
        campaign = wanted.campaign
        words = self.lookup.catalogue(campaign)
        mentions = tuple(dict.fromkeys(s.user for s in campaign.seats))
        text = Text(
            "{players} The battle in {place} is fought out in {here}, with the rules of Cataphract; then “{title}” "
            "goes on with what came of it. The table decides instead if both sides want that.",
            players=" ".join(f"<@{u}>" for u in mentions),
            place=escape(wanted.order.where),
            here=Text("this channel") if self.place is not None else Text("this thread"),
            title=titled(campaign.title),
        )
        shown = decision.controls(wanted.question, Ref(campaign.id, str(wanted.key)), words)
        return Content(text=words.say(text), view=shown, mentions=mentions)

    async def _thread(self, wanted: Wanted, link: Link) -> int:
        """The thread on that message."""
        assert link.message is not None
        name = self.lookup.catalogue(wanted.campaign).say(Text("Battle of {place}", place=_called(wanted)))
        return await threads.thread_on(self.client, wanted.campaign.guild, link.channel, link.message, name)

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
        link = await self.service.field_battles.link(campaign) if campaign is not None else None
        if campaign is None or link is None or link.battle != battle.id:
            return
        if battle.status == "finished":
            await self._told(await self.service.field_battles.tell(battle.id), link)
        else:
            await self._told(await self.service.field_battles.by_table(campaign, link.key), link)

    async def _told(self, outcome: Outcome | None, link: Link) -> None:
        """The campaign goes on."""
        if outcome is None:
            return
        await self.publisher.renew(outcome.battle)
        await self._closed_up(outcome.battle, link)
        if outcome.over:
            # Not from within: whoever closes battles may be waiting for this one.
            task = aside(self.closing.close_up())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _closed_up(self, campaign_id: str, link: Link) -> None:
        """Take the button off the message that told of it; what was deleted isn't said again."""
        self._seen.discard(link.battle)
        if link.message is None:
            return
        campaign = await self.service.battles.get(campaign_id)
        said = Text("The battle in {place} was fought out here.", place=escape(link.where))
        if await self.service.field_battles.status(link) != "finished":
            said = Text("The battle in {place} isn't fought out: the campaign has gone on.", place=escape(link.where))
        content = Content(text=self.lookup.catalogue(campaign).say(said), view=view())
        channel = self.client.get_partial_messageable(link.channel, guild_id=campaign.guild)
        try:
            await edit(channel, link.message, content)
        except discord.HTTPException as e:
            log.info("campaign %s: the message of its battle on the field stays as it is: %s", campaign_id, e)

    async def close(self) -> None:
        """Finish what is soon finished, break off the rest; it is done after the next start."""
        self._closed = True
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _called(wanted: Wanted) -> str:
    return wanted.order.city or wanted.order.where

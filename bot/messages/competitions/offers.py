"""Offers as messages: posted, accepted with their buttons, and brought to their end."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.plain import MESSAGE
from bot.messages.access import guild_rules, visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery import threads
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import Content, edit
from bot.messages.publishing.publisher import Publisher
from bot.narration import fit, titled
from bot.narration.company import offer_lines
from bot.service import Battle, Service
from bot.storage.offers import OPEN, TAKEN, Offer
from engine.kernel.text import Refusal, Text, refuse

log = logging.getLogger("hexarch")

ACCEPT, WITHDRAW = "accept", "withdraw"
VERB = "offer"


class Offers:
    """Keeps the messages of offers in step with what has become of them."""

    def __init__(
        self, client: discord.Client, service: Service, lookup: BattleLookup, publisher: Publisher, calls: Calls
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.publisher = publisher
        self.calls = calls
        self._lock = asyncio.Lock()

    async def tick(self) -> None:
        """Post what hasn't been posted, end what has expired, make battles that a restart has kept from being made."""
        for offer in await self.service.offers.unsettled():
            await self.keep(offer)

    async def keep(self, offer: Offer) -> None:
        """Bring the message of an offer up to date, and make its battle if it was taken. What fails is tried again."""
        async with self._lock:
            try:
                found = await self.service.offers.get(offer.id, offer.guild)
                if found.status == OPEN:
                    if found.message is None:
                        await self._post(found)
                    return
                if found.message is None:
                    return
                if found.status == TAKEN:
                    await self._battle(found)
                await self._close(found)
            except Refusal as e:
                log.warning("offer %s: %s", offer.id, e)
            except discord.HTTPException as e:
                log.warning("offer %s: its message can't be brought up to date: %s", offer.id, e)

    async def place(self, offer: Offer, member: discord.Member | discord.User) -> int:
        """Where the battle of an offer can be fought: its channel if that is free, else a thread on its message.

        Raises Refusal where there is neither.
        """
        client, words = self.client, self.lookup.words(offer.guild)
        there = await visibility.channel_of(client, offer.guild, offer.channel)
        await guild_rules.check_place(client, self.service.guilds, offer.guild, there)
        if await self.service.agreements.free(offer.channel):
            return offer.channel
        if offer.message is None:
            refuse("This channel has a battle already; try again in a moment.")
        try:
            name = words.say(Text("{title}: {name}", title=offer.title, name=member.display_name))
            return await threads.thread_on(client, offer.guild, offer.channel, offer.message, name)
        except Refusal as e:
            raise Refusal(
                "This channel has a battle, so the new one would need a thread. {why} Or accept when the battle here "
                "is over.",
                why=e.text,
            ) from e

    # -- messages -----------------------------------------------------------------------------------------------

    async def _post(self, offer: Offer) -> None:
        called = () if offer.opponent is None else (offer.opponent,)
        text = await self._text(offer)
        what = f"offer-{offer.id}"
        shown = await self._controls(offer)
        try:
            sent = await self.calls.call(offer.guild, offer.channel, called, text, what=what, view=shown)
        except (discord.Forbidden, discord.NotFound):
            # Its channel is gone, or closed to us: nobody could accept it.
            await self.service.offers.withdraw(offer.id, offer.guild, offer.creator)
            raise
        await self.service.offers.posted(offer, sent.id)

    async def _close(self, offer: Offer) -> None:
        """Show what has become of an offer; from then on its message stays as it is."""
        channel = self.client.get_partial_messageable(offer.channel, guild_id=offer.guild)
        assert offer.message is not None
        try:
            # What was deleted isn't said again.
            content = Content(text=await self._text(offer), view=view())
            await edit(channel, offer.message, content)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("offer %s: its message is gone: %s", offer.id, e)
        await self.service.offers.posted(offer, None)

    async def _text(self, offer: Offer) -> str:
        words = self.lookup.words(offer.guild)
        told = offer_lines(offer, await self.sides(offer), words, untimed=self.service.untimed)
        return fit("\n".join(told), MESSAGE)

    async def sides(self, offer: Offer) -> dict[str, str]:
        """Names of the sides by id; none where the scenario is gone."""
        try:
            return dict(await self.service.agreed_battles.sides_of_scenario(offer.scenario, offer.guild))
        except Refusal:
            return {}

    async def _controls(self, offer: Offer) -> discord.ui.View:
        words = self.lookup.words(offer.guild)
        items: list[discord.ui.Item[Any]] = []
        if offer.side:
            ref = Ref(offer.id, ACCEPT)
            items.append(button(ref, VERB, words.translate("Accept"), style=discord.ButtonStyle.success))
        else:
            for n, name in enumerate((await self.sides(offer)).values()):
                label = words.say(Text("Accept: play the {side}", side=name))
                items.append(button(Ref(offer.id, ACCEPT, str(n)), VERB, label, style=discord.ButtonStyle.success))
        end = "Decline or withdraw" if offer.opponent is not None else "Withdraw"
        items.append(button(Ref(offer.id, WITHDRAW), VERB, words.translate(end)))
        return view(*items)

    # -- the battle ---------------------------------------------------------------------------------------------

    async def _battle(self, offer: Offer) -> Battle:
        battle = await self.service.offers.battle_of(offer)
        await self.publisher.publish(battle.id)
        if not offer.called:
            await self._call(offer, battle)
            await self.service.offers.called(offer)
        return battle

    async def _call(self, offer: Offer, battle: Battle) -> None:
        """Tell who made the offer that it was accepted."""
        text = Text(
            "{player}, {other} accepts your offer of “{title}”. [Begin] starts the battle when you both are ready.",
            player=f"<@{offer.creator}>",
            other=f"<@{offer.taker}>",
            title=titled(offer.title),
        )
        said = self.lookup.words(offer.guild).say(text)
        try:
            await self.calls.call(offer.guild, battle.channel, [offer.creator], said, what=f"taken-{offer.id}")
        except discord.Forbidden:
            log.info("offer %s: nobody can be called in %s", offer.id, battle.channel)

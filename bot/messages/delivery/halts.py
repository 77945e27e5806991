"""Battles that stand still because nothing can be posted in their channel: no time passes, and nobody insists.

They go on when that has changed: Discord tells us of permissions, channels and servers as they change, and whoever uses
a command there shows that it can be reached.
"""

from __future__ import annotations

import logging

import discord

from bot import bot_permissions
from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.backoff import Backoff
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import Content
from bot.messages.delivery.locked import LockedThreads, elsewhere, locked
from bot.narration import titled
from bot.service import Battle, Service
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

LOOKS = (600.0, 3600.0, 6 * 3600.0)
"""Seconds after which we look again whether a channel is open to us, where nobody has told us."""


class Halts:
    """Stops such battles and lets them go on."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        calls: Calls,
        locked_threads: LockedThreads,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.calls = calls
        self.locked_threads = locked_threads
        self.known: Backoff[str] = Backoff(LOOKS)
        """Battles that stand still, and when to look again."""

    async def wake(self) -> None:
        """After a start: those that stood still do so still."""
        for battle_id in await self.service.pauses.halted():
            self.known.failed(battle_id, self.service.clock())

    async def halt(self, battle_id: str, error: Exception) -> None:
        """A battle's channel has been shut for long: stop its clocks, and tell its players in another place."""
        known = battle_id in self.known
        self.known.failed(battle_id, self.service.clock())
        if known:
            # It may have gone on in another channel that is shut as well.
            await self.service.pauses.pause(battle_id)
            return
        battle = await self.service.battles.get(battle_id)
        log.warning("battle %s stands still: nothing can be posted in channel %s: %s", battle_id, battle.channel, error)
        await self.service.pauses.set_halted(battle_id, True)
        if await self.service.pauses.pause(battle_id):
            await self._tell(battle, error)

    async def go_on(self, battle_id: str) -> bool:
        """Everything about a battle has been said: its clocks go on if they stood; whether they did."""
        if battle_id not in self.known:
            return False
        self.known.done(battle_id)
        await self.service.pauses.go_on(battle_id)
        await self.service.pauses.set_halted(battle_id, False)
        log.info("battle %s goes on", battle_id)
        return True

    async def due(self) -> list[str]:
        """Battles that may go on, of those whose time to be looked at has come."""
        now = self.service.clock()
        due = self.known.due(now)
        for battle_id in due:
            self.known.failed(battle_id, now)
        return [b for b in due if await self._may_go_on(b)]

    async def open_again(self, guild_id: int) -> list[str]:
        """Battles of a server in which something has changed that may go on."""
        return [b for b in self.known.waiting() if await self._may_go_on(b, guild_id)]

    async def _may_go_on(self, battle_id: str, guild_id: int | None = None) -> bool:
        try:
            battle = await self.service.battles.get(battle_id)
        except Refusal:
            self.known.done(battle_id)
            return False
        return guild_id in (None, battle.guild) and await self._open(battle)

    async def _open(self, battle: Battle) -> bool:
        """Whether we may write in a battle's channel. A thread that was put away is opened as we write in it."""
        try:
            channel = await visibility.channel_of(self.client, battle.guild, battle.channel)
        except discord.HTTPException:
            return False
        closed = isinstance(channel, discord.Thread) and channel.archived and locked(channel)
        return channel is not None and not closed and visibility.may_write(channel, channel.guild.me)

    async def _place(self, battle: Battle) -> object:
        """The channel of a battle, if it is to be had."""
        try:
            return await visibility.channel_of(self.client, battle.guild, battle.channel)
        except discord.HTTPException:
            return None

    async def _tell(self, battle: Battle, error: Exception) -> None:
        say, title = self.lookup.catalogue(battle).say, titled(battle.title)
        move = Text("or use /battle move in another channel, and choose it there")
        why = Text(
            "I may no longer write in the channel of “{title}” (<#{channel}>). I need: {permissions}.",
            title=title,
            channel=battle.channel,
            permissions=bot_permissions.lacking(await self._place(battle)),
        )
        if await self.locked_threads.found(battle.guild, battle.channel, self.lookup.catalogue(battle)):
            why = Text("The thread of “{title}” (<#{channel}>) is locked.", title=title, channel=battle.channel)
        elif isinstance(error, discord.NotFound) or self.client.get_guild(battle.guild) is None:
            why = Text("The channel of “{title}” is gone, or closed to me.", title=title)
        text = Text(
            "{why} So the battle stands still: nothing is lost and no time passes. It goes on by itself as soon as I "
            "can write there; {move}.",
            why=why,
            move=move,
        )
        told = [await self.calls.write(user, say(text)) for user in battle.people]
        if not any(told):
            said = " ".join([*(f"<@{u}>" for u in battle.people), say(text)])
            await elsewhere(self.client, self.service, battle.guild, Content(text=said, mentions=battle.people))

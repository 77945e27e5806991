"""What is done in the background: what was left unsaid is said, deadlines answer, lost channels are looked after."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.messages.access import visibility
from bot.messages.answers import Answers
from bot.messages.battle_lookup import BattleLookup
from bot.messages.closing import Closing
from bot.messages.competitions.competitions import Competitions
from bot.messages.delivery.bank_warnings import BankCalls
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import refusals
from bot.messages.delivery.digests import Digests
from bot.messages.delivery.halts import Halts
from bot.messages.delivery.reminders import remind, tell_stuck
from bot.messages.field_battles import FieldBattles
from bot.messages.publishing.ending import look_for_untold, tell_untold
from bot.messages.publishing.moving import GOES_ON, goes_on
from bot.messages.publishing.publisher import Publisher
from bot.narration import escape, titled
from bot.service import Battle, Service
from bot.service.play.standstills import Stuck
from bot.stumbles import Stumbles
from engine.kernel.text import Text

AT_ONCE = 200
"""Battles about which something is told again with one tick."""
FIRST = 3
"""Of these, how many try whether Discord takes anything, before the others do."""
ABREAST = 8
"""Battles that are told again at the same time."""


class BackgroundTasks:
    """Keeps every battle's messages as they should be, without anybody asking for it."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        publisher: Publisher,
        *,
        answers: Answers,
        calls: Calls,
        closing: Closing,
        competitions: Competitions,
        halts: Halts,
        banks: BankCalls,
        digests: Digests,
        field_battles: FieldBattles,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.publisher = publisher
        self.answers = answers
        self.calls = calls
        self.closing = closing
        self.competitions = competitions
        self.halts = halts
        self.banks = banks
        self.digests = digests
        self.field_battles = field_battles
        self.unseen: set[str] = set()
        """Battles nobody has come by since the start: their messages may have been deleted before."""
        self._stuck: list[Stuck] = []
        """Battles in which a default can't be given, and of which that isn't told yet."""
        self._mending: set[asyncio.Task[None]] = set()
        self._stumbles: Stumbles[str] = Stumbles()
        """Parts of a tick that fail. They are tried with each."""

    async def catch_up(self) -> None:
        """After a start: say what was left unsaid, tell what an update has changed.

        What is known to have been said isn't looked at: whoever comes by has it mended (:meth:`came_by`).
        """
        await self.halts.wake()
        async for battle in self.service.deadlines.resumed():
            # Only channels Discord hasn't told us of are asked about.
            if not battle.paused and await visibility.gone(self.client, battle.guild, battle.channel):
                await self.channel_gone(battle.channel)
                continue
            self.unseen.add(battle.id)
            if battle.id not in self.halts.known:
                await self.publisher.renew(battle.id, notes=[escape(battle.notice)] if battle.notice else [])
        await self.competitions.look_around()
        await look_for_untold(self.service, self.publisher)
        await tell_untold(self.service, self.lookup, self.publisher)
        await self.banks.wake()

    async def look_around(self) -> None:
        """After a time in which Discord told us of nothing: look for channels that were deleted meanwhile."""
        for battle_id in await self.service.battles.under_way():
            battle = await self.service.battles.get(battle_id)
            if not battle.paused and await visibility.gone(self.client, battle.guild, battle.channel):
                await self.channel_gone(battle.channel)
        await self.competitions.look_around()

    def came_by(self, battle: Battle) -> None:
        """Somebody uses a battle: look whether its messages are still there, for the first time since the start."""
        self.unseen.discard(battle.id)
        task = asyncio.create_task(self.publisher.renew(battle.id, repair=True))
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    async def restore(self, channel_id: int) -> None:
        """Put back the messages of a channel's battle, begun or not, if they are missing."""
        battle = await self.service.battles.last_in_channel(channel_id)
        if battle is not None:
            await self.publisher.renew(battle.id, repair=True)

    async def tick(self) -> None:
        """Let the deadlines that have passed answer, remind those who are late, say what couldn't be said before."""
        for what, part in (
            ("deadlines", self._deadlines),
            ("stuck deadlines", self._tell_stuck),
            ("empty banks", self.banks.tick),
            ("lost channels", self._lost_channels),
            ("reminders", self._remind),
            ("digests", self.digests.tick),
            ("what is left to say", self._say_again),
            ("battles that stand still", self._go_on),
            ("battles that are over", self.closing.close_up),
            ("battles on the field", self.field_battles.tick),
        ):
            try:
                await part()
            except Exception as e:
                # One of them that fails must not keep the others from being done.
                self._stumbles.stumbled(what, self.service.clock(), f"the clock stumbled at {what}", e)
            else:
                self._stumbles.done(what)

    async def _deadlines(self) -> None:
        for outcome in await self.service.deadlines.due():
            battle = await self.service.battles.get(outcome.battle)
            await self.publisher.renew(outcome.battle, notes=await self.answers.notes(battle, outcome))
            self.banks.hear(outcome)

    async def _tell_stuck(self) -> None:
        """Tell players for whom a default can't be given. Who can't be told yet is told with a later tick."""
        self._stuck += self.service.deadlines.stuck()
        failed: Exception | None = None
        for stuck in tuple(self._stuck):
            try:
                if await self.service.standstills.is_news(stuck):
                    if not await tell_stuck(self.service, self.lookup, self.calls, stuck):
                        break  # Discord is unwell: the others would fare no better
                    await self.service.standstills.told(stuck)
                self._stuck.remove(stuck)
            except Exception as e:
                # One that fails must not keep the others from being told.
                failed = e
        if failed is not None:
            raise failed

    async def _lost_channels(self) -> None:
        for battle_id in sorted(self.publisher.lost):
            self.publisher.lost.discard(battle_id)
            await self._lost(await self.service.battles.get(battle_id))

    async def _remind(self) -> None:
        async for reminder in self.service.deadlines.remind():
            await remind(self.client, self.service, self.lookup, reminder)

    async def _go_on(self) -> None:
        await self.publisher.renew(*await self.halts.due())
        await self.publisher.renew(*self.publisher.standing.pace.due())

    async def _say_again(self) -> None:
        """Say what couldn't be said. While the first that are tried fail, the others wait: Discord is out of order."""
        if refusals.many():
            return
        behind = self.publisher.behind
        due = behind.due(self.service.clock())[:AT_ONCE]
        for battle_id in due[:FIRST]:
            await self.publisher.renew(battle_id)
        if len(due) <= FIRST or all(battle_id in behind for battle_id in due[:FIRST]):
            return
        lanes = asyncio.Semaphore(ABREAST)

        async def say(battle_id: str) -> None:
            async with lanes:
                await self.publisher.renew(battle_id)

        await asyncio.gather(*(say(battle_id) for battle_id in due[FIRST:]))

    async def guild_changed(self, guild_id: int) -> None:
        """Something has changed in a server: battles that stand still there may go on."""
        await self.publisher.renew(*await self.halts.open_again(guild_id))
        await tell_untold(self.service, self.lookup, self.publisher, guild_id)

    # -- channels that are gone ---------------------------------------------------------------------------------

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: its battle stands still, and those concerned learn where to go on."""
        battle = await self.service.battles.in_channel(channel_id)
        if battle is not None:
            await self._lost(battle)
        await self.competitions.channel_gone(channel_id)

    async def threads_gone(self, guild_id: int) -> None:
        """A channel was deleted, and its threads with it: look for battles that were fought in them."""
        for battle in await self.service.battles.ongoing(guild_id):
            if not battle.paused and await visibility.gone(self.client, guild_id, battle.channel):
                await self.channel_gone(battle.channel)

    async def moved(self, battle: Battle, called: Sequence[int], by: str = "") -> None:
        """A battle is fought in another channel now: bring along what belongs to it."""
        await self.service.matches.moved(battle.id, battle.channel)
        news = goes_on(self.lookup.catalogue(battle), battle, called, by)
        await self.publisher.sender.add_notice(battle.id, GOES_ON, news)
        await self.publisher.renew(battle.id)

    async def _lost(self, battle: Battle) -> None:
        """A battle's channel is gone. A match gets another place; players of any other battle are told what to do."""
        news = await self.service.pauses.pause(battle.id)
        fixtures = await self.service.matches.in_channel(battle.channel)
        for fixture in fixtures:
            await self.service.matches.unplace(fixture)
            await self.competitions.attend(fixture.event)
        if not news or (await self.service.battles.get(battle.id)).channel != battle.channel:
            return
        if battle.is_lesson:
            lost = Text(
                "The place of your lesson “{title}” was deleted. Nothing is lost: `/learn` goes on with it in another.",
                title=titled(battle.title),
            )
            await self.calls.write(battle.creator, self.lookup.catalogue(battle).say(lost))
            return
        text = self.lookup.catalogue(battle).say(
            Text(
                "The channel of your battle “{title}” was deleted. Nothing is lost, and no time passes: give "
                "`/battle move` in another channel and choose it there, to go on in that one.",
                title=titled(battle.title),
            )
            if not fixtures
            else Text(
                "The channel of your match “{title}” was deleted. Nothing is lost, and no time passes: as soon as its "
                "league or cup is told elsewhere, it gets another place, and you are called there.",
                title=titled(battle.title),
            )
        )
        for user in sorted(battle.people):
            await self.calls.write(user, text)

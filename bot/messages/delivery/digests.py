"""One private message a day with every battle that waits for somebody, for those who want that instead of pings."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import discord

from bot.language.catalogue import SOURCE, TextCatalogue
from bot.language.plain import pages
from bot.messages.access import visibility
from bot.messages.delivery.calls import Calls
from bot.messages.own_battles import OwnBattles
from bot.service import Preferences, Service
from bot.service.sessions.sessions import PREFERENCES
from bot.service.time.hours import DAY, read
from bot.service.time.zones import ahead_at
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

HOUR_OF_DAY = 8
"""At which the day's digest is due, by the reader's clock."""
SENT = "digest"
"""Setting of a user: the day of their last digest, as a number of days since 1970 by their clock."""
LOOK = 300.0
"""Seconds between two looks."""
AT_ONCE = 20
"""Digests sent in one look at most: many are due at the same hour, and deadlines don't wait for them."""


class Digests:
    """Sends what is due."""

    def __init__(self, service: Service, calls: Calls, own: OwnBattles) -> None:
        self.service = service
        self.calls = calls
        self.own = own
        self._looked = float("-inf")

    async def tick(self) -> None:
        """Send the digests of the day. One that can't be sent is let go until the next day.

        A person's battles may be played in servers of several processes: the one with the first shard tells of all.
        """
        now = self.service.clock()
        if not self.service.database.lease.shards.first or 0 <= now - self._looked < LOOK:
            return
        self._looked, sent = now, 0
        for owner, values in (await self.service.settings.named(PREFERENCES)).items():
            wants = read(values, now)
            user = owner.removeprefix("user:")
            if wants.reminders == "digest" and user.isdecimal() and wants.away_until is None:
                if sent == AT_ONCE:
                    self._looked = float("-inf")  # the others have theirs at the next look
                    return
                try:
                    sent += await self._send(int(user), wants, now)
                except discord.HTTPException as e:
                    log.info("no digest to %s: %s", user, e)

    async def _leads(self, url: str) -> bool:
        """Whether a message's link leads somewhere: its channel may have been deleted since."""
        guild, channel = (int(x) if x.isdecimal() else 0 for x in url.rpartition("/")[0].split("/")[-2:])
        return not await visibility.gone(self.calls.client, guild, channel)

    async def _send(self, user: int, wants: Preferences, now: float) -> bool:
        """Whether there was something to send. It is in the language its reader has chosen."""
        local = now + 3600.0 * (ahead_at(wants.quiet[2], now) if wants.quiet is not None else 0.0)
        day, owner = int(local // DAY), f"user:{user}"
        if datetime.fromtimestamp(local, UTC).hour < HOUR_OF_DAY or wants.sleeps(now):
            return False
        if (await self.service.settings.of(owner)).get(SENT) == day:
            return False
        await self.service.settings.put(owner, SENT, day)
        waiting = [x for x in await self.own.of(user) if x.asked is not None or x.to_begin]
        news = await self.service.preferences.news_of(user)
        if not waiting and not news:
            return False
        lines: list[str] = []
        # It comes of battles in any servers; nothing tells what language their Discord is in.
        words = TextCatalogue.load(self.service.preferences.languages.get(user, SOURCE))
        if waiting:
            lines.append(words.say(Text("{n:battle waits|battles wait} for you:", n=len(waiting))))
            lines += [f"- {self.own.line(x, words)}" for x in waiting]
        if news:
            lines.append(words.translate("What you were to be told:"))
            lines += [f"- {text} {url}" if await self._leads(url) else f"- {text}" for text, url in news]
        for n, page in enumerate(pages(lines)):
            await self.calls.write(user, page, what=f"digest|{day}|{n}")
        return True

"""Whether the bot is well: what whoever starts it, and starts it again, wants to know."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import exc

from bot import metrics
from bot.storage.trouble import DatabaseTrouble

if TYPE_CHECKING:
    from bot.app import Hexarch

PATIENCE = 5.0
"""Seconds the database may take to answer."""
LATE = 5.0
"""Seconds the event loop may be late."""
GRACE = 180.0
"""Seconds without a connection to Discord before that counts: it is made again by itself, as a rule in seconds."""
PULSE = 1.0
"""Seconds between two looks at how late the event loop is."""


class Health:
    """What is wrong with the bot now, if anything."""

    def __init__(self) -> None:
        self.stage = "starting"
        """starting, waiting (for another process to let go of the database), running, stopping"""
        self.bot: Hexarch | None = None
        self.lag = 0.0
        self._apart = time.monotonic()
        """Since when there is no connection to Discord."""

    def runs(self, bot: Hexarch) -> None:
        """The bot is there, and about to log in."""
        self.bot, self.stage, self._apart = bot, "running", time.monotonic()

    async def watch(self) -> None:
        """See how late the event loop is; goes on for ever."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(PULSE)
            self.lag = max(0.0, time.monotonic() - began - PULSE)
            metrics.LAG.set(self.lag)
            if self.bot is not None and self.bot.is_ready():
                self._apart = time.monotonic()

    async def look(self) -> tuple[bool, dict[str, Any]]:
        """Whether it is well, and what is to be told of that.

        A process that waits for its turn is well: nobody is helped by starting it again.
        """
        wrong = [] if self.bot is None or self.stage != "running" else await self._wrong(self.bot)
        told: dict[str, Any] = {"status": "ill" if wrong else self.stage}
        return not wrong, told | ({"wrong": wrong} if wrong else {})

    async def _wrong(self, bot: Hexarch) -> list[str]:
        found: list[str] = []
        if self.lag > LATE:
            found.append(f"the event loop is {self.lag:.1f} s late")
        apart = time.monotonic() - self._apart
        if not bot.is_ready() and apart > GRACE:
            found.append(f"no connection to Discord for {apart:.0f} s")
        database = bot.service.database
        if not database.lease.held and database.lease.lockable:
            found.append("the lease on the database is lost")
        try:
            async with asyncio.timeout(PATIENCE), database.read() as c:
                await c.execute(sa.text("SELECT 1"))
        except TimeoutError:
            found.append(f"the database doesn't answer within {PATIENCE:.0f} s")
        except (DatabaseTrouble, exc.SQLAlchemyError, OSError) as e:
            found.append(str(e))
        return found

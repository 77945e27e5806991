"""Whether the bot is well: what whoever starts it, and starts it again, wants to know."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import exc

from bot.monitoring import gauges
from bot.monitoring.watchdog import STUCK, Watchdog
from bot.storage.trouble import DatabaseTrouble

if TYPE_CHECKING:
    from bot.app import Hexarch

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds the database may take to answer."""
GRACE = 180.0
"""Seconds without a connection to Discord before that counts: it is made again by itself, as a rule in seconds."""
ROUND = 1.0
"""Seconds the event loop gets, beyond what it was asked for takes, to be asked from another thread and to answer."""


class Stuck(Exception):
    """The bot's event loop doesn't answer."""


class Health:
    """What is wrong with the bot now, if anything. May be asked from another thread than the bot's."""

    def __init__(self) -> None:
        self.stage = "starting"
        """starting, waiting (for another process to let go of the database), running, stopping"""
        self.bot: Hexarch | None = None
        self.watchdog = Watchdog(beats=self._beats)
        self._apart = time.monotonic()
        """Since when there is no connection to Discord."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """The bot's."""

    def runs(self, bot: Hexarch) -> None:
        """The bot is there, in the running loop, and about to log in."""
        self._loop = asyncio.get_running_loop()
        self.bot, self.stage, self._apart = bot, "running", time.monotonic()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """See meanwhile how late the event loop is, and whether it is connected to Discord."""
        with self.watchdog.watching(), gauges.lag_shown(lambda: self.watchdog.lag):
            yield

    def _beats(self) -> None:
        if self.bot is not None and self.bot.is_ready():
            self._apart = time.monotonic()

    async def look(self) -> tuple[bool, dict[str, Any]]:
        """Whether it is well, and what is to be told of that.

        A process that waits for its turn is well: nobody is helped by starting it again.
        """
        wrong = [] if self.bot is None or self.stage != "running" else await self._wrong(self.bot)
        told: dict[str, Any] = {"status": "ill" if wrong else self.stage}
        return not wrong, told | ({"wrong": wrong} if wrong else {})

    async def in_loop(self, act: Callable[[], Coroutine[Any, Any, T]], seconds: float) -> T:
        """Have the bot's own loop do something that takes no more than so many seconds. Raises :class:`Stuck`."""
        loop = self._loop
        if loop is None or loop is asyncio.get_running_loop():
            return await act()
        if self.watchdog.late > STUCK or loop.is_closed():
            raise Stuck
        asked = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(act(), loop))
        done, _ = await asyncio.wait([asked], timeout=seconds + ROUND)
        if not done:
            asked.cancel()
            raise Stuck
        return asked.result()

    async def _wrong(self, bot: Hexarch) -> list[str]:
        found: list[str] = []
        lag = self.watchdog.lag
        if lag > STUCK:
            found.append(f"the event loop is {lag:.1f} s late")
        apart = time.monotonic() - self._apart
        if not bot.is_ready() and apart > GRACE:
            found.append(f"no connection to Discord for {apart:.0f} s")
        lease = bot.service.database.lease
        if not lease.held and lease.lockable:
            found.append("the lease on the database is lost")
        try:
            return found + await self.in_loop(lambda: _database(bot), PATIENCE)
        except Stuck:
            # Whether the database answers isn't known then.
            return found if lag > STUCK else [f"the event loop is {self.watchdog.late:.1f} s late", *found]


async def _database(bot: Hexarch) -> list[str]:
    """What is wrong with the database, in the bot's own loop."""
    try:
        async with asyncio.timeout(PATIENCE), bot.service.database.read() as c:
            await c.execute(sa.text("SELECT 1"))
    except TimeoutError:
        return [f"the database doesn't answer within {PATIENCE:.0f} s"]
    except (DatabaseTrouble, exc.SQLAlchemyError, OSError) as e:
        return [str(e)]
    return []

"""One process at a time for a database, or for a shard of it: who has the lease keeps battles in memory, and knows that
nobody else moves.

The lease hangs on something the operating system or the server takes back whatever way the process ends
(:mod:`bot.storage.locks`). A connection can be lost while its process goes on. Then the lease is not held until it has
been taken again, and what is in memory is looked at anew (:attr:`Lease.term`); whoever finds that another process has
it has to leave (:meth:`Lease.watch`). Whether or not there is a lease, nothing is ever written over what was not read:
every write names a battle's version.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from sqlalchemy import exc
from sqlalchemy.engine import URL

from bot.storage.locks import Lock, Unlockable, lock_for
from bot.storage.shards import ALL, Shards
from bot.storage.trouble import IN_USE, SHARD_IN_USE, DatabaseTrouble

log = logging.getLogger("hexarch")

PULSE = 5.0
"""Seconds between two looks at whether the lease is still held."""

RETRY = 0.25
"""Seconds between two attempts to take it."""


class Lease:
    """The right to be the only process that drives the battles of a database."""

    def __init__(self, lock: Lock | None, shards: Shards = ALL) -> None:
        """None: for a database nobody else can open, in memory. ``shards``: whose battles they are."""
        self._lock = lock
        self.shards = shards
        self.held = False
        self.term = 0
        """How often it was taken: what was read in an earlier term may be old."""

    @property
    def lockable(self) -> bool:
        """Whether there is anything to hold: a database in memory, or on a disk without locks, has nothing."""
        return self._lock is not None

    async def take(self, wait: float = 0.0, waiting: Callable[[str], None] | None = None) -> None:
        """Take it, waiting for ``wait`` seconds while another process has it; ``waiting`` is told once.

        Raises :class:`DatabaseTrouble` when it still has it then.
        """
        until = time.monotonic() + wait
        while not await self._attempt():
            said = self._in_use()
            if time.monotonic() >= until:
                raise DatabaseTrouble(said)
            if waiting is not None:
                waiting(said)
                waiting = None
            await asyncio.sleep(RETRY)

    def _in_use(self) -> str:
        """That another process has it, and which."""
        holder = self._lock.holder if self._lock is not None else ""
        if self.shards.whole:
            return IN_USE.format(holder=holder)
        return SHARD_IN_USE.format(shards=self.shards, holder=holder)

    @property
    def alone(self) -> bool:
        """Whether nobody but this process writes.

        Where there are several, now and then one writes to another's battles: a press in a private message comes to the
        process with shard 0, and what somebody settles for all of their battles to whichever they ask.
        """
        return self.held and self.shards.whole

    async def _attempt(self) -> bool:
        """Whether nobody else has it."""
        try:
            return await self._taken()
        except Unlockable as e:
            log.warning("files can't be locked here (%s): see to it that one process alone opens the database", e)
            self._lock = None
            return True

    async def _taken(self) -> bool:
        if self._lock is None or await self._lock.take():
            self.held, self.term = True, self.term + 1
        return self.held

    async def watch(self, pulse: float = PULSE, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """See to it that it stays held; goes on for ever. Raises :class:`DatabaseTrouble` when another process has it.

        While it is lost, and nobody can say who has it, it is taken again as soon as that can be.
        """
        while True:
            await sleep(pulse)
            if self._lock is None or (self.held and await self._lock.held()):
                continue
            if self.held:
                log.warning("the lease on the database is lost; trying to take it again")
            self.held = False
            try:
                if not await self._taken():
                    raise DatabaseTrouble(self._in_use())
            except (exc.SQLAlchemyError, OSError, TimeoutError) as e:
                log.warning("the lease on the database can't be taken again yet: %s", e)
            else:
                log.warning("the lease on the database is held again")

    async def release(self) -> None:
        self.held = False
        if self._lock is not None:
            await self._lock.release()


def lease_for(url: URL, shards: Shards = ALL) -> Lease:
    """The lease of a database, or of some of its shards."""
    return Lease(lock_for(url, shards), shards)

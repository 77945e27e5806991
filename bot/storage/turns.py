"""Something the processes of one database do one after the other, each for some time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.locks import FileLock, Unlockable

log = logging.getLogger("hexarch")

LOOK = 0.25
"""Seconds between two looks at whether it is our turn."""

KEY = 0x68657862
"""Of the advisory lock of a turn, with a number for its name and for the schema the tables are in."""


class Turns:
    """Turns at what has this name. Where nothing can be locked, everybody has it at once."""

    def __init__(self, url: URL, name: str) -> None:
        self._url = url
        self._name = name
        self._ours = asyncio.Lock()
        """Within a process too it is one after the other."""
        self._ending: set[asyncio.Task[None]] = set()

    async def take(self, seconds: float) -> None:
        """Wait for our turn, and have it for so long from then on, whatever is done meanwhile."""
        await self._ours.acquire()
        lock: _ServerTurn | FileLock | None = None
        try:
            lock = self._lock()
            while lock is not None and not await lock.take():
                await asyncio.sleep(LOOK)
        except (Unlockable, OSError, exc.SQLAlchemyError) as e:
            log.info("no turns are taken at %s: %s", self._name, e)
            lock = None
        except BaseException:
            self._ours.release()
            raise
        task = asyncio.create_task(self._end(lock, seconds))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end(self, lock: _ServerTurn | FileLock | None, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
        finally:
            if lock is not None:
                await lock.release()
            self._ours.release()

    def _lock(self) -> _ServerTurn | FileLock | None:
        if self._url.get_backend_name() != "sqlite":
            return _ServerTurn(self._url, self._name)
        if not self._url.database or self._url.database == ":memory:":
            return None
        path = Path(self._url.database).resolve()
        return FileLock(path.with_name(f"{path.name}.{self._name}.lock"))


class _ServerTurn:
    """An advisory lock of a connection to PostgreSQL."""

    def __init__(self, url: URL, name: str) -> None:
        self._name = name
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        if self._connection is None:
            self._connection = await self._engine.connect()
        query = sa.text(
            "SELECT pg_try_advisory_lock(:key, hashtext(coalesce(current_schema(), '') || CAST(:name AS text)))"
        )
        return bool(await self._connection.scalar(query, {"key": KEY, "name": self._name}))

    async def release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                # The server drops the lock with the connection.
                await connection.close()

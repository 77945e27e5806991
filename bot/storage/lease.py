"""One process at a time for a database: who has the lease keeps battles in memory, and knows that nobody else moves.

The lease hangs on something the operating system or the server takes back whatever way the process ends, kill -9
included: a lock on a file beside an SQLite database, an advisory lock of a connection to PostgreSQL. A connection can
be lost while its process goes on. Then the lease is not held until it has been taken again, and what is in memory is
looked at anew (:attr:`Lease.term`); whoever finds that another process has it has to leave (:meth:`Lease.watch`).
Whether or not there is a lease, nothing is ever written over what was not read: every write names a battle's version.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.trouble import IN_USE, DatabaseTrouble

log = logging.getLogger("hexarch")

PULSE = 5.0
"""Seconds between two looks at whether the lease is still held."""

PATIENCE = 10.0
"""Seconds a server may take to say whether it is."""

RETRY = 0.25
"""Seconds between two attempts to take it."""

KEY = 0x68657861
"""Of the advisory lock, with a number for the schema the tables are in."""

_UNSUPPORTED = (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK)


class Unlockable(Exception):
    """Nothing can be locked here: nobody can be kept out."""


class Lock(Protocol):
    """What a lease hangs on."""

    async def take(self) -> bool:
        """False when another process has it.

        Raises OSError or an error of the driver's where that can't be told, and :class:`Unlockable`.
        """
        ...

    async def held(self) -> bool:
        """Whether it is still ours; whatever keeps us from telling counts as no."""
        ...

    async def release(self) -> None: ...

    @property
    def holder(self) -> str:
        """Who has it, after :meth:`take` has failed: " (process 123)"; "" where that isn't known."""
        ...


class FileLock:
    """A lock on a file. The file stays: taking it away would let two processes lock one each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.holder = ""
        self._file: int | None = None

    async def take(self) -> bool:
        while True:
            # Not handed on to processes we start: a lock is held until the last of them has let go of it.
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            try:
                taken = _lock(file)
                if taken and os.path.samestat(os.fstat(file), os.stat(self.path)):
                    os.ftruncate(file, 0)
                    os.pwrite(file, f"{os.getpid()}\n".encode(), 0) if hasattr(os, "pwrite") else None
                    self._file, file = file, -1
                    return True
                if not taken:
                    pid = os.read(file, 20).decode("ascii", "replace").strip() if sys.platform != "win32" else ""
                    self.holder = f" (process {pid})" if pid.isdecimal() else ""
                    return False
            except FileNotFoundError:
                pass  # taken away between the two looks
            finally:
                if file >= 0:
                    os.close(file)

    async def held(self) -> bool:
        try:
            return self._file is not None and os.path.samestat(os.fstat(self._file), os.stat(self.path))
        except OSError:
            return False

    async def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int) -> bool:
    """Lock an open file; False when another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e:
        if e.errno in _UNSUPPORTED:
            raise Unlockable(e) from e
        if e.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


class ServerLock:
    """An advisory lock of a connection to PostgreSQL that is kept for it alone."""

    def __init__(self, url: URL) -> None:
        self.holder = ""
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        await self.release()
        connection = await asyncio.wait_for(self._engine.connect(), PATIENCE)
        try:
            # A server that can't reach us gives the lock to somebody else after half a minute, not after two hours.
            for name, value in (("idle", 10), ("interval", 5), ("count", 4)):
                await connection.execute(sa.text(f"SET tcp_keepalives_{name} = {value}"))
            taken = await connection.scalar(
                sa.text("SELECT pg_try_advisory_lock(:key, hashtext(coalesce(current_schema(), '')))"), {"key": KEY}
            )
            if taken:
                self._connection, connection = connection, None
                return True
            self.holder = await _server_holder(connection)
            return False
        finally:
            if connection is not None:
                await connection.close()

    async def held(self) -> bool:
        if self._connection is None:
            return False
        mine = sa.text(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted "
            "AND classid = CAST(:key AS bigint)::oid"
        )
        try:
            return bool(await asyncio.wait_for(self._connection.scalar(mine, {"key": KEY}), PATIENCE))
        except (exc.SQLAlchemyError, OSError, TimeoutError):
            return False

    async def release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                # Not put back into order: the server drops the lock with the connection, which may be dead already.
                await connection.invalidate()
                await connection.close()


async def _server_holder(connection: AsyncConnection) -> str:
    query = sa.text(
        "SELECT coalesce(host(a.client_addr), 'this machine') AS address, a.backend_start "
        "FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.granted "
        "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        "AND l.classid = CAST(:key AS bigint)::oid LIMIT 1"
    )
    row = (await connection.execute(query, {"key": KEY})).first()
    return f" (from {row.address}, since {row.backend_start:%Y-%m-%d %H:%M})" if row is not None else ""


class Lease:
    """The right to be the only process that drives the battles of a database."""

    def __init__(self, lock: Lock | None) -> None:
        """None: for a database nobody else can open, in memory."""
        self._lock = lock
        self.held = False
        self.term = 0
        """How often it was taken: what was read in an earlier term may be old."""

    async def take(self, wait: float = 0.0, waiting: Callable[[str], None] | None = None) -> None:
        """Take it, waiting for ``wait`` seconds while another process has it; ``waiting`` is told once.

        Raises :class:`DatabaseTrouble` when it still has it then.
        """
        until = time.monotonic() + wait
        while not await self._attempt():
            said = IN_USE.format(holder=self._lock.holder if self._lock is not None else "")
            if time.monotonic() >= until:
                raise DatabaseTrouble(said)
            if waiting is not None:
                waiting(said)
                waiting = None
            await asyncio.sleep(RETRY)

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
                    raise DatabaseTrouble(IN_USE.format(holder=self._lock.holder))
            except (exc.SQLAlchemyError, OSError, TimeoutError) as e:
                log.warning("the lease on the database can't be taken again yet: %s", e)
            else:
                log.warning("the lease on the database is held again")

    async def release(self) -> None:
        self.held = False
        if self._lock is not None:
            await self._lock.release()


def lease_for(url: URL) -> Lease:
    """The lease of a database."""
    if url.get_backend_name() != "sqlite":
        return Lease(ServerLock(url))
    if not url.database or url.database == ":memory:":
        return Lease(None)
    path = Path(url.database).resolve()
    return Lease(FileLock(path.with_name(path.name + ".lock")))

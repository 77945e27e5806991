"""What a lease hangs on: something the operating system or the server takes back whatever way a process ends.

A lock on a file beside an SQLite database, or advisory locks of a connection to PostgreSQL. A process that looks after
all servers excludes every other one; one that looks after some of the shards excludes those that want one of them, or
deal the servers out to another number.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import sys
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.ownership import given_to_the_folders_owner
from bot.storage.shards import ALL, MOST, Shards

PATIENCE = 10.0
"""Seconds a server may take to say whether a lock is ours."""

KEY = 0x68657861
"""Of the advisory lock of the whole database, with a number for the schema the tables are in."""

OF_COUNT = KEY + 1
"""Of the locks that say to how many shards servers are dealt out: this number, and those up to ``MOST`` above it."""

OF_SHARD = OF_COUNT + MOST + 1
"""Of the locks of single shards."""

_UNSUPPORTED = (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK)

OTHER_COUNT = " (it deals servers out to another number of shards)"


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

    def __init__(self, path: Path, *, shared: bool = False) -> None:
        """``shared``: others may have it, too, who want it so."""
        self.path = path
        self.shared = shared
        self.holder = ""
        self._file: int | None = None

    async def take(self) -> bool:
        while True:
            file = self._opened()
            try:
                taken = _lock(file, self.shared)
                if taken and os.path.samestat(os.fstat(file), os.stat(self.path)):
                    if not self.shared:
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

    def _opened(self) -> int:
        # Not handed on to processes we start: a lock is held until the last of them has let go of it.
        how = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        try:
            file = os.open(self.path, how | os.O_EXCL, 0o644)
        except FileExistsError:
            return os.open(self.path, how, 0o644)
        try:
            given_to_the_folders_owner(self.path)
        except FileNotFoundError:
            pass  # taken away already
        except BaseException:
            os.close(file)
            raise
        return file

    async def held(self) -> bool:
        try:
            return self._file is not None and os.path.samestat(os.fstat(self._file), os.stat(self.path))
        except OSError:
            return False

    async def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int, shared: bool) -> bool:
    """Lock an open file; False when another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as e:
        if e.errno in _UNSUPPORTED:
            raise Unlockable(e) from e
        if e.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


class ShardFileLocks:
    """Locks on files for some of the shards: one that all such processes share, and one for each shard."""

    def __init__(self, path: Path, shards: Shards) -> None:
        self.path = path
        self.shards = shards
        self.holder = ""
        every = [FileLock(self._of(n)) for n in shards.ids]
        self._locks = [FileLock(path, shared=True), *every]

    def _of(self, shard: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{shard}-of-{self.shards.count}")

    async def take(self) -> bool:
        await self.release()
        try:
            for lock in self._locks:
                if not await lock.take():
                    self.holder = lock.holder
                    return await self._none()
            # After our own: of two who begin at the same time, at least one sees the other.
            if await self._others():
                self.holder = OTHER_COUNT
                return await self._none()
        except BaseException:
            await self.release()
            raise
        return True

    async def _none(self) -> bool:
        await self.release()
        return False

    async def _others(self) -> bool:
        """Whether a process has shards of another number."""
        for path in self.path.parent.glob(f"{self.path.name}.*-of-*"):
            found = re.fullmatch(r"\d+-of-(\d+)", path.name.removeprefix(f"{self.path.name}."))
            if found is None or int(found[1]) == self.shards.count:
                continue
            look = FileLock(path, shared=True)
            if not await look.take():
                return True
            await look.release()
        return False

    async def held(self) -> bool:
        return all([await lock.held() for lock in self._locks])

    async def release(self) -> None:
        for lock in self._locks:
            await lock.release()


class ServerLock:
    """Advisory locks of a connection to PostgreSQL that is kept for them alone."""

    def __init__(self, url: URL, shards: Shards = ALL) -> None:
        self.holder = ""
        self.shards = shards
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        await self.release()
        connection = await asyncio.wait_for(self._engine.connect(), PATIENCE)
        try:
            # A server that can't reach us gives the lock to somebody else after half a minute, not after two hours.
            for name, value in (("idle", 10), ("interval", 5), ("count", 4)):
                await connection.execute(sa.text(f"SET tcp_keepalives_{name} = {value}"))
            if await self._all(connection):
                self._connection, connection = connection, None
                return True
            return False
        finally:
            if connection is not None:
                # What was taken of several goes with it.
                await connection.close()

    async def _all(self, c: AsyncConnection) -> bool:
        """Take everything there is to take; False when another process has some of it."""
        if self.shards.whole:
            wanted = [(KEY, "", "")]
        else:
            count = self.shards.count
            wanted = [(KEY, "", "_shared"), (OF_COUNT + count, "", "_shared")]
            wanted += [(OF_SHARD, f"/{n}-of-{count}", "") for n in self.shards.ids]
        for key, name, how in wanted:
            query = sa.text(f"SELECT pg_try_advisory_lock{how}(:key, {_SCHEMA_AND_NAME})")
            if not await c.scalar(query, {"key": key, "name": name}):
                self.holder = await _server_holder(c, key, name)
                return False
        # After our own: of two who begin at the same time, at least one sees the other.
        if not self.shards.whole and await c.scalar(_OTHERS, {"mine": OF_COUNT + self.shards.count}):
            self.holder = OTHER_COUNT
            return False
        return True

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


_SCHEMA_AND_NAME = "hashtext(coalesce(current_schema(), '') || CAST(:name AS text))"
_HERE = (
    "l.locktype = 'advisory' AND l.granted AND l.pid <> pg_backend_pid() "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
)
_OTHERS = sa.text(
    f"SELECT count(*) FROM pg_locks l WHERE {_HERE} AND l.classid::bigint BETWEEN {OF_COUNT} AND {OF_COUNT + MOST} "
    "AND l.classid::bigint <> CAST(:mine AS bigint) "
    "AND l.objid::bigint = (hashtext(coalesce(current_schema(), ''))::bigint & 4294967295)"
)


async def _server_holder(connection: AsyncConnection, key: int, name: str) -> str:
    query = sa.text(
        "SELECT coalesce(host(a.client_addr), 'this machine') AS address, a.backend_start "
        f"FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE {_HERE} "
        "AND l.classid::bigint = CAST(:key AS bigint) "
        f"AND l.objid::bigint = ({_SCHEMA_AND_NAME}::bigint & 4294967295) "
        "LIMIT 1"
    )
    row = (await connection.execute(query, {"key": key, "name": name})).first()
    return f" (from {row.address}, since {row.backend_start:%Y-%m-%d %H:%M})" if row is not None else ""


def lock_for(url: URL, shards: Shards = ALL) -> Lock | None:
    """What the lease of a database hangs on; None for one nobody else can open, in memory."""
    if url.get_backend_name() != "sqlite":
        return ServerLock(url, shards)
    if not url.database or url.database == ":memory:":
        return None
    path = Path(url.database).resolve()
    path = path.with_name(path.name + ".lock")
    return FileLock(path) if shards.whole else ShardFileLocks(path, shards)

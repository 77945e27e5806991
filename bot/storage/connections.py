"""Transactions of one open database: what reads sees one moment, what writes is stored whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage import trouble
from bot.storage.lease import Lease
from bot.storage.limits import STANDARD, ServerLimits
from bot.storage.sqlite_driver import OneCallConnection, OneCallDriver
from bot.storage.texts import check_texts

BUSY = 10_000
"""Milliseconds a writer waits for another process that is writing."""

SYNCHRONOUS = "FULL"
"""SQLite's pragma: with FULL a commit is on the disk when it returns."""

_joint: ContextVar[tuple[Connections, AsyncConnection, bool] | None] = ContextVar("joint", default=None)
"""The transaction this task has opened for several repositories, and whether it may write."""


class Connections:
    """What every repository reads and writes through."""

    def __init__(self, engine: AsyncEngine, lease: Lease) -> None:
        self.engine = engine
        self.lease = lease
        """Held unless the database was opened ``shared``: then what is in memory may be old at any time."""
        self._writer = engine.execution_options(hexarch_writes=True)
        self._reader = engine
        if engine.dialect.name != "sqlite":
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ")
        # SQLite has one writer at a time; waiting here is fairer and quicker than its polling. On PostgreSQL, too,
        # nothing that is read and then written changes in between.
        self._turn = asyncio.Lock()
        self.writes = 0
        """How often this process may have changed a battle, a seat or a team: what was read before may be old."""

    @asynccontextmanager
    async def together(self) -> AsyncGenerator[AsyncConnection]:
        """One transaction for everything this task reads and writes inside of it, through whatever repository."""
        async with self.write() as connection:
            outer = _joint.set((self, connection, True))
            try:
                yield connection
            finally:
                _joint.reset(outer)

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[AsyncConnection]:
        """Everything this task reads inside of it, through whatever repository, is of one moment."""
        async with self.read() as connection:
            outer = _joint.set((self, connection, self._joined(True) is not None))
            try:
                yield connection
            finally:
                _joint.reset(outer)

    def _joined(self, writes: bool) -> AsyncConnection | None:
        """The connection of a transaction that was opened for several."""
        found = _joint.get()
        return found[1] if found is not None and found[0] is self and (found[2] or not writes) else None

    @asynccontextmanager
    async def write(self, *, beside: bool = False) -> AsyncGenerator[AsyncConnection]:
        """A transaction that changes something: all of it, or nothing. Raises :class:`DatabaseTrouble`.

        ``beside``: it changes nothing of battles, seats and teams.
        """
        joined = self._joined(True)
        if joined is not None:
            yield joined
            return
        async with self._turn:
            try:
                async with self._writer.begin() as connection:
                    yield connection
            except (exc.SQLAlchemyError, OSError) as e:
                self.explain(e)
                raise
            finally:
                self.writes += not beside

    def age(self) -> tuple[int, int] | None:
        """Grows with whatever may have changed a battle, a seat or a team; None where that isn't known.

        It isn't while another process may write, nor inside a transaction, which sees what others don't.
        """
        if not self.lease.alone or self._joined(False) is not None:
            return None
        return self.lease.term, self.writes

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction that only looks: everything in it is of one moment. Raises :class:`DatabaseTrouble`."""
        joined = self._joined(False)
        if joined is not None:
            yield joined
            return
        try:
            async with self._reader.connect() as connection:
                yield connection
        except (exc.SQLAlchemyError, OSError) as e:
            self.explain(e)
            raise

    def ours(self, guild: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
        """Whether a server is looked after by this process: for whatever is done for all servers."""
        return self.lease.shards.where(guild)

    def explain(self, error: BaseException) -> None:
        """Raise :class:`DatabaseTrouble` for an error that isn't ours; return for any other."""
        found = trouble.explained(error, self.engine.url)
        if found is not None:
            raise found from error


def engine_for(url: URL, limits: ServerLimits = STANDARD) -> AsyncEngine:
    """An engine for a database of one of the two kinds; nothing is opened yet."""
    if url.get_backend_name() != "sqlite":
        # A connection may have been lost since it was used last: the server was restarted, or has put us out.
        engine = create_async_engine(url, pool_pre_ping=True, **limits.options())
    else:
        engine = create_async_engine(url, module=OneCallDriver())
        event.listen(engine.sync_engine, "connect", _connected)
        event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "before_cursor_execute", check_texts)
    return engine


def _connected(connection: OneCallConnection, record: Any) -> None:
    connection.there(_set_up)


def _set_up(connection: sqlite3.Connection) -> None:
    # Transactions are begun by _begin, schema changes included, so a migration cut short leaves nothing behind.
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY}", f"synchronous={SYNCHRONOUS}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    # Have the file written in WAL mode. Of two that make it at once SQLite lets one down without a wait.
    until = time.monotonic() + BUSY / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as e:
            if "locked" not in str(e) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin(connection: sa.Connection) -> None:
    if connection.get_execution_options().get("hexarch_writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        cast(OneCallConnection, connection.connection.dbapi_connection).begin()

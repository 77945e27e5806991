"""Opening the database, bringing its tables up to date, and its transactions.

SQLite runs in WAL mode with ``synchronous=FULL``: a commit has reached the disk when it returns, so neither kill -9 nor
a power cut loses an order that was acknowledged. (With NORMAL a killed process would lose nothing either, but a machine
that loses power might.) Writers begin with ``BEGIN IMMEDIATE``: one that has read can't be refused when it writes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage.battles import Battles
from bot.storage.events import Events
from bot.storage.games import Games
from bot.storage.offers import Offers
from bot.storage.people import People
from bot.storage.policies import Policies
from bot.storage.posts import Posts
from bot.storage.remarks import Remarks
from bot.storage.results import Results
from bot.storage.settings import Settings
from bot.storage.teammates import Teammates
from bot.storage.uploads import Uploads
from bot.storage.watchers import Watchers

BUSY = 10_000
"""Milliseconds a writer waits for another process that is writing."""


_together: ContextVar[tuple[Database, AsyncConnection] | None] = ContextVar("together", default=None)
"""The transaction this task has opened for several repositories."""


class Database:
    """One open database, and what is kept in it. Use :meth:`open`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = engine.execution_options(hexarch_writes=True)
        # SQLite has one writer at a time; waiting here is fairer and quicker than its polling.
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else contextlib.nullcontext()
        self.battles = Battles(self)
        self.events = Events(self)
        self.games = Games(self)
        self.offers = Offers(self)
        self.people = People(self)
        self.policies = Policies(self)
        self.posts = Posts(self)
        self.remarks = Remarks(self)
        self.results = Results(self)
        self.settings = Settings(self)
        self.teammates = Teammates(self)
        self.uploads = Uploads(self)
        self.watchers = Watchers(self)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connect, and bring the tables up to date. ``url`` is an SQLAlchemy URL with an async driver."""
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url)
        if parsed.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _connected)
            event.listen(engine.sync_engine, "begin", _begin)
        database = cls(engine)
        try:
            async with database.write() as c:
                await c.run_sync(_migrate)
        except BaseException:
            await engine.dispose()
            raise
        return database

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[AsyncConnection]:
        """One transaction for everything this task reads and writes inside of it, through whatever repository."""
        async with self.write() as connection:
            outer = _together.set((self, connection))
            try:
                yield connection
            finally:
                _together.reset(outer)

    def _joined(self) -> AsyncConnection | None:
        """The connection of a transaction that was opened for several."""
        found = _together.get()
        return found[1] if found is not None and found[0] is self else None

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something: all of it, or nothing."""
        joined = self._joined()
        if joined is not None:
            yield joined
            return
        async with self._turn, self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only looks: everything in it is of one moment."""
        joined = self._joined()
        if joined is not None:
            yield joined
            return
        async with self.engine.connect() as connection:
            yield connection


def _connected(connection: Any, record: Any) -> None:
    # Transactions are begun by _begin, schema changes included, so a migration cut short leaves nothing behind.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("hexarch_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

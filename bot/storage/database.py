"""Opening the database, bringing its tables up to date, and what is kept in it.

SQLite runs in WAL mode with ``synchronous=FULL``: a commit has reached the disk when it returns, so neither kill -9 nor
a power cut loses an order that was acknowledged. (With NORMAL a killed process would lose nothing either, but a machine
that loses power might.) Writers begin with ``BEGIN IMMEDIATE``: one that has read can't be refused when it writes.
PostgreSQL reads in ``REPEATABLE READ``, so that on both everything in one transaction is of one moment, and on both a
process writes one thing after the other.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage import trouble
from bot.storage.battles import Battles
from bot.storage.competition_store import Competitions
from bot.storage.connections import Connections, engine_for
from bot.storage.games import Games
from bot.storage.lease import Lease, lease_for
from bot.storage.limits import STANDARD, ServerLimits
from bot.storage.migrating import await_turn, check, found_in
from bot.storage.migrating import migrate as _migrate
from bot.storage.offers import Offers
from bot.storage.ownership import given_to_the_folders_owner
from bot.storage.people import People
from bot.storage.policies import Policies
from bot.storage.posts import Posts
from bot.storage.remarks import Remarks
from bot.storage.results import Results
from bot.storage.settings import Settings
from bot.storage.shards import ALL, Shards
from bot.storage.teammates import Teammates
from bot.storage.trouble import LastingTrouble
from bot.storage.uploads import Uploads
from bot.storage.watchers import Watchers

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""The driver for a database whose URL names none."""


class Database(Connections):
    """One open database, and what is kept in it. Use :meth:`open`."""

    def __init__(self, engine: AsyncEngine, lease: Lease) -> None:
        super().__init__(engine, lease)
        self.battles = Battles(self)
        self.competitions = Competitions(self)
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
    async def open(
        cls,
        url: str,
        *,
        shared: bool = False,
        wait: float = 0.0,
        waiting: Callable[[str], None] | None = None,
        shards: Shards = ALL,
        limits: ServerLimits = STANDARD,
    ) -> Database:
        """Connect, and bring the tables up to date. ``url`` is an SQLAlchemy URL.

        One process at a time opens a database, or its part for some ``shards``: another one waits for ``wait`` seconds,
        telling ``waiting`` why. ``shared``: beside others, to look at it; its tables must be up to date. They must be,
        too, for some of the shards, unless the database is new: processes for others may be using them. ``limits``
        hold for PostgreSQL. Raises :class:`DatabaseTrouble`.
        """
        parsed = parsed_url(url)
        try:
            if parsed.get_backend_name() == "sqlite" and parsed.database and parsed.database != ":memory:":
                _check_path(Path(parsed.database))
            database = cls(engine_for(parsed, limits), lease_for(parsed, shards))
        except (exc.SQLAlchemyError, ImportError, OSError) as e:
            raise trouble.unopened(e, parsed) from e
        try:
            if not shared:
                await database.lease.take(wait, waiting)
            async with database.write() as c:
                await c.run_sync(_prepare, parsed, shared, shards)
        except BaseException as e:
            await database.close()
            database.explain(e)
            if isinstance(e, exc.SQLAlchemyError):
                raise trouble.unopened(e, parsed) from e
            raise
        return database

    async def close(self) -> None:
        await self.engine.dispose()
        await self.lease.release()


def usable(url: str) -> None:
    """See whether a database of this kind can be opened at all, without connecting. Raises :class:`DatabaseTrouble`."""
    parsed = parsed_url(url)
    try:
        engine_for(parsed, STANDARD)
    except (exc.SQLAlchemyError, ImportError) as e:
        raise LastingTrouble(str(trouble.unopened(e, parsed))) from e


def parsed_url(url: str) -> URL:
    """A URL with its driver, of a kind we keep battles in. Raises :class:`LastingTrouble`."""
    try:
        parsed = _url(url)
    except (exc.ArgumentError, ValueError) as e:
        shown = re.sub(r"//.*@", "//…@", url)  # there may be a password in it
        raise LastingTrouble(f"“{shown}” is no database URL") from e
    if parsed.get_backend_name() not in DRIVERS:
        raise LastingTrouble(f"{parsed.get_backend_name()}: battles are kept in SQLite or PostgreSQL")
    return parsed


def _check_path(path: Path) -> None:
    """Make an SQLite file and its folder where there is none. Raises OSError where the file can't be in it.

    It holds the secrets of the dice: nobody but its owner reads it. One that an administrator makes, as by restoring a
    backup, belongs to whom its folder belongs to; the files SQLite puts beside it follow.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        if not path.is_file():
            raise IsADirectoryError(errno.EISDIR, "this is no file", str(path))
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return  # another process was faster
    given_to_the_folders_owner(path)


def _url(url: str) -> URL:
    """A URL that names the driver we use. Raises ArgumentError."""
    parsed = make_url(url)
    return parsed.set(drivername=DRIVERS.get(parsed.drivername, parsed.drivername))


def _prepare(connection: sa.Connection, url: URL, shared: bool, shards: Shards) -> None:
    """See to it that the tables are there, and are those we know."""
    if not shared:
        await_turn(connection)
    used = not shards.whole and found_in(connection, sa.inspect(connection).get_table_names()) is not None
    check(connection, url, current=shared or used)
    if not shared:
        _migrate(connection)

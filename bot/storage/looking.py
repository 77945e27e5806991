"""Whether a database could be used, seen by opening it: nothing in it is changed, and none is made."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL

from bot.storage import trouble
from bot.storage.connections import engine_for
from bot.storage.database import parsed_url
from bot.storage.limits import ServerLimits
from bot.storage.migrating import check, found_in
from bot.storage.shards import Shards
from bot.storage.trouble import DatabaseTrouble, LastingTrouble

PATIENCE = 3.0
"""Seconds to wait for another process that is writing to an SQLite file."""

_RIGHTS = sa.text(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS copied, "
    "has_schema_privilege(current_schema(), 'CREATE') AS makes, "
    + " AND ".join(
        f"has_table_privilege(to_regclass('battles'), '{right}')" for right in ("SELECT", "INSERT", "UPDATE")
    )
    + " AS changes"
)
"""Whether a server takes no changes, and what we may do: ``changes`` is null where there are no tables yet."""


async def look(url: str, limits: ServerLimits, shards: Shards) -> None:
    """Open a database that ``hexarch run`` would use for some shards, and see that it could be read and written, and
    that its tables are of a version we know. An SQLite file that isn't there yet is fine.

    Raises :class:`DatabaseTrouble`.
    """
    parsed = parsed_url(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            await asyncio.to_thread(_file, parsed)
        else:
            await _server(parsed, limits, shards)
    except (exc.SQLAlchemyError, sqlite3.Error, ImportError, OSError) as e:
        raise trouble.unopened(e, parsed) from e


def _file(url: URL) -> None:
    path = Path(url.database or "")
    if not path.exists():
        return

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None)

    engine = sa.create_engine("sqlite+pysqlite://", creator=connect)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # as whoever writes begins
            try:
                check(connection, url, current=False)
            finally:
                connection.exec_driver_sql("ROLLBACK")
    finally:
        engine.dispose()


async def _server(url: URL, limits: ServerLimits, shards: Shards) -> None:
    engine = engine_for(url, limits)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_tables, url, shards)
            copied, makes, changes = (await connection.execute(_RIGHTS)).one()
    finally:
        await engine.dispose()
    if copied:
        raise DatabaseTrouble(trouble.SILENT.format(where=trouble.where(url), why="it takes no changes just now"))
    if not (makes if changes is None else changes):
        what = "make tables" if changes is None else "change its tables"
        raise LastingTrouble(trouble.DENIED.format(where=trouble.where(url), why=f"this user may not {what}"))


def _tables(connection: sa.Connection, url: URL, shards: Shards) -> None:
    used = found_in(connection, sa.inspect(connection).get_table_names()) is not None
    check(connection, url, current=used and not shards.whole)

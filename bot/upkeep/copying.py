"""Everything of one database into another one, of either kind, in one moment of the first and one transaction of the
second; then both are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import Database
from bot.storage.tables import metadata
from bot.storage.trouble import DatabaseTrouble

CHUNK = 500
"""Rows that are read, and written, at once."""

FULL = "{where}: there is something in this database already. Name an empty one, or let it be replaced"
DIFFERENT = "what was written isn't what was read (table {table}); nothing was changed"


async def copy(source: Database, target: Database, *, replace: bool = False) -> dict[str, int]:
    """Copy every table; returns how many rows each has. Raises :class:`DatabaseTrouble`; then nothing has changed.

    ``replace``: whatever the target holds goes first; else it must hold nothing.
    """
    counts: dict[str, int] = {}
    # Bots that are playing go on meanwhile: what is read is of one moment.
    async with source.read() as reading, target.write() as writing:
        if replace:
            for table in reversed(metadata.sorted_tables):
                await writing.execute(table.delete())
        elif await used(writing):
            raise DatabaseTrouble(FULL.format(where=target.engine.url.render_as_string(hide_password=True)))
        for table in metadata.sorted_tables:
            counts[table.name] = 0
            digest = hashlib.sha256()
            async for rows in _rows(reading, table):
                counts[table.name] += len(rows)
                _add(digest, rows)
                await writing.execute(table.insert(), [dict(r) for r in rows])
            arrived = hashlib.sha256()
            async for rows in _rows(writing, table):
                _add(arrived, rows)
            if arrived.digest() != digest.digest():
                raise DatabaseTrouble(DIFFERENT.format(table=table.name))
    return counts


async def used(c: AsyncConnection) -> bool:
    """Whether any table of ours holds anything."""
    for table in metadata.sorted_tables:
        if await c.scalar(sa.select(sa.literal(1)).select_from(table).limit(1)) is not None:
            return True
    return False


async def _rows(c: AsyncConnection, table: sa.Table) -> AsyncIterator[list[sa.RowMapping]]:
    """A table's rows in the order of its key, some at a time: no database has to hold a cursor, no memory the table."""
    keys = list(table.primary_key.columns)
    # Byte by byte, whatever language a server sorts by: both databases are to give the same order.
    order = [sa.collate(k, _collation(c)) if isinstance(k.type, sa.String) else k for k in keys]
    last: sa.RowMapping | None = None
    while True:
        query = sa.select(table).order_by(*order).limit(CHUNK)
        if last is not None:
            passed = [sa.bindparam(None, last[k.name], k.type) for k in keys]
            query = query.where(sa.tuple_(*order) > sa.tuple_(*passed))
        rows = list((await c.execute(query)).mappings())
        if rows:
            yield rows
            last = rows[-1]
        if len(rows) < CHUNK:
            return


def _collation(c: AsyncConnection) -> str:
    return "C" if c.dialect.name == "postgresql" else "BINARY"


def _add(digest: hashlib._Hash, rows: list[sa.RowMapping]) -> None:
    for row in rows:
        digest.update(repr([(str(k), v) for k, v in row.items()]).encode())

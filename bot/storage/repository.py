"""What the repositories share: their database, JSON as it is stored, and the versions of battles.

Nobody writes over what they haven't read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.connections import Connections


class Repository:
    """One concern's tables."""

    def __init__(self, database: Connections) -> None:
        self.database = database


def dump(data: Any) -> str:
    """Compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


async def upsert(c: AsyncConnection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store whole rows, each in place of the one with the same primary key if there is one."""
    if rows:
        await c.execute(_upsert(c.dialect.name, table), rows)


@cache
def _upsert(dialect: str, table: sa.Table) -> sa.Insert:
    statement = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    others = {column.name: statement.excluded[column.name] for column in table.c if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=table.primary_key.columns, set_=others)


class SecondWriter(Exception):
    """Somebody else has written to this battle since it was read; nothing was changed."""

    def __init__(self, battle: str) -> None:
        self.battle = battle
        super().__init__(battle)


async def advance(
    c: AsyncConnection, battle: str, version: int | None = None, values: Mapping[str, Any] | None = None
) -> None:
    """Begin to write to a battle: its version grows, and columns change. Others wait until the transaction is over.

    ``version`` is the one that was read; None for who writes what doesn't depend on what was read. Raises
    :class:`SecondWriter` when there is another one by now.
    """
    b = t.battles.c
    mine = b.id == battle if version is None else sa.and_(b.id == battle, b.version == version)
    changed = {**(values or {}), "version": b.version + 1}
    if (await c.execute(t.battles.update().where(mine).values(changed))).rowcount == 0 and version is not None:
        raise SecondWriter(battle)

"""One call of SQLite's thread a statement: how many a transaction takes, and that it is one all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import exc

from bot.storage import Database

pytestmark = pytest.mark.threads


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'battles.db'}")
    await opened.settings.put("user:1", "words", "old")
    yield opened
    await opened.close()


@pytest.fixture
def calls(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What aiosqlite hands to its threads from now on."""
    found: list[Any] = []
    hand_over = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, do: Any, *args: Any, **kwargs: Any) -> Any:
        found.append(do)
        return await hand_over(self, do, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return found


async def told(connection: Any, sql: str) -> Any:
    return (await connection.exec_driver_sql(sql)).scalar()


WORDS = "SELECT value FROM settings WHERE owner = 'user:1'"


async def test_what_reads_takes_a_call_each_and_one_to_end_it(database: Database, calls: list[Any]) -> None:
    async with database.read() as c:
        assert not calls, "nothing is begun before something is read"
        assert await told(c, WORDS) == '"old"'
        assert await told(c, "SELECT count(*) FROM settings") == 1
    assert len(calls) == 3


async def test_what_writes_takes_a_call_to_begin_one_each_and_one_to_store(
    database: Database, calls: list[Any]
) -> None:
    async with database.write() as c:
        await c.exec_driver_sql("UPDATE settings SET value = '\"new\"'")
    assert len(calls) == 3
    async with database.read() as c:
        assert await told(c, WORDS) == '"new"'


async def test_a_transaction_that_reads_nothing_takes_none(database: Database, calls: list[Any]) -> None:
    async with database.read():
        pass
    assert not calls


async def test_all_that_is_read_is_of_the_moment_of_the_first_look(database: Database) -> None:
    async with database.read() as c:
        assert await told(c, WORDS) == '"old"'
        async with database.write() as other:
            await other.exec_driver_sql("UPDATE settings SET value = '\"new\"'")
        assert await told(c, WORDS) == '"old"', "one transaction, one moment"
    async with database.read() as c:
        assert await told(c, WORDS) == '"new"', "and the next one is another"


async def test_what_fails_half_way_stores_nothing(database: Database) -> None:
    with pytest.raises(exc.IntegrityError):
        async with database.write() as c:
            await c.exec_driver_sql("UPDATE settings SET value = '\"new\"'")
            await c.exec_driver_sql("INSERT INTO settings (owner, key, value) VALUES ('user:1', 'words', '1')")
    async with database.read() as c:
        assert await told(c, WORDS) == '"old"'


async def test_a_wrong_statement_leaves_a_connection_that_works(database: Database) -> None:
    for _ in range(20):  # more often than there are connections
        with pytest.raises(exc.OperationalError, match="no such table"):
            async with database.read() as c:
                await c.exec_driver_sql("SELECT * FROM nowhere")
    assert await database.settings.of("user:1") == {"words": "old"}


async def test_who_gives_up_waiting_leaves_no_transaction_behind(database: Database) -> None:
    reached = asyncio.Event()

    async def write() -> None:
        async with database.write() as c:
            await c.exec_driver_sql("UPDATE settings SET value = '\"new\"'")
            reached.set()
            await asyncio.Event().wait()

    given_up = asyncio.create_task(write())
    await reached.wait()
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    async with database.read() as c:
        assert await told(c, WORDS) == '"old"'
    await database.settings.put("user:1", "words", "newer")
    async with database.read() as c:
        assert await told(c, WORDS) == '"newer"'


async def test_rows_come_one_by_one_in_part_or_whole(database: Database) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n"
    async with database.read() as c:
        assert [r.i for r in await c.exec_driver_sql(numbers)] == [1, 2, 3, 4, 5]
        rows = await c.exec_driver_sql(numbers)
        assert rows.fetchone() == (1,)
        assert rows.fetchmany(2) == [(2,), (3,)]
        assert rows.fetchall() == [(4,), (5,)]
        written = await c.exec_driver_sql("SELECT 1 WHERE 1 = 2")
        assert written.all() == [] and list(written.keys()) == ["1"]
    async with database.write() as c:
        many = [("user:2", "a", "1"), ("user:2", "b", "2"), ("user:3", "a", "3")]
        await c.exec_driver_sql("INSERT INTO settings (owner, key, value) VALUES (?, ?, ?)", many)
        changed = await c.exec_driver_sql("UPDATE settings SET value = '0' WHERE owner = 'user:2'")
        assert changed.rowcount == 2

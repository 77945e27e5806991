"""Backups while the bot plays, restored elsewhere; databases moved from one kind to the other and back."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import Database
from bot.storage.trouble import DatabaseTrouble
from bot.upkeep.backups import backup, move, restore
from tests.bot.upkeep.kit import of_file, opened, play, spoil, under_way, wrong
from tests.postgres import Server, database_in


async def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Everything a database holds."""
    import sqlalchemy as sa

    from bot.storage.tables import metadata

    database = await Database.open(url, shared=True)
    try:
        async with database.read() as c:
            return {
                t.name: sorted((tuple(r) for r in await c.execute(sa.select(t))), key=repr)
                for t in metadata.sorted_tables
            }
    finally:
        await database.close()


MEANWHILE = 10
"""Orders that are given in two battles while a backup is made."""


async def test_a_backup_made_while_battles_are_played_goes_on_elsewhere(either: str, tmp_path: Path) -> None:
    service = await opened(database_in(tmp_path))
    battles = [await under_way(service, channel) for channel in (5, 6)]
    copy, playing, going = tmp_path / "copy.db", True, asyncio.Event()

    async def go_on() -> int:
        n = 0
        # A backup may take long, and the battles are to go on elsewhere: they don't come to their end meanwhile.
        while playing and n < MEANWHILE:
            await play(service, battles[n % 2].id, 1, n)
            n += 1
            going.set()
        return n

    orders = asyncio.create_task(go_on())
    await going.wait()
    size = await backup(database_in(tmp_path), copy)
    playing = False
    assert await orders > 0 and size == copy.stat().st_size
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600, "it holds the secrets of the dice"
    assert [p.name for p in tmp_path.glob("copy*")] == ["copy.db"], "nothing is left beside it"
    await service.close()
    elsewhere = of_file(tmp_path / "elsewhere.db")
    counts = await restore(copy, elsewhere)
    assert counts["battles"] == 2
    other = await opened(elsewhere)
    assert await wrong(other) == []
    for battle in battles:
        await play(other, battle.id, 5, 7)
    assert await wrong(other) == []
    await other.close()


async def test_from_sqlite_to_postgresql_and_back_everything_is_as_it_was(postgres: Server, tmp_path: Path) -> None:
    first, server, last = of_file(tmp_path / "a.db"), postgres.emptied(), of_file(tmp_path / "b.db")
    service = await opened(first)
    battle = await under_way(service, 5)
    done = await under_way(service, 6)
    await service.endings.resign(done.id, 10)
    await service.preferences.set_reminders(10, "dm")
    await service.close()
    before = await contents(first)
    await move(first, server)
    assert await contents(server) == before
    service = await opened(server)
    assert await wrong(service) == []
    await play(service, battle.id, 5, 1)
    await service.close()
    after = await contents(server)
    assert after != before and await contents(first) == before, "the first one stays as it is"
    await move(server, last)
    assert await contents(last) == after
    service = await opened(last)
    await play(service, battle.id, 5, 2)
    assert await wrong(service) == []
    await service.close()


async def test_nothing_is_put_into_a_database_that_holds_something(either: str, tmp_path: Path) -> None:
    service = await opened(database_in(tmp_path))
    mine = await under_way(service, 5)
    await service.close()
    other = await opened(of_file(tmp_path / "other.db"))
    theirs = await under_way(other, 6)
    await other.close()
    copy = tmp_path / "copy.db"
    await backup(of_file(tmp_path / "other.db"), copy)
    before = await contents(database_in(tmp_path))
    for put in (restore(copy, database_in(tmp_path)), move(of_file(tmp_path / "other.db"), database_in(tmp_path))):
        with pytest.raises(DatabaseTrouble, match="something in this database already"):
            await put
    assert await contents(database_in(tmp_path)) == before
    await restore(copy, database_in(tmp_path), replace=True)
    service = await opened(database_in(tmp_path))
    assert [b.id for b in await service.battles.of_guild(1)] == [theirs.id] != [mine.id]
    await service.close()


async def test_a_restore_that_fails_half_way_changes_nothing(either: str, tmp_path: Path) -> None:
    service = await opened(database_in(tmp_path))
    await under_way(service, 5)
    await service.close()
    other = await opened(of_file(tmp_path / "other.db"))
    await under_way(other, 6)
    await other.close()
    copy = tmp_path / "copy.db"
    await backup(of_file(tmp_path / "other.db"), copy)
    # A row of a battle there isn't, which neither database takes.
    spoil(copy, "UPDATE seats SET battle = 'nobody' WHERE side = 'red'")
    before = await contents(database_in(tmp_path))
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await restore(copy, database_in(tmp_path), replace=True)
    assert await contents(database_in(tmp_path)) == before


async def test_a_database_in_use_is_neither_replaced_nor_moved(tmp_path: Path) -> None:
    service = await opened(of_file(tmp_path / "a.db"))
    await under_way(service, 5)
    copy = tmp_path / "copy.db"
    await backup(of_file(tmp_path / "a.db"), copy)
    with pytest.raises(DatabaseTrouble, match="another Hexarch"):
        await restore(copy, of_file(tmp_path / "a.db"), replace=True)
    with pytest.raises(DatabaseTrouble, match="another Hexarch"):
        await move(of_file(tmp_path / "a.db"), of_file(tmp_path / "b.db"))
    await service.close()


async def test_what_is_no_backup_is_told_and_no_file_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("precious")
    service = await opened(of_file(tmp_path / "a.db"))
    await service.close()
    with pytest.raises(DatabaseTrouble, match="exists already"):
        await backup(of_file(tmp_path / "a.db"), there)
    assert there.read_text() == "precious"
    with pytest.raises(DatabaseTrouble, match="no SQLite database"):
        await restore(there, of_file(tmp_path / "b.db"))
    with pytest.raises(DatabaseTrouble, match="there is no such file"):
        await restore(tmp_path / "none.db", of_file(tmp_path / "b.db"))
    with pytest.raises(DatabaseTrouble, match="there is no such file"):
        await backup(of_file(tmp_path / "none.db"), tmp_path / "c.db")
    with pytest.raises(DatabaseTrouble, match="no/such"):
        await backup(of_file(tmp_path / "a.db"), tmp_path / "no" / "such" / "folder.db")
    assert not (tmp_path / "c.db").exists()


@pytest.mark.usefixtures("step_by_step")
async def test_a_backup_of_an_older_version_is_brought_up_to_date_and_stays_as_it_is(tmp_path: Path) -> None:
    from bot.storage.migrating import go_back

    service = await opened(of_file(tmp_path / "a.db"))
    battle = await under_way(service, 5)
    async with service.database.write() as c:
        await c.run_sync(go_back, "0001")
    await service.close()
    copy = tmp_path / "old.db"
    await backup(of_file(tmp_path / "a.db"), copy)
    before = copy.read_bytes()
    await restore(copy, of_file(tmp_path / "b.db"))
    assert copy.read_bytes() == before
    service = await opened(of_file(tmp_path / "b.db"))
    await play(service, battle.id, 5, 1)
    assert await wrong(service) == []
    await service.close()
    with closing(sqlite3.connect(copy)) as c:
        assert c.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)

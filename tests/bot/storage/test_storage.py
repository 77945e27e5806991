"""The database: its tables, transactions and migrations."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.storage import Batch, BattleRow, Database, Limits, PolicyRow, Post, Question, Seat, tables
from bot.storage.repository import SecondWriter
from engine.fairdice import TrailEntry
from engine.kernel.game import Checkpoint
from engine.kernel.journal import GENESIS, Entry, chain
from engine.kernel.text import Refusal
from tests.postgres import database_in

FILE = "deep/x y%z/battles.db"


def url(path: Path) -> str:
    return database_in(path, FILE)


@pytest.fixture
async def database(tmp_path: Path, either: str) -> Any:
    opened = await Database.open(url(tmp_path))
    yield opened
    await opened.close()


def row(battle: str = "b1", channel: int = 2**60, **changes: Any) -> BattleRow:
    values: dict[str, Any] = {
        "id": battle,
        "guild": 2**61,
        "channel": channel,
        "creator": 2**62,
        "scenario_key": "toy/duel",
        "title": "Zażółć ⚔",
        "options": {"10.3": True},
        "mode": "live",
        "status": "open",
        "outcome": "",
        "created": 1.5,
        "seed": None,
        "next_roll": 1,
        "trail_seq": 0,
        "trail_head": "",
        "published": 0,
        "request": None,
        "limits": Limits(3600.0, (22, 7)),
        "notice": "",
    }
    return BattleRow(**{**values, **changes})


def entry(seq: int) -> Entry:
    data = {"x": seq, "ü": [1, None]}
    return Entry(seq=seq, kind="event", data=data, hash=chain(GENESIS, seq, "event", data))


async def append(database: Database, battle: str = "b1", **changes: Any) -> None:
    parts: dict[str, Any] = {
        "version": found.version if (found := await database.battles.get(battle)) else 0,
        "entries": [],
        "trail": [],
        "checkpoints": [],
        "gone": [],
        "questions": [],
        "batches_": {},
        "values": {},
    }
    await database.games.append(battle, **{**parts, **changes})


async def test_a_battle_comes_back_as_it_was_stored(database: Database) -> None:
    stored = row(seed=b"\0\xff", request={"kind": "undo", "side": "red", "to": 4}, notice="It’s so.")
    assert await database.battles.add(stored, {"sides": []})
    assert await database.battles.get("b1") == stored
    assert await database.battles.get("b2") is None
    assert await database.battles.scenario("b1") == '{"sides":[]}'
    assert await database.battles.take_seat("b1", Seat("red", 7, "heads"), 1.0)
    assert not await database.battles.take_seat("b1", Seat("red", 8, "x"), 2.0)
    assert await database.battles.take_seat("b1", Seat("blue", 7, "tails"), 0.5)
    found = await database.battles.in_guild(2**61)
    assert [s.side for s in found[0].seats] == ["blue", "red"], "in the order they were taken"
    await database.battles.leave_seats("b1", ["blue"])
    assert await database.battles.update("b1", limits={"seconds": None, "quiet": None}, status="running")
    (again,) = await database.battles.running()
    assert again.seats == (Seat("red", 7, "heads"),) and again.limits == Limits()
    assert again.version == 4, "it grows with every write, but not with one that fails"
    assert "\\xff" not in repr(again), "the seed isn't shown"


async def test_a_channel_has_one_living_battle(database: Database) -> None:
    assert await database.battles.add(row(), {})
    assert not await database.battles.add(row("b2"), {})
    assert await database.battles.get("b2") is None
    assert await database.battles.update("b1", status="finished")
    assert await database.battles.add(row("b2", created=2.0), {})
    assert not await database.battles.update("b1", status="open")
    assert [b.id for b in await database.battles.in_channel(2**60)] == ["b2", "b1"]


async def test_what_an_interaction_changed_is_stored_together(database: Database) -> None:
    await database.battles.add(row(), {"s": 1})
    question = Question("b1", "red", 3, "orders", 10.0, 20.0)
    batch = Batch(["r1 x b1"], [("r2 x b2", "no (2.2)")])
    trail = [TrailEntry(seq=0, kind="annul", data={"rolls": [1]}, hash="h")]
    await append(
        database,
        entries=[entry(0), entry(1), entry(2)],
        trail=trail,
        checkpoints=[Checkpoint.of(1, "{}", "d")],
        questions=[question],
        batches_={"red": batch, "blue": Batch()},
        values={"status": "running", "next_roll": 2},
    )
    stored = await database.games.load("b1")
    assert stored is not None
    assert stored.row == row(status="running", next_roll=2, version=1) and stored.scenario == '{"s":1}'
    assert stored.checkpoints == (Checkpoint.of(1, "{}", "d"),)
    assert stored.journal == (entry(1), entry(2)), "from the oldest checkpoint on"
    assert stored.batches == {"red": batch} and stored.questions == (question,) and stored.policies == ()
    assert await database.games.journal("b1") == (entry(0), entry(1), entry(2))
    assert list(await database.games.trail("b1")) == trail
    assert await database.games.questions_due(19.9) == () and await database.games.questions_due(20.0) == (question,)
    await append(database, entries=[entry(3)], checkpoints=[Checkpoint.of(3, "{}", "e")], gone=[1])
    stored = await database.games.load("b1")
    assert stored is not None and stored.journal == (entry(3),) and stored.questions == () and stored.batches == {}
    assert await database.games.load("b9") is None


@pytest.mark.parametrize(
    "bad",
    [
        {"entries": [entry(0)]},
        {"trail": [TrailEntry(seq=0, kind="annul", data={}, hash="h")]},
        {"checkpoints": [Checkpoint.of(1, "", "d")]},
    ],
)
async def test_a_second_writer_stores_nothing_at_all(database: Database, bad: dict[str, Any]) -> None:
    await database.battles.add(row(), {})
    trail = [TrailEntry(seq=0, kind="annul", data={"rolls": [1]}, hash="h")]
    await append(database, entries=[entry(0)], trail=trail, checkpoints=[Checkpoint.of(1, "{}", "d")])
    before = await database.games.load("b1")
    with pytest.raises(SecondWriter):
        await append(database, **{"entries": [entry(5)], "values": {"notice": "x"}, **bad})
    assert await database.games.load("b1") == before


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.write() as c:
            await c.execute(tables.settings.insert().values(owner="a", key="b", value="1"))
            raise RuntimeError
    assert await database.settings.of("a") == {}


async def test_many_writers_at_once(database: Database, tmp_path: Path) -> None:
    other = await Database.open(url(tmp_path), shared=True)
    writes = [d.settings.put("a", f"{n}{i}", i) for n, d in enumerate((database, other)) for i in range(25)]
    await asyncio.gather(*writes)
    assert len(await other.settings.of("a")) == 50
    await other.close()


async def test_a_battle_is_read_again_only_after_something_was_written(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.battles.add(row(), {})
    reads = []
    read = database.read
    monkeypatch.setattr(database, "read", lambda: reads.append(1) or read())
    first = await database.battles.get("b1")
    assert first is await database.battles.get("b1") and len(reads) == 1
    await database.battles.take_seat("b1", Seat("red", 7, "x"), 1.0)
    again = await database.battles.get("b1")
    assert again is not None and [s.user for s in again.seats] == [7]
    # A write that fails may have failed because somebody else has written.
    with pytest.raises(SecondWriter):
        await database.battles.update("b1", version=-1, notice="x")
    assert await database.battles.get("b1") == again and len(reads) == 3
    assert await database.battles.get("nobody's") is None is await database.battles.get("nobody's")
    # Inside of a transaction there is what nobody else sees, and what may never be.
    with contextlib.suppress(KeyError):
        async with database.together():
            await database.battles.update("b1", notice="never")
            inside = await database.battles.get("b1")
            assert inside is not None and inside.notice == "never"
            raise KeyError
    assert await database.battles.get("b1") == again
    # Where other processes may write, nothing is kept.
    shared = await Database.open(url(tmp_path), shared=True)
    assert (await shared.battles.get("b1")) == again
    await database.battles.update("b1", notice="changed")
    there, here = await shared.battles.get("b1"), await database.battles.get("b1")
    assert there == here and here is not None and here.notice == "changed"
    await shared.close()


async def test_what_was_read_while_something_was_written_is_read_again(database: Database) -> None:
    """However reading and writing fall together, what is read after a write knows of it."""
    await database.battles.add(row(), {})

    async def write(n: int) -> None:
        await database.battles.update("b1", notice=str(n))
        found = await database.battles.get("b1")
        assert found is not None and int(found.notice) >= n

    async def look() -> None:
        for _ in range(5):
            await database.battles.get("b1")

    for n in range(8):
        await asyncio.gather(look(), write(n), look())


async def test_standing_orders_and_posts(database: Database) -> None:
    await database.battles.add(row(), {})
    for answer in ("always", "never"):
        await database.policies.put("b1", PolicyRow("red", "*", "brace", answer))
    await database.policies.put("b1", PolicyRow("blue", "b1", "brace", "if:fresh"))
    assert [p.answer for p in await database.policies.of("b1")] == ["if:fresh", "never"]
    assert await database.policies.clear("b1", PolicyRow("red", "*", "brace", ""))
    assert not await database.policies.clear("b1", PolicyRow("red", "*", "brace", ""))
    assert await database.policies.of("b1", "red") == ()
    post = Post("b1", "dispatch", "7", 2**60, 2**61, "{}", True)
    await database.posts.put(post)
    assert await database.posts.of("b1", "dispatch") == [post]


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", "⚔\udfff"])
async def test_a_text_that_can_t_be_kept_is_refused_and_nothing_changes(database: Database, bad: str) -> None:
    await database.battles.add(row(), {})
    with pytest.raises(Refusal, match="can't be kept"):
        await database.battles.take_seat("b1", Seat("red", 7, bad), 1.0)
    with pytest.raises(Refusal, match="can't be kept"):
        await database.battles.get(bad)
    with pytest.raises(Refusal, match="can't be kept"):
        await append(database, entries=[entry(0)], values={"notice": bad})
    assert await database.battles.get("b1") == row(), "not even its version"


async def test_a_text_inside_of_something_else_is_kept_or_refused(database: Database) -> None:
    await database.settings.put("user:1", "words", {"a\0": ["b\0"]})
    assert await database.settings.of("user:1") == {"words": {"a\0": ["b\0"]}}
    with pytest.raises(Refusal, match="can't be kept"):
        await database.settings.put("user:1", "words", ["\ud800"])
    assert await database.settings.of("user:1") == {"words": {"a\0": ["b\0"]}}


@pytest.mark.usefixtures("on_the_disk")
async def test_sqlite_keeps_what_it_has_acknowledged(tmp_path: Path) -> None:
    database = await Database.open(url(tmp_path))
    async with database.read() as c:
        found = [
            (await c.exec_driver_sql(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous", "foreign_keys")
        ]
    await database.close()
    assert found == ["wal", 2, 1], "2 is FULL: a commit is on the disk when it returns"


# -- migrations -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("step_by_step")
async def test_the_migrations_make_the_tables_the_code_expects(database: Database) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), tables.metadata))

    async with database.read() as c:
        assert await c.run_sync(differences) == []


async def test_opening_again_changes_nothing(database: Database, tmp_path: Path) -> None:
    await database.battles.add(row(), {})
    await database.close()
    again = await Database.open(url(tmp_path))
    assert await again.battles.get("b1") == row()
    await again.close()


@pytest.mark.usefixtures("step_by_step")
async def test_a_migration_cut_short_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    real, made = op.create_table, []

    def create(name: str, *args: Any, **options: Any) -> Any:
        if name == "journal":
            raise RuntimeError("power cut")
        made.append(name)
        return real(name, *args, **options)

    monkeypatch.setattr(op, "create_table", create)
    with pytest.raises(RuntimeError, match="power cut"):
        await Database.open(url(tmp_path))
    assert made
    monkeypatch.undo()
    with sqlite3.connect(tmp_path / "deep" / "x y%z" / "battles.db") as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == []
    database = await Database.open(url(tmp_path))
    assert await database.battles.running() == []
    await database.close()


def test_the_tables_suit_postgresql() -> None:
    dialect = postgresql.dialect()
    for table in tables.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            text = str(CreateIndex(index).compile(dialect=dialect))
            assert index.name != "ix_battles_channel" or "WHERE status IN" in text

"""``hexarch run --check`` opens the database without changing it, and tries whether the port is free."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.cli import configuration, main, trial
from bot.cli.common import BAD_INPUT, OK, USELESS, Lasting
from bot.monitoring.health import Health
from bot.monitoring.server import Address, serving
from bot.storage import Database
from bot.storage.limits import ServerLimits
from bot.storage.looking import look
from bot.storage.migrating import go_back, revisions
from bot.storage.shards import ALL, Shards
from bot.storage.trouble import DatabaseTrouble, LastingTrouble
from tests.postgres import Server


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.good.token")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """One that was used, and is closed."""
    file = tmp_path / "hexarch.db"

    async def make() -> None:
        await (await Database.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def taken() -> Iterator[int]:
    """A port somebody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        yield s.getsockname()[1]


def checked(*options: str) -> int:
    return main(["run", "--check", *options])


def test_a_good_database_stays_as_it_is(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, there = database.read_bytes(), sorted(os.listdir(database.parent))
    assert checked("--database", str(database)) == OK
    assert "the settings are good" in capsys.readouterr().out
    assert database.read_bytes() == before and sorted(os.listdir(database.parent)) == there


def test_an_older_one_is_good_and_not_brought_up_to_date(database: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{database}")
    with engine.begin() as c:
        go_back(c, revisions()[1])
    engine.dispose()
    before = database.read_bytes()
    assert checked("--database", str(database)) == OK
    assert database.read_bytes() == before


def test_one_that_is_used_meanwhile_is_good(database: Path) -> None:
    """Who checks new settings lets the bot run on."""

    settings, _ = configuration.read({"database": str(database)}, {"DISCORD_TOKEN": "a.good.token"})

    async def used() -> None:
        there = await Database.open(f"sqlite+aiosqlite:///{database}")
        try:
            assert await trial.failures(settings) == []
            await there.settings.put("guild:1", "x", 1)
        finally:
            await there.close()

    asyncio.run(used())


@pytest.mark.parametrize(
    ("damage", "code", "said"),
    [
        ("newer", USELESS, "a newer version of Hexarch has made this database"),
        ("foreign", USELESS, "this is somebody else's database"),
        ("garbage", USELESS, "this file is damaged, or no SQLite database"),
        ("locked", BAD_INPUT, "another program is writing to it and doesn't end"),
    ],
)
def test_what_is_wrong_with_a_database_is_told_in_a_sentence(
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: str,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr("bot.storage.looking.PATIENCE", 0.1)
    other = sqlite3.connect(database, isolation_level=None)
    if damage == "newer":
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    elif damage == "foreign":
        for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            other.execute(f"DROP TABLE IF EXISTS {name}")
        other.execute("CREATE TABLE recipes (x INTEGER)")
    elif damage == "locked":
        other.execute("BEGIN IMMEDIATE")
    else:
        other.close()
        database.write_bytes(b"not a database at all, and longer than a page's head" * 100)
    if damage != "locked":
        other.close()
    assert checked("--database", str(database)) == code
    told = capsys.readouterr().err
    assert told.startswith(f"hexarch: database: {database}: ") and said in told and "Traceback" not in told
    other.close()


def test_a_port_that_is_taken_may_be_free_later(database: Path, taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked("--database", str(database), "--listen", str(taken)) == BAD_INPUT
    assert f"--listen {taken}: Address already in use" in capsys.readouterr().err


def test_an_address_of_another_machine_stays_wrong(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked("--database", str(database), "--listen", "192.0.2.1:9464") == USELESS
    assert "--listen 192.0.2.1:9464: " in capsys.readouterr().err


def test_all_of_it_is_told_at_once(tmp_path: Path, taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    """And what can't be mended by a restart decides what the program ends with."""
    (tmp_path / "bad.db").write_bytes(b"no database" * 100)
    assert checked("--database", str(tmp_path / "bad.db"), "--listen", str(taken)) == USELESS
    told = capsys.readouterr().err
    assert "is damaged" in told and "Address already in use" in told and told.count("\n- ") == 2


def test_a_free_port_is_free_again_afterwards(database: Path, taken: int) -> None:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        free = s.getsockname()[1]
    for _ in range(2):
        assert checked("--database", str(database), "--listen", f"127.0.0.1:{free}") == OK


UNKNOWN_FAMILY = 12345
"""An address family this machine hasn't got, as IPv6 on many."""

LOCAL, FOREIGN, OLD = (socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "192.0.2.1"), (UNKNOWN_FAMILY, "::1")


@pytest.mark.parametrize(
    ("found", "good"),
    [((LOCAL,), True), ((OLD, LOCAL), True), ((OLD,), False), ((FOREIGN,), False), ((FOREIGN, LOCAL), None)],
)
async def test_the_port_is_tried_as_it_is_served(
    database: Path, monkeypatch: pytest.MonkeyPatch, found: Sequence[tuple[int, str]], good: bool | None
) -> None:
    """``good``: whether that can be served; None where the versions of asyncio differ."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        free = s.getsockname()[1]
    asked = socket.getaddrinfo

    def addresses(host: Any, *args: Any, **options: Any) -> Any:
        if host != "bot.example":
            return asked(host, *args, **options)
        return [(family, socket.SOCK_STREAM, 6, "", (ip, free)) for family, ip in found]

    monkeypatch.setattr(socket, "getaddrinfo", addresses)
    listen = f"bot.example:{free}"
    settings, _ = configuration.read({"database": str(database), "listen": listen}, {"DISCORD_TOKEN": "a.good.token"})
    failed = await trial.failures(settings)
    try:
        async with serving(Address("bot.example", free), Health()):
            served = None
    except OSError as e:
        served = trial.listening_failed("listen", listen, e)
    assert [str(f) for f in failed] == ([str(served)] if served is not None else [])
    assert good is None or good == (served is None)


async def test_a_server_is_looked_at_as_well(postgres: Server) -> None:
    """An empty database is fine, so is ours; somebody who may only read is told."""
    url = postgres.another()
    await look(url, ServerLimits(), ALL)
    await look(url, ServerLimits(), Shards.parse("0/2"))
    there = await Database.open(url)
    try:
        async with there.write() as c:
            await c.execute(sa.text("CREATE ROLE reader LOGIN"))
            await c.execute(sa.text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
        await look(url, ServerLimits(), ALL)
        parsed = sa.make_url(url)
        with pytest.raises(LastingTrouble, match="this user may not change its tables"):
            reader = parsed.set(username="reader").render_as_string(hide_password=False)
            await look(reader, ServerLimits(), ALL)
        with pytest.raises(DatabaseTrouble):
            nowhere = parsed.set(database="nowhere").render_as_string(hide_password=False)
            await look(nowhere, ServerLimits(), ALL)
    finally:
        async with there.write() as c:
            await c.execute(sa.text("DROP OWNED BY reader"))
            await c.execute(sa.text("DROP ROLE reader"))
        await there.close()


def test_one_lasting_fault_is_enough_for_all() -> None:
    from bot.cli.common import BadInput

    assert type(trial.told([BadInput("a"), BadInput("b")])) is BadInput
    assert type(trial.told([BadInput("a"), Lasting("b")])) is Lasting


def test_the_help_names_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "78 starting it again is of no use until something is changed" in told

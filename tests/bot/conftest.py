"""The same battles in every run: what the service would draw from the system's randomness follows from the test."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage import connections, database
from tests.bot.sqlite_here import sqlite_here
from tests.postgres import either, postgres

__all__ = ["either", "postgres"]


class _Drawn:
    """Stands in for :mod:`secrets` where battles are made."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)

    def token_bytes(self, n: int) -> bytes:
        return self._random.randbytes(n)

    def token_hex(self, n: int) -> str:
        return self._random.randbytes(n).hex()


@pytest.fixture(autouse=True)
def drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    # Named by the file and not by its folder, so that a test that is moved draws as before.
    file, _, test = request.node.nodeid.partition("::")
    folder = "e2e/" if "/e2e/" in file else ""
    name = f"tests/bot/{folder}{file.rpartition('/')[2]}::{test}"
    monkeypatch.setattr("bot.service.setup.lobby.secrets", _Drawn(name))


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """A test's database needn't outlive a power cut; processes that tests start and kill wait as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session", autouse=True)
def _statements_are_compiled_once() -> Iterator[None]:
    """SQLAlchemy keeps what it has compiled for each engine, and nearly every test has two of its own."""
    known: dict[str, sa.engine.Engine] = {}

    def create(url: sa.URL, **options: Any) -> AsyncEngine:
        found = create_async_engine(url, **options)
        first = known.setdefault(url.drivername, found.sync_engine)
        # What is compiled is kept by dialect, and the first one of a kind has been set up by its engine.
        found.sync_engine.dialect = first.dialect
        found.sync_engine._compiled_cache = first._compiled_cache
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "create_async_engine", create)
        yield


@pytest.fixture(autouse=True)
def _sqlite_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """But for tests marked ``threads``, in which several processes' worth of connections are at work."""
    with contextlib.nullcontext() if request.node.get_closest_marker("threads") else sqlite_here():
        yield


@pytest.fixture
def on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits wait for the disk, as the bot's do."""
    monkeypatch.setattr(connections, "SYNCHRONOUS", SYNCHRONOUS)


SYNCHRONOUS = connections.SYNCHRONOUS
"""How the bot has its commits wait for the disk."""

MIGRATE = database._migrate
"""As the bot brings a database up to date."""


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """New databases are made by the migrations, as the bot makes them."""
    monkeypatch.setattr(database, "_migrate", MIGRATE)


@pytest.fixture(scope="session", autouse=True)
def _tables_made_once() -> Iterator[None]:
    """A new SQLite database gets the tables all at once that the migrations would make one after the other.

    They are those the migrations made in the first database of the run; ``test_storage`` walks through them.
    """
    made: list[str] = []

    def quickly(connection: sa.Connection) -> None:
        if connection.dialect.name != "sqlite" or sa.inspect(connection).get_table_names():
            MIGRATE(connection)
        elif made:
            for statement in made:
                connection.exec_driver_sql(statement)
        else:
            MIGRATE(connection)
            made.extend(_statements(connection))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_migrate", quickly)
        yield


def _statements(connection: sa.Connection) -> list[str]:
    """What would make these tables, and the version that is kept in one of them."""
    tables = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    statements = [sql for (sql,) in tables if not sql.startswith("CREATE TABLE sqlite_")]
    (version,) = connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()
    return [*statements, f"INSERT INTO alembic_version VALUES ('{version}')"]

"""A PostgreSQL of the tests' own: a server on loopback, started when the first test wants it, and a database in it.

It runs where Debian's ``postgresql`` is installed, as an unprivileged user where the tests run as root, and is gone
with the test process. Each worker of pytest-xdist has one, and in it one database, whose tables are made once and
emptied for each test.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.storage import Database
from bot.storage.tables import metadata

START = 120.0
"""Seconds the server may take to come up, or to end, on a machine that is busy with other tests."""

NAME = "hexarch"


def binaries() -> Path | None:
    """Where the server's programs are; the newest version's."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: float(p.parts[4]))
    return found[-1].parent if found else None


def missing() -> str:
    """Why there is no PostgreSQL for tests here; "" where there is."""
    try:
        import asyncpg as asyncpg
    except ImportError:
        return "its driver isn't installed: pip install 'hexarch[postgresql]'"
    return "" if binaries() is not None else "no PostgreSQL is installed here (Debian has it as postgresql)"


class Server:
    """A running server. ``stop`` it."""

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self._folder = Path(tempfile.mkdtemp(prefix="hexarch-postgresql-"))
        self._count = 0
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            # The server refuses to run as root.
            account = _unprivileged()
            os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        data = self._folder / "data"
        self._run(found / "initdb", "-D", str(data), "-U", "hexarch", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.port = _free_port()
        self._program = found / "postgres"
        self._log = (self._folder / "log").open("wb")
        self._start()
        try:
            asyncio.run(self._prepare())
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "shared_buffers": "16MB",
            "fsync": "off",  # what is tested is what processes do to one another, not power cuts
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "autovacuum": "off",
        }
        self._process = subprocess.Popen(
            [self._program, "-D", self._folder / "data", *(x for k, v in options.items() for x in ("-c", f"{k}={v}"))],
            stdout=self._log,
            stderr=self._log,
            cwd=self._folder,
            **self._user,
        )

    def kill(self) -> None:
        """End it at once, as when its machine fails."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(START)

    def start_again(self) -> None:
        """Start it after :meth:`kill`, and wait until it answers."""
        self._start()
        until = time.monotonic() + START
        while True:
            try:
                self.execute("SELECT 1")
                return
            except Exception:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _run(self, *command: Any) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder, **self._user)

    async def _prepare(self) -> None:
        until = time.monotonic() + START
        while True:
            try:
                await self._execute(f"CREATE DATABASE {NAME}", "postgres")
                break
            except Exception as e:
                if self._process.poll() is not None or time.monotonic() > until:
                    log = (self._folder / "log").read_text("utf-8", "replace")
                    raise RuntimeError(f"PostgreSQL doesn't start: {e}\n{log}") from e
                await asyncio.sleep(0.05)
        await (await Database.open(self._url(NAME))).close()

    async def _execute(self, statement: str, database: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(host="127.0.0.1", port=self.port, user="hexarch", database=database)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _url(self, name: str) -> str:
        return f"postgresql+asyncpg://hexarch@127.0.0.1:{self.port}/{name}"

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement, by default outside of our database."""
        with ThreadPoolExecutor(1) as elsewhere:  # this thread may be running a loop already
            elsewhere.submit(asyncio.run, self._execute(statement, database)).result()

    def emptied(self) -> str:
        """URL of the database, with nothing in its tables and nobody connected to it."""
        self.put_out()
        tables = ", ".join(t.name for t in metadata.sorted_tables)
        self.execute(f"TRUNCATE {tables}", NAME)
        return self._url(NAME)

    def put_out(self) -> None:
        """End every connection to the database; they are gone when this returns."""
        self.execute(
            f"SELECT pg_terminate_backend(pid, {int(START * 1000)}) FROM pg_stat_activity WHERE datname = '{NAME}'"
        )

    def another(self) -> str:
        """URL of a new database without any table."""
        self._count += 1
        self.execute(f"CREATE DATABASE another_{self._count}")
        return self._url(f"another_{self._count}")

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(START)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _unprivileged() -> Any:
    """The account to run it as, where the tests are root's."""
    import pwd  # not on every system

    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("there is no account that isn't root's to run PostgreSQL as")


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


NAMED = "database.url"
"""File in a test's folder that names the database the test is kept in, where that isn't an SQLite file in it."""


def database_in(folder: Path, file: str = "battles.db") -> str:
    """URL of the database of a test with this folder, whichever process asks."""
    named = folder / NAMED
    return named.read_text("utf-8") if named.exists() else f"sqlite+aiosqlite:///{folder / file}"


@pytest.fixture(scope="session")
def postgres() -> Any:
    """The server; skips the test where there is none to be had."""
    why = missing()
    if why:
        pytest.skip(why)
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Run a test on SQLite and on PostgreSQL: what :func:`database_in` names in its folder is one, then the other."""
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        (tmp_path / NAMED).write_text(server.emptied(), "utf-8")
    return str(request.param)

"""One process at a time for a database, whichever way the last one has ended."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.storage import Database, lease
from bot.storage.lease import Lease
from bot.storage.locks import FileLock
from bot.storage.trouble import DatabaseTrouble
from tests.postgres import Server, database_in
from tests.waiting import HANG

ROOT = Path(__file__).parents[3]

HOLD = """
import asyncio, sys
from bot.storage import Database

async def hold():
    database = await Database.open(sys.argv[1])
    print("open", flush=True)
    await asyncio.sleep(600)

asyncio.run(hold())
"""


@contextmanager
def holder(url: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has the database open."""
    with subprocess.Popen([sys.executable, "-c", HOLD, url], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "open\n"
            yield process
        finally:
            process.kill()


async def test_a_second_process_waits_and_then_leaves_with_a_sentence(
    either: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, told = database_in(tmp_path), []
    with holder(url) as process:
        with monkeypatch.context() as patch:
            # Each look at the clock finds a second gone, so that the third attempt is the last one.
            patch.setattr(lease, "time", SimpleNamespace(monotonic=itertools.count().__next__))
            with pytest.raises(DatabaseTrouble, match="another Hexarch has this database open") as no:
                await Database.open(url, wait=3.0, waiting=told.append)
        assert told == [str(no.value)], "it is told once why it waits"
        expected = f"(process {process.pid})" if either == "sqlite" else "(from 127.0.0.1, since "
        assert expected in str(no.value)
        beside = await Database.open(url, shared=True)
        assert await beside.battles.running() == [] and not beside.lease.held
        await beside.close()
        heard = asyncio.Event()
        waiting = asyncio.create_task(Database.open(url, wait=HANG, waiting=lambda _: heard.set()))
        await heard.wait()
        process.send_signal(signal.SIGKILL)
        database = await waiting
    assert database.lease.held
    await database.close()
    again = await Database.open(url)
    await again.close()


async def test_one_process_doesn_t_open_a_database_twice(either: str, tmp_path: Path) -> None:
    database = await Database.open(database_in(tmp_path))
    with pytest.raises(DatabaseTrouble, match="another Hexarch"):
        await Database.open(database_in(tmp_path))
    await database.close()


async def once(_: float) -> None:
    """The pause between two looks of :meth:`Lease.watch`."""
    await asyncio.sleep(0)


class Looks:
    """Lets a lease be looked after a number of times."""

    def __init__(self, times: int) -> None:
        self.left = times

    async def __call__(self, _: float) -> None:
        self.left -= 1
        if self.left < 0:
            raise asyncio.CancelledError


async def looked_after(lease: Lease, times: int = 1) -> None:
    with pytest.raises(asyncio.CancelledError):
        await lease.watch(sleep=Looks(times))


async def test_a_connection_that_is_lost_is_noticed_and_made_again(tmp_path: Path, postgres: Server) -> None:
    database = await Database.open(postgres.emptied())
    await looked_after(database.lease)
    assert (database.lease.held, database.lease.term) == (True, 1)
    postgres.put_out()
    await looked_after(database.lease)
    assert (database.lease.held, database.lease.term) == (True, 2), "what is in memory is looked at anew"
    await database.settings.put("a", "b", 1)
    await database.close()


async def test_who_finds_another_one_in_his_place_leaves(postgres: Server) -> None:
    database = await Database.open(postgres.emptied())
    postgres.put_out()
    other = await Database.open(str(database.engine.url))
    with pytest.raises(DatabaseTrouble, match="another Hexarch"):
        await database.lease.watch(sleep=once)
    assert not database.lease.held
    await other.close()
    await database.close()


async def test_a_server_that_doesn_t_answer_is_asked_again(tmp_path: Path) -> None:
    class Away:
        holder = ""
        answers: list[Any] = [True, OSError("nobody there"), OSError("nobody there"), True]

        async def take(self) -> bool:
            answer = self.answers.pop(0)
            if isinstance(answer, OSError):
                raise answer
            return answer

        async def held(self) -> bool:
            return False

        async def release(self) -> None:
            return None

    lease = Lease(Away())
    await lease.take()
    await looked_after(lease, 2)
    assert (lease.held, lease.term) == (False, 1)
    await looked_after(lease)
    assert (lease.held, lease.term) == (True, 2)


async def test_a_lock_file_that_was_taken_away_locks_nobody_out_and_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "battles.db.lock"
    first, second = Lease(FileLock(path)), Lease(FileLock(path))
    await first.take()
    path.unlink()
    await looked_after(first)
    assert first.term == 2 and path.exists()
    path.unlink()
    await second.take()
    with pytest.raises(DatabaseTrouble, match=f"process {os.getpid()}"):
        await first.watch(sleep=once)
    await second.release()
    await first.take()
    await first.release()


async def test_where_files_can_t_be_locked_nobody_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def flock(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    database = await Database.open(database_in(tmp_path))
    assert "can't be locked" in caplog.text and not database.lease.held, "so every look is at what is stored"
    await database.close()


async def test_processes_that_draw_don_t_keep_the_lock(tmp_path: Path) -> None:
    database = await Database.open(database_in(tmp_path))
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    await database.close()
    again = await Database.open(database_in(tmp_path))
    child.kill()
    child.wait()
    await again.close()

"""Processes take turns: whoever has one keeps the others waiting until it is over, or they are gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from bot.storage.database import DRIVERS
from bot.storage.turns import Turns
from tests.postgres import database_in, either, postgres
from tests.waiting import HANG, turns, until

__all__ = ["either", "postgres"]

HOUR = 3600.0


def _url(folder: Path) -> URL:
    url = make_url(database_in(folder))
    return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))


async def test_one_after_the_other_within_a_process_and_between_processes(either: str, tmp_path: Path) -> None:
    url = _url(tmp_path)
    mine, theirs, another = Turns(url, "identify"), Turns(url, "identify"), Turns(url, "something")
    async with asyncio.timeout(HANG):
        await mine.take(HOUR)
        await another.take(HOUR)
    waiting = [asyncio.create_task(x.take(HOUR)) for x in (mine, theirs)]
    await turns()
    assert not any(t.done() for t in waiting)
    # The process that has it ends: what it held on to is taken back.
    for task in [*mine._ending]:
        task.cancel()
    await until(lambda: any(t.done() for t in waiting))
    await turns()
    assert sum(t.done() for t in waiting) == 1, "and again for one of them alone"
    for task in [*waiting, *mine._ending, *theirs._ending, *another._ending]:
        task.cancel()


async def test_a_turn_ends_by_itself(either: str, tmp_path: Path) -> None:
    url = _url(tmp_path)
    async with asyncio.timeout(HANG):
        for taking in (Turns(url, "identify"), Turns(url, "identify")):
            await taking.take(0.0)


async def test_of_a_database_in_memory_there_is_one_process() -> None:
    taking = Turns(make_url("sqlite+aiosqlite:///:memory:"), "identify")
    async with asyncio.timeout(HANG):
        await taking.take(0.0)
        await taking.take(0.0)

"""PostgreSQL as it is in the wild: killed and back, at another address, slow, with few connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from bot.storage import Database
from bot.storage.limits import ServerLimits
from bot.storage.trouble import DatabaseTrouble
from tests.bot.upkeep.kit import opened, play, under_way, wrong
from tests.postgres import NAME, Server, missing
from tests.waiting import until

LONG = 3.0
"""Seconds after which a statement is given up here: others must be done by then on the busiest machine."""


@pytest.fixture(scope="module")
def mortal() -> Iterator[Server]:
    """A server that may be killed: no other test uses it."""
    why = missing()
    if why:
        pytest.skip(why)
    server = Server()
    yield server
    server.stop()


async def test_killed_and_back_while_battles_are_played(mortal: Server) -> None:
    url = mortal.emptied()
    service = await opened(url)
    battle = await under_way(service, 5)
    watching = asyncio.create_task(service.database.lease.watch(0.05))
    mortal.kill()
    with pytest.raises(DatabaseTrouble, match="doesn't answer"):
        await play(service, battle.id, 1, 1)
    mortal.start_again()
    lease = service.database.lease
    await until(lambda: watching.done() or (lease.held and lease.term >= 2))
    assert not watching.done()
    await play(service, battle.id, 10, 2)
    assert await wrong(service) == []
    watching.cancel()
    await service.close()


@asynccontextmanager
async def address(port: int) -> AsyncIterator[int]:
    """Another address of a server; while it lasts."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            theirs, ours = await asyncio.open_connection("127.0.0.1", port)

            async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
                with contextlib.suppress(OSError):
                    while data := await source.read(65536):
                        sink.write(data)
                        await sink.drain()
                sink.close()

            pumps.add(asyncio.create_task(pump(reader, ours)))
            pumps.add(asyncio.create_task(pump(theirs, writer)))
            writers.extend((writer, ours))

    pumps: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)


async def test_a_server_that_is_found_at_another_address(postgres: Server) -> None:
    postgres.emptied()
    async with address(postgres.port) as second:
        async with address(postgres.port) as first:
            hosts = f"host=127.0.0.1:{first}&host=127.0.0.1:{second}"
            service = await opened(f"postgresql://hexarch@/{NAME}?{hosts}")
            battle = await under_way(service, 5)
            watching = asyncio.create_task(service.database.lease.watch(0.05))
        # The first address is gone; what was under way may fail, what comes next goes to the second one.
        await until(lambda: watching.done() or service.database.lease.term >= 2)
        assert not watching.done(), watching
        with contextlib.suppress(DatabaseTrouble):
            await play(service, battle.id, 1, 1)
        await play(service, battle.id, 10, 2)
        assert await wrong(service) == []
        watching.cancel()
        await service.close()


async def test_a_statement_that_takes_too_long_is_given_up_with_a_sentence(postgres: Server) -> None:
    database = await Database.open(postgres.emptied(), limits=ServerLimits(statement=LONG))
    with pytest.raises(DatabaseTrouble, match="statement timeout"):
        async with database.read() as c:
            await c.execute(sa.text("SELECT pg_sleep(3600)"))
    await database.settings.put("a", "b", 1)
    await database.close()


async def test_who_holds_a_lock_doesn_t_hold_us_up_for_ever(postgres: Server) -> None:
    database = await Database.open(postgres.emptied(), limits=ServerLimits(statement=LONG))
    other = await Database.open(str(database.engine.url), shared=True)
    async with other.write() as c:
        await c.execute(sa.text("LOCK TABLE settings IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(DatabaseTrouble, match="timeout"):
            await database.settings.put("a", "b", 1)
    await database.settings.put("a", "b", 2)
    await other.close()
    await database.close()


async def test_no_more_connections_are_made_than_allowed(postgres: Server) -> None:
    database = await Database.open(postgres.emptied(), limits=ServerLimits(pool=2, wait=0.5))

    held, done = asyncio.Semaphore(0), asyncio.Event()

    async def hold() -> None:
        async with database.read() as c:
            await c.execute(sa.text("SELECT 1"))
            held.release()
            await done.wait()

    holding = [asyncio.create_task(hold()) for _ in range(2)]
    for _ in holding:
        await held.acquire()
    with pytest.raises(DatabaseTrouble, match="took too long"):
        await database.settings.of("user:1")
    done.set()
    await asyncio.gather(*holding)
    async with database.read() as c:
        count = sa.text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        assert (await c.scalar(count) or 0) <= 3, "two, and the lease's own"
    await database.close()

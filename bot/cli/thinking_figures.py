"""Figures about computer players: what autocomplete and the orders of others take while some of them think."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.cli.figures import PLAYERS, Driver, Figure
from bot.cli.picture_figures import ORDERS_BEFORE, QUIET, texts, wait
from bot.messages.thinking_pool import ThinkingPool
from bot.service import Service

ACCOUNT = 9
"""The bot's own, which sits in for the computer."""

LEVEL = "general"
"""Which of them think: the level that takes longest."""

KEYS = 6
"""Keys pressed for every order given."""


async def thinking(key: str, computers: int) -> list[Figure]:
    """Autocomplete and orders in one battle while in so many others a computer thinks all the time.

    Milliseconds from the key, or from the order, until it is ready on the event loop that the bot has; the computers'
    answers, and what their opponents answer at once, are carried out on the same loop.
    """
    pool = ThinkingPool(apart=True)
    with tempfile.TemporaryDirectory() as folder:
        service = await Service.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        driver = Driver(service, random.Random(4))
        battle = await driver.begin(key, 1)
        for _ in range(ORDERS_BEFORE):
            await driver.step(battle)
        written = await texts(service, battle)
        try:
            alone = await _alongside(driver, battle, written)
            async with _playing(driver, pool, key, computers):
                beside = await _alongside(driver, battle, written)
        finally:
            pool.close()
            await service.close()
    return [
        Figure(f"autocomplete, computers thinking: {computers}", "ms", 50, beside[0], 0.99),
        Figure("  none", "ms", 50, alone[0], 0.99),
        Figure(f"order, carried out and stored, computers thinking: {computers}", "ms", 40, beside[1]),
        Figure("  none", "ms", 40, alone[1]),
    ]


async def _alongside(driver: Driver, battle: str, written: list[str]) -> tuple[list[float], list[float]]:
    """What keys and orders take."""
    loop = asyncio.get_running_loop()
    waited, ordered = list[float](), list[float]()
    for n in range(QUIET):
        waited.append(await wait(driver.service, written[n % len(written)]))
        if n % KEYS == 0:
            began = loop.time()
            await driver.step(battle)
            ordered.append(1000 * (loop.time() - began))
    return waited, ordered


@asynccontextmanager
async def _playing(driver: Driver, pool: ThinkingPool, key: str, computers: int) -> AsyncIterator[None]:
    """Battles of computers against random players, going on meanwhile; every one of them has thought once before."""
    battles = [await _against(driver, key, 2 + n) for n in range(computers)]
    thought = [asyncio.Event() for _ in battles]
    games = [asyncio.ensure_future(_play(driver, pool, b, e)) for b, e in zip(battles, thought, strict=True)]
    begun = asyncio.gather(*(e.wait() for e in thought))
    try:
        # Starting the process, and reading the rules into it, happens once and not in a rush.
        await asyncio.wait([begun, *games], return_when=asyncio.FIRST_COMPLETED)
        for game in games:
            if game.done():
                game.result()
        yield
    finally:
        for task in (begun, *games):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _against(driver: Driver, key: str, channel: int) -> str:
    """A battle begun, its second side led by a computer."""
    service = driver.service
    battle = await service.lobby.create(1, channel, PLAYERS[0], key)
    await service.computers.invite(battle.id, LEVEL, ACCOUNT)
    await service.lobby.join(battle.id, PLAYERS[0], battle.sides[0][0], "player")
    await service.computers.sit_down(battle.id)
    await service.lobby.start(battle.id, PLAYERS[0], driver.click())
    return battle.id


async def _play(driver: Driver, pool: ThinkingPool, battle: str, thought: asyncio.Event) -> None:
    """One of the battles, to its end: the computer thinks, its opponent answers at random."""
    service = driver.service
    while True:
        job = await service.computers.job(battle)
        if job is not None:
            found = await pool.think(job)
            thought.set()
            await service.computers.answer(job, found)
        elif await driver.step(battle) is None:
            return

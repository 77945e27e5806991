"""What battles take in memory: many that are open and idle, and some that are played for long.

Each figure is measured in a process of its own, with all that the bot loads.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.cli.figures import Driver, Figure, endless
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.processes import resident
from bot.service import Service
from renderer import render

BUDGET = 200.0
"""MB, for the bot, and as many for the process that draws."""

TELL = 15.0
"""Seconds between two words on how far it has come."""

DRAWN = 10
"""Orders for each map that is drawn while battles are played."""


def idle(key: str, battles: int) -> list[Figure]:
    """Memory with many battles open, in each of which a little was played."""
    held = _in_a_process(_hold, key, battles)
    return [Figure(f"{battles} open battles, idle", "MB", 200, [held])]


def played(key: str, battles: int, orders: int) -> list[Figure]:
    """Memory while battles are played, each for long: after a quarter of the orders, a half, three quarters, and all.

    What grows shows in that it grows by as much in the last quarter as in the first.
    """
    marks = sorted({max(1, orders * n // 4) for n in (1, 2, 3, 4)})
    found = _in_a_process(_play, key, battles, marks)
    alone = [Figure(f"{n} orders in {battles} battles: the bot", "MB", BUDGET, [bot]) for n, bot, _ in found]
    drawn = [Figure(f"{n} orders in {battles} battles: drawing", "MB", BUDGET, [drawing]) for n, _, drawing in found]
    return alone + drawn


async def _hold(key: str, battles: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        service = await Service.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        driver = Driver(service, random.Random(1))
        for n in range(battles):
            battle = await driver.begin(key, n)
            await driver.step(battle)
        gc.collect()
        held = resident()
        await service.close()
    return held


async def _play(key: str, battles: int, marks: Sequence[int]) -> list[tuple[int, float, float]]:
    """Orders so far, and what the bot and the process that draws hold then, in MB; tells how far it has come."""
    found: list[tuple[int, float, float]] = []
    told = time.monotonic()
    drawing_pool, rng = DrawingPool(apart=True), random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        service = await Service.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}", load_scenario=endless)
        driver = Driver(service, random.Random(1))
        try:
            under_way = [await driver.begin(key, n + 1) for n in range(battles)]
            for n in range(1, marks[-1] + 1):
                at = rng.randrange(battles)
                if await driver.step(under_way[at]) is None:
                    under_way[at] = await driver.begin(key, at + 1)
                if time.monotonic() - told >= TELL:
                    told = time.monotonic()
                    print(f"hexarch: {n} of {marks[-1]} orders are given", file=sys.stderr, flush=True)
                if n % DRAWN == 0:
                    game = await service.play.game(under_way[at])
                    await drawing_pool.draw(render, game.system.view(game.state))
                if n in marks:
                    gc.collect()
                    found.append((n, resident(), sum(resident(pid) for pid in drawing_pool.pids)))
        finally:
            drawing_pool.close()
            await service.close()
    return found


def _in_a_process(work: Callable[..., Any], *args: Any) -> Any:
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=_answer, args=(queue, work, args))
    process.start()
    process.join()
    if process.exitcode != 0:
        raise RuntimeError(f"the process that was measured ended with code {process.exitcode}")
    return queue.get()


def _answer(queue: Any, work: Callable[..., Any], args: tuple[Any, ...]) -> None:
    import bot.app  # what the bot itself takes counts too

    assert bot.app
    queue.put(asyncio.run(work(*args)))

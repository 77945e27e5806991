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

import scenarios
from bot.cli.figures import Driver, Figure, endless
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.processes import resident, settle
from bot.service import Service
from bot.service.sessions.rules import load_scenario
from engine.systems import registry
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


def played(key: str | None, battles: int, orders: int) -> list[Figure]:
    """Memory while battles are played, each for long: after a quarter of the orders, a half, three quarters, and all.

    All of one scenario, whose armies fight on for ever, or, without a ``key``, of every one that is offered by turns.
    What grows shows in that it grows by as much in the last quarter as in the first.
    """
    marks = sorted({max(1, orders * n // 4) for n in (1, 2, 3, 4)})
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        _in_a_process(_make, url)  # a bot finds its tables made, and doesn't load what makes them
        found = _in_a_process(_play, url, key, battles, marks)
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


async def _make(url: str) -> None:
    await (await Service.open(url)).close()


async def _play(url: str, key: str | None, battles: int, marks: Sequence[int]) -> list[tuple[int, float, float]]:
    """Orders so far, and what the bot and the process that draws hold then, in MB; tells how far it has come."""
    found: list[tuple[int, float, float]] = []
    keys = [key] if key is not None else [s.key for s in scenarios.listing()]
    drawing_pool, rng = DrawingPool(apart=True), random.Random(2)
    service = await Service.open(url, load_scenario=endless if key is not None else load_scenario)
    driver = Driver(service, random.Random(1))
    if key is None:
        await asyncio.to_thread(registry.load)  # as a bot does once it runs
    settle()
    began = told = time.monotonic()

    def holding() -> tuple[float, float]:
        return resident(), sum(resident(pid) for pid in drawing_pool.pids)

    try:
        under_way = [await driver.begin(keys[n % len(keys)], n + 1) for n in range(battles)]
        for n in range(1, marks[-1] + 1):
            at = rng.randrange(battles)
            if await driver.step(under_way[at]) is None:
                under_way[at] = await driver.begin(keys[at % len(keys)], at + 1)
            if time.monotonic() - told >= TELL:
                told = time.monotonic()
                held, drawing = holding()
                print(
                    f"hexarch: {n} of {marks[-1]} orders are given after {told - began:.0f} s; "
                    f"bot {held:.0f} MB, drawing {drawing:.0f} MB",
                    file=sys.stderr,
                    flush=True,
                )
            if n % DRAWN == 0:
                game = await service.play.game(under_way[at])
                await drawing_pool.draw(render, game.view())
            if n in marks:
                gc.collect()
                found.append((n, *holding()))
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

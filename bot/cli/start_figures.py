"""Figures about a start: what it takes until Discord can be told that the bot is there, and the first answer after it.

Each start is a process of its own, as a host's is, but that it doesn't log in.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.cli.figures import Driver, Figure
from bot.service import Service

ORDERS_BEFORE = 5
"""Orders given in the battle that is gone on with."""

PROGRAM = "bot.cli.measured_start"


def starts(key: str, times: int) -> list[Figure]:
    """Starts on a database with a battle of that scenario, and the first answer each gives there."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        battle = asyncio.run(_begun(url, key))
        found = [_start(url, battle) for _ in range(times)]
    began, answered = zip(*found, strict=True)
    return [
        Figure("start, until the bot logs in", "ms of CPU", 1000, began),
        Figure(f"  first answer in {key}, rules loaded", "ms of CPU", 1000, answered),
    ]


async def _begun(url: str, key: str) -> str:
    service = await Service.open(url)
    driver = Driver(service, random.Random(1))
    battle = await driver.begin(key, 1)
    for _ in range(ORDERS_BEFORE):
        await driver.step(battle)
    await service.close()
    return battle


def _start(url: str, battle: str) -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-m", PROGRAM, url, battle], stdout=subprocess.PIPE, text=True, check=True)
    began, answered = json.loads(done.stdout)
    return began, answered

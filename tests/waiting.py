"""Waiting for what is to happen, however long it takes: the limit is there to end a hang, and for nothing else."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any

HANG = 120.0
"""Seconds after which what hasn't happened is taken never to happen: far more than it takes on a busy machine."""

LOOK = 0.01
"""Seconds between two looks."""


async def until(happens: Callable[[], Any], why: Callable[[], object] = lambda: "") -> None:
    """Wait until this is true; where it is awaited, until what comes of it is. ``why`` tells what there is instead."""
    end = time.monotonic() + HANG
    while True:
        found = happens()
        if await found if inspect.isawaitable(found) else found:
            return
        assert time.monotonic() < end, f"it never happened: {why()}"
        await asyncio.sleep(LOOK)


async def turns(many: int = 50) -> None:
    """Let everything that is ready to go on do so, a number of times: what doesn't happen then waits for something."""
    for _ in range(many):
        await asyncio.sleep(0)

"""What is under way when the bot is stopped."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from bot import handling as handling_module
from bot.handling import Handling


async def test_what_is_under_way_is_finished_before_the_bot_stops() -> None:
    handling, go_on = Handling(), asyncio.Event()
    told: list[str] = []

    async def handle(interaction: int) -> None:
        handling.begun(interaction)
        await go_on.wait()
        told.append(f"{interaction}")

    tasks = [asyncio.create_task(handle(n)) for n in (1, 2)]
    await asyncio.sleep(0)
    stopping = asyncio.create_task(handling.finish(60.0))
    await asyncio.sleep(0)
    assert handling.stopping and not stopping.done()
    handling.ended(1)
    await asyncio.sleep(0)
    assert not stopping.done()
    go_on.set()
    await stopping
    assert told == ["1", "2"] and all(t.done() for t in tasks)


async def test_what_takes_too_long_is_broken_off() -> None:
    """Left to go on it would find its connection closed, and tell an error that is none."""
    handling = Handling()

    async def handle() -> None:
        handling.begun(1)
        await asyncio.Event().wait()

    task = asyncio.create_task(handle())
    await asyncio.sleep(0)
    await handling.finish(0.0)
    assert task.cancelled()


async def test_what_will_not_be_broken_off_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handling_module, "BROKEN_OFF", 0.0)
    handling, go_on = Handling(), asyncio.Event()

    async def handle() -> None:
        handling.begun(1)
        while not go_on.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await go_on.wait()

    task = asyncio.create_task(handle())
    await asyncio.sleep(0)
    await handling.finish(0.0)
    assert not task.done()
    go_on.set()
    await task


async def test_whoever_stops_the_bot_does_not_wait_for_themselves() -> None:
    handling = Handling()
    handling.begun(1)
    await handling.finish(60.0)

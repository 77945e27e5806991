"""The connection to Discord breaks off in every way while people go on giving orders.

The bot is ``hexarch run`` as a host runs it, on a Discord behind real sockets (:mod:`tests.bot.loopback.server`). Each
way once in every run; with HEXARCH_HEAVY=1 a connection as well on which nothing is heard any more, which discord.py
takes a minute to notice.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.service import Service
from tests.bot.e2e.faults import Network
from tests.bot.loopback.bots import Bot
from tests.bot.loopback.people import Table
from tests.bot.loopback.server import loopback

SCENARIO = "cataphract/tricameron"
PATIENCE = 240.0
"""Seconds in which something must come about: far more than it takes where the machine has time for it."""

pytestmark = pytest.mark.timeout(900)


async def _until(true: Callable[[], object], bot: Bot) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert bot.process.returncode is None and time.monotonic() < until, bot.log.read_text("utf-8")[-3000:]
        await asyncio.sleep(0.05)


async def _orders(table: Table, rng: random.Random, number: int) -> None:
    until = time.monotonic() + PATIENCE
    while number:
        assert time.monotonic() < until, table.why
        number -= await table.act(rng) is not None


async def test_orders_go_on_after_every_kind_of_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(20261201)
    Network(time.monotonic).lay(monkeypatch)  # remembers the names of messages, as Discord does
    url = f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}"
    async with loopback() as discord:
        bot = await Bot.run(discord.url, url, tmp_path, "bot")
        service: Service | None = None
        try:
            await _until(lambda: discord.sockets, bot)
            service = await Service.open(url, shared=True)
            found = service
            table, lost = (Table(discord, lambda: found, name) for name in ("kept", "lost"))
            await table.begin(SCENARIO)
            await lost.begin(SCENARIO)
            await _orders(table, rng, 2)

            # It breaks off: the session is gone on with, and who pressed meanwhile is heard.
            await discord.cut()
            await _orders(table, rng, 2)
            await _until(lambda: discord.resumed == 1, bot)

            # Discord asks for a new connection before it updates its own.
            await discord.ask_back()
            await _until(lambda: discord.resumed == 2, bot)
            await _orders(table, rng, 2)

            # It breaks off, and Discord has forgotten the session: nobody tells the bot that a channel was deleted.
            await discord.cut(forget=True)
            discord.backend.delete_channel(lost.channel.id)
            await _until(lambda: discord.sockets, bot)
            await _orders(table, rng, 2)
            until = time.monotonic() + PATIENCE
            while not (await found.battles.get(lost.battle)).paused:
                assert time.monotonic() < until, bot.log.read_text("utf-8")[-3000:]
                await asyncio.sleep(0.1)
            assert discord.resumed == 2

            if os.environ.get("HEXARCH_HEAVY"):
                # It stands, and nothing is heard on it.
                (socket,) = discord.sockets
                discord.answering.clear()
                await _until(lambda: socket not in discord.sockets, bot)
                discord.answering.set()
                await _until(lambda: discord.sockets, bot)
                await _orders(table, rng, 2)

            until = time.monotonic() + PATIENCE
            while wrong := await table.check():
                assert time.monotonic() < until, wrong
                await asyncio.sleep(0.5)
            assert await bot.stop() == 0
        finally:
            await bot.kill()
            if service is not None:
                await service.close()
        assert not bot.errors()
        assert not discord.limits.shut_out


async def test_a_session_is_kept_for_whoever_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests above build on: a session that was left with 1000 can't be resumed, as Discord says."""
    import aiohttp

    async with loopback() as discord, aiohttp.ClientSession() as http:

        async def connect(said: dict[str, object]) -> tuple[aiohttp.ClientWebSocketResponse, dict[str, object]]:
            ws = await http.ws_connect(f"{discord.url}/gateway")
            assert (await ws.receive_json())["op"] == 10
            await ws.send_json(said)
            return ws, await ws.receive_json()

        ws, ready = await connect({"op": 2, "d": {}})
        assert ready["t"] == "READY"
        name = ready["d"]["session_id"]  # type: ignore[index]
        resume: dict[str, object] = {"op": 6, "d": {"session_id": name, "seq": ready["s"]}}
        await ws.close(code=4000)
        ws, told = await connect(resume)
        assert told["t"] == "RESUMED"
        await ws.close(code=1000)
        while discord.sockets:
            await asyncio.sleep(0.01)
        _, told = await connect(resume)
        assert told == {"op": 9, "d": False, "s": None, "t": None}

"""Two processes of the bot hand a database over, again and again, while people go on giving orders.

The new one is started beside the old one and waits; then the old one is stopped, or killed as it tells something. Both
are ``hexarch run`` as a host runs it, on a Discord behind real sockets (:mod:`tests.bot.loopback.server`). One of each
always, six with HEXARCH_HEAVY=1.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.service import Service
from tests.bot.e2e.faults import Network
from tests.bot.loopback.bots import READY, Bot
from tests.bot.loopback.people import Table
from tests.bot.loopback.server import Loopback, loopback

HEAVY = bool(os.environ.get("HEXARCH_HEAVY"))
HANDOVERS, TABLES = (12, 4) if HEAVY else (2, 2)
EACH = 10 if HEAVY else 2
"""Orders between two handovers, at least."""
SCENARIO = "cataphract/tricameron"
PATIENCE = 240.0
"""Seconds in which some orders must get through: far more than they take where the machine has time for them."""
TOLD = 300.0
"""Seconds in which everything must be told: far more than a tick of the clock, and another try after forty seconds."""

pytestmark = pytest.mark.timeout(900 + 90 * HANDOVERS)


class Play:
    """The tables, at all of which people give orders until it is over."""

    def __init__(self, discord: Loopback, path: Path) -> None:
        self.discord, self.path = discord, path
        self.url = f"sqlite+aiosqlite:///{path / 'battles.db'}"
        self.service: Service | None = None
        self.tables = [Table(discord, self._beside, f"table{n}") for n in range(TABLES)]
        self.told: list[float] = []
        """When an order was carried out and told."""
        self.players: list[asyncio.Task[None]] = []
        self.unheard: Counter[str] = Counter()
        """Orders nothing came of, by what was heard of them."""

    def _beside(self) -> Service:
        assert self.service is not None
        return self.service

    async def bot(self, n: int) -> Bot:
        return await Bot.run(self.discord.url, self.url, self.path, f"bot{n}")

    async def on(self, table: Table, rng: random.Random) -> None:
        while True:
            heard = await table.act(rng)
            if heard is not None:
                self.told.append(time.monotonic())
            else:
                self.unheard[table.why.rpartition(": ")[2][-60:]] += 1
            await asyncio.sleep(rng.uniform(0.0, 0.2))

    async def until(self, orders: int) -> None:
        """Wait until so many orders have been carried out."""
        until = time.monotonic() + PATIENCE
        while len(self.told) < orders:
            assert all(not p.done() for p in self.players), [p.exception() for p in self.players if p.done()]
            assert time.monotonic() < until, f"{len(self.told)} of {orders} orders, {self.unheard} unheard"
            await asyncio.sleep(0.05)


@asynccontextmanager
async def play(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Play]:
    Network(time.monotonic).lay(monkeypatch)  # remembers the names of messages, as Discord does
    async with loopback() as discord:
        yield Play(discord, path)


async def _in(discord: Loopback, process: Bot) -> None:
    """Wait until a process has come into Discord."""
    until = time.monotonic() + READY
    while not discord.sockets:
        assert process.process.returncode is None and time.monotonic() < until, process.log.read_text("utf-8")[-3000:]
        await asyncio.sleep(0.05)


async def test_orders_go_on_while_one_process_hands_over_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(20261128)
    async with play(tmp_path, monkeypatch) as game:
        old = await game.bot(0)
        bots = [old]
        gaps: list[float] = []
        try:
            await _in(game.discord, old)
            game.service = await Service.open(game.url, shared=True)
            for table in game.tables:
                await table.begin(SCENARIO)
            game.players = [asyncio.create_task(game.on(t, random.Random(n))) for n, t in enumerate(game.tables)]
            for n in range(1, HANDOVERS + 1):
                new = await game.bot(n)
                bots.append(new)
                await new.until("waiting")
                await game.until(len(game.told) + EACH)
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                before = game.told[-1]
                if n % 2:
                    assert await old.stop() == 0, old.log.read_text("utf-8")[-3000:]
                else:
                    await old.kill()
                await _in(game.discord, new)
                await game.until(len(game.told) + EACH)
                told = [t for t in game.told if t >= before]
                gaps.append(max(b - a for a, b in itertools.pairwise(told)))
                old = new
        finally:
            for p in game.players:
                p.cancel()
            await asyncio.gather(*game.players, return_exceptions=True)
            try:
                until = time.monotonic() + TOLD
                while wrong := [w for t in game.tables if t.battle and (w := await t.check())]:
                    assert time.monotonic() < until, wrong
                    await asyncio.sleep(0.5)
            finally:
                for bot in bots:
                    await bot.kill()
                if game.service is not None:
                    await game.service.close()
        # What -s shows is what docs/hosting.md says of it.
        longest = " ".join(f"{gap:.1f}" for gap in gaps)
        print(
            f"{len(game.told)} orders, {game.unheard.total()} unheard; "
            f"seconds without an order at each handover: {longest}"
        )
        for bot in bots:
            assert not bot.errors()
        # Besides, an order that is heard too late, as on a busy machine, has its word and its answers refused.
        refused = 2 * HANDOVERS * TABLES + 3 * game.unheard.total()
        assert not game.discord.limits.shut_out and game.discord.limits.invalid <= refused

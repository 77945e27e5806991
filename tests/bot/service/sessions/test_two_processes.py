"""Two processes on one database, one of them killed again and again: every battle goes on, and nothing is lost.

With the lease, one of them plays and the other waits until it is its turn. Without, both play the same battles at once,
and all that keeps them from ruining these is that a battle is read in one snapshot and written over the version that
was read. A few orders always, a thousand with HEXARCH_HEAVY=1.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import queue
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.service import Battle, Service, ServiceError
from bot.service.sessions.sessions import OVERTAKEN
from engine.kernel.text import Refusal
from tests.bot.service.sessions.test_kill import ROOT, acknowledge, look, moved
from tests.bot.toy_service import BLUE, GUILD, RED, open_service

HEAVY = bool(os.environ.get("HEXARCH_HEAVY"))
ORDERS, BATTLES, MOST = (1000, 6, 80) if HEAVY else (15, 2, 8)
"""Orders in all, battles, and orders from one kill to the next at the most."""
START, MOVE = 120.0, 120.0
"""Seconds a process may take to begin, and to get a move done: much longer than any does that isn't stuck."""

pytestmark = [pytest.mark.timeout(600 + 4 * ORDERS), pytest.mark.threads]


async def set_up(path: Path) -> None:
    service = await open_service(path)
    for channel in range(1, BATTLES + 1):
        await under_way(service, channel, channel)
    await service.close()


async def rival(path: Path, seed: int, lease: bool) -> None:
    """Play every battle of the database on for ever, acknowledging every change on standard output."""
    service = await open_service(path, shared=not lease, wait=600.0)
    rng = random.Random(seed)
    print("ready", flush=True)
    for n in itertools.count(seed * 1_000_000):
        try:
            battle = await under_way(service, rng.randint(1, BATTLES), n)
            open_ = await service.play.open_questions(battle.id)
            if open_ and await moved(service, battle, rng.choice(open_), n, rng, "toy"):
                await acknowledge(service, battle)
        except Refusal:
            continue  # the other process was quicker
        except ServiceError as e:
            assert str(e) == OVERTAKEN


async def under_way(service: Service, channel: int, n: int) -> Battle:
    """The battle of a channel; one that is over makes way for another, one that was left half made is made."""
    battle = await service.battles.in_channel(channel) or await service.lobby.create(GUILD, channel, RED, "toy/duel")
    if battle.status == "open":
        for side, user in (("red", RED), ("blue", BLUE)):
            if battle.player(side) is None:
                battle = await service.lobby.join(battle.id, user, side)
        await service.lobby.start(battle.id, RED, n)
    return await service.battles.get(battle.id)


class Player:
    """A process that plays."""

    def __init__(self, path: Path, seed: int, lease: bool) -> None:
        program = (
            "import asyncio, pathlib, sys; from tests.bot.service.sessions.test_two_processes import rival; "
            "asyncio.run(rival(pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == 'True'))"
        )
        command = [sys.executable, "-c", program, str(path), str(seed), str(lease)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.ready = threading.Event()
        self.lines: queue.Queue[str] = queue.Queue()
        self.said: list[str] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line == "ready\n":
                self.ready.set()
            elif line.endswith("\n"):
                self.lines.put(line.strip())

    def next(self, seconds: float) -> None:
        """Wait for the next order that is acknowledged; fails when none is in that time."""
        try:
            self.said.append(self.lines.get(timeout=seconds))
        except queue.Empty:
            pytest.fail(f"a process got stuck: {self.errors()}")

    def errors(self) -> str:
        """End the process, and see what it complained of."""
        self.process.kill()
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def kill(self) -> list[str]:
        """End the process at once; everything it has acknowledged."""
        self.process.kill()
        self.process.wait()
        self._thread.join()
        while not self.lines.empty():
            self.said.append(self.lines.get())
        return self.said


def playing(players: list[Player], many: int) -> list[Player]:
    """Those of the processes that have the database open, once there are so many."""
    until = time.monotonic() + START
    while len(found := [p for p in players if p.ready.is_set()]) < many:
        alive = all(p.process.poll() is None for p in players)
        assert alive and time.monotonic() < until, [p.errors() for p in players]
        time.sleep(0.01)
    return found


@pytest.mark.parametrize("lease", [True, False], ids=["one at a time", "both at once"])
def test_two_processes_one_of_them_killed(tmp_path: Path, either: str, lease: bool) -> None:
    if either == "sqlite" and lease and not HEAVY:
        pytest.skip("on SQLite, test_lease and test_kill show enough of it but with HEXARCH_HEAVY=1")
    asyncio.run(set_up(tmp_path))
    rng, seeds = random.Random(20261122), itertools.count(1)
    acknowledged: list[str] = []
    players = [Player(tmp_path, next(seeds), lease) for _ in range(2)]
    kills = 0
    try:
        while len(acknowledged) < ORDERS or kills < 2:
            victim = rng.choice(playing(players, 1 if lease else 2))
            for _ in range(rng.randint(1, MOST)):
                victim.next(MOVE)
            time.sleep(rng.uniform(0.0, 0.02))
            acknowledged += victim.kill()
            kills += 1
            players[players.index(victim)] = Player(tmp_path, next(seeds), lease)
        for p in playing(players, 1 if lease else 2):
            p.next(MOVE)
    finally:
        for p in players:
            acknowledged += p.kill()
    asyncio.run(look(tmp_path, "toy", acknowledged))
    assert kills >= 2 and len(acknowledged) >= ORDERS

"""Killed at any instant: nothing acknowledged is lost, nothing half applied, every question can be answered.

A process of its own plays the toy battle, or Tricameron, on an SQLite file and writes a line for every order once it is
acknowledged. It is killed with SIGKILL at a random moment; then the file is looked at, and the next process goes on. A
few times always, a hundred times with HEXARCH_HEAVY=1.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.service import Battle, Open, Service
from engine.fairdice import verify
from engine.kernel.game import rebuild
from engine.kernel.journal import broken_at
from engine.kernel.text import Refusal, in_words
from engine.players import random_answer
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, begin, open_service, url

ROOT = Path(__file__).parents[4]
TIMES = 100 if os.environ.get("HEXARCH_HEAVY") else 2
MOST = 12
"""Orders that are waited for before a kill, at the most."""

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
    pytest.mark.timeout(300 + 30 * TIMES),
]


async def opened(path: Path, game: str) -> Service:
    """The service on the file, for the toy or for real battles."""
    return await open_service(path) if game == "toy" else await Service.open(url(path))


async def begun(service: Service, game: str) -> Battle:
    """A battle under way, both sides seated."""
    if game == "toy":
        return await begin(service, options={"endless": True})
    battle = await service.lobby.create(GUILD, CHANNEL, RED, game)
    for user, (side, _) in zip((RED, BLUE), battle.sides, strict=True):
        await service.lobby.join(battle.id, user, side)
    await service.lobby.start(battle.id, RED, 1000)
    return await service.battles.get(battle.id)


async def player(path: Path, seed: int, kind: str) -> None:
    """Play on for ever, acknowledging every change on standard output: battle, last journal entry, its hash, rolls."""
    service = await opened(path, kind)
    rng = random.Random(seed)
    battle = await service.battles.in_channel(CHANNEL) or await begun(service, kind)
    if battle.status == "open":
        await service.endings.abandon(battle.id, RED)
        battle = await begun(service, kind)
    print("ready", flush=True)
    for n in itertools.count(seed * 1_000_000):
        open_ = await service.play.open_questions(battle.id)
        if not open_:
            battle = await begun(service, kind)
        elif await moved(service, battle, rng.choice(open_), n, rng, kind):
            await acknowledge(service, battle)


async def moved(service: Service, battle: Battle, o: Open, n: int, rng: random.Random, kind: str) -> bool:
    """Do something about a question: answer it, take back, roll, write orders. False when it was refused."""
    assert o.user is not None
    try:
        dice = rng.random()
        if dice < 0.1:
            if not (await service.takebacks.undo(battle.id, RED)).done:
                await service.takebacks.consent(battle.id, BLUE, True)
        elif dice < 0.2:
            await service.rolls.roll(battle.id, o.user, "3d6", n)
        elif dice < 0.5 and kind == "toy" and o.decision.kind == "orders":
            own, other = ("r", "b") if o.side == "red" else ("b", "r")
            text = "; ".join(f"{own}{rng.randint(1, 3)} x {other}{rng.randint(1, 3)}" for _ in range(3))
            await service.play.order(battle.id, o.user, text, n)
        else:
            await service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng), n, o.side)
    except Refusal:
        return False
    return True


async def acknowledge(service: Service, battle: Battle) -> None:
    """Write down what is stored by now: battle, last journal entry, its hash, head of the trail."""
    game, known = await service.play.game(battle.id), await service.battles.get(battle.id)
    print(battle.id, game.journal[-1].seq, game.head, known.trail_head, flush=True)


def play_until_killed(path: Path, seed: int, kind: str, rng: random.Random) -> list[str]:
    """The lines a player acknowledged before it was killed."""
    program = (
        "import asyncio, pathlib, sys; from tests.bot.service.sessions.test_kill import player; "
        "asyncio.run(player(pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))"
    )
    command = [sys.executable, "-c", program, str(path), str(seed), kind]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        # So many orders at least, however slow the machine is, then anywhere in the middle of one.
        lines = [process.stdout.readline() for _ in range(rng.randint(0, MOST))]
        time.sleep(rng.uniform(0.0, 0.05))
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.read().splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]


async def look(path: Path, kind: str, acknowledged: list[str]) -> int:
    """Check what the file holds against what was acknowledged; returns the number of journal entries."""
    service = await opened(path, kind)
    entries = 0
    for battle in [b for b in await service.battles.of_guild(1) if b.begun]:
        journal = await service.play.entries(battle.id)
        entries += len(journal)
        by_seq = {e.seq: e.hash for e in journal}
        trail = await service.rolls.trail(battle.id)
        hashes = {trail.header.genesis, *(e.hash for e in trail.entries)}
        for line in acknowledged:
            about, seq, head, trail_head = line.split()
            if about == battle.id:
                assert by_seq.get(int(seq)) == head, "an acknowledged order is lost"
                assert trail_head in hashes, "an acknowledged roll is lost"
        assert broken_at(journal) is None
        report = verify(trail)
        assert report.valid, report.problems
        assert trail.head == battle.trail_head
        game = await service.play.game(battle.id)
        assert rebuild(game.system, journal) == game.state, "something is half applied"
        rolled = [e.data for e in trail.entries if e.kind == "roll" and e.data["roll"]["purpose"] != "house"]
        assert [d["roll"] for d in rolled] == [in_words(e.data) for e in journal if e.kind == "roll"]
        open_ = await service.play.open_questions(battle.id)
        assert bool(open_) is (battle.status == "running")
        assert {(o.side, o.token) for o in open_} == {
            (q.side, q.token) for q in await service.database.games.questions(battle.id)
        }, "a question in the channel that nobody could answer"
    for battle in await service.battles.running():
        o = (await service.play.open_questions(battle.id))[0]
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, o.decision.default, "after the kill", o.side)
    await service.close()
    return entries


@pytest.mark.parametrize("kind", ["toy", "cataphract/tricameron"])
def test_killed_at_any_instant(tmp_path: Path, kind: str) -> None:
    rng = random.Random(20260)
    acknowledged: list[str] = []
    for seed in range(1, TIMES + 1):
        acknowledged += play_until_killed(tmp_path, seed, kind, rng)
        asyncio.run(look(tmp_path, kind, acknowledged))
    assert len(acknowledged) > TIMES, "the players never got anywhere"

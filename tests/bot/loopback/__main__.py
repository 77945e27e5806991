"""Many servers, simulated: ``python -m tests.bot.loopback --battles 50000 --servers 10000 --clusters 4``.

A few battles are played through a real bot, which tells what an order asks of Discord; their rows are copied until
there are as many as wanted; real processes, each with its shards, start on that and are played on for a while; and what
an order asks for is replayed for an hour of reckoned time, at several rates. docs/hosting.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import scenarios
from bot.processes import resident
from bot.service import Service
from bot.storage import connections
from tests.bot.e2e.faults import Network
from tests.bot.loopback.bots import Bot
from tests.bot.loopback.crowd import Crowd, crowd, played
from tests.bot.loopback.model import Mix, Step, replayed, share
from tests.bot.loopback.people import Table
from tests.bot.loopback.server import Asked, Loopback, loopback

QUIET = 1.5
"""Seconds without a request after which an order is taken to be told."""
PATIENCE = 60.0
"""Seconds an order may take to be told."""
START = 1800.0
"""Seconds a process may take to begin."""
RATES = "500,5000,50000,100000,150000"
"""Orders an hour that are replayed."""


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


async def come_in(discord: Loopback, sockets: int) -> None:
    until = time.monotonic() + START
    while len(discord.sockets) < sockets:
        assert time.monotonic() < until, "nobody comes"
        await asyncio.sleep(0.1)


async def models(
    discord: Loopback, url: str, folder: Path, keys: Sequence[str], orders: int
) -> tuple[list[Table], Mix]:
    """Battles played with a bot that has all to itself, and what each order asked for."""
    bot = await Bot.run(discord.url, url, folder, "alone")
    tables: list[Table] = []
    mix: list[list[Step]] = []
    try:
        await come_in(discord, 1)
        service = await Service.open(url, shared=True)
        for n, key in enumerate(keys):
            table = Table(discord, lambda: service, f"model{n}")
            table.patience = PATIENCE
            await asyncio.sleep(1.0)  # until the bot knows the server
            await table.begin(key)
            await _quiet(discord)
            rng, done = random.Random(n), 0
            for _ in range(4 * orders):
                before, began = len(discord.asked), time.time()
                heard = await table.act(rng)
                await _quiet(discord)
                if heard is not None:
                    mix.append([_step(a, table, began) for a in discord.asked[before:] if a.status != 429])
                    done += 1
                if done == orders:
                    break
            wrong = await table.check()
            say(f"{key}: {done} orders{', ' + wrong if wrong else ''}")
            tables.append(table)
        await service.close()
        assert await bot.stop() == 0
    finally:
        await bot.kill()
    return tables, [m for m in mix if m]


async def _quiet(discord: Loopback) -> None:
    seen = -1
    while seen != len(discord.asked):
        seen = len(discord.asked)
        await asyncio.sleep(QUIET)


def _step(asked: Asked, table: Table, began: float) -> Step:
    parts = asked.path.replace(f"/channels/{table.channel.id}", "/channels/CHANNEL").split("/")
    if parts[1] in ("interactions", "webhooks"):
        parts[3] = "TOKEN"
    return Step(asked.at - began, asked.method, "/".join(parts))


async def starts(discord: Loopback, url: str, folder: Path, clusters: int) -> list[Bot]:
    """The clusters, one after the other, as a host would start them."""
    bots: list[Bot] = []
    for n in range(clusters):
        began = time.monotonic()
        bot = await Bot.run(discord.url, url, folder, f"cluster{n}", "--shards", f"{n}/{clusters}")
        bots.append(bot)
        await come_in(discord, n + 1)
        known = time.monotonic() - began
        while not await asyncio.to_thread(bot.figure, "hexarch_ready"):
            await asyncio.sleep(0.5)
        ready = time.monotonic() - began
        settled = await _idle(bot)
        say(
            f"cluster {n}: in Discord after {known:.1f} s, all servers known after {ready:.1f} s, its start done "
            f"after {time.monotonic() - began - settled:.0f} s and {bot.cpu():.0f} s of CPU, "
            f"{resident(bot.process.pid):.0f} MB"
        )
    return bots


async def _idle(bot: Bot) -> float:
    """Wait until a process has little to do, on a busy machine too; how long that has been so."""
    until, pause = time.monotonic() + START, 5.0
    while time.monotonic() < until:
        before = bot.wanted()
        await asyncio.sleep(pause)
        if bot.wanted() - before < 0.2 * pause:
            return pause
    return 0.0


async def idle(bots: list[Bot], seconds: float) -> None:
    """What the clusters take while nobody plays: the ticks of their clocks."""
    before = [b.cpu() for b in bots]
    await asyncio.sleep(seconds)
    for n, (bot, had) in enumerate(zip(bots, before, strict=True)):
        took = bot.cpu() - had
        say(
            f"cluster {n}, nobody playing: {1000 * took / seconds:.0f} ms of CPU a second, "
            f"{resident(bot.process.pid):.0f} MB"
        )


async def lively(discord: Loopback, people: Crowd, url: str, an_hour: float, seconds: float) -> None:
    """Orders at random in random battles for so long, and how long they took."""
    rng = random.Random(5)
    service = await Service.open(url, shared=True)
    for table in people.tables:
        table.beside, table.patience = (lambda: service), PATIENCE
    free = list(people.tables)
    first: list[float] = []
    last: list[float] = []
    told: list[float] = []
    nothing = 0
    why: Counter[str] = Counter()

    async def order() -> None:
        nonlocal nothing
        if not free:
            return
        table = free.pop(rng.randrange(len(free)))
        began = time.monotonic()
        heard = await table.act(rng)
        if heard is None:
            nothing += 1
            why[table.why[-60:]] += 1
        else:
            first.append(heard.first)
            last.append(heard.last)
            while await table.check() and time.monotonic() - began < PATIENCE:
                await asyncio.sleep(0.1)
            told.append(time.monotonic() - began)
        free.append(table)

    before = len(discord.asked)
    until, tasks = time.monotonic() + seconds, set[asyncio.Task[None]]()
    while time.monotonic() < until:
        await asyncio.sleep(rng.expovariate(an_hour / 3600))
        tasks.add(asyncio.create_task(order()))
    await asyncio.gather(*tasks)
    asked = discord.asked[before:]
    kinds = Counter(a.kind for a in asked)
    by_second = Counter(int(a.at) for a in asked if a.kind not in ("callback", "answer"))
    say(
        f"{len(told)} orders in {seconds:.0f} s ({an_hour:.0f} an hour), {nothing} of which nothing came: first answer "
        f"{_shares(first)}, what came of it {_shares(last)}, all told {_shares(told)}"
    )
    say(
        f"requests: {len(asked) / max(len(told), 1):.1f} an order ({dict(kinds)}), busiest second "
        f"{max(by_second.values(), default=0)} of 50, {sum(a.status == 429 for a in asked)} told to wait, "
        f"{sum(a.status in (401, 403, 404) for a in asked)} refused"
    )
    if why:
        say(f"why nothing came of some: {dict(why)}")
    await service.close()


def _shares(samples: Sequence[float]) -> str:
    if not samples:
        return "-"
    return " / ".join(f"{share(samples, p):.2f}" for p in (0.5, 0.95, 0.99)) + " s"


def replay(mix: Mix, rates: Sequence[float], seconds: float, clusters: int, battles: int) -> None:
    """An hour at each of the rates, by the model."""
    sizes = [len(m) for m in mix]
    kinds = Counter(s.path.split("/")[1] for m in mix for s in m)
    say(f"{len(mix)} orders measured: {statistics.mean(sizes):.1f} requests each (at most {max(sizes)}), {dict(kinds)}")
    for rate in rates:
        found = replayed(mix, an_hour=rate, seconds=seconds, clusters=clusters, battles=battles)
        say(
            f"{rate:.0f} orders an hour: {found.requests / seconds:.1f} requests a second, "
            f"{found.counted / seconds:.1f} counted, busiest second {found.most} of 50; first answer "
            f"{_shares(found.acknowledged)}, all told {_shares(found.told)}, of which waited for limits "
            f"{_shares(found.waited)}; told to wait {found.limited} times, invalid in ten minutes {found.invalid} of "
            f"10000{', shut out' if found.shut_out else ''}"
        )


async def main(args: argparse.Namespace) -> None:
    connections.SYNCHRONOUS = "OFF"  # of what is written here: the bots wait for the disk as ever
    keys = args.scenarios.split(",") if args.scenarios else _one_of_each()
    with tempfile.TemporaryDirectory(dir=args.folder) as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        url = f"sqlite+aiosqlite:///{folder / 'battles.db'}"
        Network(time.monotonic).lay(patch)
        async with loopback() as discord:
            tables, mix = await models(discord, url, folder, keys, args.each)
            if args.battles:
                began = time.monotonic()
                service = await Service.open(url)
                known = [await played(service, t) for t in tables]
                lively_ = min(args.lively, args.battles)
                people = await crowd(discord, service, known, args.servers, args.battles, lively_, args.clusters)
                await service.close()
                size = sum(p.stat().st_size for p in folder.glob("battles.db*")) / 2**30
                say(
                    f"{args.battles} battles in {args.servers} servers: {size:.1f} GB, {time.monotonic() - began:.0f} s"
                )
                bots = await starts(discord, url, folder, args.clusters)
                try:
                    await idle(bots, args.idle)
                    say("at first, each process draws its first maps:")
                    await lively(discord, people, url, 1800, args.idle)
                    say("then:")
                    await lively(discord, people, url, args.an_hour, args.seconds)
                    for n, bot in enumerate(bots):
                        drawing = bot.figure("hexarch_memory_bytes") / 2**20 - resident(bot.process.pid)
                        say(f"cluster {n} afterwards: {resident(bot.process.pid):.0f} MB, drawing {drawing:.0f} MB")
                    for bot in bots:
                        assert await bot.stop() == 0
                finally:
                    for bot in bots:
                        await bot.kill()
        replay(mix, [float(r) for r in args.rates.split(",")], 3600.0, args.clusters, max(args.battles, 1))


def _one_of_each() -> list[str]:
    found: dict[str, str] = {}
    for info in scenarios.listing():
        found.setdefault(info.system, info.key)
    return [key for system, key in found.items() if system != "justinian"]


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m tests.bot.loopback")
    p.add_argument("--battles", type=int, default=1000)
    p.add_argument("--servers", type=int, default=200)
    p.add_argument("--clusters", type=int, default=4)
    p.add_argument("--scenarios", default="", help="battles that are played and copied (default: one of each system)")
    p.add_argument("--each", type=int, default=12, help="orders in each of them")
    p.add_argument("--lively", type=int, default=500, help="battles in which somebody moves")
    p.add_argument("--an-hour", type=float, default=500, help="orders an hour while the clusters are played on")
    p.add_argument("--seconds", type=float, default=300, help="how long that is")
    p.add_argument("--idle", type=float, default=60, help="seconds of nobody playing")
    p.add_argument("--rates", default=RATES, help="orders an hour that are replayed")
    p.add_argument("--folder", default=None, help="where the database is put")
    return p


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    asyncio.run(main(parser().parse_args()))

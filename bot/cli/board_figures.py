"""Figures about the board: what a battle's orders take while many watch it there, and what these wait for.

The whole bot against a simulated Discord, its board over real HTTP; the watchers' browsers are a process of their own.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.cli.bot_figures import SETTLED, begun
from bot.cli.figures import Figure, endless
from bot.messages.access.links import Links, Session
from bot.processes import resident
from bot.service import Service
from engine.kernel.decisions import Command
from engine.players import random_answer

ORDERS = 10
"""Orders given while they watch, and as many before."""
MENUS = 6
"""Choices whose menus are asked for."""
PROGRAM = "bot.cli.viewers"


async def watched(key: str, count: int) -> list[Figure]:
    """Orders of a battle that so many people watch on the board."""
    import simcord  # the simulated Discord is loaded only where it is needed

    from bot.app import create_bot
    from bot.board.on_discord import linked
    from bot.messages.pictures.drawing_pool import DrawingPool
    from bot.rates import UNLIMITED, Rates

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        service = await Service.open(url, load_scenario=endless)
        pool = DrawingPool(apart=True)
        bot = create_bot(service, rates=Rates(UNLIMITED), rooms=False, drawing_pool=pool)
        env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLED)
        await env.start()
        try:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            players = {p.id: p for p in (guild.add_member(env.create_user(n)) for n in ("ada", "ben"))}
            watchers = [guild.add_member(env.create_user(f"watcher{n}")) for n in range(count)]
            battle = await begun(service, guild.id, channel.id, [*players], key)
            await bot.messages.publisher.publish(battle)
            give = _Orders(service, bot, battle, players, channel)
            alone = [await give() for _ in range(ORDERS)]
            async with linked(bot, "127.0.0.1", 0, "https://board.test") as at:
                links = Links(service.settings, service.clock)
                cookies = []
                for who in watchers:
                    secret, _ = await links.redeem(await links.make(Session(who.id, battle)))
                    cookies.append(f"__Host-hx={secret}")
                before = resident()
                async with _viewers(at, cookies) as change:
                    beside, seen, menus = [], list[dict[str, Any]](), list[float]()
                    for _ in range(ORDERS):
                        hearing = asyncio.ensure_future(change())
                        await asyncio.sleep(0)
                        beside.append(await give())
                        seen.append({**await hearing, "given": give.at})
                        menus += await _menus(service, links, battle, at)
                    after = resident()
        finally:
            await env.shutdown()
            pool.close()
            await service.close()
    return [
        Figure(f"order, told in Discord; watched on the board by {count}", "ms", 1000, beside),
        Figure("  by nobody", "ms", 1000, alone),
        Figure(
            "  until a watcher has seen it", "ms", 2000, [1000 * (t - s["given"]) for s in seen for t in s["at"]], 0.99
        ),
        Figure("  a watcher's answer: the battle", "ms", 100, [1000 * t for s in seen for t in s["state"]], 0.95),
        Figure("  a watcher's answer: the picture", "ms", 50, [1000 * t for s in seen for t in s["picture"]]),
        Figure("  a player's answer: a menu", "ms", 100, menus, 0.95),
        Figure("  watchers who have seen it", "watchers", count, [len(s["at"]) for s in seen], more=True),
        Figure("  memory that watching takes", "MB", 60, [after - before]),
    ]


async def _menus(service: Service, links: Links, battle: str, at: str) -> list[float]:
    """Milliseconds that menus take on the page of who is asked: the first one, and those of some of its choices."""
    (question, *_) = await service.play.open_questions(battle)
    secret, _ = await links.redeem(await links.make(Session(question.user or 0, battle)))
    given = {"token": str(question.token), "path": ""}
    took = list[float]()
    async with aiohttp.ClientSession(headers={"Cookie": f"__Host-hx={secret}"}) as page:
        for path in ("", *map(str, range(MENUS))):
            began = time.perf_counter()
            async with page.get(f"{at}/api/menu", params={**given, "path": path}) as answer:
                await answer.read()
                if answer.status == 200:
                    took.append(1000 * (time.perf_counter() - began))
    return took


class _Orders:
    """Gives random answers, as whoever is asked, through the service, and has them told."""

    def __init__(self, service: Service, bot: Any, battle: str, players: dict[int, Any], channel: Any) -> None:
        self._service = service
        self._bot = bot
        self._battle = battle
        self._rng = random.Random(1)
        self._given = 0
        self.at = 0.0
        """When the last order was stored, in seconds since 1970."""

    async def __call__(self) -> float:
        """Milliseconds from an answer until Discord has been told of it."""
        (question, *_) = await self._service.play.open_questions(self._battle)
        answer = random_answer(question.decision, self._rng)
        if isinstance(question.decision, Command) and answer == question.decision.default:
            answer = random_answer(question.decision, self._rng)
        self._given += 1
        began = time.perf_counter()
        await self._service.play.answer(self._battle, question.user or 0, question.token, answer, self._given)
        self.at = time.time()
        await self._bot.messages.publisher.publish(self._battle, actor=question.user)
        return 1000 * (time.perf_counter() - began)


@asynccontextmanager
async def _viewers(at: str, cookies: list[str]) -> AsyncIterator[Any]:
    """The browsers; what is given waits until all have seen the next change, and tells what they waited for."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", PROGRAM, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**24
    )
    assert process.stdin is not None and process.stdout is not None
    told, says = process.stdout, process.stdin

    async def line() -> dict[str, Any]:
        found = await told.readline()
        if not found:
            raise RuntimeError("the watchers' process has ended")
        return dict(json.loads(found))

    async def change() -> dict[str, Any]:
        says.write(b"\n")
        await says.drain()
        return await line()

    try:
        says.write(json.dumps({"at": at, "cookies": cookies}).encode() + b"\n")
        await says.drain()
        await line()
        yield change
    finally:
        says.close()
        await process.wait()

"""A bot that referees duels on a server of its own, by a clock that is put forward; and another process after it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import simcord

from bot.app import Hexarch, create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import Blank
from tests.bot.toy_service import load
from tests.bot.toy_system import Toy

BEGIN = 1_800_000_000.0
"""When it is at first, in seconds since 1970."""


class World(Protocol):
    """What runs on such a bot."""

    env: simcord.Env
    service: Service
    url: str
    now: list[float]


W = TypeVar("W", bound=World)


@asynccontextmanager
async def served(path: Path, make: Callable[[simcord.Env, Service, str, list[float]], W]) -> AsyncIterator[W]:
    """What ``make`` makes of the bot, its service, its database's address and the time, which it may put forward."""
    url, now = f"sqlite+aiosqlite:///{path / 'toy.db'}", [BEGIN]
    async with running(_bot(await _opened(url, now)), settle_timeout=300.0) as env:
        bot: Any = env.bot
        found = make(env, bot.service, url, now)
        yield found
        await found.service.close()


async def restart(world: World) -> None:
    """Another process, on the same database."""
    await world.env.settle()
    await world.service.close()
    world.service = await _opened(world.url, world.now)
    bot = _bot(world.service)
    world.env.bot = bot
    await world.env.restart_bot(bot)
    await world.env.settle()


async def _opened(url: str, now: list[float]) -> Service:
    return await Service.open(url, system_for=Toy, load_scenario=load, clock=lambda: now[0])


def _bot(service: Service) -> Hexarch:
    return create_bot(service, drawing_pool=Blank(), rates=Rates(UNLIMITED), pace=0)

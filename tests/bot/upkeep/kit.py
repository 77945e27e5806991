"""Battles to be copied, checked and mended."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.service import Battle, Service
from bot.upkeep.check import check
from engine.players import random_answer
from tests.bot.toy_service import BLUE, GUILD, RED, load
from tests.bot.toy_system import Toy


async def opened(url: str, **options: Any) -> Service:
    return await Service.open(url, system_for=Toy, load_scenario=load, **options)


def of_file(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def under_way(service: Service, channel: int, answers: int = 12) -> Battle:
    """A battle with some answers given."""
    battle = await service.lobby.create(GUILD, channel, RED, "toy/duel", {"endless": True})
    await service.lobby.join(battle.id, RED, "red", "Zażółć ⚔")
    await service.lobby.join(battle.id, BLUE, "blue", "tails")
    await service.lobby.start(battle.id, RED, 1000)
    await play(service, battle.id, answers, channel)
    return await service.battles.get(battle.id)


async def play(service: Service, battle: str, answers: int, seed: int) -> None:
    rng = random.Random(seed)
    for n in range(answers):
        o = (await service.play.open_questions(battle))[0]
        assert o.user is not None
        await service.play.answer(battle, o.user, o.token, random_answer(o.decision, rng), 2000 + n, o.side)


async def wrong(service: Service) -> list[str]:
    """What a check finds."""
    return [str(f) for f in await findings(service)]


async def findings(service: Service) -> list[Any]:
    return [f async for f in check(service)]


def spoil(path: Path, statement: str, *values: Any) -> None:
    """Change an SQLite file behind everybody's back."""
    with closing(sqlite3.connect(path)) as c, c:
        assert c.execute(statement, values).rowcount, "nothing was spoilt"

"""A service that plays the toy system on a database of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.service import Battle, Open, Outcome, Service
from engine.kernel.text import refuse
from tests.bot.toy_system import SCENARIO, Toy
from tests.postgres import database_in

GUILD, CHANNEL, RED, BLUE, SPECTATOR = 1, 2, 10, 20, 30


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def load(key: str) -> dict[str, Any]:
    if key != "toy/duel":
        refuse("There is no battle {key}.", key=key)
    return SCENARIO


def url(path: Path) -> str:
    return database_in(path)


async def open_service(path: Path, system: Callable[[dict[str, Any]], Any] = Toy, **options: Any) -> Service:
    return await Service.open(url(path), system_for=system, load_scenario=load, **options)


async def begin(service: Service, channel: int = CHANNEL, options: dict[str, bool] | None = None) -> Battle:
    """A battle under way, both sides seated."""
    battle = await service.lobby.create(GUILD, channel, RED, "toy/duel", options)
    await service.lobby.join(battle.id, RED, "red", "heads")
    await service.lobby.join(battle.id, BLUE, "blue", "tails")
    await service.lobby.start(battle.id, RED, 1000)
    return await service.battles.get(battle.id)


async def asked(service: Service, battle: Battle, user: int) -> Open:
    """The question a user is asked."""
    return next(o for o in await service.play.open_questions(battle.id) if o.user == user)


def kinds(outcome: Outcome) -> list[tuple[str, str]]:
    """Who is asked what after an outcome."""
    return [(o.side, o.decision.kind) for o in outcome.open]

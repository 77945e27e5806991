"""What a start doesn't wait for: the rules and the battles, loaded in small pieces, each in a thread, that give way to
whoever waits for an answer."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, ParamSpec

import scenarios
from bot import under_way
from bot.processes import settle
from engine.systems import registry
from scenarios.files import by_key

if TYPE_CHECKING:
    from bot.service import Service

P = ParamSpec("P")

log = logging.getLogger("hexarch")


async def everything(service: Service) -> None:
    """Load the rules, those of battles under way before others, and read every battle that can be played.

    Where that fails everything is loaded as it is needed.
    """
    try:
        await _everything(service)
    except Exception:
        log.exception("rules and battles can't be loaded beforehand")


async def _everything(service: Service) -> None:
    played = Counter(b.scenario_key.partition("/")[0] for b in await service.database.battles.running())
    for name in registry.modules(*(system for system, _ in played.most_common())):
        await _piece(import_module, name)
    await _piece(registry.load)
    await under_way.none()
    settle()
    # Which takes a second for all of them, and is wanted as soon as somebody looks for one.
    for key in by_key():
        await _piece(_read, key)


async def _piece(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    await under_way.none()
    await asyncio.to_thread(work, *args, **kwargs)


def _read(key: str) -> None:
    try:
        scenarios.load(key)
    except (scenarios.ScenarioError, OSError) as e:
        log.info("%s can't be read beforehand: %s", key, e)


__all__ = ["everything"]

"""Exceptions nobody expected: an end-to-end test fails on each, wherever in the bot it was raised.

A player who is refused something hears why; that is no stray. Everything that is logged as an error is one, and every
exception that reached discord.py, unless the test says that it comes: ``@pytest.mark.errors_expected("could not be
published")``, with patterns of the log's lines (sought in text and traceback).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import traceback
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord._runtime import _BOT_SCOPE

from bot import first_answer
from bot.app import Hexarch
from bot.cogs.look import replay
from bot.errors import unwrapped
from bot.messages import field_battles, names
from bot.messages.publishing import dispatches, pin_pace
from bot.service.computers import advising
from engine.computer.levels import LEVEL
from engine.kernel.text import Refusal
from tests.bot.strict import law
from tests.waiting import HANG

law.lay_down()

IN_WORDS = (Refusal, app_commands.CheckFailure, app_commands.TransformerError, discord.Forbidden)
"""What a player is told in words of its own, so that no error of ours is behind it."""

LOOK = 0.01
"""Seconds between two looks at whether the bot has come to rest."""

HOUR = 3600.0
"""Seconds that are longer than anything here takes."""

WATCHED = ("hexarch", "discord", "asyncio")
"""Loggers whose errors count."""


class Strays(logging.Handler):
    """What went wrong unasked while it listened, a text each."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else None
        self.found.append(record.getMessage() + (_traced(cause) if cause else ""))

    def note(self, errors: Sequence[BaseException]) -> None:
        """Take what reached discord.py, without what players were told in words."""
        self.found += [_traced(e) for e in map(unwrapped, errors) if not isinstance(e, IN_WORDS)]

    def unexpected(self, patterns: Sequence[str] = ()) -> list[str]:
        """What no pattern is found in."""
        return [text for text in self.found if not any(re.search(p, text) for p in patterns)]


def _traced(error: BaseException) -> str:
    return "\n" + "".join(traceback.format_exception(error))


@contextmanager
def listening() -> Iterator[Strays]:
    """Hear every error that is logged meanwhile, those of forgotten tasks included."""
    strays = Strays()
    loggers = [logging.getLogger(name) for name in WATCHED]
    for logger in loggers:
        logger.addHandler(strays)
    try:
        yield strays
        # asyncio speaks of an exception nobody asked for when the task is collected.
        gc.collect(0)
    finally:
        for logger in loggers:
            logger.removeHandler(strays)


class QuickEnv(simcord.Env):
    """Looks more often than SimCord whether the bot has come to rest; what is awaited is the same.

    SimCord waits a whole interval where only callbacks are left to run, which is so after most presses. As a bot starts
    it waits five seconds for it; on a busy machine that may take longer, and here it may.
    """

    async def _settle_internal(self, *, timeout: float | None = None, idle: float = LOOK, **kwargs: Any) -> None:
        patience = None if timeout is None else max(timeout, HANG)
        await super()._settle_internal(timeout=patience, idle=min(idle, LOOK), **kwargs)


@contextmanager
def unhurried() -> Iterator[None]:
    """What the bot does when something takes long isn't done because the machine is busy.

    Presses are acknowledged before they are answered when simulated time passes, as it does where Discord is tried
    again; names, suggestions and maps are waited for; a pinned message that may wait does; computers think to the end.
    Tests of what happens then set the moment to nothing, or move the clock.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(first_answer._Late, "_wait", _in_simulated_time)
        for module in (names, replay, field_battles):
            patch.setattr(module, "PATIENCE", HOUR)
        patch.setattr(pin_pace, "PACE", HOUR)
        patch.setattr(dispatches, "SOON", HOUR)
        patch.setattr(advising, "FORESIGHT", HOUR)
        # SimCord has no route for it.
        patch.setattr(Hexarch, "_let_in_at_once", _one)
        patch.setattr(advising, "ADVISER", replace(advising.ADVISER, cpu=HOUR))
        for name, level in LEVEL.items():
            patch.setitem(LEVEL, name, replace(level, cpu=HOUR))  # type: ignore[arg-type]
        yield


async def _one(bot: Hexarch) -> int:
    """Stands in for how many shards Discord lets in at once."""
    return 1


async def _in_simulated_time(acknowledgement: Any) -> None:
    """Stands in for the moment by which an acknowledgement is put off."""
    moment, scope = asyncio.sleep(first_answer.PATIENCE), _BOT_SCOPE.get()
    await (moment if scope is None else scope[0].external_wait(moment, reason="an acknowledgement is put off"))
    await acknowledgement.give()


@asynccontextmanager
async def running(bot: Hexarch, *, settle_timeout: float = HANG) -> AsyncIterator[simcord.Env]:
    """The bot in a simulated Discord. What it raised is heard by whoever is :func:`listening`.

    SimCord's own check would take every refusal for a fault of the bot, so it is left out for this one.
    """
    env: Any = QuickEnv(bot, check_errors=False, settle_timeout=settle_timeout)
    # Names are forgotten and threads put away by the clock that a test moves.
    law.law_of(env.backend).now = lambda: env.bot.service.clock()
    with unhurried():
        await env.start()
        try:
            yield env
        finally:
            await env.shutdown()
            for handler in logging.getLogger(WATCHED[0]).handlers:
                if isinstance(handler, Strays):
                    handler.note(env.errors)

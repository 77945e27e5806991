"""Advice, thought about off the event loop: each question once, however often it is asked for."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable
from concurrent.futures import CancelledError

from bot.messages.thinking_pool import ThinkingPool
from bot.service import Open, Service
from bot.service.computers.advising import Advice
from engine.kernel.text import Refusal, refuse

log = logging.getLogger("hexarch")

KEPT = 200
"""Suggestions remembered: who goes back to one doesn't wait again."""


class Advisers:
    """Has suggestions thought about."""

    def __init__(self, service: Service, pool: ThinkingPool) -> None:
        self.service = service
        self.pool = pool
        self._kept: OrderedDict[tuple[str, int, str], asyncio.Task[Advice | None]] = OrderedDict()

    async def advise(self, battle_id: str, question: Open) -> Advice | None:
        """What to do about a question; None where there is nothing to suggest, or it isn't asked any more.

        Refused where nobody is advised, where too much is being thought about, and where thinking fails.
        """
        key = battle_id, question.token, question.side
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            job = await self.service.adviser.job(battle_id, question)
            if job is None:
                return None
            task = self._kept[key] = asyncio.ensure_future(self.pool.advise(job))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return await thought_through(battle_id, asyncio.shield(task))

    def close(self) -> None:
        """Give up what isn't thought through."""
        for task in self._kept.values():
            task.cancel()


async def thought_through(battle_id: str, thinking: Awaitable[Advice | None]) -> Advice | None:
    """What comes of thinking. Raises Refusal where it fails, which is noted."""
    try:
        return await thinking
    except (asyncio.CancelledError, CancelledError, Refusal):
        raise
    except Exception:
        log.exception("battle %s: the adviser can't think", battle_id)
        refuse("The adviser couldn't think that through. Please try again.")

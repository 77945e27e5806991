"""What is done once when a battle is over, until all of it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.service import Battle
from bot.service.sessions.battles import Battles

log = logging.getLogger("hexarch")

Closer = Callable[[Battle], Awaitable[None]]


class Closing:
    """Calls everybody who has something to do when a battle is over."""

    def __init__(self, battles: Battles) -> None:
        self.battles = battles
        self.closers: list[Closer] = []
        """What is done once when a battle is over; each is called again until none of them has failed."""
        self._closing = asyncio.Lock()

    async def close_up(self) -> None:
        """Do for battles that have just ended what is done then. What fails is tried again with the next tick."""
        async with self._closing:
            for battle in await self.battles.unclosed():
                # A lesson has no result, no report and no end but its own.
                closers = () if battle.is_lesson else self.closers
                done = [await self._closed(closer, battle) for closer in closers]
                if all(done):
                    await self.battles.closed(battle.id)

    async def _closed(self, closer: Closer, battle: Battle) -> bool:
        try:
            await closer(battle)
        except asyncio.CancelledError:
            raise
        except Exception as e:
            known = isinstance(e, discord.HTTPException)
            log.warning("battle %s is over, but %s failed: %s", battle.id, closer, e, exc_info=None if known else e)
            return False
        return True

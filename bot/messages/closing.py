"""What is done once when a battle is over, until all of it is done."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from bot.first_answer import UNHEARD
from bot.service import Battle
from bot.service.sessions.battles import Battles
from bot.stumbles import Stumbles

log = logging.getLogger("hexarch")

Closer = Callable[[Battle], Awaitable[None]]


class Closing:
    """Calls everybody who has something to do when a battle is over."""

    def __init__(self, battles: Battles) -> None:
        self.battles = battles
        self.closers: list[Closer] = []
        """What is done once when a battle is over; each is called again until none of them has failed."""
        self._closing = asyncio.Lock()
        self._stumbles: Stumbles[tuple[str, Closer]] = Stumbles()

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
        except UNHEARD as e:
            log.warning("battle %s is over, but %s failed: %s", battle.id, closer, e)
            return False
        except Exception as e:
            self._stumbles.stumbled(
                (battle.id, closer), time.time(), f"battle {battle.id} is over, but {closer} failed", e
            )
            return False
        self._stumbles.done((battle.id, closer))
        return True

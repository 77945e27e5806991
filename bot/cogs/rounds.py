"""What a cog looks after again and again while the bot runs."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from discord.ext import tasks

from bot.stumbles import Stumbles

if TYPE_CHECKING:
    from bot.app import Hexarch


class Rounds:
    """Does something every so often, from when the bot is ready; it goes on though a round fails."""

    def __init__(self, bot: Hexarch, seconds: float, what: Callable[[], Awaitable[None]], failed: str) -> None:
        """``failed`` is what the log says of a round that does."""
        self._what = what
        self._failed = failed
        self._stumbles: Stumbles[str] = Stumbles()
        self._loop = tasks.loop(seconds=seconds)(self._once)
        self._loop.before_loop(bot.wait_until_ready)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.cancel()

    async def _once(self) -> None:
        try:
            await self._what()
        except Exception as e:
            # What went wrong now may go right in the next round.
            self._stumbles.stumbled(self._failed, time.time(), self._failed, e)
        else:
            self._stumbles.done(self._failed)

"""What is being handled when the bot is stopped is finished first: who has given an order hears what came of it."""

from __future__ import annotations

import asyncio
import contextlib

import discord

FINISH = 10.0
"""Seconds there are for what is under way when the bot is stopped, and as many for messages on their way."""
BROKEN_OFF = 5.0
"""Seconds there are for what is broken off to come to its end; the process doesn't wait for what doesn't."""


class Handling:
    """The interactions that are being handled, each by a task of its own."""

    def __init__(self) -> None:
        self.stopping = False
        """Whether nothing new is begun."""
        self._tasks: dict[int, asyncio.Task[object]] = {}
        """By interaction."""
        self._idle = asyncio.Event()
        self._idle.set()

    def begun(self, interaction: int) -> None:
        """An interaction is handled from now on, by the task this is called in."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks[interaction] = task
            self._idle.clear()
            # Whatever it ends with.
            task.add_done_callback(lambda _: self.ended(interaction))

    def ended(self, interaction: int) -> None:
        self._tasks.pop(interaction, None)
        if not self._tasks:
            self._idle.set()

    async def finish(self, seconds: float) -> None:
        """Begin nothing new, and wait until the rest is done, but not for ever: what remains then is broken off.

        What it has stored is told after the next start. Were it left to go on, it would find no connection to Discord
        any more.
        """
        self.stopping = True
        own = asyncio.current_task()
        for mine in [i for i, task in self._tasks.items() if task is own]:
            self.ended(mine)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)
        left = list(self._tasks.values())
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=BROKEN_OFF)


def hung_up(client: discord.Client, error: BaseException) -> bool:
    """Whether an error comes of the bot having stopped meanwhile: its connections to Discord are closed."""
    return isinstance(error, RuntimeError) and client.is_closed()

"""Thinking off the event loop: in a process of its own, so that neither a press nor a map waits for a computer player.

Battles get their turns in the order they ask, one question each at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.messages.pictures.drawing_pool import Apart, Lane, Own
from bot.service.computers.advising import Advice, advise
from bot.service.computers.analysing import Followed, Weighed, follow, weigh
from bot.service.computers.thinking import Job, Thinking, think
from engine.kernel.journal import Entry

PATIENCE = 90.0
"""Seconds after which a question that hasn't been thought through is given up."""
NICENESS = 12
"""How far the process stands back behind others: maps are drawn first."""
WAITING = 200
"""Questions that may wait in line."""
FULL = "Too many battles are being thought about just now. Please try again in a moment."
IDLE = 300.0
"""Seconds without a question after which the process ends."""


class ThinkingPool:
    """Thinks in the background: with ``apart`` in a process that starts when the first question comes.

    Without, in a thread of this process, as tests want it.
    """

    def __init__(self, *, apart: bool = False) -> None:
        hands = Apart(PATIENCE, NICENESS) if apart else Own()
        self._lane = Lane("thinking", hands, WAITING, IDLE if apart else None, full=FULL)

    async def think(self, job: Job) -> Thinking:
        """Raises Refusal where too much waits, what thinking raises, and what a process does that breaks down."""
        return await asyncio.wrap_future(self._lane.put(think, (job,), {}))

    async def advise(self, job: Job) -> Advice | None:
        """What to order; None where nothing can be told. Raises Refusal where too much waits, else as :meth:`think`."""
        return await asyncio.wrap_future(self._lane.put(advise, (job,), {}))

    async def follow(self, scenario: str, entries: Sequence[Entry]) -> Followed:
        """The activations of a battle that is over (:func:`bot.service.computers.analysing.follow`)."""
        return await asyncio.wrap_future(self._lane.put(follow, (scenario, entries), {}))

    async def weigh(self, scenario: str, packed: bytes, seed: str) -> Weighed | None:
        """What is to be said of one of them (:func:`bot.service.computers.analysing.weigh`)."""
        return await asyncio.wrap_future(self._lane.put(weigh, (scenario, packed, seed), {}))

    def close(self) -> None:
        """Give up what isn't thought through."""
        self._lane.close()

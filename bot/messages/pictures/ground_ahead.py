"""The ground of maps that are being played on, drawn at the scales of close-ups while nobody waits for it.

What is new in a picture after an order is mostly ground that no picture has shown before: drawing it takes a quarter of
a second, reading it a hundredth (:mod:`renderer.map.files`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from contextvars import Context

from bot.messages.pictures.drawing_pool import DrawingFailed, DrawingPool
from engine.kernel.board import Board
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from renderer import Theme

log = logging.getLogger("hexarch")

RADII = (84, 66, 58, 46)
"""Hex radii in pixels that close-ups of up to fifteen columns come in, the likeliest first."""

PAUSE = 0.1
"""Seconds between two pieces, in which others may have something long drawn."""

_ASKED = "ground.ahead"


def is_kept() -> bool:
    """Whether there is a folder for what is drawn."""
    from renderer.map import files  # what draws is loaded with the first picture

    return files.folder() is not None


def draw(m: BattleMap, theme: Theme, r: int, n: int) -> bool:
    """Draw a map's part with this number at a radius; whether there is another. In the process that draws."""
    from renderer.map.tiles import ahead, blocks

    parts = blocks(m, r)
    ahead(m, theme, r, parts[n])
    return n + 1 < len(parts)


class GroundAhead:
    """Draws piece by piece, map after map, where a folder keeps what comes of it."""

    def __init__(self, drawing_pool: DrawingPool, theme: Theme) -> None:
        self._pool = drawing_pool
        self._theme: Theme = theme
        self._maps: deque[BattleMap] = deque()
        self._task: asyncio.Task[None] | None = None

    def shown(self, board: Board) -> None:
        """A picture of this board was drawn, and others will be."""
        if not isinstance(board, BattleMap) or board.scratch.get(_ASKED) == self._theme:
            return
        board.scratch[_ASKED] = self._theme
        self._maps.append(board)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), context=Context())

    async def _run(self) -> None:
        while self._maps:
            m = self._maps.popleft()
            if not await asyncio.to_thread(is_kept):
                self._maps.clear()
                return
            try:
                await self._draw(m)
            except (DrawingFailed, RuntimeError) as e:
                log.info("the ground of %s isn't drawn ahead: %r", m.id, e)

    async def _draw(self, m: BattleMap) -> None:
        for r in RADII:
            n, left = 0, True
            while left:
                # Where too much waits already, this waits too.
                with contextlib.suppress(Refusal):
                    left = await self._pool.aside(draw, m, self._theme, r, n)
                    n += 1
                await asyncio.sleep(PAUSE)

    def close(self) -> None:
        """Leave the rest."""
        self._maps.clear()
        if self._task is not None:
            self._task.cancel()


__all__ = ["GroundAhead"]

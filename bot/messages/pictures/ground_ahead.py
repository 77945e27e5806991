"""The ground of maps that are being played on, drawn at the scales of close-ups while nobody waits for it.

What is new in a picture after an order is mostly ground that no picture has shown before: drawing it takes a quarter of
a second, reading it a hundredth (:mod:`renderer.map.files`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Sequence

from bot.aside import aside
from bot.messages.pictures.drawing_pool import DrawingFailed, DrawingPool
from engine.kernel.areas import AreaMap
from engine.kernel.board import Board
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from engine.kernel.view import HoldingView, TableView
from renderer import Theme

log = logging.getLogger("hexarch")

RADII = (84, 66, 58, 46)
"""Hex radii in pixels that close-ups of up to fifteen columns come in, the likeliest first."""

SCALES = (1.15, 1.0, 0.87, 0.76, 0.66)
"""Pixels a unit of an engraved sheet that close-ups of a map of areas come in, the likeliest first."""

PAUSE = 0.1
"""Seconds between two pieces, in which others may have something long drawn."""

_ASKED = "ground.ahead"


def is_kept() -> bool:
    """Whether there is a folder for what is drawn."""
    from renderer.map import files  # what draws is loaded with the first picture

    return files.folder() is not None


def sizes(board: Board) -> Sequence[float]:
    """The scales that pictures of a board after an order come in."""
    if isinstance(board, BattleMap):
        return RADII
    return SCALES if isinstance(board, AreaMap) and board.engraving else ()


def draw(board: Board, theme: Theme, size: float, n: int, holdings: tuple[HoldingView, ...] = ()) -> bool:
    """Draw a map's part with this number at one of its :func:`sizes`; whether there is another.

    ``holdings`` tell in whose colours a map of areas is drawn. In the process that draws.
    """
    if isinstance(board, AreaMap):
        from renderer.areas.tiles import parts_ahead

        return parts_ahead(board, theme, size, n, holdings)
    if not isinstance(board, BattleMap):
        return False
    from renderer.map.tiles import ahead, blocks

    parts = blocks(board, round(size))
    ahead(board, theme, round(size), parts[n])
    return n + 1 < len(parts)


class GroundAhead:
    """Draws piece by piece, map after map, where a folder keeps what comes of it."""

    def __init__(self, drawing_pool: DrawingPool, theme: Theme) -> None:
        self._pool = drawing_pool
        self._theme: Theme = theme
        self._maps: deque[tuple[BattleMap | AreaMap, tuple[HoldingView, ...]]] = deque()
        self._task: asyncio.Task[None] | None = None

    def shown(self, table: TableView) -> None:
        """A picture of this table's map was drawn, and others will be."""
        board = table.board
        if not isinstance(board, BattleMap | AreaMap) or not sizes(board) or board.scratch.get(_ASKED) == self._theme:
            return
        board.scratch[_ASKED] = self._theme
        self._maps.append((board, table.holdings))
        if self._task is None or self._task.done():
            self._task = aside(self._run())

    async def _run(self) -> None:
        while self._maps:
            board, holdings = self._maps.popleft()
            if not await asyncio.to_thread(is_kept):
                self._maps.clear()
                return
            try:
                await self._draw(board, holdings)
            except (DrawingFailed, RuntimeError) as e:
                log.info("the ground of %s isn't drawn ahead: %r", board.id, e)

    async def _draw(self, board: BattleMap | AreaMap, holdings: tuple[HoldingView, ...]) -> None:
        for size in sizes(board):
            n, left = 0, True
            while left:
                # Where too much waits already, this waits too.
                with contextlib.suppress(Refusal):
                    left = await self._pool.aside(draw, board, self._theme, size, n, holdings)
                    n += 1
                await asyncio.sleep(PAUSE)

    def close(self) -> None:
        """Leave the rest."""
        self._maps.clear()
        if self._task is not None:
            self._task.cancel()


__all__ = ["GroundAhead"]

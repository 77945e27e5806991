"""Maps that are drawn before anybody asks for one: once for each version of what draws, while nothing else is to do.

Drawing the ground of a map takes a second; reading what was drawn of it takes a tenth (:mod:`renderer.map.files`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import scenarios
from bot.messages.pictures.drawing_pool import DrawingFailed, DrawingPool
from engine.kernel.text import Refusal
from engine.systems.registry import initial_state, system_for
from renderer import Theme, armies, render, whole
from renderer.map import files

log = logging.getLogger("hexarch")

PAUSE = 0.5
"""Seconds between two maps, in which others may have something drawn."""


def _mark(key: str, theme: Theme) -> tuple[object, ...]:
    return "drawn", key, theme


def draw(key: str, theme: Theme) -> None:
    """Draw what is seen first of a battle: the armies, and the whole field. In the process that draws."""
    if files.has(_mark(key, theme)):
        return
    try:
        system = system_for(scenarios.load(key))
        table = system.view(initial_state(system))
        for view in (armies(table), whole()):
            render(table, view, theme=theme)
    except Exception:
        log.warning("the map of %s can't be drawn beforehand", key, exc_info=True)
    files.write(_mark(key, theme), b"")


async def everything(drawing_pool: DrawingPool, theme: Theme, keys: Iterable[str]) -> None:
    """Have the first pictures of these battles drawn, one after the other; nothing where no folder keeps them."""
    for key in keys:
        if await asyncio.to_thread(files.folder) is None:
            return
        if files.has(_mark(key, theme)):
            continue
        try:
            await drawing_pool.aside(draw, key, theme)
        except (DrawingFailed, Refusal, RuntimeError) as e:
            log.info("maps aren't drawn beforehand any further: %r", e)
            return
        await asyncio.sleep(PAUSE)


__all__ = ["draw", "everything"]

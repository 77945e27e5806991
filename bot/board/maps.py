"""The maps of the board: each in two pictures, drawn once for all who see with the same eyes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.board import position
from bot.board.kept import Kept
from bot.messages.battle_context import BattleContext
from bot.messages.pictures.pictures import Pictures
from engine.kernel.events import Trace
from engine.kernel.view import TableView
from renderer import Overlay, Where, Zones, large, where

LAYERS = frozenset({"zones", "last"})
"""What may be drawn over the position: zones of control, and what was done last."""
PLACES = 16
"""Maps of which it is remembered where their places are."""
PICTURES = 32 * 1024 * 1024
"""Bytes of pictures that are kept: some fifty of large battles."""


class Maps:
    """Draws them, and keeps what was drawn for a while."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._where: Kept[Where] = Kept(PLACES)
        self._drawn: Kept[bytes] = Kept(PICTURES, len)

    async def where(self, here: BattleContext) -> Where:
        """The places of a battle's map in its picture."""
        table = here.own_table

        async def find() -> Where:
            return await self._pictures.drawing_pool.draw(where, table, large())

        return await self._where.of((here.battle.id, table.board.id), find)

    async def ground(self, request: web.Request, here: BattleContext, table: TableView) -> web.Response:
        """The map with nobody on it: a browser asks for it once, and again where it has changed."""

        async def draw() -> bytes:
            return await self._pictures.beneath(table, large(), here.catalogue.say)

        return await self._sent(request, position.ground(here, table), draw)

    async def lying(
        self, request: web.Request, here: BattleContext, table: TableView, of: str, marks: Sequence[Trace]
    ) -> web.Response:
        """All that lies on the map in a position. Who has it already isn't sent it again. ``of``: what is another text
        for another position, or for other eyes."""
        layers = layers_of(request)

        async def draw() -> bytes:
            overlays: list[Overlay] = [Zones(n) for n in range(len(table.sides))] if "zones" in layers else []
            return await self._pictures.above(table, large(), overlays, marks, here.catalogue.say)

        return await self._sent(request, f"{of}|{sorted(layers)}|{len(marks)}", draw)

    async def _sent(self, request: web.Request, of: str, draw: Callable[[], Awaitable[bytes]]) -> web.Response:
        tag = hashlib.sha256(of.encode()).hexdigest()[:32]
        headers = {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        return web.Response(body=await self._drawn.of(tag, draw), content_type="image/png", headers=headers)


def layers_of(request: web.Request) -> frozenset[str]:
    """The layers that are asked for, of those there are."""
    return LAYERS.intersection(request.query.get("layers", "").split(","))

"""The doors of an analysis: what it says, while it is made how far it is, and its curve."""

from __future__ import annotations

import asyncio

from aiohttp import web

from bot.board import answers
from bot.board.delayed import Delayed
from bot.board.doors import Doors
from bot.messages.analyses import Analyses
from bot.messages.battle_context import BattleContext
from bot.service.computers.analysing import Analysis

PATIENCE = 2.0
"""Seconds after which it is told how far it is; whoever wants the rest asks again."""


class Analysed:
    """Tells whoever sees a battle what its analysis says."""

    def __init__(self, analyses: Analyses, doors: Doors) -> None:
        self._analyses = analyses
        self._doors = doors

    def add(self, router: web.UrlDispatcher) -> None:
        router.add_post("/api/analysis", self._analysis)
        router.add_get("/api/curve", self._curve)

    async def _over(self, request: web.Request) -> BattleContext:
        """The battle. Refused while it goes on, or seems to where it is seen with a delay."""
        here = await self._doors.here(request, "picture")
        if isinstance(here, Delayed):
            raise web.HTTPNotFound
        self._analyses.over(here.battle)
        return here

    async def _analysis(self, request: web.Request) -> web.Response:
        here = await self._over(request)
        found = await self._analyses.known(here.battle)
        if found is None:
            under_way = await self._analyses.begin(here.battle, here.user)
            await asyncio.wait([under_way.task], timeout=PATIENCE)
            if not under_way.task.done():
                return answers.told({"n": under_way.looked_at, "of": under_way.of})
            found = await under_way.task
        lines = self._analyses.words(here.battle, found, here.catalogue).splitlines()
        alt = (await self._analyses.drawn(here.battle, found, here.catalogue)).alt
        return answers.told({"lines": lines, "alt": alt, "moments": [w.last for w in found.costliest]})

    async def _curve(self, request: web.Request) -> web.Response:
        here = await self._over(request)
        found: Analysis | None = await self._analyses.known(here.battle)
        if found is None:
            raise web.HTTPNotFound
        drawn = await self._analyses.drawn(here.battle, found, here.catalogue)
        return web.Response(body=drawn.png, content_type="image/png", headers={"Cache-Control": "no-store"})

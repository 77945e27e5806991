"""The doors of the sandbox: begin one, take back, have a computer play, take the position along."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bot.board import answers, moments, positions, sandbox
from bot.board.doors import NUMBER, Doors
from bot.board.moments import Moments
from bot.board.sandbox import Sandboxes, Tried
from bot.messages.battle_context import BattleContext
from bot.messages.messages import Messages
from bot.rates import Kind
from bot.service.records import files
from engine.kernel.game import Game
from engine.kernel.journal import effective
from engine.kernel.text import Text, refuse
from engine.systems.registry import system_for
from scenarios import ScenarioError

POSITION = Text("a position")
TITLE = 100
"""Characters of a position's title that are shown."""
BODY = 2 * positions.MOST_BYTES
"""Bytes of the longest request that brings a position."""


class Trying:
    """Leads into sandboxes and out of them."""

    def __init__(self, messages: Messages, doors: Doors, moments: Moments) -> None:
        self.sandboxes = Sandboxes(messages.thinking_pool)
        self._messages = messages
        self._doors = doors
        self._moments = moments

    def add(self, router: web.UrlDispatcher) -> None:
        router.add_post("/api/try", self._try)
        router.add_post("/api/back", self._back)
        router.add_post("/api/against", self._against)
        router.add_get("/api/position", self._position)

    async def there(self, request: web.Request, kind: Kind = "common", *, answer: bool = False) -> BattleContext:
        """The battle as whoever asks sees it; or what is tried out beside it, where that is asked for."""
        here = await self._doors.here(request, kind, answer=answer)
        number = request.query.get("try", "")[:NUMBER]
        return self.sandboxes.of(here, number) if number else here

    async def _try(self, request: web.Request) -> web.Response:
        """Begin a sandbox: from how things stand, from a step of the battle, or from a position that is sent along."""
        given = await answers.sent(request, BODY)
        here = await self._doors.here(request, "picture")
        battle = here.battle
        # A computer that plays on shows what it would do: that is advice.
        advised = battle.status != "running" or await self._messages.lookup.service.adviser.allowed(battle)
        begun = self._from_position if "position" in given else self._from_battle
        kept = await begun(here, given, advised=advised)
        return answers.told({"try": kept.id})

    async def _from_position(self, here: BattleContext, given: Mapping[str, Any], *, advised: bool) -> sandbox.Sandbox:
        text = str(given["position"]).encode()
        try:
            document = files.json_of(text, POSITION, positions.MOST_BYTES, positions.DEPTH)
            scenario, state, base = await self._messages.pictures.drawing_pool.draw(positions.read, document)
        except ScenarioError as e:
            refuse("This position can't be used:\n{lines}", lines=files.listed(list(e.problems)))
        game = Game[Any].start(await asyncio.to_thread(system_for, scenario), state, sandbox.dice())
        sides = [(s.id, s.name) for s in game.view().sides]
        title = str(document.get("title") or scenario.title)[:TITLE]
        return self.sandboxes.begin(here, game, base, sides, title, advised=advised and "scenario" in base)

    async def _from_battle(self, here: BattleContext, given: Mapping[str, Any], *, advised: bool) -> sandbox.Sandbox:
        service, battle = self._messages.lookup.service, here.battle
        _, entries = await service.records.open_entries(battle.id)
        stored = await service.database.battles.scenario(battle.id)
        end = effective(list(here.game.journal))[-1].seq
        if "at" in given:
            found = await self._moments.at(here, str(given.get("by", "")), str(given["at"]))
            end = min(end, moments.end_of(found))
        if end > entries[-1].seq:
            refuse(sandbox.HIDDEN)
        if "at" in given:
            game = await self.sandboxes.replayed(stored, sandbox.up_to(entries, end))
        else:
            game = here.game.fork()
        base = {"scenario": json.loads(stored), "options": {k: True for k, on in battle.row.options.items() if on}}
        return self.sandboxes.begin(here, game, base, battle.sides, battle.title, advised=advised)

    async def _tried(self, request: web.Request) -> Tried:
        here = await self.there(request, answer=True)
        if not isinstance(here, Tried):
            raise web.HTTPNotFound
        return here

    async def _back(self, request: web.Request) -> web.Response:
        self.sandboxes.take_back(await self._tried(request))
        return answers.told({})

    async def _against(self, request: web.Request) -> web.Response:
        given = await answers.sent(request)
        self.sandboxes.against(await self._tried(request), str(given.get("side", "")))
        return answers.told({})

    async def _position(self, request: web.Request) -> web.Response:
        here = await self._tried(request)
        return answers.told(await asyncio.to_thread(self.sandboxes.written, here))

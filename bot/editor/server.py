"""The editor's page and what it asks for, on this machine alone.

Whoever writes must show the key that stands in the page's own address: other pages of the browser don't know it, and
names other than this machine's are not answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.editor import document
from engine.kernel.text import Refusal
from engine.systems.registry import initial_state, system_for
from scenarios import Scenario, ScenarioError, advice, checked, json_text, limits, shared_maps
from scenarios.files import loose_document

PAGE = Path(__file__).parent / "page"

HOSTS = ("127.0.0.1", "localhost")

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}

Begin = Callable[[Scenario], Awaitable[str]]
"""Begins a battle and says so; Refusal where none can."""


class Editor:
    """One battle's file, and the page that edits it."""

    def __init__(self, file: Path, begin: Begin | None = None, table: str = "") -> None:
        self.file = file
        self.key = secrets.token_urlsafe(16)
        self._begin = begin
        self.table = table
        """Address of the page it is played at."""
        self._runner: web.AppRunner | None = None
        self._writing = asyncio.Lock()

    async def start(self, port: int) -> str:
        """Serve it on a port of this machine, 0 for any that is free; returns the page's address."""
        app = web.Application(client_max_size=2 * limits.MOST_BYTES, middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_static("/page/", PAGE)
        app.router.add_get("/battle", self._battle)
        app.router.add_post("/save", self._save)
        app.router.add_post("/preview", self._preview)
        app.router.add_post("/play", self._play)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        sockets: Any = site._server
        return f"http://127.0.0.1:{sockets.sockets[0].getsockname()[1]}/?key={self.key}"

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Nobody but the page itself, on this machine."""
        if request.host.partition(":")[0] not in HOSTS:
            raise web.HTTPForbidden(text="This page is for the machine it runs on.")
        given = request.headers.get("X-Key", "") if request.path != "/" else request.query.get("key", "")
        if not request.path.startswith("/page/") and not secrets.compare_digest(given.encode(), self.key.encode()):
            raise web.HTTPForbidden(text="Open the address that hexarch local tells: it has the key in it.")
        try:
            response = await handler(request)
        except Refusal as e:
            response = web.json_response({"problems": [str(e.text)]}, status=409)
        except ScenarioError as e:
            response = web.json_response({"problems": e.problems}, status=409)
        except OSError as e:
            response = web.json_response({"problems": [f"{self.file}: {e.strerror or e}"]}, status=409)
        response.headers.update(HEADERS)
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    # -- the file -----------------------------------------------------------------------------------------------------

    def _text(self) -> str:
        return json_text.decoded(self.file.read_bytes(), self.file.name)

    def _opened(self, text: str) -> dict[str, Any]:
        found = document.opened(text, self.file)
        return {**found, "file": self.file.name, "seen": _stamp(text), "table": self.table, **self._told()}

    def _told(self) -> dict[str, list[str]]:
        """What is wrong with the file as it lies there, and advice."""
        try:
            loose = loose_document(self.file)
            battle = checked(loose.document, self.file.name, loose.problems)
        except ScenarioError as e:
            return {"problems": e.problems, "advice": []}
        return {"problems": [], "advice": [f"{a.name}: {a.text}" for a in advice.advice(battle)]}

    async def _battle(self, request: web.Request) -> web.Response:
        return web.json_response(await asyncio.to_thread(lambda: self._opened(self._text())))

    async def _changed(self, request: web.Request) -> str:
        """The file's text with what the page sent in it. Refused when the file has been written meanwhile."""
        try:
            given = await request.json()
        except (ValueError, RecursionError):
            raise Refusal("The page sent no JSON.") from None
        text = self._text()
        if not isinstance(given, dict) or given.get("seen") != _stamp(text):
            raise Refusal(
                "{file} has been changed elsewhere meanwhile. Load it again; nothing was written.", file=self.file
            )
        return await asyncio.to_thread(document.saved, text, self.file, given)

    async def _save(self, request: web.Request) -> web.Response:
        """Write the file, faults and all: work isn't lost because it isn't finished. They are told."""
        async with self._writing:
            text = await self._changed(request)
            await asyncio.to_thread(_write, self.file, text)
        return web.json_response(await asyncio.to_thread(lambda: self._opened(text)))

    def _battle_of(self, text: str) -> Scenario:
        loose = json_text.parse_on(text, self.file.name)
        whole = shared_maps.whole(loose.document, self.file.name, self.file.parent)
        return checked(whole, self.file.name, loose.problems)

    async def _preview(self, request: web.Request) -> web.Response:
        """The battle as it will be drawn, without writing it."""
        text = await self._changed(request)
        picture = await asyncio.to_thread(lambda: _drawn(self._battle_of(text)))
        return web.Response(body=picture, content_type="image/png")

    async def _play(self, request: web.Request) -> web.Response:
        """Write it, and begin a battle on it."""
        if self._begin is None:
            raise Refusal("Nothing can be played here.")
        async with self._writing:
            text = await self._changed(request)
            battle = await asyncio.to_thread(self._battle_of, text)
            await asyncio.to_thread(_write, self.file, text)
        said = await self._begin(battle)
        return web.json_response({**await asyncio.to_thread(lambda: self._opened(text)), "said": said})


def _stamp(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _write(path: Path, text: str) -> None:
    """The file is there whole, before and after, whatever happens."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, "utf-8")
    os.replace(beside, path)


def _drawn(battle: Scenario) -> bytes:
    from renderer import render, whole

    system = system_for(battle)
    table = system.view(initial_state(system), [s.id for s in battle.sides])
    return render(table, whole(), []).png

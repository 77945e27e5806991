"""SimCord's Discord behind real sockets: REST, and the gateway as far as discord.py needs it.

What it takes for granted beside :mod:`tests.bot.loopback.limits`: time is the machine's; whoever identifies is the one
bot there is, and every process that does is told what happens on its shards, as two processes of one token are; a
session isn't resumed but begun anew; a message's name (``nonce``) is known for two minutes
(:mod:`tests.bot.e2e.faults`).
"""

from __future__ import annotations

import asyncio
import copy
import io
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http import routes as _routes

from tests.bot.loopback.limits import Limits, Verdict, route

assert _routes  # registers what there is

API = "/api/v10"


class RealClock(Clock):
    """What the machine says."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class Asked:
    """A request as it arrived, and what became of it."""

    at: float
    method: str
    path: str
    kind: str
    status: int
    waited: float = 0.0
    """Seconds the bot was told to wait."""


@dataclass(eq=False)
class Socket:
    """A shard of a process that has come in."""

    shard: int
    count: int
    queue: asyncio.Queue[tuple[str, str]] = field(default_factory=asyncio.Queue)
    """Event and what it says, as JSON."""


class Loopback:
    """Discord, on a port of this machine. Use :func:`loopback`."""

    def __init__(self, *, limited: bool = True) -> None:
        self.backend = Backend(clock=RealClock())
        self.limits = Limits(time.monotonic)
        self.limited = limited
        self.asked: list[Asked] = []
        self.sockets: set[Socket] = set()
        self.port = 0
        self.backend.subscribers.append(self._feed)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # -- REST ---------------------------------------------------------------------------------------------------

    async def rest(self, request: web.Request) -> web.Response:
        method, path = request.method, request.path.removeprefix(API)
        if path == "/gateway/bot":
            return _answer(200, self._gateway(), None)
        kind, _ = route(method, path)
        verdict = self.limits.ask(method, path) if self.limited else None
        body, files = await _body(request)
        if verdict is not None and verdict.wait > 0:
            self.asked.append(Asked(time.time(), method, path, kind.name, 429, verdict.wait))
            said = {"message": "You are being rate limited.", "retry_after": verdict.wait, "global": verdict.everywhere}
            return _answer(429, said, verdict)
        status, found = self._done(method, path, body, dict(request.query), files)
        if self.limited:
            self.limits.answered(status)
        self.asked.append(Asked(time.time(), method, path, kind.name, status))
        return _answer(status, found, verdict)

    def _gateway(self) -> dict[str, Any]:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.limits.concurrency}
        return {"url": f"ws://127.0.0.1:{self.port}/gateway", "shards": 1, "session_start_limit": limit}

    def _done(self, method: str, path: str, body: Any, params: dict[str, Any], files: list[Any]) -> tuple[int, Any]:
        try:
            # By its module: a test may have put a network between.
            found = router.dispatch(self.backend, method, path, json=body, params=params, files=files)
        except BackendError as e:
            return e.status, e.to_json()
        return (200, found) if found is not None else (204, None)

    # -- gateway ------------------------------------------------------------------------------------------------

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        socket: Socket | None = None
        telling: asyncio.Task[None] | None = None
        try:
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == 1:
                    await ws.send_json({"op": 11, "d": None, "s": None, "t": None})
                elif said["op"] == 6:
                    await ws.send_json({"op": 9, "d": False, "s": None, "t": None})
                elif said["op"] == 2 and socket is None:
                    shard, count = said["d"].get("shard", [0, 1])
                    if self.limited and self.limits.identify(shard) > 0:
                        await ws.send_json({"op": 9, "d": False, "s": None, "t": None})
                        continue
                    socket = Socket(shard, count)
                    self._greet(socket)
                    self.sockets.add(socket)
                    telling = asyncio.create_task(_tell(ws, socket))
        finally:
            if socket is not None:
                self.sockets.discard(socket)
            if telling is not None:
                telling.cancel()
        return ws

    def _greet(self, socket: Socket) -> None:
        guilds = [g for g in self.backend.guilds.values() if (g.id >> 22) % socket.count == socket.shard]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": f"loopback-{id(socket)}",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "shard": [socket.shard, socket.count],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        socket.queue.put_nowait(("READY", json.dumps(ready)))
        for guild in guilds:
            whole = copy.deepcopy(dict(serializers.guild_create_payload(self.backend, guild)))
            intents.prune_guild_create(whole, discord.Intents(guilds=True), self.backend.bot_user.id)
            socket.queue.put_nowait(("GUILD_CREATE", json.dumps({**whole, "unavailable": False})))

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        if intents.required_intent(event, payload) not in (None, "guilds"):
            return
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None)
        text = json.dumps(payload)
        for socket in self.sockets:
            if (int(guild) >> 22) % socket.count == socket.shard if guild else socket.shard == 0:
                socket.queue.put_nowait((event, text))


async def _tell(ws: web.WebSocketResponse, socket: Socket) -> None:
    n = 0
    while True:
        event, text = await socket.queue.get()
        n += 1
        await ws.send_str(f'{{"op": 0, "s": {n}, "t": "{event}", "d": {text}}}')


async def _body(request: web.Request) -> tuple[Any, list[Any]]:
    """What a request says, and the files that came with it."""
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else None), []
    said: Any = None
    files: list[Any] = []
    parts: Any = await request.multipart()
    async for part in parts:
        if part.name == "payload_json":
            said = json.loads(await part.text())
        else:
            files.append(SimpleNamespace(filename=part.filename, fp=io.BytesIO(await part.read()), description=None))
    told = ((said or {}).get("data") or said or {}).get("attachments") or []
    for file, about in zip(files, told, strict=False):
        file.description = about.get("description")
    return said, files


def _answer(status: int, said: Any, verdict: Verdict | None) -> web.Response:
    headers = _headers(verdict) if verdict is not None else {}
    if said is None:
        return web.Response(status=status, headers=headers)
    # Without a charset: discord.py looks for exactly this.
    return web.Response(
        status=status, headers={**headers, "Content-Type": "application/json"}, body=json.dumps(said).encode()
    )


def _headers(verdict: Verdict) -> dict[str, str]:
    headers = {
        "X-RateLimit-Limit": str(verdict.limit),
        "X-RateLimit-Remaining": str(verdict.left),
        "X-RateLimit-Reset-After": f"{verdict.reset:.3f}",
        "X-RateLimit-Reset": f"{time.time() + verdict.reset:.3f}",
        "Via": "1.1 loopback",
    }
    if verdict.bucket:
        headers["X-RateLimit-Bucket"] = verdict.bucket
    if verdict.wait > 0:
        headers |= {
            "Retry-After": f"{verdict.wait:.3f}",
            "X-RateLimit-Scope": "global" if verdict.everywhere else "user",
        }
    return headers


@asynccontextmanager
async def loopback(*, limited: bool = True) -> AsyncIterator[Loopback]:
    """Discord, while it lasts."""
    found = Loopback(limited=limited)
    app = web.Application(client_max_size=30 << 20)
    app.router.add_get("/gateway", found.gateway)
    app.router.add_route("*", API + "/{path:.*}", found.rest)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.port = runner.addresses[0][1]
    try:
        yield found
    finally:
        await runner.cleanup()

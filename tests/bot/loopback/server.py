"""SimCord's Discord behind real sockets: REST, and the gateway as far as discord.py needs it.

What it takes for granted beside :mod:`tests.bot.loopback.limits`: time is the machine's; whoever identifies is the one
bot there is, and every process that does is told what happens on its shards, as two processes of one token are; whose
connection breaks off may resume their session for a minute, unless they left with 1000 or 1001; a message's name
(``nonce``) is known for two minutes (:mod:`tests.bot.e2e.faults`).
"""

from __future__ import annotations

import asyncio
import copy
import io
import json
import secrets
import time
from collections import deque
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


KEPT = 500
"""Events of a session, once told, that are kept to be told again to who resumes it."""
RESUMABLE = 60.0
"""Seconds for which a session is kept that nobody is connected to."""


@dataclass(eq=False)
class Session:
    """A shard of a process that has come in: what it is told, whether or not it is connected just now.

    "If your client is disconnected, your session is kept for a while": who resumes it is told what came meanwhile.
    """

    shard: int
    count: int
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    first: int = 1
    """Number of the first event that is kept."""
    events: deque[tuple[str, str]] = field(default_factory=deque)
    """Event and what it says, as JSON."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, event: str, text: str) -> None:
        self.events.append((event, text))
        self.news.set()

    def knows(self, number: int) -> bool:
        """Whether all events after this one are kept."""
        return self.first - 1 <= number < self.first + len(self.events)

    async def tell(self, ws: web.WebSocketResponse, number: int, answering: asyncio.Event) -> None:
        """Tell every event after this one, and what comes then, for ever."""
        while True:
            while number + 1 < self.first + len(self.events):
                number += 1
                await answering.wait()
                event, text = self.events[number - self.first]
                await ws.send_str(f'{{"op": 0, "s": {number}, "t": "{event}", "d": {text}}}')
                while self.first + KEPT < number:
                    self.events.popleft()
                    self.first += 1
            self.news.clear()
            await self.news.wait()


@dataclass(eq=False)
class Socket:
    """A connection by which a session is told of events."""

    session: Session
    ws: web.WebSocketResponse
    cut: bool = False
    """Whether it was us who broke it off; what the other side answers then says nothing."""


class Loopback:
    """Discord, on a port of this machine. Use :func:`loopback`."""

    def __init__(self, *, limited: bool = True) -> None:
        self.backend = Backend(clock=RealClock())
        self.limits = Limits(time.monotonic)
        self.limited = limited
        self.asked: list[Asked] = []
        self.sockets: set[Socket] = set()
        self.sessions: dict[str, Session] = {}
        """By name: those that can be resumed."""
        self.resumed = 0
        """Sessions that were."""
        self.answering = asyncio.Event()
        """Cleared, heartbeats go unanswered and nothing is told, though the connections stand: they are zombies."""
        self.answering.set()
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
                if said["op"] == 1 and self.answering.is_set():
                    await ws.send_json({"op": 11, "d": None, "s": None, "t": None})
                elif said["op"] in (2, 6) and socket is None:
                    found = self._resume(said["d"]) if said["op"] == 6 else self._identify(said["d"])
                    if found is None:
                        await ws.send_json({"op": 9, "d": False, "s": None, "t": None})
                        continue
                    session, number = found
                    socket = Socket(session, ws)
                    self.sockets.add(socket)
                    telling = asyncio.create_task(session.tell(ws, number, self.answering))
        finally:
            if socket is not None:
                self.sockets.discard(socket)
                if ws.close_code in (1000, 1001) and not socket.cut:
                    # "Your session is invalidated", as who leaves so doesn't mean to come back.
                    self.sessions.pop(socket.session.name, None)
                else:
                    asyncio.get_running_loop().call_later(RESUMABLE, self._forget, socket.session)
            if telling is not None:
                telling.cancel()
        return ws

    def _identify(self, said: Mapping[str, Any]) -> tuple[Session, int] | None:
        """A new session, of which nothing is told yet; None where another shard has just come in."""
        shard, count = said.get("shard", [0, 1])
        if self.limited and self.limits.identify(shard) > 0:
            return None
        session = Session(shard, count)
        self._greet(session)
        self.sessions[session.name] = session
        return session, 0

    def _resume(self, said: Mapping[str, Any]) -> tuple[Session, int] | None:
        """A session that is gone on with, and its last event that was heard; None where it isn't known any more."""
        session = self.sessions.get(said["session_id"])
        if session is None or not session.knows(said["seq"]):
            return None
        self.resumed += 1
        session.add("RESUMED", "{}")
        return session, said["seq"]

    def _forget(self, session: Session) -> None:
        if all(s.session is not session for s in self.sockets):
            self.sessions.pop(session.name, None)

    async def cut(self, *, forget: bool = False) -> None:
        """Every connection breaks off. With ``forget`` no session can be resumed, and nobody is told what comes now."""
        if forget:
            self.sessions.clear()
        for socket in list(self.sockets):
            socket.cut = True
            # What discord.py takes for a reason to come back.
            await socket.ws.close(code=4000)

    async def ask_back(self) -> None:
        """Everybody is asked to connect anew, as Discord does before it updates a server of its own."""
        for socket in list(self.sockets):
            await socket.ws.send_json({"op": 7, "d": None, "s": None, "t": None})

    def _greet(self, session: Session) -> None:
        guilds = [g for g in self.backend.guilds.values() if (g.id >> 22) % session.count == session.shard]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.name,
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "shard": [session.shard, session.count],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        session.add("READY", json.dumps(ready))
        for guild in guilds:
            whole = copy.deepcopy(dict(serializers.guild_create_payload(self.backend, guild)))
            intents.prune_guild_create(whole, discord.Intents(guilds=True), self.backend.bot_user.id)
            session.add("GUILD_CREATE", json.dumps({**whole, "unavailable": False}))

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        if intents.required_intent(event, payload) not in (None, "guilds"):
            return
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None)
        text = json.dumps(payload)
        for session in self.sessions.values():
            if (int(guild) >> 22) % session.count == session.shard if guild else session.shard == 0:
                session.add(event, text)


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

"""The small HTTP server for those who watch the bot: ``/healthz`` and ``/metrics``, nothing else.

What it tells is nobody else's business, so it listens on loopback unless told otherwise, and knows no secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.monitoring.health import Health, Stuck

log = logging.getLogger("hexarch")

COLLECTING = 1.0
"""Seconds the bot's loop gets for its figures; then they are counted beside it."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where it listens."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        """ "9464", "127.0.0.1:9464", "[::1]:9464"; a port alone is one of loopback. Raises ValueError.

        >>> Address.parse("9464"), Address.parse("[::]:80")
        (Address(host='127.0.0.1', port=9464), Address(host='::', port=80))
        """
        host, _, port = text.strip().rpartition(":")
        if not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536:
            raise ValueError(f"“{text}” is no address: write PORT or HOST:PORT, as 127.0.0.1:9464")
        return cls(host.strip("[]") or "127.0.0.1", int(port))


def nowhere() -> OSError:
    """Raised where this machine can use none of an address's families, which asyncio passes over in silence."""
    return OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))


@asynccontextmanager
async def serving(address: Address, health: Health) -> AsyncIterator[int]:
    """Serve while the block lasts; gives the port. Raises OSError where the address can't be used.

    In a thread with a loop of its own: it is to answer when the bot's loop doesn't.
    """
    began: Future[tuple[int, Callable[[], None]]] = Future()

    def run() -> None:
        try:
            asyncio.run(_serve(address, health, began))
        except BaseException as e:
            if began.done():
                log.exception("the server of /healthz and /metrics has ended")
            else:
                began.set_exception(e)

    thread = threading.Thread(target=run, name="hexarch-health", daemon=True)
    thread.start()
    port, end = await asyncio.wrap_future(began)
    try:
        yield port
    finally:
        end()
        await asyncio.to_thread(thread.join)


async def _serve(address: Address, health: Health, began: Future[tuple[int, Callable[[], None]]]) -> None:
    """Serve, in this loop, until what is handed over with the port is called."""

    async def healthz(request: web.Request) -> web.Response:
        well, told = await health.look()
        return web.json_response(told, status=200 if well else 503)

    async def figures(request: web.Request) -> web.Response:
        async def collected() -> bytes:
            return generate_latest(metrics.REGISTRY)

        try:
            # There nothing changes while it is counted.
            body = await health.in_loop(collected, COLLECTING)
        except Stuck:
            body = await collected()
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", figures)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, address.host, address.port)
        await site.start()
        if not runner.addresses:
            raise nowhere()
        end, loop = asyncio.Event(), asyncio.get_running_loop()
        began.set_result((int(runner.addresses[0][1]), lambda: _call(loop, end.set)))
        await end.wait()
    finally:
        await runner.cleanup()


def _call(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Do something in a loop of another thread; nothing where that has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(act)

"""The small HTTP server for those who watch the bot: ``/healthz`` and ``/metrics``, nothing else.

What it tells is nobody else's business, so it listens on loopback unless told otherwise, and knows no secret.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.monitoring.health import Health


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


@asynccontextmanager
async def serving(address: Address, health: Health) -> AsyncIterator[int]:
    """Serve while the block lasts; gives the port. Raises OSError where the address can't be used."""

    async def healthz(request: web.Request) -> web.Response:
        well, told = await health.look()
        return web.json_response(told, status=200 if well else 503)

    async def figures(request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", figures)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, address.host, address.port)
        await site.start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()

"""What an operator sees from outside: whether the bot is well, and its figures."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot import metrics
from bot.monitoring import health, requests
from bot.monitoring.health import Health
from bot.monitoring.server import Address, serving
from bot.monitoring.watchdog import Watchdog
from bot.service import Service
from tests.postgres import Server
from tests.waiting import HANG

LOOPBACK = Address("127.0.0.1", 0)


def figure(name: str, **labels: str) -> float:
    """A figure's value; 0 while it was never counted."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


async def get(port: int, path: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await (answer.json() if path == "/healthz" else answer.text())


def bot_on(service: Service, *, ready: bool = True) -> Any:
    """As much of a bot as health looks at."""
    return SimpleNamespace(service=service, is_ready=lambda: ready)


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is slow on a busy machine isn't ill."""
    monkeypatch.setattr(health, "PATIENCE", HANG)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    found = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'b.db'}")
    yield found
    await found.close()


async def test_healthz_tells_the_stage_and_what_is_wrong(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Health()
    async with serving(LOOPBACK, found) as port:
        assert await get(port, "/healthz") == (200, {"status": "starting"})
        found.stage = "waiting"
        assert await get(port, "/healthz") == (200, {"status": "waiting"}), "nobody is to start it again"
        found.runs(bot_on(service))
        assert await get(port, "/healthz") == (200, {"status": "running"})
        monkeypatch.setattr(Watchdog, "lag", 7.0)
        service.database.lease.held = False
        status, told = await get(port, "/healthz")
        assert status == 503 and told["status"] == "ill"
        assert told["wrong"] == ["the event loop is 7.0 s late", "the lease on the database is lost"]
        assert (await get(port, "/other"))[0] == 404


async def test_no_connection_to_discord_counts_after_a_while(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Health()
    found.runs(bot_on(service, ready=False))
    assert await found.look() == (True, {"status": "running"}), "it is made again by itself"
    monkeypatch.setattr(health, "GRACE", -1.0)
    well, told = await found.look()
    assert not well and told["wrong"][0].startswith("no connection to Discord for")


async def test_a_database_that_is_gone_is_told(postgres: Server) -> None:
    service = await Service.open(postgres.emptied())
    found = Health()
    found.runs(bot_on(service))
    assert (await found.look())[0]
    # Every connection is ended and none can be made.
    postgres.execute("ALTER DATABASE hexarch ALLOW_CONNECTIONS false")
    postgres.put_out()
    try:
        well, told = await found.look()
        assert not well and "hexarch" in told["wrong"][0] and "Traceback" not in str(told)
    finally:
        postgres.execute("ALTER DATABASE hexarch ALLOW_CONNECTIONS true")
    assert (await found.look())[0], "and so is that it is back"
    await service.close()


async def test_an_address_that_is_taken_is_an_oserror() -> None:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        with pytest.raises(OSError):
            async with serving(Address("127.0.0.1", s.getsockname()[1]), Health()):
                pass


@pytest.mark.parametrize("text", ["", "x", "0", "70000", "host:", "127.0.0.1", "٣٤"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        Address.parse(text)


async def test_requests_are_counted_with_their_limits_as_they_happen() -> None:
    async def answer(request: web.Request) -> web.Response:
        if "callback" in request.path:
            return web.Response(status=204)
        return web.Response(status=429, headers={"X-RateLimit-Scope": "shared"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    labels = {"about": "messages", "method": "POST", "status": "429"}
    before = figure("hexarch_discord_requests_total", **labels), figure("hexarch_discord_limited_total", scope="shared")
    quick = figure("hexarch_acknowledged_seconds_count")
    async with aiohttp.ClientSession(trace_configs=[requests.trace()]) as session:
        await session.post(f"{base}/channels/1/messages")
        await session.post(f"{base}/interactions/1300000000000000000/secret/callback")
        with pytest.raises(aiohttp.ClientError):
            await session.get("http://127.0.0.1:1/api/v10/gateway/bot")
    await runner.cleanup()
    assert figure("hexarch_discord_requests_total", **labels) == before[0] + 1
    assert figure("hexarch_discord_limited_total", scope="shared") == before[1] + 1
    assert figure("hexarch_acknowledged_seconds_count") == quick + 1
    assert figure("hexarch_discord_requests_total", about="gateway", method="GET", status="0") >= 1
    text = metrics.REGISTRY.get_target_info
    assert text is not None and "secret" not in str(list(metrics.REGISTRY.collect()))

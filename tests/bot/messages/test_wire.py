"""A Discord that accepts a request and never answers: it is given up in time, whatever kind of request it is."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.messages.delivery import deliver, wire
from bot.messages.delivery.deliver import Content, Unreached, send
from tests.waiting import HANG

ME = {"id": "1", "username": "hexarch", "discriminator": "0", "avatar": None, "global_name": None}


@asynccontextmanager
async def silent(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord.Client]:
    """A client that has logged in, of a Discord that answers nothing more."""
    over = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        if request.path.endswith("/users/@me"):
            # discord.py looks for exactly this type.
            return web.Response(body=json.dumps(ME).encode(), headers={"Content-Type": "application/json"})
        await request.read()
        await over.wait()
        return web.Response(status=500)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", base)
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.http.static_login("token")
            wire.lay(client.http)
            yield client
    finally:
        over.set()
        await runner.cleanup()


def _messages(client: discord.Client) -> discord.PartialMessageable:
    return client.get_partial_messageable(2)


async def _with_a_file(client: discord.Client) -> None:
    await _messages(client).send(file=discord.File(io.BytesIO(b"map"), filename="map.png"))


async def _answer_of_a_command(client: discord.Client) -> None:
    session: Any = client.http._HTTPClient__session  # type: ignore[attr-defined]
    await discord.Webhook.partial(3, "token", session=session).send("heard")


REQUESTS: dict[str, Callable[[discord.Client], Awaitable[Any]]] = {
    "message": lambda client: _messages(client).send("here"),
    "file": _with_a_file,
    "fetch": lambda client: client.fetch_channel(2),
    "answer": _answer_of_a_command,
}


@pytest.mark.parametrize("kind", REQUESTS)
async def test_what_is_never_answered_is_given_up(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "ANSWERED", 0.05)
    monkeypatch.setattr(wire, "UPLOADED", 0.05)
    async with silent(monkeypatch) as client:
        async with asyncio.timeout(HANG):
            with pytest.raises(TimeoutError):
                await REQUESTS[kind](client)


async def test_a_message_that_is_never_answered_counts_as_one_whose_answer_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wire, "ANSWERED", 0.05)
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    async with silent(monkeypatch) as client:
        async with asyncio.timeout(HANG):
            with pytest.raises(Unreached):
                await send(_messages(client), Content(text="here"))


def test_all_tries_of_a_message_end_within_two_minutes() -> None:
    pauses = sum(deliver.FIRST_PAUSE * 2**n for n in range(deliver.TRIES - 1))
    assert deliver.TRIES * wire.ANSWERED + pauses < 120

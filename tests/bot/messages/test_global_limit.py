"""A process keeps to its share of what Discord takes of a token in a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.app import Hexarch, create_bot
from bot.cli.configuration import Configuration
from bot.cli.run import _limit
from bot.messages.delivery import wire
from bot.messages.delivery.global_limit import DISCORDS, GlobalLimit, share
from bot.service import Service
from bot.storage.shards import Shards


class Time:
    """Stands still but while somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


async def test_no_second_has_more_than_it_may() -> None:
    time = Time()
    limit = GlobalLimit(3, lambda: time.now, time.sleep)
    sent: list[float] = []
    for n in range(11):
        await limit.take("/channels/1/messages")
        sent.append(time.now)
        if n == 6:
            time.now += 0.4
    assert all(later - first >= 1.0 for first, later in zip(sent, sent[3:], strict=False))
    assert sent[:3] == [0.0] * 3 and sent[3] == 1.0, "nobody waits for nothing"


async def test_who_comes_at_once_is_let_through_in_order() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    limit = GlobalLimit(2, lambda: 0.0, sleep)
    await asyncio.gather(*(limit.take("/channels/1/messages") for _ in range(7)))
    assert waits == [1.0, 1.0, 2.0, 2.0, 3.0]


async def test_what_answers_an_interaction_never_waits() -> None:
    async def sleep(seconds: float) -> None:
        raise AssertionError("it waits")

    limit = GlobalLimit(1, lambda: 0.0, sleep)
    await limit.take("/channels/1/messages")
    for _ in range(5):
        await limit.take("/interactions/{interaction_id}/{interaction_token}/callback")
        await limit.take("/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")


def test_all_processes_together_ask_no_more_than_discord_takes() -> None:
    for count in (1, 2, 3, 16, 45):
        for each in (1, count):
            assert sum(share(each, count) for _ in range(0, count, each)) <= DISCORDS


def test_the_share_is_taken_unless_another_is_given_or_a_proxy_sees_to_it() -> None:
    def most(**settings: Any) -> int | None:
        found = _limit(Configuration.model_validate(settings), Shards.parse("0-3/16"))
        return found and found.most

    proxy = {"discord_api": "http://127.0.0.1:8080"}
    assert [most(), most(requests=20), most(**proxy), most(**proxy, requests=20)] == [11, 20, None, 20]


async def test_every_request_keeps_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted are requests as they are sent: a thread that is opened on the way is one more."""
    paths: list[str] = []

    class Counting(GlobalLimit):
        async def take(self, path: str) -> None:
            paths.append(path)

    async def send(route: Route, **given: Any) -> Any:
        if len(paths) == 1:
            response: Any = type("Response", (), {"status": 400, "reason": "Bad Request"})()
            raise discord.HTTPException(response, {"code": wire.ARCHIVED, "message": "Thread is archived"})
        return {}

    async with discord.Client(intents=discord.Intents.none()) as client:
        monkeypatch.setattr(client.http, "request", send)
        wire.lay(client.http, Counting(1))
        await client.http.request(Route("POST", "/channels/{channel_id}/messages", channel_id=2))
    assert paths == ["/channels/{channel_id}/messages", "/channels/{channel_id}", "/channels/{channel_id}/messages"]


@pytest.fixture
async def bot() -> AsyncIterator[Hexarch]:
    service = await Service.open("sqlite+aiosqlite:///:memory:", shards=Shards.parse("0-3/8"))
    async with create_bot(service) as found:
        yield found
    await service.close()


async def test_shards_of_one_row_come_in_one_after_the_other(bot: Hexarch, monkeypatch: pytest.MonkeyPatch) -> None:
    async def limits() -> Any:
        return discord.SessionStartLimits(total=1000, remaining=1000, reset_after=0, max_concurrency=2)

    async def unheard() -> Any:
        raise discord.GatewayNotFound

    monkeypatch.setattr(bot, "fetch_session_start_limits", unheard)
    assert await bot._let_in_at_once() == 1
    monkeypatch.setattr(bot, "fetch_session_start_limits", limits)
    bot._at_once = await bot._let_in_at_once()
    await bot.before_identify_hook(0)
    await bot.before_identify_hook(1)
    third = asyncio.create_task(bot.before_identify_hook(2))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not third.done() and set(bot._identifying) == {0, 1}
    third.cancel()

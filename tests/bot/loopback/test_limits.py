"""The model of Discord's limits, and a share of what ``python -m tests.bot.loopback`` replays with it."""

from __future__ import annotations

import pytest

from tests.bot.loopback.limits import IDENTIFY, INVALID, Limits
from tests.bot.loopback.model import Step, replayed, share


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def test_a_channel_takes_five_messages_in_five_seconds_and_other_channels_as_many(time: Time) -> None:
    limits = Limits(time)
    found = [limits.ask("POST", "/channels/1/messages") for _ in range(6)]
    assert [v.wait > 0 for v in found] == [False] * 5 + [True]
    assert found[4].left == 0 and found[5].wait == pytest.approx(5.0) and not found[5].everywhere
    assert limits.ask("POST", "/channels/2/messages").wait == limits.ask("PATCH", "/channels/1/messages/9").wait == 0
    time.now += 5.0
    assert limits.ask("POST", "/channels/1/messages").wait == 0


def test_fifty_a_second_of_a_token_and_answers_to_interactions_beside_them(time: Time) -> None:
    limits = Limits(time)
    found = [limits.ask("POST", f"/channels/{n}/messages") for n in range(51)]
    assert [v.wait > 0 for v in found] == [False] * 50 + [True] and found[50].everywhere and limits.most == 50
    assert limits.ask("POST", "/interactions/1/abc/callback").wait == 0
    assert limits.ask("POST", "/webhooks/1/abc").wait == 0
    time.now += 1.0
    assert limits.ask("POST", "/channels/51/messages").wait == 0


def test_ten_thousand_invalid_requests_shut_out_unless_they_are_spread(time: Time) -> None:
    limits = Limits(time)
    for _ in range(INVALID - 1):
        limits.answered(403)
    limits.answered(200)
    assert not limits.shut_out and limits.ask("GET", "/users/1").wait == 0
    time.now += 601
    limits.answered(401)
    assert not limits.shut_out and limits.invalid == 1
    for _ in range(INVALID):
        limits.answered(404)
    assert limits.shut_out and limits.ask("GET", "/users/1").wait > 600


def test_one_shard_after_the_other_comes_in(time: Time) -> None:
    limits = Limits(time, concurrency=2)
    assert limits.identify(0) == limits.identify(1) == 0.0
    assert limits.identify(2) == IDENTIFY
    time.now += IDENTIFY
    assert limits.identify(2) == 0.0


ORDER = (
    Step(0.1, "POST", "/interactions/1/TOKEN/callback"),
    Step(0.3, "POST", "/channels/CHANNEL/messages"),
    Step(0.4, "PATCH", "/channels/CHANNEL/messages/5"),
    Step(0.5, "PATCH", "/webhooks/1/TOKEN/messages/@original"),
)


def test_orders_that_come_seldom_wait_for_nothing() -> None:
    found = replayed([ORDER], an_hour=500, seconds=3600)
    assert found.orders > 400 and found.requests == 4 * found.orders and found.counted == 2 * found.orders
    assert max(found.waited) == 0 and found.limited == 0
    assert share(found.told, 0.99) == pytest.approx(0.6)


def test_more_than_the_token_may_ask_waits_but_answers_in_time_and_is_told_whole() -> None:
    found = replayed([ORDER], an_hour=30 * 3600, seconds=30)
    assert found.orders > 800 and found.requests == 4 * found.orders, "nothing is lost"
    assert found.most == 50 and found.limited > 0 and share(found.waited, 0.9) > 1.0
    assert max(found.acknowledged) < 0.2, "answers to interactions don't count"
    assert not found.shut_out


def test_one_channel_is_held_up_by_its_own_limit_alone() -> None:
    busy = replayed([ORDER], an_hour=3600 * 4, seconds=30, battles=1)
    spread = replayed([ORDER], an_hour=3600 * 4, seconds=30, battles=50_000)
    assert share(busy.waited, 0.9) > 10 * max(share(spread.waited, 0.9), 0.1)

"""How much anybody may ask for in a while."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import rates
from bot.rates import STANDARD, UNLIMITED, Buckets, Kind, Limits, Rate, Rates


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_refills_as_time_passes() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 30), clock)
    for _ in range(3):
        assert buckets.wait("ada") == 0
        buckets.take("ada")
    assert buckets.wait("ada") == pytest.approx(10)
    assert buckets.wait("ben") == 0
    clock.now = 9.9
    assert buckets.wait("ada") == pytest.approx(0.1)
    clock.now = 10
    assert buckets.wait("ada") == 0
    buckets.take("ada")
    clock.now = 1000
    for _ in range(3):
        assert buckets.wait("ada") == 0
        buckets.take("ada")
    assert buckets.wait("ada") > 0


def test_a_clock_set_back_fills_nothing() -> None:
    clock = Clock()
    clock.now = 100
    buckets = Buckets(Rate(1, 10), clock)
    buckets.take("ada")
    clock.now = 50
    assert buckets.wait("ada") == pytest.approx(10)


def test_memory_is_bounded_and_the_busy_are_remembered() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 1000), clock, room=10)
    buckets.take("ada")
    for n in range(1000):
        buckets.take(n)
        if n % 5 == 0:
            buckets.take("ada")
    assert len(buckets) == 10
    assert buckets.wait("ada") > 0


@given(st.lists(st.floats(0, 20), max_size=200))
def test_no_more_than_the_rate_ever_gets_through(pauses: list[float]) -> None:
    clock, rate = Clock(), Rate(4, 20)
    buckets, through = Buckets(rate, clock), []
    for pause in pauses:
        clock.now += pause
        if buckets.wait("x") == 0:
            buckets.take("x")
            through.append(clock.now)
    for start in through:
        window = [t for t in through if start <= t < start + rate.seconds]
        # A full bucket, and what came back meanwhile.
        assert len(window) <= 2 * rate.most


def test_the_dear_counts_as_common_too_and_what_is_refused_costs_nothing() -> None:
    clock = Clock()
    kept = Rates(Limits({"common": Rate(3, 30), "heavy": Rate(1, 100)}), clock)
    assert kept.ask("heavy", 1, None) == 0
    assert [kept.ask("heavy", 1, None) for _ in range(5)] == [pytest.approx(100)] * 5
    assert kept.ask("common", 1, None) == 0
    assert kept.ask("common", 1, None) == 0
    assert kept.ask("common", 1, None) == pytest.approx(10)
    assert kept.ask("heavy", 2, None) == 0


def test_a_server_is_limited_but_never_a_players_answer() -> None:
    clock = Clock()
    kept = Rates(Limits({"common": Rate(5, 10)}, {"common": Rate(3, 10)}), clock)
    assert [kept.ask("common", user, 7) for user in (1, 2, 3)] == [0, 0, 0]
    assert kept.ask("common", 4, 7) > 0
    assert kept.ask("common", 4, 8) == 0
    assert [kept.ask("common", 9, 7, answer=True) for _ in range(5)] == [0] * 5
    assert kept.ask("common", 9, 7, answer=True) > 0
    assert kept.ask("common", 4, None) == 0


def test_standard_limits_are_far_from_live_play() -> None:
    """Two players at their screens: three presses and a few letters typed in every five seconds, for hours."""
    clock = Clock()
    kept = Rates(STANDARD, clock)
    for _ in range(2000):
        clock.now += 5
        for user in (1, 2):
            for _ in range(3):
                assert kept.ask("common", user, 7, answer=True) == 0
            for _ in range(8):
                assert kept.ask("typing", user, 7) == 0
        if clock.now % 15 == 0:
            assert [kept.ask("picture", user, 7) for user in (1, 2)] == [0, 0]


@pytest.mark.parametrize(("kind", "most", "within"), [("picture", 20, 60.0), ("heavy", 5, 600.0)])
def test_standard_limits_of_what_is_dear(kind: Kind, most: int, within: float) -> None:
    clock = Clock()
    kept = Rates(STANDARD, clock)
    assert [kept.ask(kind, 1, None) for _ in range(most)] == [0] * most
    assert 0 < kept.ask(kind, 1, None) <= within / most
    for kind_ in STANDARD.person:
        assert STANDARD.server[kind_].most >= 4 * STANDARD.person[kind_].most


def test_without_limits_nothing_is_refused() -> None:
    kept = Rates(UNLIMITED)
    assert all(kept.ask(kind, 1, 2) == 0 for kind in ("common", "heavy", "picture", "typing") for _ in range(999))  # type: ignore[arg-type]


def test_what_a_command_counts_as() -> None:
    assert rates.command_kind("map") == "picture"
    assert rates.command_kind("replay") == "heavy"
    assert rates.command_kind("replay", {"how": "steps"}) == "picture"
    assert rates.command_kind("dice audit") == "common"
    assert rates.command_kind("dice audit", {"check": 5}) == "heavy"
    assert rates.command_kind("order", {"check": 5}) == "common"
    assert rates.press_kind("briefing") == "picture"
    assert rates.seconds(0.001) == 1 and rates.seconds(59.2) == 60

"""The pinned message of a live battle: what matters at once, what only counts on with the next tick."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages.publishing import pin_pace
from bot.messages.publishing.pin_pace import PACE, PinPace


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def matters(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    said = {"it": "Byzantines, orders"}
    monkeypatch.setattr(pin_pace, "_matters", lambda here, dispatch: said["it"])
    return said


def here(mode: str = "live", outcome: str = "", number: str = "a") -> Any:
    return SimpleNamespace(battle=SimpleNamespace(id=number, mode=mode, outcome=outcome))


def test_counts_wait_for_the_tick_and_nothing_else_does(matters: dict[str, str]) -> None:
    clock = Clock()
    pace = PinPace(clock)
    dispatch: Any = None
    assert not pace.may_wait(here(), dispatch), "the first edit is made"
    clock.now += 1
    assert pace.may_wait(here(), dispatch) and pace.waiting == {"a"} and pace.due() == []
    assert not pace.may_wait(here(number="b"), dispatch), "another battle's is its own affair"
    matters["it"] = "Vandals, who withdraws?"
    assert not pace.may_wait(here(), dispatch) and pace.waiting == set()
    assert pace.may_wait(here(), dispatch)
    assert not pace.may_wait(here(), dispatch, "a bank was agreed on"), "whether sides have time is no count"
    assert pace.waiting == set() and not pace.may_wait(here(), dispatch), "nor that it was given up"
    clock.now += PACE - 1
    assert pace.may_wait(here(), dispatch)
    clock.now += 1
    assert pace.due() == ["a"]
    assert not pace.may_wait(here(), dispatch) and pace.waiting == set(), "and it is edited then"


def test_the_end_and_battles_by_correspondence_never_wait(matters: dict[str, str]) -> None:
    pace = PinPace(Clock())
    dispatch: Any = None
    for shown in (here(outcome="The Vandals have won."), here("correspondence")):
        assert not any(pace.may_wait(shown, dispatch) for _ in range(3))

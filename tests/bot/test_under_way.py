"""What nobody waits for gives way to answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot import preparing, under_way
from engine.systems import registry


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(under_way, "_until", {})
    monkeypatch.setattr(under_way, "LOOK", 0)
    yield


async def test_it_is_waited_for_until_the_last_is_answered() -> None:
    under_way.begun(1)
    under_way.begun(2)
    waiting = asyncio.ensure_future(under_way.none())
    under_way.ended(1)
    for _ in range(5):
        await asyncio.sleep(0)
    assert under_way.answering() and not waiting.done()
    under_way.ended(2)
    await waiting
    under_way.ended(2)  # which was told before


async def test_what_never_ends_is_given_way_to_for_a_while() -> None:
    under_way.begun(1, 0.0)
    assert not under_way.answering()
    under_way.begun(2)
    assert list(under_way._until) == [2], "what is over is forgotten"


async def test_rules_and_battles_are_loaded_between_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the battles under way come first; an answer is waited for before every piece."""
    done: list[Any] = []

    async def running() -> list[Any]:
        return [SimpleNamespace(scenario_key=key) for key in ("a/x", "b/x", "b/y")]

    def modules(*first: str) -> list[str]:
        done.append(first)
        return ["one", "two"]

    def loaded(name: str) -> None:
        done.append(name)
        under_way.begun(len(done))

    monkeypatch.setattr(registry, "modules", modules)
    monkeypatch.setattr(registry, "load", lambda: done.append("all"))
    monkeypatch.setattr(preparing, "import_module", loaded)
    monkeypatch.setattr(preparing, "settle", lambda: done.append("settled"))
    monkeypatch.setattr(preparing, "by_key", lambda: ["a/x", "no/such"])
    service: Any = SimpleNamespace(database=SimpleNamespace(battles=SimpleNamespace(running=running)))
    work = asyncio.ensure_future(preparing.everything(service))
    for expected in ([("b", "a"), "one"], [("b", "a"), "one", "two"]):
        while not under_way.answering():
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        assert done == expected
        under_way.ended(len(done))
    await work
    assert done[3:] == ["all", "settled"]

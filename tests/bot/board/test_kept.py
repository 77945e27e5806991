"""What is made once for many: nobody waits twice, nothing that failed stays, nothing grows."""

from __future__ import annotations

import asyncio

import pytest

from bot.board import watchers
from bot.board.kept import Kept
from bot.board.watchers import Watchers
from tests.waiting import turns, until


async def test_who_asks_meanwhile_waits_for_the_same() -> None:
    kept: Kept[int] = Kept(4)
    made, go = list[str](), asyncio.Event()

    async def make() -> int:
        made.append("once")
        await go.wait()
        return 7

    asking = [asyncio.ensure_future(kept.of("a", make)) for _ in range(3)]
    await turns()
    # One who goes away takes it from nobody else.
    asking[0].cancel()
    go.set()
    assert await asyncio.gather(*asking[1:]) == [7, 7] and made == ["once"]
    assert await kept.of("a", make) == 7 and made == ["once"]


async def test_what_fails_is_told_and_tried_again() -> None:
    kept: Kept[int] = Kept(4)
    tries = iter([ValueError("no"), 3])

    async def make() -> int:
        found = next(tries)
        if isinstance(found, Exception):
            raise found
        return found

    with pytest.raises(ValueError, match="no"):
        await kept.of("a", make)
    assert await kept.of("a", make) == 3


async def test_the_oldest_goes_where_there_is_no_room() -> None:
    kept: Kept[bytes] = Kept(10, len)
    made = list[str]()

    async def get(key: str, size: int) -> None:
        async def make() -> bytes:
            made.append(key)
            return bytes(size)

        await kept.of(key, make)

    for key, size in (("a", 4), ("b", 4), ("a", 4), ("c", 4), ("a", 4), ("b", 4)):
        await get(key, size)
    assert made == ["a", "b", "c", "b"]
    await get("large", 50)
    await get("large", 50)
    assert made[-1] == "large" and made.count("large") == 1, "the latest is kept, whatever its size"


async def test_a_change_that_is_not_told_is_heard_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "LATE", 0.01)
    found = Watchers()
    with found.watching(1, "b") as one, found.watching(2, "other") as two:
        found.stored("b")
        await until(one.news.is_set)
        assert not two.news.is_set() and found.told("b") is not None and found.told("other") is None
        one.news.clear()
        # Told in time, it is heard once.
        monkeypatch.setattr(watchers, "LATE", 60.0)
        before = found.told("b")
        found.stored("b")
        found.hear("b")
        assert one.news.is_set() and found.told("b") != before and not found._late


async def test_of_many_those_who_only_look_are_told_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "CROWD", 1)
    found = Watchers()
    with found.watching(1, "b"):
        assert found.wait() == 0
        with found.watching(2, "b"):
            assert len({found.wait() for _ in range(5)}) > 1 and 0 <= found.wait() <= watchers.SPREAD

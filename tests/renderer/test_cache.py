"""The store of what was drawn."""

from __future__ import annotations

from renderer.bench import battle
from renderer.cache import Cache


def test_the_least_recently_used_goes_first() -> None:
    cache: Cache[str, str] = Cache(3, len)
    cache.put("a", "x")
    cache.put("b", "x")
    cache.put("c", "x")
    assert cache.find("a") == "x"
    cache.put("d", "x")
    assert cache.find("b") is None
    assert [cache.find(k) for k in "acd"] == ["x"] * 3


def test_it_never_holds_more_than_its_room() -> None:
    cache: Cache[int, bytes] = Cache(100, len)
    for i in range(50):
        cache.put(i, bytes(i))
        assert cache.used <= 100
    assert cache.used == sum(len(cache.find(i) or b"") for i in range(50))


def test_a_value_larger_than_the_room_is_kept_alone() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    cache.put("small", b"12345")
    assert cache.get("big", lambda: bytes(50)) == bytes(50)
    assert (len(cache), cache.find("small")) == (1, None)


def test_the_first_value_stays() -> None:
    cache: Cache[str, list[int]] = Cache(10, len)
    first = cache.put("a", [1])
    assert cache.put("a", [2]) is first
    assert cache.get("a", lambda: [3]) is first
    cache.clear()
    assert (len(cache), cache.used) == (0, 0)


def test_the_benchmark_battle_is_as_large_as_it_says() -> None:
    table = battle()
    assert (len(table.map.hexes), len(table.counters)) == (2400, 150)
    assert battle() == table

"""The store of what was drawn."""

from __future__ import annotations

import importlib
import pkgutil
import threading
from random import Random

import pytest
from PIL import Image

import renderer
from renderer import area, render, whole
from renderer.bench.scene import battle
from renderer.graphics.cache import MOST, STORES, Cache, forget
from tests.renderer.skirmish import skirmish


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


def test_a_value_larger_than_the_room_is_not_kept() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    cache.put("small", b"12345")
    assert cache.get("big", lambda: bytes(50)) == bytes(50)
    assert (len(cache), cache.used, cache.find("small"), cache.find("big")) == (1, 5, b"12345", None)


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


def test_threads_together_keep_to_the_room() -> None:
    cache: Cache[int, bytes] = Cache(1000, len)

    def work(seed: int) -> None:
        rnd = Random(seed)
        for _ in range(500):
            n = rnd.randrange(200)
            assert len(cache.get(n, lambda n=n: bytes(n))) == n

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert cache.used <= 1000
    assert cache.used == sum(len(cache.find(n) or b"") for n in range(200))


def test_everything_kept_for_good_has_its_room_and_all_rooms_a_bound() -> None:
    for module in pkgutil.walk_packages(renderer.__path__, "renderer."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert len({s.name for s in STORES}) == len(STORES) >= 6
    assert sum(s.room for s in STORES) <= MOST


def test_what_is_kept_weighs_what_it_takes() -> None:
    """Pixels in memory are counted whole: a store that undercounts would not be bounded."""
    forget()
    assert all((len(s), s.used) == (0, 0) for s in STORES)
    for theme in ("light", "dark"):
        render(skirmish(), theme=theme)
    pixels = 0
    for store in STORES:
        for value in list(store._kept.values()):
            for image in (value, getattr(value, "image", None), getattr(value, "base", None)):
                if isinstance(image, Image.Image):
                    # Pillow keeps a pixel of three channels in four bytes.
                    pixels += image.width * image.height * (1 if image.mode in ("L", "P") else 4)
    assert 0 < pixels <= sum(s.used for s in STORES) <= MOST


def test_small_rooms_are_kept_to_whatever_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    for store in STORES:
        monkeypatch.setattr(store, "room", 300_000)
    table = skirmish()
    pictures = []
    for view in (whole(), area(1, 1, 5, 5), area(3, 2, 9, 6)):
        for theme in ("light", "dark"):
            pictures.append(render(table, view, theme=theme))
            assert all(s.used <= 300_000 for s in STORES)
    monkeypatch.undo()
    forget()
    assert render(table, area(3, 2, 9, 6), theme="dark").png == pictures[-1].png

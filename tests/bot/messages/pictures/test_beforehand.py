"""Maps drawn before they are asked for: once, each by itself, and only where they can be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenarios
from bot.messages.pictures import beforehand
from bot.messages.pictures.drawing_pool import DrawingPool
from engine.systems.registry import initial_state, system_for
from renderer import render, whole
from renderer.graphics.cache import forget
from renderer.map import files, tiles

KEYS = ("spqr/lautulae", "spqr/no-such-battle")


async def test_first_pictures_find_their_ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    forget()  # what another test has had drawn would be neither drawn here nor kept
    pool = DrawingPool(apart=False)
    monkeypatch.setattr(beforehand, "PAUSE", 0)
    await beforehand.everything(pool, "light", KEYS)
    forget()

    def again(*args: object) -> None:
        raise AssertionError("the ground is drawn again")

    monkeypatch.setattr(tiles, "draw_ground", again)
    system = system_for(scenarios.load(KEYS[0]))
    assert render(system.view(initial_state(system)), whole()).png
    # What has been drawn, or can't be, isn't tried again.
    monkeypatch.setattr(pool, "aside", again)
    await beforehand.everything(pool, "light", KEYS)
    pool.close()


async def test_nothing_is_drawn_where_it_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(files.FOLDER, raising=False)
    pool = DrawingPool(apart=False)

    def never(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(pool, "aside", never)
    await beforehand.everything(pool, "light", KEYS)
    pool.close()

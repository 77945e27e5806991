"""Maps that take long come after the words, in the same message; nothing is lost or doubled in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord._runtime import _BOT_SCOPE

from bot.messages.delivery.deliver import TOO_OFTEN
from bot.messages.publishing import dispatches
from bot.messages.publishing.posts import DISPATCH, Story
from tests.bot.e2e.faults import unreliable
from tests.bot.e2e.stormy import Duel, duel
from tests.bot.e2e.theatre import Blank


class Drawer:
    """Draws maps at once, or, once it is ``slow``, when the words have gone out without them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slow = False
        self.told = asyncio.Event()
        self.came_after = 0
        """Maps that came after their words."""
        draw, edited = Blank.draw, dispatches.Dispatches._edited

        async def late(pool: Blank, work: Any, *args: Any, **kwargs: Any) -> Any:
            scope, told = _BOT_SCOPE.get(), self.told
            if self.slow and scope is not None:
                # What draws is another process: all that doesn't wait for it goes on meanwhile.
                await scope[0].external_wait(told.wait(), reason="a map is drawn")
            return await draw(pool, work, *args, **kwargs)

        async def noted(these: Any, *args: Any, bare: bool) -> Any:
            told = self.told
            if bare:
                self.told = asyncio.Event()
            try:
                return await edited(these, *args, bare=bare)
            finally:
                if bare:
                    self.came_after += 1
                    told.set()

        monkeypatch.setattr(Blank, "draw", late)
        monkeypatch.setattr(dispatches.Dispatches, "_edited", noted)


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Drawer:
    return Drawer(monkeypatch)


@pytest_asyncio.fixture
async def field(drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Duel]:
    async with duel(tmp_path, monkeypatch) as found:
        await found.begin()
        monkeypatch.setattr(dispatches, "SOON", 0.0)
        drawer.slow = True
        yield found


async def stories(field: Duel) -> dict[int, Story]:
    """Dispatches that have arrived, by message."""
    posts = await field.service.posts.of(field.battle, DISPATCH)
    return {p.message: Story.model_validate_json(p.body) for p in posts if p.message is not None}


async def test_the_words_go_first_and_the_map_into_the_same_message(field: Duel, drawer: Drawer) -> None:
    dice, seen = random.Random(4), set[str]()
    for _ in range(12):
        before, came = field.shown, drawer.came_after
        field.network.requests.clear()
        await field.act(dice)
        await field.env.settle()
        await field.wait()
        if drawer.came_after == came:
            continue  # nothing that is shown on a map
        edits = [path for method, path in field.network.requests if method == "PATCH"]
        number = max(k for k in await stories(field) if any(path.endswith(f"/{k}") for path in edits))
        seen.add("grown" if number in before else "new")
        assert field.shown[number].attachments
        await field.check()
    assert seen == {"new", "grown"} and set(field.calls().values()) == {1}


async def test_a_quick_map_is_one_request(field: Duel, drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    drawer.slow = False
    field.network.requests.clear()
    await field.act(random.Random(4))
    number = max(await stories(field))
    sent = [m for m, p in field.network.requests if p.endswith(f"/{number}") and m == "PATCH"]
    assert len(sent) <= 1 and field.shown[number].attachments


async def test_a_message_too_old_for_one_more_edit_gets_words_and_map_anew(field: Duel) -> None:
    """Its words can't be changed: they go with their map, in a message of its own (30046)."""
    dice = random.Random(4)
    await field.act(dice)
    refused: list[str] = []
    old = max(await stories(field))

    def fate(method: str, path: str) -> str:
        if method == "PATCH" and path.endswith(f"/messages/{old}"):
            refused.append(path)
            return f"429 {TOO_OFTEN}"
        return ""

    field.network.fate = fate
    while not refused:
        old = max(await stories(field))
        assert "Done." in await field.act(dice)
    field.network.fate = None
    await field.wait()
    found = await stories(field)
    newest = max(found)
    assert newest > old and old not in found and field.shown[newest].attachments and not found[newest].bare
    assert found[newest].lines[-1].text in field.shown[newest].content
    assert len([m for m in field.shown.values() if m.components and m.id == old]) == 0, "its controls are gone"


@pytest.mark.parametrize("n", range(2, 5))
async def test_a_kill_between_words_and_map_loses_and_doubles_nothing(field: Duel, drawer: Drawer, n: int) -> None:
    """The process dies as Discord answers the ``n``-th request about the channel."""
    dice, left = random.Random(n), [n]
    field.network.killing = field.kill

    def fate(method: str, path: str) -> str:
        left[0] -= path.startswith("/channels/")
        return "killed" if left[0] <= 0 else ""

    field.network.fate = fate
    await field.act(dice)
    await field.env.settle()
    field.network.fate, drawer.slow = None, False
    assert drawer.came_after == 1
    field.clock.now += 1000
    await field.restart()
    await field.wait()
    await field.check()
    assert set(field.calls().values()) <= {1}


async def test_a_bad_network_between_words_and_map_loses_and_doubles_nothing(field: Duel, drawer: Drawer) -> None:
    dice = random.Random(5)
    field.network.fate = unreliable(5, 0.3, ("lost", "unheard", "500", "429"))
    for _ in range(10):
        await field.act(dice)
        if dice.random() < 0.7:
            await field.wait()
    field.network.fate = None
    await field.wait()
    await field.check()
    assert drawer.came_after

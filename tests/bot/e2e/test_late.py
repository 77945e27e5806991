"""What came of a press or command is its first answer, where it is ready in time: an order is few requests."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import first_answer
from bot.components.ids import parse
from engine.kernel.decisions import Choose
from tests.bot.e2e.stormy import Duel, duel
from tests.waiting import until


@pytest_asyncio.fixture
async def field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Duel]:
    async with duel(tmp_path, monkeypatch) as found:
        await found.begin("live")
        yield found


def asked(field: Duel) -> list[str]:
    """What was asked of Discord, in few words."""
    return [f"{method} {path.split('/')[1]}" for method, path in field.network.requests]


async def button(field: Duel, dice: random.Random) -> tuple[Any, Any, str]:
    """Orders until one is asked something with a button on the dispatch: who, the message, the button."""
    for _ in range(40):
        for o in await field.opens():
            who = next(p for p in (field.ada, field.ben) if p.id == o.user)
            for message in field.shown.values():
                for item in (i for row in message.components for i in row.children):
                    found = parse(item.custom_id) if item.custom_id else None
                    if found and found[0] == "answer" and found[1].token == str(o.token):
                        assert isinstance(o.decision, Choose)
                        return who, message, item.custom_id
        await field.act(dice)
    raise AssertionError("nobody is asked anything with buttons")


async def test_an_order_is_answered_with_what_came_of_it(field: Duel) -> None:
    for n in range(6):
        field.network.requests.clear()
        told = await field.act(random.Random(n))
        assert "Done." in told
        assert asked(field).count("POST interactions") == 1 and "POST webhooks" not in asked(field)
    await field.wait()
    await field.check()


async def test_a_press_changes_the_message_it_is_on_by_its_answer(field: Duel) -> None:
    who, message, pressed = await button(field, random.Random(2))
    head, before = await field.head(), message.content
    field.network.requests.clear()
    await who.click(message, custom_id=pressed)
    assert await field.head() > head and asked(field).count("POST interactions") == 1
    if field.shown[message.id].content != before:
        changed = [p for m, p in field.network.requests if m == "PATCH" and p.endswith(str(message.id))]
        assert not changed, "once, by the answer"
    await field.wait()
    await field.check()


async def test_an_answer_that_is_lost_is_made_good_by_an_edit(field: Duel) -> None:
    who, message, pressed = await button(field, random.Random(2))
    head = await field.head()
    field.network.fate = lambda method, path: "lost" if path.startswith("/interactions/") else ""
    await who.click(message, custom_id=pressed)
    field.network.fate = None
    assert await field.head() > head
    await field.wait()
    await field.check()


async def test_who_has_to_wait_is_heard_first(field: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = asyncio.Event(), field.bot.messages.pictures.drawing_pool.draw

    async def slowly(work: Any, *args: Any, **kwargs: Any) -> Any:
        await drawn.wait()
        return await draw(work, *args, **kwargs)

    field.bot.messages.pictures.drawing_pool.draw = slowly
    monkeypatch.setattr(first_answer, "PATIENCE", 0.0)
    field.network.requests.clear()
    order = asyncio.ensure_future(field.act(random.Random(1)))
    await until(lambda: "POST interactions" in asked(field), lambda: asked(field))
    assert "PATCH webhooks" not in asked(field), "heard while nothing is drawn yet, and answered when it is"
    drawn.set()
    assert "Done." in await order
    assert asked(field).count("POST interactions") == 1 and "PATCH webhooks" in asked(field)
    await field.wait()
    await field.check()

"""The bot is stopped while somebody has an order carried out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord import interactions

from bot.messages.publishing.posts import DISPATCH, Story
from tests.bot.e2e.kit import Table, said


def _late(sim: Table) -> Any:
    """Somebody uses a command just now; what comes of it."""
    backend = sim.env.backend
    command = backend.find_command("mine", None, type=1)
    assert command is not None
    data = {"id": command["id"], "name": "mine", "type": 1, "options": []}
    record, payload = interactions.base_payload(
        backend, type=2, channel_id=sim.channel.id, guild_id=sim.guild.id, user_id=sim.cleo.user.id, data=data
    )
    backend.emit("INTERACTION_CREATE", payload)
    return record


async def test_an_order_under_way_is_told_and_nothing_new_is_begun(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes meanwhile hears why nothing is done for them."""
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    order = sim.service.play.order
    held, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*given: Any, **options: Any) -> Any:
        held.set()
        await go_on.wait()
        return await order(*given, **options)

    monkeypatch.setattr(sim.service.play, "order", slow)
    ordering = asyncio.create_task(sim.ada.slash(sim.channel, "order", text="pass"))
    await held.wait()
    stopping = asyncio.create_task(sim.bot.close())
    while not sim.bot.handling.stopping:
        await asyncio.sleep(0)
    late = _late(sim)
    while not late.responded:
        await asyncio.sleep(0)
    assert not stopping.done()
    go_on.set()
    heard = await ordering
    await stopping
    assert "wrong" not in said(heard)
    told = sim.env.backend.messages[sim.channel.id][late.message_id].content
    assert "just being restarted" in told and "nothing was changed" in told
    (*_, last) = await sim.service.play.entries(battle.id, 1)
    posts = [p for p in await sim.service.posts.of(battle.id) if p.kind == DISPATCH]
    assert max(Story.model_validate_json(p.body).upto for p in posts) == last.seq

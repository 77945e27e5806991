"""A Discord that has taken a request and doesn't answer: battles go on meanwhile, and are told once, in their order."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.messages.publishing.posts import DISPATCH, Story
from tests.bot.e2e.kit import Table
from tests.waiting import HANG, until


async def test_orders_are_stored_while_the_last_one_is_still_being_told(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    answered, waiting = asyncio.Event(), 0
    ask = sim.bot.http.request

    async def silent(route: Any, **given: Any) -> Any:
        nonlocal waiting
        waiting += 1
        await answered.wait()
        return await ask(route, **given)

    sim.bot.http.request = silent
    tellings: list[asyncio.Task[Any]] = []
    for text in ("THC3 @NW", "THC4 @SW"):
        async with asyncio.timeout(HANG):
            await sim.service.play.order(battle.id, sim.ada.id, text, 1)
        tellings.append(asyncio.create_task(sim.bot.messages.publisher.publish(battle.id)))
        await until(lambda: waiting)
    assert not any(t.done() for t in tellings) and waiting == 1, "what belongs to one battle is told in its order"
    answered.set()
    await asyncio.gather(*tellings)
    posts = [p for p in await sim.service.posts.of(battle.id) if p.kind == DISPATCH]
    told = [x.text for p in posts for x in Story.model_validate_json(p.body).lines]
    assert [sum(unit in x for x in told) for unit in ("THC3", "THC4")] == [1, 1]
    assert sim.told.index("THC3") < sim.told.index("THC4")

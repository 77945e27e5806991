"""Messages that are too old to be edited as often as a battle wants it: news is sent anew, the rest waits its turn."""

from __future__ import annotations

from typing import Any

from bot.messages.publishing.posts import STANDING
from tests.bot.e2e.kit import Table, controls
from tests.bot.e2e.test_agreed import clock
from tests.bot.strict.law import law_of
from tests.bot.strict.old_messages import HOUR

__all__ = ["clock"]


async def test_orders_are_told_though_nothing_old_may_be_edited(sim: Table, clock: Any) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    law, standing = law_of(sim.env.backend).old_messages, sim.messages[0]
    clock.by += HOUR + 60
    law.most = 0
    before = sim.asking
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.env.settle()
    assert law.refused and "THC3" in sim.told and "THC3" not in standing.content
    assert sim.asking.id != before.id and sim.asking.attachments and controls(sim.asking), "with its map and controls"
    assert battle.id in sim.bot.messages.publisher.behind, "the pinned message waits"
    await sim.ada.slash(sim.channel, "order", text="THC4 @SW")
    assert sum("THC4" in m.content for m in sim.messages) == 1, "what is told goes on in the new message"
    law.most = 10
    for _ in range(3):
        clock.by += 60
        await sim.bot.messages.background.tick()
    assert battle.id not in sim.bot.messages.publisher.behind
    posts = [p for p in await sim.service.posts.of(battle.id) if p.kind == STANDING]
    assert all(p.delivered for p in posts) and [p.message for p in posts] == [standing.id], "and is still the same"
    assert not controls(next(m for m in sim.messages if m.id == before.id)), "what stood there before asks no more"
    pinned = next(m for m in sim.messages if m.id == standing.id)
    assert f"/{sim.asking.id}" in pinned.content + str([e.to_dict() for e in pinned.embeds]), "and shows the new one"

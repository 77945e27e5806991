"""A permission is given, a thread unlocked: what was shut in that server is tried again, and nothing of any other."""

from __future__ import annotations

from typing import Any

from tests.bot.e2e.kit import Table, controls
from tests.bot.e2e.test_agreed import clock
from tests.bot.e2e.test_archived import forbid, lock
from tests.bot.e2e.test_events import called, playable, referee
from tests.bot.e2e.test_mirror import Clock, stands, until_dispatches

__all__ = ["clock", "referee"]


def elsewhere(sim: Table) -> int:
    """Another server the bot is in."""
    return sim.env.create_guild("Elsewhere").id


async def test_a_mirror_waits_until_something_changes_in_its_own_server(sim: Table) -> None:
    clock, mirrors = Clock(sim), sim.bot.messages.mirrors
    await sim.battle(mode="correspondence")
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    sim.env.inject_error("*", f"/channels/{channel.id}/messages*", status=403, code=50013, times=None)
    await until_dispatches(sim, 3)
    waits, due = dict(mirrors._waits), dict(mirrors._due)
    assert waits and min(due.values()) > clock.now
    await sim.bot.messages.guild_changed(elsewhere(sim))
    assert (mirrors._waits, mirrors._due) == (waits, due)
    await sim.bot.messages.guild_changed(sim.guild.id)
    assert not mirrors._waits and set(mirrors._due.values()) == {clock.now}


async def test_a_mirror_of_a_battle_that_was_deleted_keeps_no_other_waiting(sim: Table) -> None:
    clock, mirrors = Clock(sim), sim.bot.messages.mirrors
    await sim.battle()
    battle = await sim.service.battles.last_in_channel(sim.channel.id)
    assert battle is not None
    mirrors._waits |= {"gone": 60.0, battle.id: 60.0}
    mirrors._due |= {battle.id: clock.now + 60.0}
    await sim.bot.messages.guild_changed(sim.guild.id)
    assert mirrors._due[battle.id] == clock.now and battle.id not in mirrors._waits


async def test_an_event_waits_until_something_changes_in_its_own_server(sim: Table, referee: Any) -> None:
    competitions = sim.bot.messages.competitions
    event = await called(sim, referee, "league", sim.ada, sim.ben)
    sim.env.inject_error("*", f"/channels/{event.channel}/messages*", status=403, code=50013, times=None)
    await sim.service.settings.put(f"event:{event.id}", "shown", None)
    await competitions.attend(event.id)
    assert event.id in competitions._later
    await sim.bot.messages.guild_changed(elsewhere(sim))
    assert event.id in competitions._later
    await sim.bot.messages.guild_changed(sim.guild.id)
    assert event.id not in competitions._later


async def test_the_tag_of_a_post_waits_until_something_changes_in_its_own_server(
    sim: Table, referee: Any, clock: Any
) -> None:
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "league", sim.ada, sim.ben, forum=forum, both=True)
    f = (await playable(sim, event))[0]
    await lock(sim, f.place)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=sim.ada, reason="so")
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    shut = sim.bot.messages.competitions.forums._shut
    assert len(shut) == 1
    before = dict(shut)
    await sim.bot.messages.guild_changed(elsewhere(sim))
    assert dict(shut) == before
    await sim.bot.messages.guild_changed(sim.guild.id)
    assert not shut


async def test_an_end_that_could_not_be_told_is_told_then(sim: Table, clock: Any) -> None:
    await sim.battle(mode="correspondence")
    forbid(sim, sim.channel.id, view_channel=True)
    await sim.env.settle()
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await sim.bot.messages.background.tick()
    assert not ends(sim)
    forbid(sim, sim.channel.id)
    await sim.env.settle()
    [end] = ends(sim)
    assert {u.id for u in end.mentions} == {sim.ada.id, sim.ben.id} and controls(end)
    await sim.bot.messages.guild_changed(sim.guild.id)
    await sim.restart()
    assert len(ends(sim)) == 1, "once"


def ends(sim: Table) -> list[Any]:
    """Messages that call to how the battle ended."""
    return [m for m in sim.messages if m.content.startswith("**Tricameron**\nThe Vandals resign")]

"""Matches that are decided without a battle, and players who have left: whoever is concerned learns of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.service.competitions.matches import DAY, GRACE
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_agreed import a_cup, clock, match
from tests.bot.e2e.test_events import both_begin, called, dora, member, place, playable, referee, told

__all__ = ["clock", "dora", "referee"]


def pings(sim: Table, where: Any, message: Any) -> set[int]:
    kept = sim.env.backend.get_message(where.id, message.id)
    return {w.id for w in (sim.ada, sim.ben, sim.cleo) if kept.allowed_mentions.allows_user(w.id)}


def buttons(where: Any) -> list[str]:
    return [c.verb for m in where.history() for c in controls(m)]


@pytest.mark.parametrize("begun", [False, True])
async def test_an_award_reaches_both_in_their_thread_and_ends_the_battle(sim: Table, referee: Any, begun: bool) -> None:
    event, f, where, battle = await match(sim, referee, sim.cleo)
    if begun:
        await both_begin(sim, where, f)
    await member(sim, f.first).slash(where, "battle limits", answer="1h")
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=member(sim, f.second), reason="no-show")
    [news] = [m for m in where.history() if "awards match" in m.content]
    assert "no-show" in news.content and f"to <@{f.second}>" in news.content
    assert pings(sim, where, news) == set(f.players)
    assert (await sim.service.battles.get(battle.id)).status == "abandoned"
    assert (await sim.service.results.of(battle.id)) is None
    assert set(buttons(where)) <= {"briefing", "story", "replay", "film", "analysis"}, "buttons of a settled match go"
    await sim.restart()
    await sim.bot.messages.competitions.tick()
    assert len([m for m in where.history() if "awards match" in m.content]) == 1
    assert event.id


async def test_who_withdraws_has_lost_the_battle_that_has_begun(sim: Table, referee: Any) -> None:
    event, f, where, battle = await match(sim, referee, sim.cleo)
    await both_begin(sim, where, f)
    loser, winner = member(sim, f.first), member(sim, f.second)
    await loser.slash(sim.channel, "event withdraw", sure=True)
    [news] = [m for m in where.history() if "has withdrawn from “Spring”" in m.content]
    assert f"<@{winner.id}>, <@{loser.id}> has withdrawn" in news.content and winner.id in pings(sim, where, news)
    over = await sim.service.battles.get(battle.id)
    assert over.status == "finished" and "withdraw" in over.outcome
    result = await sim.service.results.of(battle.id)
    assert result is not None and result.winner == over.side_of(winner.id) and result.rated
    # The match of a later round has no thread yet: its opponent learns of it where the event is told.
    later = [m for m in sim.messages if "has withdrawn from “Spring”" in m.content]
    [third] = {w.id for w in (sim.ada, sim.ben, sim.cleo)} - set(f.players)
    assert len(later) == 1 and f"<@{third}>" in later[0].content
    assert set(buttons(where)) <= {"briefing", "story", "rematch", "replay", "film", "analysis"}
    await sim.bot.messages.competitions.tick()
    assert len([m for m in where.history() if "has withdrawn" in m.content]) == 1
    assert event.id


async def test_a_substitute_does_not_lose_by_a_withdrawal(sim: Table, referee: Any, dora: Any) -> None:
    _, f, where, battle = await match(sim, referee)
    await both_begin(sim, where, f)
    one = member(sim, f.first)
    await one.slash(where, "team substitute", player=dora)
    ask = next(m for m in reversed(where.history()) if any(c.verb == "guest" for c in controls(m)))
    await dora.click(ask, custom_id=control(ask, "guest").custom_id)
    await referee.slash(sim.channel, "event withdraw", player=one, sure=True, reason="moved away")
    result = await sim.service.results.of(battle.id)
    assert result is not None and {u for u, _ in result.players} == {f.first, f.second}


@pytest.mark.errors_expected("no power")
async def test_a_process_that_dies_before_telling_tells_after_its_restart(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, f, where, battle = await match(sim, referee, sim.cleo)
    await both_begin(sim, where, f)

    async def dies(*_: Any, **__: Any) -> None:
        raise OSError("no power")

    monkeypatch.setattr(sim.service.competitions, "drop_battle", dies)
    await member(sim, f.first).slash(sim.channel, "event withdraw", sure=True)
    assert (await sim.service.battles.get(battle.id)).status == "running"
    await sim.restart()
    await sim.bot.messages.competitions.tick()
    await sim.bot.messages.background.tick()
    assert (await sim.service.battles.get(battle.id)).status == "finished"
    assert len([m for m in where.history() if "has withdrawn" in m.content]) == 1


async def test_overdue_matches_call_referees_and_their_buttons_go_with_the_decision(
    sim: Table, referee: Any, clock: Any
) -> None:
    event, f, where, _ = await a_cup(sim, referee)
    await member(sim, f.first).slash(where, "battle start")
    clock.by = 14 * DAY + GRACE + 60
    await sim.bot.messages.competitions.tick()
    [ask] = [m for m in sim.messages if "A referee may decide" in m.content]
    assert f"Ready to begin: <@{f.first}>" in ask.content
    await sim.restart()
    press = control(ask, "award").custom_id
    await referee.slash(sim.channel, "referee event award", match=1, winner=sim.ada, reason="x")
    after = next(m for m in sim.messages if m.id == ask.id)
    assert controls(after) == []
    sim.env.backend.get_message(sim.channel.id, ask.id).components = [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": press}]}
    ]
    box = await referee.click(after, custom_id=press)
    if box.modal is not None:
        field = box.modal["components"][0]["components"][0]["custom_id"]
        assert "is over" in said(await referee.submit_modal(box, {field: "again"}))
    assert (await sim.service.competitions.get(event.id)).winners == (sim.ada.id,)


async def test_a_creator_who_has_left_is_not_the_one_who_is_called(sim: Table, referee: Any, clock: Any) -> None:
    judges = sim.guild.create_role("judges")
    judge = sim.guild.add_member(sim.env.create_user("jo", global_name="Jo"), roles=[judges])
    await sim.service.referee.set_role(sim.guild.id, judges.id)
    _, f, _, _ = await match(sim, referee)
    sim.guild.remove_member(referee)
    clock.by = 14 * DAY + GRACE + 60
    await sim.bot.messages.competitions.tick()
    [ask] = [m for m in sim.messages if "A referee may decide" in m.content]
    assert f"<@&{judges.id}>" in ask.content and f"<@{referee.id}>" not in ask.content
    assert judges.id in (sim.env.backend.get_message(sim.channel.id, ask.id).allowed_mentions.roles or [])
    box = await judge.click(ask, custom_id=control(ask, "award").custom_id)
    assert box.modal is not None and f.n == 1


async def test_a_creator_whose_role_was_taken_away_is_not_called_either(sim: Table, referee: Any, clock: Any) -> None:
    await match(sim, referee)
    sim.env.backend.edit_member(sim.guild.id, referee.id, {"role_ids": []})
    clock.by = 14 * DAY + GRACE + 60
    await sim.bot.messages.competitions.tick()
    [ask] = [m for m in sim.messages if "A referee may decide" in m.content]
    owner = sim.bot.get_guild(sim.guild.id)
    assert owner is not None and f"<@{referee.id}>" not in ask.content and f"<@{owner.owner_id}>" in ask.content


async def test_no_round_waits_unnoticed_for_a_player_who_has_left(sim: Table, referee: Any, clock: Any) -> None:
    event, f, where, _ = await match(sim, referee, sim.cleo, mode="correspondence")
    leaver, other = member(sim, f.first), member(sim, f.second)
    sim.guild.remove_member(leaver)
    clock.by += 7 * 3600
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    await sim.restart()
    sim.service.sessions.clock = clock
    clock.by += 7 * 3600
    await sim.bot.messages.competitions.tick()
    name = leaver.name.title()
    calls = [m for m in sim.messages if "has left the server" in m.content]
    assert len(calls) == 1 and f"{name}, who takes part" in calls[0].content and "match 1 waits" in calls[0].content
    assert f"<@{referee.id}>" in calls[0].content and f"<@{other.id}>" in calls[0].content
    assert f"{name} (has left)" in told(sim, event) and f"<@{leaver.id}>" not in told(sim, event)
    table = said(await other.slash(sim.channel, "event table"))
    assert f"{name} (has left)" in table
    clock.by = 14 * DAY + GRACE + 60
    await sim.bot.messages.competitions.tick()
    ask = next(m for m in sim.messages if "A referee may decide" in m.content)
    assert f"{name} (has left)" in ask.content and f"Award: {name}" in [c.label for c in controls(ask)]
    back = sim.guild.add_member(leaver.user)
    clock.by += 7 * 3600
    await sim.bot.messages.competitions.tick()
    await sim.bot.messages.competitions.tick()
    assert f"<@{back.id}>" in told(sim, event), "who is back is a member like others"
    assert where.id


async def test_who_has_left_before_it_begins_is_left_out(sim: Table, referee: Any) -> None:
    await referee.slash(sim.channel, "referee event create", name="Spring", kind="league", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben, sim.cleo):
        await who.slash(sim.channel, "event join")
    sim.guild.remove_member(sim.cleo)
    begun = said(await referee.slash(sim.channel, "referee event start"))
    assert "Left out, since they have left the server: Cleo" in begun
    assert set((await sim.service.competitions.get(event.id)).order) == {sim.ada.id, sim.ben.id}


async def test_an_event_that_is_abandoned_frees_its_battles(sim: Table, referee: Any) -> None:
    event, f, where, battle = await match(sim, referee)
    await both_begin(sim, where, f)
    await referee.slash(sim.channel, "referee event abandon", sure=True)
    assert (await sim.service.battles.get(battle.id)).status == "running"
    # It is a battle like any other from now on.
    await member(sim, f.first).slash(where, "battle mode", mode="correspondence")
    assert (await sim.service.battles.get(battle.id)).mode == "correspondence"
    await member(sim, f.first).slash(where, "battle resign", sure=True)
    assert (await sim.service.competitions.get(event.id)).status == "abandoned"
    assert place(sim, f).id == where.id


async def test_a_decision_that_cannot_be_told_in_its_thread_is_told_privately(sim: Table, referee: Any) -> None:
    _, f, where, _ = await match(sim, referee, sim.cleo)
    me = sim.guild.me
    sim.env.backend.channels[where.id].archived = False
    blocked = discord.PermissionOverwrite(send_messages_in_threads=False)
    from simcord.backend.models import Overwrite

    allow, deny = blocked.pair()
    sim.env.backend.set_overwrite(
        sim.channel.id, Overwrite(target_id=me.id, type=1, allow=allow.value, deny=deny.value)
    )
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=member(sim, f.second), reason="so")
    for u in f.players:
        assert any("awards match" in m.content for m in member(sim, u).user.dm_channel.history())


async def test_a_cup_goes_on_past_who_has_left_when_the_referee_withdraws_them(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    sim.guild.remove_member(member(sim, f.first))
    gone = member(sim, f.first)
    done = await referee.slash(sim.channel, "event withdraw", player=gone.user, sure=True, reason="gone")
    assert "everybody concerned is told" in said(done), said(done)
    assert (await sim.service.competitions.get(event.id)).winners == (f.second,)

"""Leagues and cups whose places are lost: no time runs out, the referees know it, and everything is told later."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.language.plain import MESSAGE
from bot.messages.competitions.notices import together
from bot.service.competitions.matches import DAY
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_events import called, dora, given_up, member, place, playable, referee, shown
from tests.bot.quiet.hearing import Hearing

__all__ = ["dora", "referee"]


async def test_a_deleted_forum_is_told_once_and_another_one_takes_its_place(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "cup", sim.ada, sim.ben, forum=forum)
    [f] = await playable(sim, event)
    clock, late = sim.service.sessions.clock, 0.0
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + late)
    hearing = Hearing(sim.env)
    sim.env.backend.delete_channel(forum.id)
    await sim.env.settle()
    for day in range(30):
        late = day * DAY
        await sim.bot.messages.competitions.tick()
    told = [h for h in hearing.heard if "was deleted" in h.text]
    assert sorted(u for h in told for u in h.called) == sorted([sim.ada.id, sim.ben.id, referee.id]), "each once"
    assert ["forum of “Spring”" in h.text for h in told if referee.id in h.called] == [True]
    assert len([h for h in hearing.heard if h.called]) == 3, "and nothing else"
    assert "Spring" in said(await referee.slash(sim.channel, "event list"))
    other = sim.guild.create_forum_channel("fields")
    moved = await referee.slash(sim.channel, "referee event move", forum=other)
    assert "told here" in said(moved), said(moved)
    [g] = await playable(sim, event)
    assert sim.env.backend.channels[g.place].parent_id == other.id
    assert g.due is not None and f.due is not None and abs(g.due - f.due - 29 * DAY) < 3600, "no time has passed"
    calls = [h for h in hearing.heard if "here is your match" in h.text]
    assert len(calls) == 1 and set(calls[0].called) == set(f.players)


@pytest.mark.parametrize("longest", [MESSAGE, 150])
async def test_its_channel_is_deleted_and_winners_are_told_afterwards(
    sim: Table, referee: Any, dora: Any, monkeypatch: pytest.MonkeyPatch, longest: int
) -> None:
    """In as many messages as it takes: what waited may be long."""
    monkeypatch.setattr("bot.messages.competitions.notices.together", partial(together, limit=longest))
    hall = sim.guild.create_text_channel("hall")
    await referee.slash(hall, "referee event create", name="Spring", kind="league", scenarios=SCENARIO, cycles=2)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben, sim.cleo, dora):
        await who.slash(hall, "event join")
    await referee.slash(hall, "referee event start")
    hearing = Hearing(sim.env)
    sim.env.backend.delete_channel(hall.id)
    await sim.env.settle()
    before = [f.due for f in await playable(sim, event)]
    clock = sim.service.sessions.clock
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + 20 * DAY)
    await sim.bot.messages.competitions.tick()
    assert [h.reader for h in hearing.heard if "channel of “Spring” was deleted" in h.text] == [referee.id]
    assert not [h for h in hearing.heard if "is up" in h.text]
    await sim.ada.slash(sim.channel, "event withdraw", event=event.id, sure=True)
    moved = await referee.slash(sim.channel, "referee event move", event="Spring")
    assert "told here" in said(moved), said(moved)
    won = [h for h in hearing.heard if "has withdrawn" in h.text]
    for user in (sim.ben.id, sim.cleo.id, dora.id):
        assert sum(user in h.called for h in won) == 1, "each is told once that they have won"
    assert sum(h.text.count("you win match") for h in won) == 6
    left = [f.due for f in await playable(sim, event)]
    assert all(d is not None and d > max(b or 0 for b in before) + 19 * DAY for d in left)


async def test_what_was_deleted_while_nobody_was_there_is_told_after_the_start(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forum of a cup, with a match in it: neither waits until its time is up, or somebody writes there."""
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "cup", sim.ada, sim.ben, forum=forum)
    [f] = await playable(sim, event)

    hearing = Hearing(sim.env)
    with monkeypatch.context() as nobody:
        nobody.setattr(sim.env.backend, "emit", lambda *_, **__: None)
        sim.env.backend.delete_channel(f.place)
        sim.env.backend.delete_channel(forum.id)
    assert not [h for h in hearing.heard if "was deleted" in h.text]
    await sim.restart()
    await sim.env.settle()
    told = [h for h in hearing.heard if "forum of “Spring” was deleted" in h.text]
    assert [h.called for h in told] == [(referee.id,)]
    [g] = await playable(sim, event)
    assert f.place and not g.place


async def test_a_match_is_reopened_while_a_rematch_waits_in_its_thread(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    f = (await playable(sim, event))[0]
    await given_up(sim, f, f.second)
    where = next(c for c in sim.channel.threads if c.id == f.place)
    winner = next(p for p in (sim.ada, sim.ben, sim.cleo) if p.id == f.first)
    assert "again" in said(await winner.slash(where, "battle rematch"))
    done = await referee.slash(sim.channel, "referee event reopen", match=f.n, reason="the wrong map")
    assert "both players are told" in said(done), said(done)
    again = next(x for x in await playable(sim, event) if x.n == f.n)
    assert again.place not in (0, f.place) and again.battle is not None
    here = await sim.service.battles.in_channel(f.place)
    assert here is not None and here.status == "open" and here.id != again.battle, "the rematch is left alone"


async def test_times_of_an_open_event_are_changed(sim: Table, referee: Any) -> None:
    await referee.slash(sim.channel, "referee event create", name="Spring", kind="cup", scenarios=SCENARIO)
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "event join")
    hearing = Hearing(sim.env)
    done = await referee.slash(sim.channel, "referee event change", days=30, limits="3d")
    assert "told to everybody" in said(done), said(done)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    assert event.days == 30 and event.limits.seconds == 3 * DAY
    [news] = [h for h in hearing.heard if h.called]
    assert set(news.called) == {sim.ada.id, sim.ben.id} and "30 days" in news.text
    assert "like that already" in said(await referee.slash(sim.channel, "referee event change", days=30))
    await referee.slash(sim.channel, "referee event start")
    assert "has begun" in said(await referee.slash(sim.channel, "referee event change", event="Spring", days=9))


async def test_whose_match_it_is_hears_of_its_end_and_the_event_moves_on(sim: Table, referee: Any, dora: Any) -> None:
    """Dora fights for one of the two; then the event is told in another channel, while the first one is still there."""
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    f = (await playable(sim, event))[0]
    where, owner = place(sim, f), member(sim, f.first)
    await owner.slash(where, "team substitute", player=dora)
    asked = next(m for m in reversed(where.history()) if "asks you to lead" in m.content)
    await dora.click(asked, custom_id=control(asked, "guest").custom_id)
    for who in (dora, member(sim, f.second)):
        await who.slash(where, "battle start")
    await dora.slash(where, "battle resign", sure=True)
    end = next(m for m in where.history() if "resign: the" in m.content and m.mentions)
    assert {u.id for u in end.mentions} == {owner.id, dora.id, f.second}
    hall = sim.guild.create_text_channel("hall")
    before = shown(sim, event)
    assert controls(before)
    assert "is told here" in said(await referee.slash(hall, "referee event move", event=event.id))
    after = shown(sim, event)
    assert after.content == f"➡️ “Spring” goes on in <#{hall.id}>." and not controls(after) and not after.embeds
    assert any(controls(m) for m in hall.history())

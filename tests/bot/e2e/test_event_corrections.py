"""What a referee puts right in leagues and cups: more time, another player, a decision taken back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.service.competitions.matches import DAY, GRACE
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_events import begin, called, dora, given_up, place, playable, referee, told
from tests.bot.quiet.hearing import Hearing

__all__ = ["dora", "referee"]


async def award(sim: Table, referee: Any, n: int, winner: Any, **more: Any) -> str:
    return said(
        await referee.slash(sim.channel, "referee event award", match=n, winner=winner, reason="No show", **more)
    )


async def test_an_award_in_a_cup_is_taken_back_before_the_final(sim: Table, referee: Any, dora: Any) -> None:
    people = {p.id: p for p in (sim.ada, sim.ben, sim.cleo, dora)}
    event = await called(sim, referee, "cup", *people.values(), third=True)
    semi, other = await playable(sim, event)
    await award(sim, referee, semi.n, people[semi.first])
    await award(sim, referee, other.n, people[other.first])
    final, third = await playable(sim, event)
    assert set(final.players) == {semi.first, other.first} and third.third
    offered = await referee.autocomplete(sim.channel, "referee event reopen", "match", "")
    names = [c["name"] for c in offered]
    assert any(people[semi.first].name.title() in n and people[semi.second].name.title() in n for n in names), names
    sim.show("referee")
    assert "Only referees" in said(
        await sim.ada.slash(sim.channel, "referee event reopen", match=semi.n, reason="I was there")
    )
    hearing = Hearing(sim.env)
    done = await referee.slash(sim.channel, "referee event reopen", match=semi.n, reason="They did come")
    assert "both players are told" in said(done), said(done)
    again, *_ = await playable(sim, event)
    assert again.n == semi.n and again.place == semi.place and not again.decided
    waiting = [f for f in await sim.service.competitions.fixtures(event.id) if f.round == 2]
    assert all(not f.players or f.due is None for f in waiting)
    rang = Counter(u for h in hearing.heard for u in h.called)
    assert rang == dict.fromkeys(people, 1), "who plays after all, and who was to play the final: each once"
    for f in (final, third):
        stale = [m for m in place(sim, f).history() if any(c.verb == "start" for c in controls(m))]
        assert not stale, "nobody begins what isn't to be played"
    await given_up(sim, again, again.first, dora)
    final, third = await playable(sim, event)
    assert set(final.players) == {semi.second, other.first} and semi.first in third.players
    await begin(sim, final, dora)
    refused = await referee.slash(sim.channel, "referee event reopen", match=semi.n, reason="Once more")
    assert "under way" in said(refused)
    unknown = await referee.slash(sim.channel, "referee event reopen", match=final.n, reason="Once more")
    assert "isn't decided" in said(unknown)


async def test_a_cup_that_an_award_has_ended_goes_on(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [final] = await playable(sim, event)
    await award(sim, referee, 1, sim.ada)
    assert (await sim.service.competitions.get(event.id)).status == "finished"
    done = await referee.slash(sim.channel, "referee event reopen", match=1, reason="A mistake", event="Spring")
    assert "both players are told" in said(done), said(done)
    again = await sim.service.competitions.get(event.id)
    assert again.status == "running" and again.winners == () and "wins" not in told(sim, again)
    await given_up(sim, (await playable(sim, event))[0], final.first)
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (final.second,)


async def test_a_league_match_is_unplayed_and_leaves_the_ratings(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, both=True)
    [f] = await playable(sim, event)
    await given_up(sim, f, f.first)
    [result] = await sim.service.results.of_guild(sim.guild.id)
    assert result.rated
    done = await referee.slash(sim.channel, "referee event reopen", match=f.n, reason="Wrong scenario")
    assert "ratings still count" in said(done), said(done)
    offer = next(m for m in done.followups if m.components)
    pressed = await referee.click(offer.message, custom_id=control(offer, "unrate").custom_id)
    assert "Done" in said(pressed), said(pressed)
    [result] = await sim.service.results.of_guild(sim.guild.id)
    assert result.annulled and not result.rated
    again = next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n)
    assert not again.decided and again.legs == () and again.playable
    assert "0–0–0" in told(sim, await sim.service.competitions.get(event.id))


async def test_more_time_moves_the_deadline_and_takes_the_referees_buttons_away(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, days=8)
    [f] = await playable(sim, event)
    clock, late = sim.service.sessions.clock, 8.1 * DAY + GRACE
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + late)
    await sim.bot.messages.competitions.tick()
    asking = next(m for m in sim.messages if "A referee may decide" in m.content)
    more = control(asking, "extend")
    assert "Only referees" in said(await sim.ada.click(asking, custom_id=more.custom_id))
    hearing = Hearing(sim.env)
    assert "both players are told" in said(await referee.click(asking, custom_id=more.custom_id))
    [g] = await playable(sim, event)
    assert g.due is not None and f.due is not None and abs(g.due - (clock() + late) - 7 * DAY) < 60
    [news] = hearing.heard
    assert set(news.called) == {sim.ada.id, sim.ben.id} and news.channel == place(sim, f).id
    asking = next(m for m in sim.messages if m.id == asking.id)
    assert not asking.components
    await sim.bot.messages.competitions.tick()
    assert len(hearing.heard) == 1
    for options, says in (({"match": 9}, "no match with that number"), ({"match": 1, "event": "zzz"}, "no such")):
        refused = await referee.slash(sim.channel, "referee event extend", **{"days": 3, **options})
        assert says in said(refused), said(refused)


async def test_another_member_takes_a_place_with_its_points_and_battle(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    first = (await playable(sim, event))[0]
    people = {p.id: p for p in (sim.ada, sim.ben, sim.cleo)}
    winner, loser = people[first.first or 0], people[first.second or 0]
    await given_up(sim, first, loser.id)
    [f] = [f for f in await playable(sim, event) if f.n != first.n]
    running = f if winner.id in f.players else None
    if running is not None:
        await begin(sim, running)
    refused = await referee.slash(sim.channel, "referee event replace", player=winner, by=loser, reason="moved away")
    assert "takes part" in said(refused)
    done = await referee.slash(sim.channel, "referee event replace", player=winner, by=dora, reason="moved away")
    assert "Done" in said(done), said(done)
    after = await sim.service.competitions.get(event.id)
    assert dora.id in after.order and winner.id not in after.order and after.replaced == ((winner.id, dora.id),)
    assert f"<@{dora.id}> **3 points**" in told(sim, after), "with the points that were made"
    kept = next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == first.n)
    assert kept.winner == winner.id, "who played it has played it"
    left = [x for x in await sim.service.competitions.fixtures(event.id) if not x.decided]
    assert all(winner.id not in x.players for x in left) and any(dora.id in x.players for x in left)
    if running is not None:
        battle = await sim.service.battles.get(running.battle or "")
        assert dora.id in battle.people and winner.id not in battle.people
    assert "wins" not in told(sim, after)


async def test_swiss_rounds_from_call_to_winner(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "swiss", sim.ada, sim.ben, sim.cleo, dora)
    assert event.rounds == 2 and "Round 1 of 2" in told(sim, event)
    for _ in range(2):
        matches = await playable(sim, event)
        assert len(matches) == 2
        for f in matches:
            await given_up(sim, f, f.second, dora)
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and len(over.winners) == 1
    assert "points of those they met" in told(sim, over) and "6 points" in told(sim, over)


async def test_a_forum_is_a_leagues_home(sim: Table, referee: Any) -> None:
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "league", sim.ada, sim.ben, both=True, forum=forum)
    [f] = await playable(sim, event)
    post = sim.env.backend.channels[f.place]
    assert post.parent_id == forum.id and post.name is not None
    assert all(x in post.name for x in ("Ada", "Ben", "Spring"))
    assert not [m for m in sim.messages if "Round 1" in m.content], "no thread hangs in the event's channel"
    assert await tag(sim, f.place) in ("Waiting", None)
    await sim.restart()
    await sim.bot.messages.competitions.tick()
    assert [c.id for c in sim.env.backend.channels.values() if c.parent_id == forum.id] == [f.place], "one post"
    where = next(t for t in forum.threads if t.id == f.place)
    for who in f.players:
        await {p.id: p for p in (sim.ada, sim.ben)}[who or 0].slash(where, "battle start")
    await sim.bot.messages.competitions.tick()
    assert await tag(sim, f.place) in ("Under way", None)
    await sim.ada.slash(where, "battle resign", sure=True)
    await sim.bot.messages.competitions.tick()
    assert await tag(sim, f.place) in ("Over", None)
    both = await referee.slash(
        sim.channel, "referee event create", name="X", kind="cup", scenarios=SCENARIO, forum=forum, channels="<#1>"
    )
    assert "not both" in said(both)


async def tag(sim: Table, place: int) -> str | None:
    """The tag of a post; None where the simulated Discord keeps none."""
    found = await sim.bot.fetch_channel(place)
    tags = [t.name for t in getattr(found, "applied_tags", ())]
    return tags[0] if tags else None


async def test_what_is_decided_again_is_told_again(sim: Table, referee: Any) -> None:
    """Within minutes, in the same words: Discord must not take the second message for the first."""
    await called(sim, referee, "league", sim.ada, sim.ben)
    hearing = Hearing(sim.env)
    for _ in range(2):
        await award(sim, referee, 1, sim.ada)
        await referee.slash(sim.channel, "referee event reopen", match=1, reason="oops", event="Spring")
    assert len([h for h in hearing.heard if "awards match" in h.text]) == 2
    assert len([h for h in hearing.heard if "🏆" in h.text]) == 2


async def test_an_event_does_not_come_back_under_the_name_of_another(sim: Table, referee: Any) -> None:
    await called(sim, referee, "league", sim.ada, sim.ben)
    await award(sim, referee, 1, sim.ada)
    again = {"name": "SPRING", "kind": "cup", "scenarios": SCENARIO}
    assert "is open for entrants" in said(await referee.slash(sim.channel, "referee event create", **again))
    refused = await referee.slash(sim.channel, "referee event reopen", match=1, reason="oops", event="Spring")
    assert "choose another name" in said(refused), said(refused)


async def test_a_semi_final_is_not_played_again_while_the_final_is_decided(sim: Table, referee: Any, dora: Any) -> None:
    people = {p.id: p for p in (sim.ada, sim.ben, sim.cleo, dora)}
    event = await called(sim, referee, "cup", *people.values())
    for n in (1, 2, 3):
        found = next(f for f in await sim.service.competitions.fixtures(event.id) if f.n == n)
        await award(sim, referee, n, people[found.first])
    refused = await referee.slash(sim.channel, "referee event reopen", match=1, reason="semi", event="Spring")
    assert "takes that back first" in said(refused), said(refused)


async def test_battles_of_one_match_are_told_apart_where_they_leave_the_ratings(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, both=True)
    for _ in range(2):
        [f] = await playable(sim, event)
        await given_up(sim, f, f.first)
    done = await referee.slash(sim.channel, "referee event reopen", match=1, reason="Wrong scenario")
    offer = next(m for m in done.followups if m.components)
    labels = [c.label for c in controls(offer)]
    assert labels == ["Take battle 1 out of the ratings", "Take battle 2 out of the ratings"], labels


async def test_who_comes_back_between_swiss_rounds_knows_when_they_play(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "swiss", sim.ada, sim.ben, sim.cleo, dora, rounds=2)
    people = {p.id: p for p in (sim.ada, sim.ben, sim.cleo, dora)}
    first, _ = await playable(sim, event)
    await given_up(sim, first, first.first, dora)
    gone = people[first.first or 0]
    await gone.slash(sim.channel, "event withdraw", sure=True)
    hearing = Hearing(sim.env)
    await referee.slash(sim.channel, "referee event return", player=gone, reason="A misunderstanding")
    [told_them] = [h for h in hearing.heard if gone.id in h.called]
    assert "The next round is paired with them." in told_them.text


async def test_somebody_who_has_left_and_is_back_is_called_to_their_match(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, both=True)
    [f] = await playable(sim, event)
    sim.bot.messages.competitions.notices._looked.clear()
    await sim.service.competitions.know_entrant(event.id, sim.ada.id, "", gone=True)
    hearing = Hearing(sim.env)
    await given_up(sim, f, f.first)
    [call] = [h for h in hearing.heard if "here is your" in h.text]
    assert set(call.called) == {sim.ada.id, sim.ben.id}
    assert all(e.gone is None for e in await sim.service.competitions.entrants(event.id))

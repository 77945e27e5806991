"""A referee who takes part in a league or cup decides nothing in it for themselves: others are asked."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.storage.competitions import Fixture
from tests.bot.e2e.kit import Table, control, controls, said
from tests.bot.e2e.test_events import begin, called, dora, place, playable, referee
from tests.bot.quiet.hearing import Hearing

__all__ = ["dora", "referee"]


@pytest.fixture
def judge(sim: Table) -> Any:
    """Another who manages the server."""
    role = sim.guild.create_role("more managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("jon", global_name="Jon"), roles=[role])


def asking(sim: Table) -> Any:
    return next(m for m in reversed(sim.messages) if "Another referee decides that" in m.content)


async def own(sim: Table, referee: Any, kind: str = "league") -> Any:
    """An event that its referee plays in, and the referee's match."""
    event = await called(sim, referee, kind, referee, sim.ada, sim.ben, sim.cleo)
    return event, next(f for f in await playable(sim, event) if referee.id in f.players)


def opponent(sim: Table, referee: Any, f: Fixture) -> Any:
    return next(p for p in (sim.ada, sim.ben, sim.cleo) if p.id == f.other(referee.id))


async def test_another_referee_awards_what_one_would_award_oneself(sim: Table, referee: Any, judge: Any) -> None:
    event, f = await own(sim, referee)
    hearing = Hearing(sim.env)
    told = await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    assert "others are asked" in said(told), said(told)
    now = next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n)
    assert not now.decided
    [heard] = hearing.heard
    assert f.other(referee.id) in heard.called and referee.id not in heard.called
    again = await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="still not")
    assert "asked already" in said(again)
    yes = control(asking(sim), "motion").custom_id
    for nobody in (referee, next(p for p in (sim.ada, sim.ben, sim.cleo) if p.id not in f.players)):
        assert "Another referee decides" in said(await nobody.click(asking(sim), custom_id=yes))
    done = await judge.click(asking(sim), custom_id=yes)
    assert "both players are told" in said(done), said(done)
    now = next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n)
    assert (now.winner, now.by, now.reason) == (referee.id, "Jon", "never came")
    message = asking(sim)
    assert "Jon agrees" in message.content and not message.components


async def test_the_other_player_may_agree_or_decline(sim: Table, referee: Any) -> None:
    event, f = await own(sim, referee, "cup")
    other = opponent(sim, referee, f)
    assert "others are asked" in said(await referee.slash(sim.channel, "referee event extend", match=f.n, days=5))
    no = next(c for c in controls(asking(sim)) if c.label == "Decline").custom_id
    assert "Declined" in said(await other.click(asking(sim), custom_id=no))
    [same] = [x for x in await playable(sim, event) if x.n == f.n]
    assert same.due == f.due
    assert "others are asked" in said(await referee.slash(sim.channel, "referee event extend", match=f.n, days=6))
    yes = control(asking(sim), "motion").custom_id
    assert "both players are told" in said(await other.click(asking(sim), custom_id=yes))
    [later] = [x for x in await playable(sim, event) if x.n == f.n]
    assert later.due is not None and f.due is not None and abs(later.due - f.due - 6 * 24 * 3600) < 5
    news = [m for m in place(sim, f).history() if "⏳" in m.content]
    assert len(news) == 1 and f"with whom {other.name.title()} agrees" in news[0].content


async def test_who_takes_part_takes_nobody_out(sim: Table, referee: Any, judge: Any, dora: Any) -> None:
    event, _ = await own(sim, referee)
    refused = await referee.slash(sim.channel, "event withdraw", player=sim.ada, sure=True)
    assert "Say why" in said(refused)
    for command, options in (
        ("event withdraw", {"player": sim.ada, "sure": True}),
        ("referee event replace", {"player": sim.ada, "by": dora}),
        ("referee event replace", {"player": referee, "by": dora}),
    ):
        told = await referee.slash(sim.channel, command, reason="too strong", **options)
        assert "others are asked" in said(told) or "asked already" in said(told), said(told)
    assert not any(e.withdrawn or e.user == dora.id for e in await sim.service.competitions.entrants(event.id))
    # Who doesn't take part does it at once; everybody concerned is told once.
    hearing = Hearing(sim.env)
    done = await judge.slash(sim.channel, "event withdraw", player=sim.ada, sure=True, reason="two weeks silent")
    assert "everybody concerned is told" in said(done), said(done)
    [news] = [m for m in sim.messages if "takes you out" in m.content]
    assert "two weeks silent" in news.content and [u.id for u in news.mentions] == [sim.ada.id]
    rang = [u for h in hearing.heard for u in h.called]
    assert rang.count(sim.ada.id) == 1 and {referee.id, sim.ben.id} <= set(rang)
    back = await judge.slash(sim.channel, "referee event return", player=sim.ada, reason="she was in hospital")
    assert "told to everybody" in said(back), said(back)
    assert not any(e.withdrawn for e in await sim.service.competitions.entrants(event.id))
    assert not any(f.decided for f in await sim.service.competitions.fixtures(event.id))
    assert "haven't withdrawn" in said(
        await judge.slash(sim.channel, "referee event return", player=sim.ada, reason="once more")
    )


async def test_what_can_never_be_is_put_to_nobody(sim: Table, referee: Any, dora: Any) -> None:
    """The refusal that another referee would get comes at once."""
    event, _ = await own(sim, referee)
    before = len(sim.messages)
    for command, options, why in (
        ("replace", {"player": dora, "by": dora}, "They take no part in “Spring”."),
        ("replace", {"player": sim.ada, "by": sim.ben}, "Ben takes part in “Spring” already"),
        ("return", {"player": dora}, "They take no part in “Spring”."),
        ("return", {"player": sim.ada}, "They haven't withdrawn from “Spring”."),
    ):
        told = said(
            await referee.slash(sim.channel, f"referee event {command}", event=event.id, reason="so", **options)
        )
        assert why in told, (command, told)
    withdraw = {"player": dora, "sure": True, "reason": "so"}
    told = said(await referee.slash(sim.channel, "event withdraw", event=event.id, **withdraw))
    assert "They take no part in “Spring”." in told and len(sim.messages) == before


async def test_in_ones_own_match_one_is_a_player(sim: Table, referee: Any, judge: Any, dora: Any) -> None:
    event, f = await own(sim, referee, "cup")
    other = opponent(sim, referee, f)
    where = await begin(sim, f, referee)
    why = {"reason": "I would like to"}
    for command, options in (
        ("referee decide", {"side": "Vandals", "answer": "default", **why}),
        ("referee roll", {"dice": "d6", **why}),
        ("referee seat", {"side": "Vandals", "player": dora, **why}),
    ):
        refused = said(await referee.slash(where, command, **options))
        assert "another referee does" in refused, refused
    assert "Rolled" in said(await judge.slash(where, "referee roll", dice="d6", **why))
    taking_part = next(p for p in (sim.ada, sim.ben, sim.cleo) if p is not other)
    refused = await judge.slash(where, "referee seat", side="Vandals", player=taking_part, reason="he has time")
    assert "plays there for nobody else" in said(refused), said(refused)
    await other.slash(where, "battle resign", sure=True)
    [result] = await sim.service.results.of_guild(sim.guild.id)
    refused = await referee.slash(sim.channel, "referee result annul", battle=result.battle, reason="a bad day")
    assert "another referee decides what counts" in said(refused), said(refused)
    assert "others are asked" in said(
        await referee.slash(sim.channel, "referee event reopen", match=f.n, event=event.id, reason="a bad day")
    )


async def test_who_calls_the_event_and_plays_isnt_asked_about_their_own_match(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own(sim, referee, "cup")
    clock = sim.service.sessions.clock
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + 20 * 24 * 3600.0)
    hearing = Hearing(sim.env)
    await sim.bot.messages.competitions.tick()
    asked = [h for h in hearing.heard if "its time is up" in h.text]
    assert len(asked) == 2 and {h.called for h in asked} == {(referee.id,), (sim.guild.owner.id,)}


async def test_a_match_of_others_is_decided_under_the_name_of_one_who_takes_part(sim: Table, referee: Any) -> None:
    event, _ = await own(sim, referee)
    f = next(f for f in await playable(sim, event) if referee.id not in f.players)
    winner = next(p for p in (sim.ada, sim.ben, sim.cleo) if p.id == f.first)
    done = await referee.slash(sim.channel, "referee event award", match=f.n, winner=winner, reason="no show")
    assert "both players are told" in said(done), said(done)
    assert "who takes part" in next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n).by


async def test_in_a_cup_nobody_chooses_whom_they_meet_next(sim: Table, referee: Any) -> None:
    event, own_match = await own(sim, referee, "cup")
    other = next(f for f in await playable(sim, event) if f.n != own_match.n)
    winner = next(p for p in (sim.ada, sim.ben, sim.cleo) if p.id == other.first)
    told = await referee.slash(sim.channel, "referee event award", match=other.n, winner=winner, reason="weaker")
    assert "others are asked" in said(told), said(told)
    yes = control(asking(sim), "motion").custom_id
    assert "Another referee decides" in said(await winner.click(asking(sim), custom_id=yes)), "nor does one of the two"
    assert not any(f.decided for f in await sim.service.competitions.fixtures(event.id))


async def test_what_was_asked_can_be_asked_once_more(sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its message may be gone. What stands in the old one counts no more, and says so."""
    _, f = await own(sim, referee)
    ask = {"match": f.n, "winner": referee, "reason": "never came"}
    await referee.slash(sim.channel, "referee event award", **ask)
    old = asking(sim)
    clock = sim.service.sessions.clock
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + 3600.0)
    await referee.slash(sim.channel, "referee event award", **ask)
    assert asking(sim).id != old.id
    pressed = await opponent(sim, referee, f).click(old, custom_id=control(old, "motion").custom_id)
    assert "asked once more further down" in said(pressed), said(pressed)


async def test_what_nothing_can_come_of_any_more_loses_its_buttons(sim: Table, referee: Any, judge: Any) -> None:
    event, f = await own(sim, referee)
    await referee.slash(sim.channel, "referee event extend", match=f.n, days=5)
    extend = asking(sim)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    award = asking(sim)
    other = opponent(sim, referee, f)
    await judge.slash(sim.channel, "referee event award", match=f.n, winner=other, reason="so it is")

    def now(asked: Any) -> Any:
        return next(m for m in sim.messages if m.id == asked.id)

    def buttons(asked: Any) -> list[str]:
        return [c.label for c in controls(now(asked))]

    assert buttons(extend) == [] and buttons(award) == ["Agree", "Decline"], "a league's match may be awarded anew"
    assert now(extend).content == f"{extend.content}\nNothing comes of that any more."
    hearing = Hearing(sim.env)
    await referee.slash(sim.channel, "referee event abandon", sure=True)
    assert buttons(award) == []
    assert now(award).content == f"{award.content}\nNothing comes of that any more: “Spring” is broken off."
    rang = [u for h in hearing.heard for u in h.called]
    assert sorted(rang) == sorted(set(rang)), "nobody is called for that besides"
    assert await sim.service.motions.overtaken(await sim.service.competitions.get(event.id)) == {}


async def test_who_presses_as_the_buttons_are_taken_away_keeps_nothing_from_going_on(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, f = await own(sim, referee)
    await referee.slash(sim.channel, "referee event extend", match=f.n, days=5)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    notices, close = sim.bot.messages.competitions.notices, sim.bot.messages.competitions.notices.close
    pressed: list[str] = []

    async def meanwhile(event: Any, channel: int, message: int, told: str) -> None:
        await close(event, channel, message, told)
        for number, motion in (await sim.service.motions.overtaken(event)).items():
            if motion.message == message and not pressed:
                pressed.append(number)
                await sim.service.motions.settle(event.id, number)

    monkeypatch.setattr(notices, "close", meanwhile)
    await sim.service.competitions.abandon(event.id, event.guild, "Mia")
    await sim.bot.messages.competitions.attend(event.id)
    assert len(pressed) == 1
    over = await sim.service.competitions.get(event.id)
    assert await sim.service.motions.overtaken(over) == {}, "the other one is closed all the same"
    asked = [m for m in sim.messages if "Another referee decides that" in m.content]
    assert len(asked) == 2 and not any(controls(m) for m in asked)
    assert await sim.service.competitions.unsettled() == [], "and the event is told as it is"


async def test_what_referees_were_asked_about_a_match_ends_with_its_event(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own(sim, referee)
    clock = sim.service.sessions.clock
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + 20 * 24 * 3600.0)
    await sim.bot.messages.competitions.tick()
    asked = [m for m in sim.messages if "its time is up" in m.content and controls(m)]
    assert asked
    await referee.slash(sim.channel, "referee event abandon", sure=True)
    for m in sim.messages:
        if m.id in {x.id for x in asked}:
            assert not controls(m) and m.content.endswith("“Spring” is broken off."), m.content


async def test_nobody_is_brought_back_by_who_takes_part_when_it_is_over(sim: Table, referee: Any, judge: Any) -> None:
    """What is over goes on by it, and the table with it."""
    event, _ = await own(sim, referee)
    for who in (sim.ada, sim.ben, sim.cleo):
        await who.slash(sim.channel, "event withdraw", sure=True)
    assert (await sim.service.competitions.get(event.id)).status == "finished"
    told = said(await referee.slash(sim.channel, "referee event return", event=event.id, player=sim.ada, reason="back"))
    assert "others are asked" in told, told
    assert [e.withdrawn for e in await sim.service.competitions.entrants(event.id) if e.user == sim.ada.id] == [True]
    await judge.click(asking(sim), custom_id=control(asking(sim), "motion").custom_id)
    assert [e.withdrawn for e in await sim.service.competitions.entrants(event.id) if e.user == sim.ada.id] == [False]


async def test_who_has_the_place_now_may_agree(sim: Table, referee: Any, judge: Any, dora: Any) -> None:
    event, f = await own(sim, referee)
    other = opponent(sim, referee, f)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    await judge.slash(sim.channel, "referee event replace", player=other, by=dora, reason="moved away")
    yes = control(asking(sim), "motion").custom_id
    assert "Another referee decides" in said(await other.click(asking(sim), custom_id=yes))
    assert not next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n).decided
    assert "both players are told" in said(await dora.click(asking(sim), custom_id=yes))

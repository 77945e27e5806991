"""Whoever is concerned is told, once: rematches, vacations, substitutes, free rounds, digests."""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages.publishing import requests
from bot.service.time.hours import DAY
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_events import called, dora, given_up, place, playable, referee
from tests.bot.quiet.hearing import Hearing

__all__ = ["dora", "referee"]


async def test_who_is_asked_for_a_rematch_is_told(sim: Table) -> None:
    await sim.battle()
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await sim.bot.messages.closing.close_up()
    hearing = Hearing(sim.env)
    await sim.ada.slash(sim.channel, "battle rematch")
    [rang] = [h for h in hearing.heard if h.called]
    assert rang.called == (sim.ben.id,) and "sides changed" in rang.text


async def test_a_vacation_is_told_to_the_opponent_of_a_battle_that_hasnt_begun(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    hearing = Hearing(sim.env)
    await sim.ben.slash(sim.channel, "preferences away", until="5d")
    [news] = hearing.heard
    assert news.called == (sim.ada.id,) and "hasn't begun" in news.text


@pytest.mark.parametrize("agree", [True, False], ids=["agrees", "declines"])
async def test_a_substitutes_word_is_told_to_who_asked_and_a_change_of_hands_to_the_opponent(
    sim: Table, agree: bool
) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "team substitute", player=sim.cleo)
    asked = next(m for m in reversed(sim.messages) if "asks you to lead" in m.content)
    word = next(c for c in controls(asked) if c.label == ("Agree" if agree else "Decline"))
    hearing = Hearing(sim.env)
    await sim.cleo.click(asked, custom_id=word.custom_id)
    [told] = [h for h in hearing.heard if sim.ada.id in h.called]
    assert set(told.called) == ({sim.ada.id, sim.ben.id} if agree else {sim.ada.id})
    assert ("leads the Byzantines now" if agree else "declines") in told.text


async def test_a_digest_takes_the_place_of_pings_and_lists_matches_to_begin(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.ada.slash(sim.channel, "preferences reminders", how="digest")
    hearing = Hearing(sim.env)
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    assert not [h for h in hearing.heard if sim.ada.id in h.called], "no ping"
    mine = said(await sim.ada.slash(sim.channel, "mine"))
    assert "to begin" in mine and "against Ben" in mine and "“Spring”" in mine and f"<t:{int(f.due or 0)}" in mine
    clock, ahead = sim.service.sessions.clock, 0.0
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + ahead)
    ahead = (clock() // DAY + 1) * DAY + 9 * 3600 - clock()
    for _ in range(2):
        await sim.bot.messages.digests.tick()
    [letter] = [h for h in hearing.heard if h.reader == sim.ada.id]
    assert "1 battle waits for you" in letter.text and "to begin" in letter.text
    assert "“Spring”" in letter.text and str(f.place) in letter.text
    assert "here is your match" not in letter.text, "what is listed is no news besides"
    where = place(sim, f)
    lobby = next(m for m in where.history() if any(c.verb == "start" for c in controls(m)))
    await sim.ada.click(lobby, custom_id=control(lobby, "start").custom_id)
    assert "to begin" not in said(await sim.ada.slash(sim.channel, "mine")), "it waits for the other one"


async def test_who_is_free_in_a_later_swiss_round_is_told_once(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "swiss", sim.ada, sim.ben, sim.cleo, rounds=3)
    hearing = Hearing(sim.env)
    for round_ in (1, 2):
        [f] = await playable(sim, event)
        await given_up(sim, f, f.second)
        await sim.bot.messages.competitions.tick()
        [g] = await playable(sim, event)
        [idle] = set(event.order) - set(g.players)
        told = [h for h in hearing.heard if f"in round {round_ + 1}" in h.text and "you are free" in h.text]
        assert [h.called for h in told] == [(idle,)]


async def test_the_match_for_the_third_place_is_called_so(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo, dora, third=True)
    for f in await playable(sim, event):
        await given_up(sim, f, f.second, dora)
    final, third = await playable(sim, event)
    calls = [m.content for m in place(sim, third).history() if "here is your match" in m.content]
    assert len(calls) == 1 and "for the third place" in calls[0]
    assert any("**For the third place**" in m.content for m in sim.messages if m.id == third.anchor)
    assert not any("third place" in m.content for m in place(sim, final).history())


async def test_the_same_is_asked_of_the_opponent_once(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 > 4707", preview=False)
    await sim.ben.slash(sim.channel, "order", text="none")
    hearing = Hearing(sim.env)
    assert "Your opponent is asked." in said(await sim.ada.slash(sim.channel, "undo"))
    assert "Your opponent is asked already." in said(await sim.ada.slash(sim.channel, "undo"))
    [heard] = hearing.heard
    assert heard.called == (sim.ben.id,)
    [request] = [m for m in sim.messages if any(c.verb == "consent" for c in controls(m))]
    # Where nobody can press it any more, it is asked anew.
    sim.env.backend.delete_message(sim.channel.id, request.id)
    assert "Your opponent is asked." in said(await sim.ada.slash(sim.channel, "undo"))
    [request] = [m for m in sim.messages if any(c.verb == "consent" for c in controls(m))]
    await sim.ben.click(request, label="Agree")
    assert "Ben agrees" in next(m for m in sim.messages if m.id == request.id).content


async def test_what_was_asked_long_ago_is_asked_again(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 > 4707", preview=False)
    await sim.ben.slash(sim.channel, "order", text="none")
    hearing = Hearing(sim.env)
    await sim.ada.slash(sim.channel, "undo")
    monkeypatch.setattr(requests, "AGAIN", 0.0)  # as long ago as that
    assert "Your opponent is asked." in said(await sim.ada.slash(sim.channel, "undo"))
    assert [h.called for h in hearing.heard] == [(sim.ben.id,)] * 2

"""Matches and accepted offers are on agreed terms: what one of their players, or an outsider, can't do alone."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.service import Battle, Limits
from bot.storage.competitions import Competition, Fixture
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_events import called, dora, member, place, playable, referee
from tests.bot.e2e.test_offers import accept, make

__all__ = ["dora", "referee"]


@pytest.fixture
def clock(sim: Table, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Time that can be set forward, for the process after this one too."""

    class Later:
        by = 0.0

        def __call__(self) -> float:
            return real() + self.by

    real, later = sim.service.sessions.clock, Later()
    monkeypatch.setattr("time.time", later)
    sim.service.sessions.clock = later
    return later


async def match(sim: Table, referee: Any, *more: Any, **options: Any) -> tuple[Competition, Fixture, Any, Battle]:
    """A match between two of Ada, Ben and these: its event, itself, where it is fought, its battle."""
    event = await called(sim, referee, "league", sim.ada, sim.ben, *more, **options)
    f = (await playable(sim, event))[0]
    where = place(sim, f)
    battle = await sim.service.battles.in_channel(where.id)
    assert battle is not None
    return event, f, where, battle


async def offered(sim: Table) -> Battle:
    """A battle that Ada offered and Ben accepted, by correspondence."""
    await accept(sim.ben, await make(sim, sim.ada, side="Byzantines", mode="correspondence", limits="12h"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.limits == Limits(43200.0)
    return battle


async def press(who: Any, where: Any, label: str) -> Any:
    """Press the newest button of this name."""
    for m in reversed(where.history()):
        for c in controls(m):
            if c.label == label:
                return await who.click(m, custom_id=c.custom_id)
    raise AssertionError(f"no [{label}]")


async def test_nobody_changes_the_terms_of_a_match_alone(sim: Table, referee: Any) -> None:
    _, f, where, battle = await match(sim, referee, mode="correspondence", limits="2d")
    one, other = member(sim, f.first), member(sim, f.second)
    asked = await one.slash(where, "battle mode", mode="live")
    assert "Your opponent is asked" in said(asked), said(asked)
    assert (await sim.service.battles.get(battle.id)).mode == "correspondence"
    await one.slash(where, "battle limits", answer="1m")
    assert (await sim.service.battles.get(battle.id)).limits.seconds == 2 * 86400
    asking = where.history()[-1]
    kept = sim.env.backend.get_message(where.id, asking.id)
    assert f"<@{other.id}>" in asking.content and kept.allowed_mentions.allows_user(other.id)
    agree = control(asking, "consent").custom_id
    assert "for your opponent" in said(await one.click(asking, custom_id=agree))
    assert "Only the players" in said(await sim.cleo.click(asking, custom_id=agree))
    await sim.restart()
    await one.slash(where, "battle limits", answer="2m")
    # A request that was replaced loses its buttons; whoever still has one gets nothing by it.
    stored = sim.env.backend.get_message(where.id, asking.id)
    assert stored.components == []
    stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": agree}]}]
    assert "Nobody asks anything" in said(await other.click(asking, custom_id=agree))
    await press(other, where, "Decline")
    assert (await sim.service.battles.get(battle.id)).limits.seconds == 2 * 86400
    await one.slash(where, "battle limits", answer="1d")
    await press(other, where, "Agree")
    assert (await sim.service.battles.get(battle.id)).limits.seconds == 86400
    lobby = next(m for m in where.history() if any(c.verb == "start" for c in controls(m)))
    assert "24 hours for an answer" in lobby.content


async def test_begin_needs_both_and_on_the_terms_they_have_seen(sim: Table, referee: Any) -> None:
    _, f, where, battle = await match(sim, referee, mode="correspondence", limits="2d")
    one, other = member(sim, f.first), member(sim, f.second)
    assert "Only its players" in said(await press(referee, where, "Begin"))
    for _ in range(2):
        assert "You are ready" in said(await one.slash(where, "battle start"))
        await press(one, where, "Begin")
    calls = [m for m in where.history() if "is ready to begin" in m.content]
    assert len(calls) == 1 and f"<@{other.id}>" in calls[0].content and "2 days for an answer" in calls[0].content
    await sim.restart()
    assert (await sim.service.battles.get(battle.id)).status == "open"
    await other.slash(where, "battle limits", answer="1h")
    await press(one, where, "Agree")
    # Whoever was ready was so for other terms.
    assert "You are ready" in said(await other.slash(where, "battle start"))
    assert (await sim.service.battles.get(battle.id)).status == "open"
    await press(one, where, "Begin")
    assert (await sim.service.battles.get(battle.id)).status == "running"


async def test_during_a_match_slower_takes_consent_too(sim: Table, referee: Any) -> None:
    _, f, where, battle = await match(sim, referee, mode="live")
    one, other = member(sim, f.first), member(sim, f.second)
    await one.slash(where, "battle start")
    await other.slash(where, "battle start")
    assert "is asked" in said(await one.slash(where, "battle mode", mode="correspondence"))
    assert (await sim.service.battles.get(battle.id)).mode == "live"
    await press(other, where, "Agree")
    assert (await sim.service.battles.get(battle.id)).mode == "correspondence"


async def test_a_referee_who_does_not_play_settles_the_terms_for_all_to_read(sim: Table, referee: Any) -> None:
    _, f, where, battle = await match(sim, referee, mode="live")
    assert "Only players" in said(await sim.cleo.slash(where, "battle limits", answer="1d"))
    done = await referee.slash(where, "battle limits", answer="1d")
    assert "From now on" in said(done), said(done)
    told = where.history()[-1]
    assert "**Mia** settles" in told.content and all(f"<@{u}>" in told.content for u in f.players)
    kept = sim.env.backend.get_message(where.id, told.id)
    assert all(kept.allowed_mentions.allows_user(u) for u in f.players)
    for u in f.players:
        await member(sim, u).slash(where, "battle start")
    await referee.slash(where, "battle mode", mode="correspondence")
    found = await sim.service.battles.get(battle.id)
    assert (found.mode, found.limits.seconds) == ("correspondence", 86400.0)


async def test_a_referee_who_plays_asks_like_everybody(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, referee)
    [f] = await playable(sim, event)
    assert "is asked" in said(await referee.slash(place(sim, f), "battle limits", answer="1m"))
    assert (await sim.service.battles.get(f.battle or "")).limits.seconds != 60


async def test_the_seats_of_a_match_are_its_players(sim: Table, referee: Any, dora: Any) -> None:
    _, f, where, battle = await match(sim, referee)
    one, other = member(sim, f.first), member(sim, f.second)
    for who in (one, other):
        assert "its players are settled" in said(await who.slash(where, "battle leave"))
    for side in ("Byzantines", "Vandals"):
        assert "its players are settled" in said(await sim.cleo.slash(where, "battle join", side=side))
    forged = f"hx:join:{battle.id}:open:1"
    lobby = next(m for m in where.history() if any(c.verb == "start" for c in controls(m)))
    sim.env.backend.get_message(where.id, lobby.id).components[0]["components"][0]["custom_id"] = forged
    assert "its players are settled" in said(await dora.click(lobby, custom_id=forged))
    assert (await sim.service.battles.get(battle.id)).seats == battle.seats
    assert "Only its creator or a referee" in said(await one.slash(where, "battle abandon", sure=True))


async def test_nobody_steps_in_for_an_absent_player_whom_that_player_has_not_named(
    sim: Table, referee: Any, dora: Any, clock: Any
) -> None:
    _, f, where, battle = await match(sim, referee, sim.cleo, mode="live")
    one, other = member(sim, f.first), member(sim, f.second)
    entrant = next(w for w in (sim.ada, sim.ben, sim.cleo) if w.id not in f.players)
    for who in (one, other):
        await who.slash(where, "battle start")
    side = await absent(sim, battle.id, clock)
    missing, present = (one, other) if battle.player(side) == one.id else (other, one)
    named = battle.name(side)
    assert "on both sides" in said(await present.slash(where, "team step-in", side=named))
    assert "only somebody whom the player" in said(await dora.slash(where, "team step-in", side=named))
    assert "plays there for nobody else" in said(await entrant.slash(where, "team step-in", side=named))
    # Not even as the missing player's guest: who takes part doesn't decide others' matches.
    await missing.slash(where, "team invite", player=entrant)
    await press(entrant, where, "Agree")
    assert "plays there for nobody else" in said(await entrant.slash(where, "team step-in", side=named))
    assert "plays there for nobody else" in said(await missing.slash(where, "team substitute", player=entrant))
    await sim.restart()
    await missing.slash(where, "team invite", player=dora)
    await press(dora, where, "Agree")
    await dora.slash(where, "team step-in", side=named)
    assert (await sim.service.battles.get(battle.id)).player(side) == dora.id


async def absent(sim: Table, battle: str, clock: Any) -> str:
    """Let the clock answer until somebody counts as missing; the side. Nobody plays meanwhile."""
    for _ in range(40):
        clock.by += 3600
        await sim.bot.messages.background.tick()
        for side, _ in (await sim.service.battles.get(battle)).sides:
            if await sim.service.teams.missed(battle, side) >= 2:
                return side
    raise AssertionError("nobody is missing")


async def test_a_substitute_the_player_names_plays_for_that_player(sim: Table, referee: Any, dora: Any) -> None:
    event, f, where, battle = await match(sim, referee)
    one, other = member(sim, f.first), member(sim, f.second)
    await one.slash(where, "battle start")
    await one.slash(where, "team substitute", player=dora)
    await press(dora, where, "Agree")
    # The one before was ready; the substitute hasn't said so.
    assert "You are ready" in said(await other.slash(where, "battle start"))
    await dora.slash(where, "battle start")
    await other.slash(where, "battle resign", sure=True)
    assert (await sim.service.competitions.get(event.id)).winners == (one.id,)
    assert battle.id == f.battle


async def test_an_accepted_offer(sim: Table) -> None:
    battle = await offered(sim)
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "battle mode", mode="live")
        await who.slash(sim.channel, "battle limits", answer="1m", bank="1m")
        found = await sim.service.battles.get(battle.id)
        assert (found.mode, found.limits) == ("correspondence", battle.limits)
    assert "players are settled" in said(await sim.ada.slash(sim.channel, "battle leave"))
    assert "players are settled" in said(await sim.cleo.slash(sim.channel, "battle join", side="Vandals"))
    await sim.restart()
    await sim.ben.slash(sim.channel, "battle start")
    assert (await sim.service.battles.get(battle.id)).status == "open"
    await sim.ada.slash(sim.channel, "battle start")
    assert (await sim.service.battles.get(battle.id)).status == "running"
    for who in (sim.ada, sim.ben):
        assert "only a referee breaks it off" in said(await who.slash(sim.channel, "battle abandon", sure=True))
    assert "only a referee breaks it off" in said(await sim.ada.slash(sim.channel, "battle abandon"))


async def test_an_accepted_offer_is_called_off_by_either_before_it_begins(sim: Table) -> None:
    battle = await offered(sim)
    assert "Only its creator" in said(await sim.cleo.slash(sim.channel, "battle abandon", sure=True))
    await sim.ben.slash(sim.channel, "battle abandon", sure=True)
    assert (await sim.service.battles.get(battle.id)).status == "abandoned"
    told = next(m for m in sim.messages if "calls “Tricameron” off" in m.content)
    assert f"<@{sim.ada.id}>" in told.content
    assert not [c for m in sim.messages for c in controls(m) if c.verb == "start"]


async def test_an_ordinary_battle_changes_its_terms_alone_only_until_the_other_is_there(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    assert "From now on" in said(await sim.ada.slash(sim.channel, "battle limits", answer="1d"))
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    assert "is asked" in said(await sim.ada.slash(sim.channel, "battle limits", answer="1m", bank="1m"))
    assert "is asked" in said(await sim.ada.slash(sim.channel, "battle mode", mode="live"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None and battle.limits == Limits(86400.0) and battle.mode == "correspondence"
    assert "begins" in said(await sim.ben.slash(sim.channel, "battle start"))


async def test_a_rematch_begins_when_the_one_who_did_not_ask_for_it_says_so(sim: Table) -> None:
    await sim.battle()
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await sim.ben.slash(sim.channel, "battle rematch")
    assert "You are ready" in said(await sim.ben.slash(sim.channel, "battle start"))
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))


async def test_the_place_of_a_match_is_kept_for_it(sim: Table, referee: Any) -> None:
    event, f, where, battle = await a_cup(sim, referee)
    one, other = member(sim, f.first), member(sim, f.second)
    for who in (one, other):
        await who.slash(where, "battle start")
    for u in f.players:
        await sim.service.endings.draw(battle.id, u)
    # Before the bot comes by to make the second battle, one of them tries to take its place.
    assert "kept for match 1" in said(await one.slash(where, "battle rematch"))
    assert "kept for match 1" in said(await one.slash(where, "battle create", scenario=SCENARIO))
    await sim.bot.messages.background.tick()
    [again] = await playable(sim, event)
    assert again.battle not in (None, battle.id)


async def a_cup(sim: Table, referee: Any) -> tuple[Competition, Fixture, Any, Battle]:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    where = place(sim, f)
    battle = await sim.service.battles.in_channel(where.id)
    assert battle is not None
    return event, f, where, battle


async def test_whose_role_was_taken_away_is_no_referee(sim: Table, referee: Any) -> None:
    role = sim.guild.create_role("judges", permissions=discord.Permissions(manage_guild=True))
    judge = sim.guild.add_member(sim.env.create_user("jo", global_name="Jo"), roles=[role])
    _, _, where, battle = await match(sim, referee)
    sim.env.backend.edit_member(sim.guild.id, judge.id, {"role_ids": []})
    assert "Only players" in said(await judge.slash(where, "battle limits", answer="1m"))
    assert (await sim.service.battles.get(battle.id)).limits.seconds != 60


async def test_a_referee_who_plays_neither_breaks_off_the_match_nor_hands_its_sides_on(
    sim: Table, referee: Any, dora: Any
) -> None:
    event = await called(sim, referee, "league", sim.ada, referee)
    [f] = await playable(sim, event)
    where = place(sim, f)
    battle = await sim.service.battles.get(f.battle or "")
    side = next(battle.name(s) for s, _ in battle.sides if battle.player(s) == sim.ada.id)
    for _ in range(2):
        told_ = await referee.slash(where, "referee seat", side=side, player=dora, reason="absent")
        assert "hands its sides to nobody" in said(told_)
        assert "isn't its referee" in said(await referee.slash(where, "battle abandon", sure=True))
        await sim.ada.slash(where, "battle start")
        await referee.slash(where, "battle start")
    assert (await sim.service.battles.get(battle.id)).status == "running"


async def test_an_offer_of_somebody_who_has_left_is_withdrawn(sim: Table) -> None:
    message = await make(sim, sim.ada, side="Byzantines")
    sim.guild.remove_member(sim.ada)
    assert "has left the server" in said(await accept(sim.ben, message))
    assert (
        await sim.service.battles.of_guild(sim.guild.id) == [] and await sim.service.offers.of_guild(sim.guild.id) == []
    )

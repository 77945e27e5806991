"""/event: leagues and cups from their call to their winner, with battles that are given up to get on."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.service import Battle
from bot.service.competitions.matches import DAY, GRACE
from bot.storage.competitions import Competition, Fixture
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.quiet.hearing import Hearing


@pytest.fixture
def referee(sim: Table) -> Any:
    """Somebody who manages the server and doesn't play."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


@pytest.fixture
def dora(sim: Table) -> Any:
    return sim.guild.add_member(sim.env.create_user("dora", global_name="Dora"))


async def called(sim: Table, referee: Any, kind: str, *players: Any, **options: Any) -> Competition:
    """An event with these entrants that has begun."""
    options = {"name": "Spring", **options}
    made = await referee.slash(sim.channel, "referee event create", kind=kind, scenarios=SCENARIO, **options)
    assert made.ephemeral and "is open for entrants" in said(made), said(made)
    [event] = [e for e in await sim.service.competitions.of_guild(sim.guild.id) if e.status == "open"]
    for who in players:
        told = await who.slash(sim.channel, "event join", event=event.id)
        assert "You take part" in said(told), said(told)
    begun = await referee.slash(sim.channel, "referee event start", event=event.id)
    assert "begins" in said(begun), said(begun)
    return await sim.service.competitions.get(event.id)


async def test_events_and_their_battles_are_named_by_titles_of_several_words(sim: Table, referee: Any) -> None:
    made = await referee.slash(
        sim.channel,
        "referee event create",
        name="Winter Cup",
        kind="cup",
        scenarios="The Catalaunian Fields, Tricameron",
    )
    assert "is open for entrants" in said(made), said(made)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    assert event.scenarios == ("cataphract/catalaunian", SCENARIO)
    told = await sim.ada.slash(sim.channel, "event join", event="winter  cup")
    assert "You take part" in said(told), said(told)
    assert "no such league" in said(await sim.ben.slash(sim.channel, "event join", event="Summer Cup"))


async def playable(sim: Table, event: Competition) -> list[Fixture]:
    return [f for f in await sim.service.competitions.fixtures(event.id) if f.playable]


def place(sim: Table, f: Fixture) -> ChannelHandle:
    channels = [sim.channel, *sim.channel.threads]
    return next(c for c in channels if c.id == f.place)


def member(sim: Table, user: int | None, *more: Any) -> Any:
    return next(w for w in (sim.ada, sim.ben, sim.cleo, *more) if w.id == user)


async def begin(sim: Table, f: Fixture, *more: Any) -> ChannelHandle:
    """Begin the battle of a match; where it is fought."""
    where = place(sim, f)
    await both_begin(sim, where, f, *more)
    return where


async def both_begin(sim: Table, where: Any, f: Fixture, *more: Any) -> None:
    told = await member(sim, f.first, *more).slash(where, "battle start")
    assert "You are ready" in said(told), said(told)
    told = await member(sim, f.second, *more).slash(where, "battle start")
    assert "begins" in said(told), said(told)


async def given_up(sim: Table, f: Fixture, loser: int | None, *more: Any) -> None:
    """A match is fought, and given up."""
    where = await begin(sim, f, *more)
    told = await member(sim, loser, *more).slash(where, "battle resign", sure=True)
    assert "resigned" in said(told), said(told)


def shown(sim: Table, event: Competition) -> Any:
    """The event's message."""
    return next(m for m in sim.channel.history() if m.id == event.message)


def told(sim: Table, event: Competition) -> str:
    return shown(sim, event).embeds[0].description or ""


# -- a cup ------------------------------------------------------------------------------------------------------------


async def test_a_cup_of_four(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo, dora, third=True, limits="12h")
    fixtures = await sim.service.competitions.fixtures(event.id)
    assert [(f.round, f.slot, f.third) for f in fixtures] == [(1, 0, False), (1, 1, False), (2, 0, False), (2, 1, True)]
    semis = await playable(sim, event)
    assert [f.n for f in semis] == [1, 2] and len(sim.channel.threads) == 2
    everybody = {sim.ada.id, sim.ben.id, sim.cleo.id, dora.id}
    assert {u for f in semis for u in f.players} == everybody == set(event.order)
    for f in semis:
        where = place(sim, f)
        battle = await sim.service.battles.in_channel(where.id)
        assert battle is not None and battle.id == f.battle
        assert (battle.player("byzantine"), battle.player("vandal")) == f.players
        assert battle.limits.seconds == 12 * 3600
        calls = [m for m in where.history() if "here is your match" in m.content]
        assert len(calls) == 1
        kept = sim.env.backend.get_message(where.id, calls[0].id)
        assert all(kept.allowed_mentions.allows_user(u) for u in f.players)
    assert "Semi-finals" in told(sim, event) and f"`{event.seed}`" in told(sim, event)
    winners = []
    for f in semis:
        await given_up(sim, f, f.second, dora)
        winners.append(f.first)
    final, third = await playable(sim, event)
    assert set(final.players) == set(winners) and set(third.players) == everybody - set(winners) and third.third
    await given_up(sim, third, third.first, dora)
    assert (await sim.service.competitions.get(event.id)).status == "running"
    await given_up(sim, final, final.second, dora)
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (final.first,)
    assert f"🏆 **<@{final.first}> wins “Spring”.**" in told(sim, over)
    said_once = [m for m in sim.messages if m.content.startswith("🏆")]
    assert len(said_once) == 1
    before = told(sim, over)
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    assert told(sim, over) == before and len([m for m in sim.messages if m.content.startswith("🏆")]) == 1
    assert await sim.service.competitions.unsettled() == []
    assert len(await sim.service.results.of_guild(sim.guild.id)) == 4


async def drawn(sim: Table, f: Fixture, *more: Any) -> None:
    """A match is fought, and its players agree on a draw."""
    where = await begin(sim, f, *more)
    battle = await sim.service.battles.in_channel(where.id)
    assert battle is not None and f.first is not None and f.second is not None
    await sim.service.endings.draw(battle.id, f.first)
    assert (await sim.service.endings.draw(battle.id, f.second)).status == "finished"
    await sim.bot.messages.background.tick()


async def test_a_drawn_match_of_a_cup_is_played_again_and_decided_by_lot(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    await drawn(sim, f)
    [again] = await playable(sim, event)
    assert again.n == f.n and again.place == f.place and len(again.legs) == 1 and again.battle != again.legs[0].battle
    battle = await sim.service.battles.in_channel(again.place)
    assert battle is not None
    assert (battle.player("vandal"), battle.player("byzantine")) == f.players, "sides are changed"
    assert [m for m in place(sim, f).history() if "you play again" in m.content]
    await drawn(sim, again)
    over = await sim.service.competitions.get(event.id)
    [settled] = await sim.service.competitions.fixtures(event.id)
    assert over.status == "finished" and settled.how == "lot" and settled.winner in f.players
    assert "by lot" in told(sim, over)


async def test_seeds_follow_the_ranking(sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Book:
        def place(self, user: int) -> int | None:
            return {sim.cleo.id: 1, sim.ada.id: 2}.get(user)

    async def ratings(guild: int, system: str) -> Book:
        assert (guild, system) == (sim.guild.id, "cataphract")
        return Book()

    monkeypatch.setattr(sim.service.results, "ratings", ratings)
    event = await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo)
    assert event.order == (sim.cleo.id, sim.ada.id, sim.ben.id) and event.ranked == 2
    bye, semi, _ = await sim.service.competitions.fixtures(event.id)
    assert (bye.how, bye.winner) == ("bye", sim.cleo.id) and set(semi.players) == {sim.ada.id, sim.ben.id}
    assert "The first 2 by their ratings" in told(sim, event)


# -- a league ---------------------------------------------------------------------------------------------------------


async def test_a_league_of_three_has_a_bye_in_each_round(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    firsts: list[int | None] = []
    best = event.order[0]
    for round_ in (1, 2, 3):
        [f] = await playable(sim, event)
        assert f.round == round_ and f"Round {round_} of 3" in told(sim, event)
        [idle] = {sim.ada.id, sim.ben.id, sim.cleo.id} - set(f.players)
        assert f"Free: <@{idle}>" in told(sim, event)
        firsts.append(f.first)
        loser = f.other(best) if best in f.players else f.first
        await given_up(sim, f, loser)
    assert len(set(firsts)) == 3, "everybody has each side once"
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (best,)
    table = said(await sim.ben.slash(sim.channel, "event table"))
    lines = [x for x in table.splitlines() if re.match(r"`\s*\d+\.`", x)]
    assert f"<@{best}> **6 points** · 2–0–0 · +" in lines[0] and "3 points" in lines[1] and "0 points" in lines[2]
    matches = said(await sim.cleo.slash(sim.channel, "event fixtures"))
    assert matches.count("wins") == 3 and "Round 3 of 3" in matches


async def test_a_long_league_is_told_round_by_round(sim: Table, referee: Any) -> None:
    event = await sim.service.competitions.create(
        sim.guild.id, sim.channel.id, referee.id, "Long", "league", [SCENARIO], cycles=4, channels=[1]
    )
    for user in range(1000, 1030):
        await sim.service.competitions.join(event.id, sim.guild.id, 10**18 + user)
    await sim.service.competitions.start(event.id, sim.guild.id, 7)
    result = await sim.cleo.slash(sim.channel, "event fixtures")
    assert len([m for m in (result.response, *result.followups) if m is not None]) <= 5
    assert "Round 1 of 116" in said(result) and "Round 3" not in said(result) and "Other rounds" in said(result)
    one = said(await sim.cleo.slash(sim.channel, "event fixtures", round=116))
    assert one.count("\n") == 16 and "Round 116 of 116" in one
    assert "has 116 rounds" in said(await sim.cleo.slash(sim.channel, "event fixtures", round=117))


async def test_both_sides_and_shared_first_place(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, both=True)
    one, other = await sim.service.competitions.fixtures(event.id)
    assert one.players == other.players[::-1] and one.due is not None and other.due is None
    await drawn(sim, one)
    await drawn(sim, (await playable(sim, event))[0])
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and set(over.winners) == {sim.ada.id, sim.ben.id}
    assert "share the first place" in told(sim, over)


# -- time, referees, withdrawals --------------------------------------------------------------------------------------


async def test_deadlines_remind_and_then_a_referee_decides(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, days=8)
    [f] = await playable(sim, event)
    clock, late = sim.service.sessions.clock, 0.0
    monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + late)

    def thread() -> list[str]:
        return [m.content for m in place(sim, f).history() if "your match of" in m.content]

    for later, said_by_then in ((5 * DAY, 1), (6.5 * DAY, 2), (8.1 * DAY, 3)):
        late = later
        for _ in range(2):
            await sim.bot.messages.competitions.tick()
        assert len(thread()) == said_by_then, thread()
    assert "is to be over by" in thread()[1] and "ran out" in thread()[2]
    late = 8.1 * DAY + GRACE
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    asking = [m for m in sim.messages if "A referee may decide" in m.content]
    assert len(asking) == 1 and f"<@{referee.id}>" in asking[0].content
    labels = [c.label for c in controls(asking[0])]
    assert labels == [*(f"Award: {member(sim, u).name.title()}" for u in f.players), "A week more"]
    press = control(asking[0], "award").custom_id
    assert "Only referees" in said(await sim.ada.click(asking[0], custom_id=press))
    box = await referee.click(asking[0], custom_id=press)
    field = box.modal["components"][0]["components"][0]["custom_id"]
    done = await referee.submit_modal(box, {field: "the other never came"})
    assert "both players are told" in said(done), said(done)
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (f.first,)
    [news] = [m for m in place(sim, f).history() if "referee **Mia** awards match 1" in m.content]
    assert "never came" in news.content and {u.id for u in news.mentions} >= set(f.players)
    assert "never came" in told(sim, over)
    assert (await sim.service.battles.get(f.battle or "")).status == "abandoned", "nobody waits for it any more"


async def test_an_award_of_a_battle_under_way_calls_each_player_once(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    where = await begin(sim, f)
    hearing = Hearing(sim.env)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=sim.ada, reason="so it is")
    await sim.bot.messages.background.tick()
    rang = Counter(u for h in hearing.heard if h.channel == where.id for u in h.called)
    assert rang == {sim.ada.id: 1, sim.ben.id: 1}, [(h.text, h.called) for h in hearing.heard]
    assert any("broken off" in h.text for h in hearing.heard)


async def test_who_withdraws_forfeits_the_rest(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    refused = await sim.ada.slash(sim.channel, "event withdraw")
    assert "If you mean it" in said(refused)
    for command in ("event withdraw", "event leave"):
        assert "You don't take part" in said(await dora.slash(sim.channel, command, event=event.id)), "before all else"
    other = {"player": sim.ada, "sure": True, "reason": "so there"}
    assert "Only referees" in said(await sim.ben.slash(sim.channel, "event withdraw", **other))
    assert "Withdrawn" in said(await sim.ada.slash(sim.channel, "event withdraw", sure=True))
    again = said(await sim.ada.slash(sim.channel, "event withdraw", event=event.id, sure=True))
    assert "You have withdrawn from “Spring” already." in again
    lost = [f for f in await sim.service.competitions.fixtures(event.id) if sim.ada.id in f.players]
    assert all(f.how == "forfeit" and f.winner == f.other(sim.ada.id) for f in lost)
    [left] = await playable(sim, event)
    assert set(left.players) == {sim.ben.id, sim.cleo.id}
    assert "withdrawn" in told(sim, event)
    await given_up(sim, left, left.second)
    assert (await sim.service.competitions.get(event.id)).winners == (left.first,)


async def test_when_all_but_one_withdraw_he_has_won_the_cup(sim: Table, referee: Any, dora: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo, dora)
    for who in (sim.ada, sim.ben, sim.cleo):
        await who.slash(sim.channel, "event withdraw", sure=True)
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (dora.id,)


async def test_a_battle_that_is_broken_off_is_made_again(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    where = await begin(sim, f)
    assert "Only its creator or a referee" in said(await sim.ada.slash(where, "battle abandon", sure=True))
    await referee.slash(where, "battle abandon", sure=True)
    await sim.bot.messages.background.tick()
    [again] = await playable(sim, event)
    assert again.battle not in (None, f.battle) and again.place == f.place and again.legs == ()
    await given_up(sim, again, again.second)
    assert (await sim.service.competitions.get(event.id)).winners == (f.first,)


async def test_an_event_is_abandoned(sim: Table, referee: Any) -> None:
    sim.show("referee")
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    assert "Only referees" in said(await sim.ada.slash(sim.channel, "referee event abandon", sure=True))
    assert "If you mean it" in said(await referee.slash(sim.channel, "referee event abandon"))
    hearing = Hearing(sim.env)
    assert "broken off" in said(await referee.slash(sim.channel, "referee event abandon", sure=True))
    assert [(h.channel, set(h.called)) for h in hearing.heard if h.called] == [(sim.channel.id, set(f.players))]
    assert "this match isn't played" in list(place(sim, f).history())[-1].content
    assert "no league or cup is open" in said(await referee.slash(sim.channel, "referee event abandon")).casefold()
    over = await sim.service.competitions.get(event.id)
    assert over.status == "abandoned" and "Broken off." in told(sim, over)
    assert (await sim.service.battles.get(f.battle or "")).status == "abandoned"
    await sim.bot.messages.competitions.tick()
    assert await sim.service.competitions.unsettled() == []


@pytest.mark.parametrize("away", ["channel", "place"])
async def test_that_an_event_is_abandoned_is_told_once_though_discord_was_away(
    sim: Table, referee: Any, away: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo, both=True)
    first, *_ = await playable(sim, event)
    hearing = Hearing(sim.env)
    shut = event.channel if away == "channel" else first.place
    sim.env.inject_error("POST", f"/channels/{shut}/messages*", status=503, times=None)
    await referee.slash(sim.channel, "referee event abandon", sure=True)
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    assert [e.id for e in await sim.service.competitions.unsettled()] == [event.id]
    sim.env.backend.faults.clear()
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    news = [h for h in hearing.heard if "is broken off" in h.text]
    placed = [f.place for f in await sim.service.competitions.fixtures(event.id) if f.place]
    assert sorted(h.channel for h in news) == sorted([event.channel, *placed])
    (calling,) = [h for h in news if h.channel == event.channel]
    assert set(calling.called) == {sim.ada.id, sim.ben.id, sim.cleo.id} and "referee **Mia**" in calling.text
    assert await sim.service.competitions.unsettled() == []


async def test_an_event_is_told_as_abandoned_though_the_bot_died_meanwhile(
    sim: Table, referee: Any, dora: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo, dora, both=True)
    fought, waiting, *_ = await playable(sim, event)
    await begin(sim, fought, dora)
    hearing = Hearing(sim.env)

    async def dies(f: Fixture) -> None:
        raise RuntimeError("the bot ends here")

    with monkeypatch.context() as m, pytest.raises(RuntimeError, match="ends here"):
        m.setattr(sim.service.competitions, "_free_battle", dies)
        await sim.service.competitions.abandon(event.id, event.guild, "Mia")
    await sim.restart()
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    told_in = {f.n: [h.text for h in hearing.heard if h.channel == f.place] for f in (fought, waiting)}
    assert len(told_in[fought.n]) == 1 and "may be played on, but doesn't count" in told_in[fought.n][0]
    assert any("this match isn't played" in text for text in told_in[waiting.n])
    assert (await sim.service.battles.get(fought.battle or "")).status == "running"
    assert (await sim.service.battles.get(waiting.battle or "")).status == "abandoned"
    assert [h.channel for h in hearing.heard if "without a winner" in h.text] == [event.channel]


# -- two at once, channels, restarts ----------------------------------------------------------------------------------


async def test_two_events_at_once_are_told_apart_by_their_names_and_channels(
    sim: Table, referee: Any, dora: Any
) -> None:
    fields = [sim.guild.create_text_channel(f"field-{n}") for n in (1, 2, 3)]
    channels = " ".join(c.mention for c in fields[:2])
    cup = await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo, dora, channels=channels)
    wanted = {"name": "Summer", "kind": "league", "scenarios": SCENARIO, "channels": fields[2].mention}
    for change, why in (
        ({"name": " spring"}, "There is a “Spring” here"),
        ({"channels": f"{fields[1].mention} {fields[2].mention}"}, "“Spring” has one of these channels"),
    ):
        refused = await referee.slash(sim.channel, "referee event create", **{**wanted, **change})
        assert why in said(refused), said(refused)
    league = await called(sim, referee, "league", sim.ada, sim.ben, name="Summer", channels=fields[2].mention)
    assert sim.channel.threads == []
    first, second = await playable(sim, cup)
    [match] = await playable(sim, league)
    assert {first.place, second.place} == {c.id for c in fields[:2]} and match.place == fields[2].id
    await referee.slash(sim.channel, "referee event abandon", event="Spring", sure=True)
    again = await called(sim, referee, "cup", sim.ada, sim.ben, channels=channels)
    assert again.id != cup.id, "of those that are over nobody minds"


@pytest.mark.parametrize(
    "step",
    [
        "matches.set_place",
        "matches.battle_of",
        "matches.called",
        "competitions.set_message",
        "matches.settle",
        "competitions.go_on",
        "competitions.told",
    ],
)
@pytest.mark.errors_expected("no power")
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_it_goes_on_after_dying_at_any_step(
    sim: Table, referee: Any, step: str, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies just before or just after one step, every time it is taken, and comes up again."""

    def dies(name: str) -> None:
        part, _, method = name.partition(".")
        target = getattr(sim.service, part)
        act = getattr(target, method)

        async def dying(*args: Any, **options: Any) -> Any:
            if after:
                await act(*args, **options)
            raise OSError("no power")

        monkeypatch.setattr(target, method, dying)

    await referee.slash(sim.channel, "referee event create", name="Spring", kind="cup", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "event join")
    dies(step)
    await referee.slash(sim.channel, "referee event start")
    await sim.restart()
    for _ in range(2):
        await sim.bot.messages.competitions.tick()
    [f] = await playable(sim, event)
    assert f.place == f.anchor == sim.channel.threads[0].id and len(sim.channel.threads) == 1
    [battle] = await sim.service.battles.of_guild(sim.guild.id)
    assert battle.id == f.battle and battle.channel == f.place
    await begin(sim, f)
    dies(step)
    await member(sim, f.second).slash(place(sim, f), "battle resign", sure=True)
    await sim.restart()
    for _ in range(2):
        await sim.bot.messages.background.tick()
        await sim.bot.messages.competitions.tick()
    over = await sim.service.competitions.get(event.id)
    assert over.status == "finished" and over.winners == (f.first,)
    assert len(await sim.service.battles.of_guild(sim.guild.id)) == 1
    assert await sim.service.competitions.unsettled() == [] and await sim.service.battles.unclosed() == []
    assert "wins “Spring”" in told(sim, over)


async def test_ticks_at_once_make_one_battle(sim: Table, referee: Any) -> None:
    await referee.slash(sim.channel, "referee event create", name="Spring", kind="cup", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "event join")
    await sim.service.competitions.start(event.id, sim.guild.id, 1)
    await asyncio.gather(*(sim.bot.messages.competitions.tick() for _ in range(4)))
    await sim.env.settle()
    assert len(sim.channel.threads) == 1 and len(await sim.service.battles.of_guild(sim.guild.id)) == 1
    assert len([m for m in sim.channel.threads[0].history() if "here is your match" in m.content]) == 1


async def test_the_call_of_a_match_says_when_whoever_is_away_is_free_again(sim: Table, referee: Any) -> None:
    await sim.ben.slash(sim.channel, "preferences away", until="3d")
    until = (await sim.service.preferences.of(sim.ben.id)).away_until
    assert until is not None
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    [call] = [m for m in place(sim, f).history() if "here is your match" in m.content]
    assert f"<@{sim.ben.id}> is free again <t:{int(until)}:f>." in call.content
    assert f"<@{sim.ada.id}> is free again" not in call.content


async def test_players_are_called_as_they_prefer(sim: Table, referee: Any) -> None:
    await sim.service.preferences.set_reminders(sim.ada.id, "none")
    await sim.service.preferences.set_reminders(sim.ben.id, "dm")
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    [call] = [m for m in place(sim, f).history() if "here is your match" in m.content]
    kept = sim.env.backend.get_message(f.place, call.id)
    assert not any(kept.allowed_mentions.allows_user(w.id) for w in (sim.ada, sim.ben))
    letters = [m.content for m in sim.ben.user.dm_channel.history()]
    assert len(letters) == 1 and "here is your match" in letters[0] and str(call.id) in letters[0]


# -- taking part, and who may what ------------------------------------------------------------------------------------


async def test_taking_part_by_buttons(sim: Table, referee: Any) -> None:
    await referee.slash(sim.channel, "referee event create", name="Spring *Cup*", kind="cup", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    join = next(c for c in controls(shown(sim, event)) if c.label == "Take part").custom_id
    leave = next(c for c in controls(shown(sim, event)) if c.label == "Leave").custom_id
    assert "You take part" in said(await sim.ada.click(shown(sim, event), custom_id=join))
    assert "already" in said(await sim.ada.click(shown(sim, event), custom_id=join))
    assert "1 so far" in told(sim, event) and f"<@{sim.ada.id}>" in told(sim, event)
    assert "two players at least" in said(await referee.slash(sim.channel, "referee event start"))
    assert "no longer take part" in said(await sim.ada.click(shown(sim, event), custom_id=leave))
    assert "don't take part" in said(await sim.ada.click(shown(sim, event), custom_id=leave))
    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "event join")
    await referee.slash(sim.channel, "referee event start")
    assert "has begun" in said(await sim.cleo.slash(sim.channel, "event join", event=event.id))
    assert "has begun" in said(await sim.ada.slash(sim.channel, "event leave", event=event.id))
    listing = said(await sim.cleo.slash(sim.channel, "event list"))
    assert "Spring \\*Cup\\*" in listing and "running" in listing


async def test_only_referees_call_begin_and_award(sim: Table, referee: Any) -> None:
    sim.show("referee")
    for command, options in (
        ("create", {"name": "Mine", "kind": "cup", "scenarios": SCENARIO}),
        ("start", {}),
        ("abandon", {"sure": True}),
        ("award", {"match": 1, "reason": "x", "winner": sim.ada}),
    ):
        told_ = await sim.cleo.slash(sim.channel, f"referee event {command}", **options)
        assert told_.ephemeral and "Only referees" in said(told_), said(told_)
    assert await sim.service.competitions.of_guild(sim.guild.id) == []


async def test_spectators_have_no_part_in_it(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    where = place(sim, f)
    lobby = next(m for m in where.history() if any(c.verb == "start" for c in controls(m)))
    refused = await sim.cleo.click(lobby, custom_id=control(lobby, "start").custom_id)
    assert "Only its players" in said(refused)
    assert "its players are settled" in said(await sim.cleo.slash(where, "battle join", side="Vandals"))
    assert "You don't take part" in said(await sim.cleo.slash(sim.channel, "event withdraw", sure=True))
    pressed = next(c for c in controls(shown(sim, event)) if c.label == "All matches")
    listed = await sim.cleo.click(shown(sim, event), custom_id=pressed.custom_id)
    assert listed.ephemeral and f"<@{sim.ada.id}>" in said(listed)
    assert await playable(sim, event) == [f]


async def test_its_channel_is_deleted(sim: Table, referee: Any) -> None:
    field = sim.guild.create_text_channel("field")
    hall = sim.guild.create_text_channel("hall")
    await referee.slash(
        hall, "referee event create", name="Spring", kind="cup", scenarios=SCENARIO, channels=field.mention
    )
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await who.slash(hall, "event join")
    await referee.slash(hall, "referee event start")
    [f] = await playable(sim, event)
    sim.env.backend.delete_channel(hall.id)
    await sim.service.endings.resign((await begun(sim, f)).id, f.second or 0)
    await sim.bot.messages.background.tick()
    await sim.bot.messages.competitions.tick()
    assert (await sim.service.competitions.get(event.id)).winners == (f.first,)
    assert await sim.service.battles.unclosed() == []
    # Who has won is told when there is somewhere to tell it.
    assert "Spring" in said(await referee.slash(sim.channel, "event list"))
    moved = await referee.slash(sim.channel, "referee event move")
    assert "told here" in said(moved), said(moved)
    [crowned] = [m for m in sim.messages if m.content.startswith("🏆")]
    assert [u.id for u in crowned.mentions] == [f.first] and await sim.service.competitions.unsettled() == []


async def begun(sim: Table, f: Fixture) -> Battle:
    await sim.service.lobby.start(f.battle or "", f.first or 0, 1)
    return await sim.service.battles.get(f.battle or "")


async def test_who_cant_see_its_channel_doesnt_learn_of_it(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben)
    me = sim.guild.me
    assert me is not None
    hall = sim.guild.create_text_channel(
        "hall",
        overwrites={
            sim.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            me: discord.PermissionOverwrite(view_channel=True),
            sim.ada: discord.PermissionOverwrite(view_channel=True),
        },
    )
    hidden = await sim.service.competitions.create(sim.guild.id, hall.id, referee.id, "Autumn", "cup", [SCENARIO])
    for command in ("table", "join", "fixtures"):
        told_ = await sim.cleo.slash(sim.channel, f"event {command}", event=hidden.id)
        assert "no such league or cup" in said(told_), said(told_)
    assert "Autumn" not in said(await sim.cleo.slash(sim.channel, "event list"))
    assert "Autumn" in said(await sim.ada.slash(sim.channel, "event list"))
    assert "You take part" in said(await sim.ada.slash(hall, "event join", event=hidden.id))
    assert "Autumn" in said(await sim.ada.slash(sim.channel, "event table", event=hidden.id))
    assert (await sim.service.competitions.get(event.id)).status == "running"


async def test_another_server_sees_and_does_nothing(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    role = other.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(sim.env.create_user("zoe"), roles=[role])
    before = await sim.service.competitions.fixtures(event.id)
    for command, options in (
        ("join", {}),
        ("leave", {}),
        ("start", {}),
        ("table", {}),
        ("fixtures", {}),
        ("withdraw", {"sure": True}),
        ("abandon", {"sure": True}),
        ("award", {"match": 1, "reason": "x", "winner": stranger}),
    ):
        group = "referee event" if command in ("start", "abandon", "award") else "event"
        told_ = await stranger.slash(channel, f"{group} {command}", event=event.id, **options)
        assert told_.ephemeral and "no such league or cup" in said(told_), (command, said(told_))
    assert "no leagues or cups" in said(await stranger.slash(channel, "event list"))
    assert await stranger.autocomplete(channel, "event table", "event", "") == []
    assert await sim.service.competitions.fixtures(event.id) == before
    assert (await sim.service.competitions.get(event.id)).status == "running"


async def test_what_cant_be_awarded(sim: Table, referee: Any) -> None:
    await called(sim, referee, "cup", sim.ada, sim.ben, sim.cleo)
    for options, why in (
        ({"match": 9, "winner": sim.ada}, "no match with that number"),
        ({"match": 3, "winner": sim.ada}, "aren't known yet"),
        ({"match": 2}, "one of its players"),
        ({"match": 2, "winner": referee}, "one of its players"),
    ):
        told_ = await referee.slash(sim.channel, "referee event award", reason="so", **options)
        assert told_.ephemeral and why in said(told_), said(told_)


async def test_an_award_in_a_league_may_be_put_right(sim: Table, referee: Any) -> None:
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo)
    [f] = await playable(sim, event)
    for winner in (member(sim, f.first), None, member(sim, f.second)):
        options = {"winner": winner} if winner is not None else {}
        told_ = await referee.slash(sim.channel, "referee event award", match=f.n, reason="as agreed", **options)
        assert "both players are told" in said(told_), said(told_)
    found = next(x for x in await sim.service.competitions.fixtures(event.id) if x.n == f.n)
    assert (found.winner, found.how, found.by, found.reason) == (f.second, "award", "Mia", "as agreed")


async def test_what_cant_be_called(sim: Table, referee: Any) -> None:
    good = {"name": "Spring", "kind": "cup", "scenarios": SCENARIO}
    for change, why in (
        ({"scenarios": "chess"}, "There is no battle"),
        ({"cycles": 2}, "in a cup, who loses is out"),
        ({"kind": "league", "third": True}, "Only a cup"),
        ({"rules": "nonsense"}, "is no optional rule"),
        ({"channels": "here"}, "Name channels like"),
        ({"channels": "<#123>"}, "can't write in channel 1"),
    ):
        told_ = await referee.slash(sim.channel, "referee event create", **{**good, **change})
        assert told_.ephemeral and why in said(told_), said(told_)
    narrow = sim.guild.create_text_channel(
        "narrow", overwrites={sim.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)}
    )
    told_ = await referee.slash(narrow, "referee event create", **good)
    assert "I may not open threads in #narrow" in said(told_), said(told_)
    assert await sim.service.competitions.of_guild(sim.guild.id) == []

"""Offers, leagues and cups on the toy system: what is stored, what a result means, whose data are forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.narration import ENGLISH
from bot.narration.company import event_text
from bot.service import Referee, Service
from bot.service.competitions import progress
from bot.service.competitions.matches import DAY
from bot.storage import Limits, Seat
from bot.storage.competitions import Competition, Entrant, Fixture, Leg
from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal
from tests.bot.service.results.test_results import play_out
from tests.bot.toy_service import CHANNEL, GUILD, Clock, open_service

ADA, BEN, CLEO, DORA, BOT = 11, 12, 13, 14, 99
DUEL = "toy/duel"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock, either: str) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


async def begun(service: Service, kind: str, *users: int, **options: object) -> Competition:
    event = await service.competitions.create(GUILD, CHANNEL, DORA, f"{kind} of May", kind, [DUEL], **options)  # type: ignore[arg-type]
    for user in users:
        await service.competitions.join(event.id, GUILD, user)
    return await service.competitions.start(event.id, GUILD, 1234)


async def playable(service: Service, event: Competition) -> list[Fixture]:
    return [f for f in await service.competitions.fixtures(event.id) if f.playable]


async def battle_of(service: Service, f: Fixture, channel: int = 500) -> str:
    """The battle of a match, begun."""
    placed = await service.matches.set_place(f, place=channel + f.n)
    battle = await service.matches.battle_of(placed, BOT)
    assert battle is not None and f.first is not None
    again = await service.matches.battle_of(placed, BOT)
    assert again is not None and again.id == battle.id
    await service.lobby.start(battle.id, f.first, 1)
    return battle.id


async def test_losses_count_as_shares(service: Service) -> None:
    event = await begun(service, "league", ADA, BEN)
    [f] = await playable(service, event)
    battle = await battle_of(service, f)
    await service.referee.act(battle, Referee(DORA, "Dora", "test"), SetValue(piece="b1", key="hits", value="2"), 7)
    view = (await service.play.game(battle)).system.view((await service.play.game(battle)).state)
    await play_out(service, await service.battles.get(battle))
    assert await service.matches.settle(battle) == event.id
    [settled] = await service.competitions.fixtures(event.id)
    assert settled.decided and settled.legs[0].battle == battle and settled.legs[0].head
    assert view.sides and -1 <= settled.legs[0].lead <= 1
    before = await service.competitions.fixtures(event.id)
    assert await service.matches.settle(battle) in (None, event.id)
    assert await service.competitions.fixtures(event.id) == before


async def test_who_gives_up_has_lost_everything(service: Service) -> None:
    event = await begun(service, "league", ADA, BEN)
    [f] = await playable(service, event)
    battle = await battle_of(service, f)
    await service.endings.resign(battle, f.second or 0)
    await service.matches.settle(battle)
    [settled] = await service.competitions.fixtures(event.id)
    assert settled.winner == f.first and settled.legs[0].lead == 1.0
    assert (await service.competitions.get(event.id)).winners == (f.first,)


async def test_a_substitute_plays_for_him_whose_side_he_takes_over(service: Service) -> None:
    event = await begun(service, "cup", ADA, BEN)
    [f] = await playable(service, event)
    battle = await battle_of(service, f)
    await service.teams.invite(battle, f.second or 0, CLEO, seat=True)
    await service.teams.accept(battle, CLEO, True, "Cleo")
    await service.endings.resign(battle, f.first or 0)
    await service.matches.settle(battle)
    assert (await service.competitions.get(event.id)).winners == (f.second,)


async def test_who_has_bid_for_the_other_side_wins_with_it(service: Service) -> None:
    event = await begun(service, "cup", ADA, BEN)
    [f] = await playable(service, event)
    placed = await service.matches.set_place(f, place=500)
    battle = await service.matches.battle_of(placed, BOT)
    assert battle is not None
    await service.database.battles.leave_seats(battle.id, ["red", "blue"])
    for user, side in ((f.first, "blue"), (f.second, "red")):
        await service.database.battles.take_seat(battle.id, Seat(side, user or 0, "x"), 1.0)
    await service.lobby.start(battle.id, f.first or 0, 1)
    await service.endings.resign(battle.id, f.second or 0)
    await service.matches.settle(battle.id)
    assert (await service.competitions.get(event.id)).winners == (f.first,)


async def test_a_battle_of_somebody_else_settles_nothing(service: Service) -> None:
    event = await begun(service, "league", ADA, BEN)
    battle = await service.lobby.create(GUILD, 600, ADA, DUEL)
    for user, side in ((ADA, "red"), (BEN, "blue")):
        await service.lobby.join(battle.id, user, side)
    await service.lobby.start(battle.id, ADA, 1)
    await service.endings.resign(battle.id, BEN)
    assert await service.matches.settle(battle.id) is None
    assert len(await playable(service, event)) == 1


async def test_a_match_waits_where_its_channel_is_taken(service: Service) -> None:
    event = await begun(service, "cup", ADA, BEN)
    [f] = await playable(service, event)
    await service.lobby.create(GUILD, 700, CLEO, DUEL)
    placed = await service.matches.set_place(f, place=700)
    with pytest.raises(Refusal, match="has a battle already"):
        await service.matches.battle_of(placed, BOT)
    [waiting] = await playable(service, event)
    battle = await service.battles.in_channel(700)
    assert battle is not None
    await service.endings.abandon(battle.id, CLEO)
    made = await service.matches.battle_of(waiting, BOT)
    assert made is not None and made.id == waiting.battle


async def test_deadlines(service: Service, clock: Clock) -> None:
    event = await begun(service, "cup", ADA, BEN, days=8)
    assert await service.matches.overdue(event) == []
    for later, stage in ((6.5, 1), (1.6, 2), (1.0, 3)):
        clock.now += later * DAY
        [due] = await service.matches.overdue(event)
        assert due.stage == stage
        await service.matches.reminded_of(due.fixture, due.stage)
        assert await service.matches.overdue(event) == []


async def test_full(service: Service) -> None:
    event = await service.competitions.create(GUILD, CHANNEL, DORA, "Spring", "league", [DUEL])
    for user in range(1, 33):
        await service.competitions.join(event.id, GUILD, user)
    with pytest.raises(Refusal, match="is full"):
        await service.competitions.join(event.id, GUILD, 33)
    for n in range(19):
        await service.competitions.create(GUILD, CHANNEL, DORA, f"Cup {n}", "cup", [DUEL])
    with pytest.raises(Refusal, match="20 leagues and cups"):
        await service.competitions.create(GUILD, CHANNEL, DORA, "Cup 20", "cup", [DUEL])
    await service.competitions.create(GUILD + 1, CHANNEL, DORA, "Spring", "cup", [DUEL])


async def test_events_are_read_back_as_they_were_stored(service: Service) -> None:
    limits = Limits(3600.0, (22, 7), 7200.0, 60.0)
    event = await begun(service, "league", ADA, BEN, CLEO, limits=limits, both=True, rules=["endless"], channels=[5, 6])
    assert (
        await service.competitions.get(event.id, GUILD) == event and event.limits == limits and event.channels == (5, 6)
    )
    with pytest.raises(Refusal, match="no such league"):
        await service.competitions.get(event.id, GUILD + 1)
    [f] = await playable(service, event)
    changed = replace(f, stage=2, by="Dora", reason="why", place=9, anchor=8)
    await service.database.competitions.put(changed)
    assert await service.matches.get(event.id, f.n) == changed


async def test_a_player_is_forgotten_and_the_table_still_adds_up(service: Service) -> None:
    event = await begun(service, "league", ADA, BEN)
    other = await begun(service, "cup", ADA, CLEO)
    [f] = await playable(service, event)
    battle = await battle_of(service, f)
    await service.endings.resign(battle, BEN)
    await service.matches.settle(battle)
    [(about, mine), (about_too, mine_too)] = await service.database.competitions.about(ADA)
    assert {about.id, about_too.id} == {event.id, other.id} and len(mine) == len(mine_too) == 1
    await service.database.competitions.forget(ADA)
    assert await service.database.competitions.about(ADA) == []
    after = await service.competitions.get(event.id)
    [settled] = await service.competitions.fixtures(event.id)
    assert after.winners == (settled.winner,) == (-1,) and set(settled.players) == {-1, BEN}
    assert ADA not in after.order and {e.user for e in await service.competitions.entrants(event.id)} == {-1, BEN}
    assert settled.legs[0].winner == -1
    await service.database.competitions.forget(BEN)
    assert {e.user for e in await service.competitions.entrants(event.id)} == {-1, -2}


async def test_offers_of_a_player_are_forgotten(service: Service) -> None:
    own = await service.offers.make(GUILD, CHANNEL, ADA, DUEL, words="hello")
    to = await service.offers.make(GUILD, CHANNEL, BEN, DUEL, opponent=ADA)
    taken = await service.offers.make(GUILD, CHANNEL, CLEO, DUEL, side="red")
    await service.offers.accept(taken.id, GUILD, ADA, 800, phrase="mine")
    assert {o.id for o in await service.database.offers.about(ADA)} == {own.id, to.id, taken.id}
    await service.database.offers.forget(ADA)
    assert await service.database.offers.about(ADA) == []
    with pytest.raises(Refusal, match="no such offer"):
        await service.offers.get(own.id, GUILD)
    after = await service.offers.get(taken.id, GUILD)
    assert (after.taker, after.taker_phrase) == (0, "") and after.status == "taken"
    assert (await service.offers.get(to.id, GUILD)).opponent == 0


@pytest.mark.parametrize("kind", ["league", "cup"])
@pytest.mark.parametrize("players", [2, 3, 32])
def test_the_message_of_an_event_has_room_for_what_matters(kind: str, players: int) -> None:
    users = tuple(1456074443980800044 + n for n in range(players))
    made = Competition(
        "e1", 1, 2, None, 3, "Spring", kind, "running", 0.0, ("a",), ("A",), "live", order=users, seed="e1|1"
    )
    fixtures = progress.proceed(made, progress.fixtures_of(made), set(), 0.0)
    entrants = [Entrant(u, 0.0) for u in users]
    for _ in range(players * players):
        text = event_text(made, entrants, fixtures, ["Something is amiss."], ENGLISH)
        assert len(text) <= 4096 and text.endswith("Something is amiss.") and "`e1|1`" in text
        f = next((f for f in fixtures if f.playable), None)
        if f is None:
            break
        leg = Leg("b", f.first or 0, 0.5, "head")
        after = [progress.decided(made, replace(x, legs=(leg,))) if x is f else x for x in fixtures]
        fixtures = progress.proceed(made, after, set(), 0.0)
    assert progress.over(made, fixtures)
    if kind == "cup":
        assert "**Final**" in text and "wins" in text.split("**Final**")[1]
    else:
        assert all(f"<@{u}> **" in text for u in users)

"""Time banks, preferences of players, and the ends of battles, by a clock that goes only when told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.service import Battle, Limits, Preferences, Service
from bot.service.play.endings import DRAW_OUTCOME
from bot.service.time.hours import DAY, HOUR
from engine.kernel.decisions import Pick
from engine.kernel.text import Refusal
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, Clock, asked, begin, open_service, url

NO = Pick(key="no")
MATE = 40


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


async def banked(service: Service, bank: float = 5 * DAY, bonus: float = HOUR, **agreed: Any) -> Battle:
    """A battle with a bank, begun."""
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    await service.timekeeping.set_limits(battle.id, RED, agreed.get("seconds"), agreed.get("quiet"), bank, bonus)
    await service.lobby.join(battle.id, RED, "red", "heads")
    await service.lobby.join(battle.id, BLUE, "blue", "tails")
    await service.lobby.start(battle.id, RED, 1000)
    return await service.battles.get(battle.id)


async def left(service: Service, battle: Battle) -> dict[str, float]:
    """Hours in the banks."""
    return {side: (t.left or 0.0) / HOUR for side, t in (await service.timekeeping.times(battle.id)).items()}


async def restart(service: Service, tmp_path: Path, clock: Clock) -> Service:
    await service.close()
    return await open_service(tmp_path, clock=clock)


# -- banks ----------------------------------------------------------------------------------------------------------


async def test_a_bank_runs_while_its_side_is_asked_and_survives_a_restart(
    service: Service, clock: Clock, tmp_path: Path
) -> None:
    battle = await banked(service)
    assert (await asked(service, battle, RED)).due == clock.now + 5 * DAY
    clock.now += 10 * HOUR
    assert await left(service, battle) == {"red": 110, "blue": 120}
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    clock.now += HOUR
    again = await open_service(tmp_path, clock=clock, shared=True)
    assert await left(again, battle) == {"red": 111, "blue": 119}
    clock.now += HOUR
    await again.play.answer(battle.id, BLUE, (await asked(again, battle, BLUE)).token, NO, 2)
    clock.now += HOUR
    assert await left(again, battle) == {"red": 110, "blue": 119}
    stored = await again.database.games.load(battle.id)
    assert stored is not None and stored.banks["red"].left == 111 * HOUR
    await again.close()


async def test_quiet_hours_and_vacations_stop_a_bank(service: Service, clock: Clock) -> None:
    clock.now = 20 * DAY + 20 * HOUR
    battle = await banked(service, DAY, 0.0, quiet=(22, 7))
    clock.now += 12 * HOUR
    assert (await left(service, battle))["red"] == 21
    await service.preferences.go_away(RED, clock.now + 10 * DAY)
    clock.now += 3 * DAY
    assert (await left(service, battle))["red"] == 21
    found, moved = await service.preferences.come_back(RED)
    assert moved == [battle.id] and found.away_until is None
    clock.now += HOUR
    assert (await left(service, battle))["red"] == 20
    await service.play.order(battle.id, RED, "done", 1)
    assert (await left(service, battle))["red"] == 20


async def test_a_secret_question_runs_on_both_banks(service: Service, clock: Clock) -> None:
    battle = await banked(service, DAY, 0.0)
    for user in (RED, BLUE):
        await service.play.order(battle.id, user, "done", 1)
    red, blue = await asked(service, battle, RED), await asked(service, battle, BLUE)
    clock.now += 2 * HOUR
    await service.play.answer(battle.id, RED, red.token, Pick(key="low"), 2)
    clock.now += 3 * HOUR
    await service.play.answer(battle.id, BLUE, blue.token, Pick(key="low"), 3)
    assert await left(service, battle) == {"red": 22, "blue": 19}


async def test_a_take_back_gives_no_time_back(service: Service, clock: Clock) -> None:
    battle = await banked(service, DAY, 2 * HOUR)
    clock.now += 5 * HOUR
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    assert await left(service, battle) == {"red": 21, "blue": 24}
    for _ in range(3):
        assert (await service.takebacks.undo(battle.id, RED)).done
        assert (await left(service, battle))["red"] == 19, "nor is there a bonus to be had by it"
        await service.play.order(battle.id, RED, "r1 x b1", 1)
    assert (await left(service, battle))["red"] == 21


async def test_an_undo_with_consent_gives_none_back_either(service: Service, clock: Clock) -> None:
    battle = await banked(service, DAY, 0.0)
    clock.now += 5 * HOUR
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    clock.now += HOUR
    await service.play.answer(battle.id, BLUE, (await asked(service, battle, BLUE)).token, NO, 2)
    assert not (await service.takebacks.undo(battle.id, RED)).done
    await service.takebacks.consent(battle.id, BLUE, True)
    assert await left(service, battle) == {"red": 19, "blue": 23}


async def test_banks_are_agreed_on_like_other_limits(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    clock.now += 5 * HOUR
    asked_for = await service.timekeeping.set_limits(battle.id, RED, None, None, DAY, HOUR)
    assert asked_for.limits == Limits() and asked_for.request is not None and asked_for.request["bank"] == DAY
    await service.takebacks.consent(battle.id, BLUE, True, asked_for.request_key)
    assert (await service.battles.get(battle.id)).limits == Limits(None, None, DAY, HOUR)
    assert (await asked(service, battle, RED)).due == clock.now + DAY, "what was before doesn't count"
    clock.now += 5 * HOUR
    wanted = await service.timekeeping.set_limits(battle.id, BLUE, 2 * HOUR, None, DAY, HOUR)
    await service.takebacks.consent(battle.id, RED, True, wanted.request_key)
    assert (await left(service, battle))["red"] == 19, "the same bank isn't filled again"
    assert (await asked(service, battle, RED)).due == clock.now + 21 * HOUR
    await service.timekeeping.set_mode(battle.id, RED, "correspondence")
    clock.now += HOUR
    assert (await asked(service, battle, RED)).asked == clock.now - HOUR, "the mode it has already changes nothing"


async def test_whoever_takes_over_a_side_takes_over_its_bank(service: Service, clock: Clock) -> None:
    battle = await banked(service, DAY, 0.0)
    clock.now += 5 * HOUR
    await service.teams.invite(battle.id, RED, MATE, seat=True)
    await service.teams.accept(battle.id, MATE, True, "Mate")
    assert (await left(service, battle))["red"] == 19
    assert (await asked(service, battle, MATE)).due == clock.now + 19 * HOUR


async def test_players_who_bid_for_sides_take_their_time_along(tmp_path: Path, clock: Clock) -> None:
    service = await Service.open(url(tmp_path), clock=clock)
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "cataphract/tricameron", {"bids": True})
    await service.timekeeping.set_limits(battle.id, RED, None, None, DAY)
    await service.lobby.join(battle.id, RED, "byzantine", "alea")
    await service.lobby.join(battle.id, BLUE, "vandal", "iacta")
    await service.lobby.start(battle.id, RED, 1)
    for user, n in ((BLUE, 4), (RED, 6)):
        clock.now += HOUR
        await service.play.answer(battle.id, user, (await asked(service, battle, user)).token, Pick(key=str(n)), n)
    clock.now += 3 * HOUR
    await service.play.answer(battle.id, RED, (await asked(service, battle, RED)).token, Pick(key="vandal"), 9)
    battle = await service.battles.get(battle.id)
    assert battle.player("vandal") == RED
    assert await left(service, battle) == {"byzantine": 23, "vandal": 19}
    service.sessions._loaded.clear()
    assert await left(service, battle) == {"byzantine": 23, "vandal": 19}
    await service.close()


async def test_an_empty_bank_leaves_a_grace_and_then_the_win_may_be_claimed(
    service: Service, clock: Clock, tmp_path: Path
) -> None:
    battle = await banked(service, DAY, 0.0)
    with pytest.raises(Refusal, match="isn't up"):
        await service.endings.claim(battle.id, BLUE)
    clock.now += DAY
    for n in (1, 2, 3):
        with pytest.raises(Refusal, match="isn't up"):
            await service.endings.claimable(battle.id, BLUE)
        (outcome,) = await service.deadlines.due()
        assert outcome.auto[0].why == "deadline", n
        if n < 3:
            token = (await asked(service, battle, BLUE)).token
            if n == 1:
                await service.play.order(battle.id, BLUE, "done", n)
            else:
                await service.play.answer(battle.id, BLUE, token, Pick(key="low"), n)
            question = await asked(service, battle, RED)
            assert question.due is not None
            # What both are asked at once stays as it was put.
            clock.now = question.due
            assert (await left(service, battle))["red"] == 0
    service = await restart(service, tmp_path, clock)
    assert (await service.timekeeping.times(battle.id))["red"].up
    for user, why in ((RED, "isn't up"), (SPECTATOR, "no side")):
        with pytest.raises(Refusal, match=why):
            await service.endings.claim(battle.id, user)
    over = await service.endings.claim(battle.id, BLUE)
    assert over.status == "finished" and over.outcome == "The Reds are out of time: the Blues win."
    assert await service.settings.of(f"battle:{battle.id}") == {"timed-out": "red"}
    with pytest.raises(Refusal, match="over"):
        await service.endings.claim(battle.id, BLUE)
    await service.close()


async def test_without_a_bank_nobody_loses_on_time(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    for _ in range(5):
        clock.now += 3 * DAY
        await service.deadlines.due()
    for user in (RED, BLUE):
        with pytest.raises(Refusal, match="No time for the whole battle"):
            await service.endings.claim(battle.id, user)


async def test_a_rematch_has_the_same_bank(service: Service) -> None:
    battle = await banked(service, DAY, HOUR, seconds=2 * HOUR)
    await service.endings.resign(battle.id, RED)
    assert (await service.rematches.make(battle.id, BLUE)).limits == battle.limits


# -- drawn, resigned ------------------------------------------------------------------------------------------------


async def test_a_draw_is_offered_and_agreed(service: Service) -> None:
    battle = await begin(service)
    offered = await service.endings.draw(battle.id, RED)
    assert offered.status == "running" and offered.request == {"kind": "draw", "side": "red"}
    for user, why in ((RED, "stands until"), (SPECTATOR, "no side")):
        with pytest.raises(Refusal, match=why):
            await service.endings.draw(battle.id, user)
    with pytest.raises(Refusal, match="for your opponent"):
        await service.takebacks.consent(battle.id, RED, True)
    outcome = await service.takebacks.consent(battle.id, BLUE, True, offered.request_key)
    assert outcome is not None and outcome.over
    over = await service.battles.get(battle.id)
    assert (over.status, over.outcome) == ("finished", DRAW_OUTCOME)
    assert await service.settings.of(f"battle:{battle.id}") == {"drawn": True}
    result = await service.results.record(battle.id)
    assert result is not None and (result.how, result.winner) == ("draw", None)


async def test_two_who_offer_a_draw_have_agreed(service: Service) -> None:
    battle = await begin(service)
    await service.endings.draw(battle.id, RED)
    assert (await service.endings.draw(battle.id, BLUE)).outcome == DRAW_OUTCOME


async def test_who_plays_against_himself_needs_nobody(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    for side in ("red", "blue"):
        await service.lobby.join(battle.id, RED, side)
    await service.lobby.start(battle.id, RED, 1)
    assert (await service.endings.draw(battle.id, RED)).outcome == DRAW_OUTCOME


async def test_an_offer_lapses_when_the_battle_goes_on_and_isnt_repeated_before(service: Service) -> None:
    battle = await begin(service)
    offered = await service.endings.draw(battle.id, BLUE)
    assert await service.takebacks.consent(battle.id, RED, False, offered.request_key) is None
    with pytest.raises(Refusal, match="has declined"):
        await service.endings.draw(battle.id, BLUE)
    await service.endings.draw(battle.id, RED)
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    assert (await service.battles.get(battle.id)).request is None
    for user in (RED, BLUE):
        with pytest.raises(Refusal, match="Nobody asks anything"):
            await service.takebacks.consent(battle.id, user, True, offered.request_key)
    assert (await service.endings.draw(battle.id, BLUE)).request is not None


async def test_a_button_agrees_to_what_it_was_about_alone(service: Service) -> None:
    battle = await begin(service)
    mode = await service.timekeeping.set_mode(battle.id, RED, "live")
    await service.endings.draw(battle.id, RED)
    with pytest.raises(Refusal, match="Nobody asks anything"):
        await service.takebacks.consent(battle.id, BLUE, True, mode.request_key)
    found = await service.battles.get(battle.id)
    assert (found.status, found.mode) == ("running", "correspondence")


async def test_how_a_battle_ended_is_stored_with_its_end_or_not_at_all(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = await begin(service)

    async def fail(*args: Any, **options: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as m:
        m.setattr(service.database.games, "append", fail)
        with pytest.raises(OSError):
            await service.endings.resign(battle.id, RED)
    assert (await service.battles.get(battle.id)).status == "running"
    assert await service.settings.of(f"battle:{battle.id}") == {}
    await service.endings.draw(battle.id, RED)
    await service.endings.draw(battle.id, BLUE)
    assert await service.settings.of(f"battle:{battle.id}") == {"drawn": True}


async def test_a_member_of_a_team_ends_nothing(service: Service) -> None:
    battle = await begin(service)
    await service.teams.invite(battle.id, RED, MATE)
    await service.teams.accept(battle.id, MATE, True, "Mate")
    for attempt in (
        service.endings.draw(battle.id, MATE),
        service.endings.resign(battle.id, MATE),
        service.endings.claim(battle.id, MATE),
    ):
        with pytest.raises(Refusal, match="Only who leads a side"):
            await attempt


# -- preferences ----------------------------------------------------------------------------------------------------


async def test_nothing_said_nothing_changed(service: Service) -> None:
    assert await service.preferences.of(RED) == Preferences()
    for attempt in (
        service.preferences.set_reminders(RED, "pigeon"),
        service.preferences.set_reminders(RED, "dm", 1.0),
        service.preferences.set_reminders(RED, "dm", 8 * DAY),
        service.preferences.set_quiet(RED, (22, 11, 0.0)),
        service.preferences.set_quiet(RED, (22, 24, 0.0)),
        service.preferences.set_quiet(RED, (22, 7, 15.0)),
        service.preferences.set_quiet(RED, (7, 7, 0.0)),
        service.preferences.go_away(RED, 0.0),
        service.preferences.come_back(RED),
    ):
        with pytest.raises(Refusal):
            await attempt
    assert await service.settings.of(f"user:{RED}") == {}


async def test_a_vacation_puts_off_what_is_asked_already(service: Service, clock: Clock, tmp_path: Path) -> None:
    battle = await begin(service)
    other = await begin(service, 99)
    await service.play.order(other.id, RED, "done", 1)
    due = (await asked(service, battle, RED)).due
    assert due is not None
    clock.now += HOUR
    found, moved = await service.preferences.go_away(RED, clock.now + 10 * DAY)
    assert found.away_until == clock.now + 10 * DAY and moved == [battle.id], "in the other one Blue is asked"
    assert (await asked(service, battle, RED)).due == due + 10 * DAY
    assert (await service.timekeeping.times(battle.id))["red"].away_until == clock.now + 10 * DAY
    clock.now += 5 * DAY
    (blue,) = await service.deadlines.due()
    assert blue.battle == other.id
    service = await restart(service, tmp_path, clock)
    assert [b.id for b in await service.battles.running()] and await service.deadlines.due() == []
    clock.now += 5 * DAY + 47 * HOUR
    assert battle.id in {o.battle for o in await service.deadlines.due()}
    assert (await service.preferences.of(RED)).away_until is None
    await service.close()


async def test_a_deadline_that_was_cut_short_of_moving_moves_at_the_next_start(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    due = (await asked(service, battle, RED)).due
    assert due is not None
    # The process died between the two.
    leaves = {"leaves": [[clock.now, clock.now + DAY]]}
    await service.database.settings.put(f"user:{RED}", "preferences", leaves)
    clock.now = due
    assert await service.deadlines.due() == [] and (await asked(service, battle, RED)).due == due + DAY
    service.sessions._loaded.clear()
    async for _ in service.deadlines.resumed():
        pass
    assert (await asked(service, battle, RED)).due == due + DAY


async def test_thirty_days_a_year(service: Service, clock: Clock) -> None:
    with pytest.raises(Refusal, match="thirty days"):
        await service.preferences.go_away(RED, clock.now + 31 * DAY)
    await service.preferences.go_away(RED, clock.now + 20 * DAY)
    clock.now += 4 * DAY
    await service.preferences.come_back(RED)
    with pytest.raises(Refusal, match="you have 26 d left"):
        await service.preferences.go_away(RED, clock.now + 26 * DAY + HOUR)
    await service.preferences.go_away(RED, clock.now + 10 * DAY)
    clock.now += DAY
    found, _ = await service.preferences.go_away(RED, clock.now + 25 * DAY)
    assert found.leaves[-1] == (clock.now, clock.now + 25 * DAY), "longer, from the day that is today"
    clock.now += 25 * DAY
    with pytest.raises(Refusal, match="you have none left"):
        await service.preferences.go_away(RED, clock.now + HOUR)
    clock.now += 365 * DAY
    await service.preferences.go_away(RED, clock.now + 30 * DAY)


async def test_quiet_hours_cannot_be_pushed_along_with_the_clock(service: Service, clock: Clock) -> None:
    clock.now = 20 * DAY + 8 * HOUR
    battle = await begin(service)
    found, moved = await service.preferences.set_quiet(RED, (9, 21, 0.0))
    assert found.quiet == (9, 21, 0.0) and moved == [battle.id]
    assert (await asked(service, battle, RED)).due == 24 * DAY + 8 * HOUR, "forty-eight hours, half of each day"
    clock.now += 300
    assert (await service.preferences.set_quiet(RED, (10, 20, 0.0)))[0].quiets == ((clock.now - 300, (10, 20, 0.0)),), (
        "a slip"
    )
    clock.now += HOUR
    with pytest.raises(Refusal, match="stand for a day"):
        await service.preferences.set_quiet(RED, (20, 8, 0.0))
    assert (await service.preferences.set_quiet(RED, None))[0].quiet is None
    with pytest.raises(Refusal, match="stand for a day"):
        await service.preferences.set_quiet(RED, (20, 8, 0.0))
    clock.now += DAY
    assert (await service.preferences.set_quiet(RED, (20, 8, 0.0)))[0].quiet == (20, 8, 0.0)


async def test_two_changes_at_once_are_both_kept(service: Service, clock: Clock) -> None:
    await asyncio.gather(
        service.preferences.set_reminders(RED, "dm", HOUR),
        service.preferences.set_quiet(RED, (22, 7, 1.0)),
        service.preferences.go_away(RED, clock.now + DAY),
    )
    found = await service.preferences.of(RED)
    assert (found.reminders, found.before, found.quiet) == ("dm", HOUR, (22, 7, 1.0))
    assert found.away_until == clock.now + DAY
    assert await service.preferences.of(BLUE) == Preferences(), "nobody else's"


# -- reminders ------------------------------------------------------------------------------------------------------


async def reminded(service: Service) -> list[tuple[int, bool]]:
    return [(r.user, r.dm) async for r in service.deadlines.remind()]


async def test_reminders_come_when_and_how_they_are_wanted(service: Service, clock: Clock) -> None:
    await begin(service)
    await service.preferences.set_reminders(RED, "dm", 3 * HOUR)
    clock.now += 44 * HOUR
    assert await reminded(service) == [], "not at half of the time"
    clock.now += HOUR
    assert await reminded(service) == [(RED, True)]
    assert await reminded(service) == []


async def test_early_reminders_come_before_half_of_the_time_has_passed(service: Service, clock: Clock) -> None:
    await begin(service)
    await service.preferences.set_reminders(RED, "ping", 40 * HOUR)
    clock.now += 7 * HOUR
    assert await reminded(service) == []
    clock.now += HOUR
    assert await reminded(service) == [(RED, False)]


async def test_who_wants_none_gets_none(service: Service, clock: Clock) -> None:
    await begin(service)
    await service.preferences.set_reminders(RED, "none")
    clock.now += 47 * HOUR
    assert await reminded(service) == []
    await service.preferences.set_reminders(RED, "ping")
    assert await reminded(service) == [(RED, False)]


async def test_nobody_is_reminded_in_quiet_hours_or_on_vacation(service: Service, clock: Clock) -> None:
    clock.now = 20 * DAY + 8 * HOUR
    await begin(service)
    await service.preferences.set_quiet(RED, (22, 10, 0.0))
    clock.now += 2 * DAY + 16 * HOUR
    assert await reminded(service) == []
    await service.preferences.go_away(RED, clock.now + DAY)
    clock.now += 12 * HOUR
    assert await reminded(service) == [], "away"
    await service.preferences.come_back(RED)
    assert await reminded(service) == [(RED, False)]


async def test_nobody_is_reminded_in_the_quiet_hours_of_the_battle(service: Service, clock: Clock) -> None:
    clock.now = 20 * DAY + 8 * HOUR
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    await service.timekeeping.set_limits(battle.id, RED, 20 * HOUR, (22, 10))
    await service.lobby.join(battle.id, RED, "red")
    await service.lobby.join(battle.id, BLUE, "blue")
    await service.lobby.start(battle.id, RED, 1)
    clock.now = 21 * DAY + 9 * HOUR
    assert await reminded(service) == []
    clock.now += HOUR
    assert await reminded(service) == [(RED, False)]


async def test_the_member_who_is_asked_is_the_one_reminded(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    await service.teams.invite(battle.id, BLUE, MATE)
    await service.teams.accept(battle.id, MATE, True, "Mate")
    await service.teams.assign(battle.id, BLUE, MATE, ["b1"])
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    await service.preferences.set_reminders(MATE, "dm")
    clock.now += 25 * HOUR
    assert await reminded(service) == [(MATE, True)]


async def test_a_deadline_that_is_put_off_is_reminded_of_again(service: Service, clock: Clock) -> None:
    await begin(service)
    clock.now += 25 * HOUR
    assert await reminded(service) == [(RED, False)]
    await service.preferences.go_away(RED, clock.now + 10 * DAY)
    clock.now += 10 * DAY + HOUR
    assert await reminded(service) == [(RED, False)]


async def test_without_clocks_time_passes_only_where_limits_were_agreed(tmp_path: Path, clock: Clock) -> None:
    """As in the browser edition, where one person holds both seats. What was timed before is timed no more."""
    timed = await open_service(tmp_path, clock=clock)
    battle = await begin(timed)
    assert (await asked(timed, battle, RED)).due is not None
    await timed.close()
    clock.now += 30 * DAY
    service = await open_service(tmp_path, clock=clock, untimed=True)
    assert await service.deadlines.due() == []
    assert (await asked(service, battle, RED)).due is None
    await service.play.order(battle.id, RED, "r1 x b2", 1)
    clock.now += 30 * DAY
    assert await service.deadlines.due() == [] and [r async for r in service.deadlines.remind()] == []
    await service.timekeeping.set_limits(battle.id, RED, HOUR)
    await service.takebacks.consent(battle.id, BLUE, True)
    assert (await asked(service, battle, BLUE)).due == clock.now + HOUR
    clock.now += 2 * HOUR
    assert len(await service.deadlines.due()) == 1
    await service.close()


async def test_a_battle_that_stands_still_takes_nobodys_time(tmp_path: Path, clock: Clock) -> None:
    service = await open_service(tmp_path, clock=clock)
    battle = await begin(service)
    clock.now += HOUR
    before = await asked(service, battle, RED)
    assert before.due is not None
    assert await service.pauses.pause(battle.id) and not await service.pauses.pause(battle.id)
    clock.now += 30 * DAY
    assert await service.deadlines.due() == [] and [r async for r in service.deadlines.remind()] == []
    assert await service.pauses.go_on(battle.id) and not await service.pauses.go_on(battle.id)
    assert (await asked(service, battle, RED)).due == before.due + 30 * DAY
    assert await service.deadlines.due() == []
    await service.close()

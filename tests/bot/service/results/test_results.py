"""Results on stored battles: recorded once, from whatever ended them, and taken out again by referees."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.service import Battle, Referee, Service, ServiceError
from bot.service.results.balance import Score
from bot.storage import Teammate
from bot.storage import tables as t
from bot.storage.results import FORGOTTEN, Result
from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, Clock, begin, open_service
from tests.bot.toy_system import Toy


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock, either: str) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


async def play_out(service: Service, battle: Battle) -> None:
    """Everybody answers with the default until the rules end the battle."""
    for n in range(200):
        asked = await service.play.open_questions(battle.id)
        if not asked:
            break
        assert asked[0].user is not None
        await service.play.answer(battle.id, asked[0].user, asked[0].token, asked[0].decision.default, 5000 + n)
    assert (await service.battles.get(battle.id)).status == "finished"


async def strike_down(service: Service, battle: Battle, units: str) -> None:
    for unit in units.split():
        referee = Referee(SPECTATOR, "Ada", "a test")
        await service.referee.act(battle.id, referee, SetValue(piece=unit, key="hits", value="3"), unit)


async def resigned(service: Service, channel: int = CHANNEL, user: int = BLUE) -> Battle:
    battle = await begin(service, channel)
    return await service.endings.resign(battle.id, user)


# -- recording --------------------------------------------------------------------------------------------------------


async def test_the_rules_say_who_won(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    await strike_down(service, battle, "b1 b2 b3")
    await play_out(service, battle)
    made = await service.results.record(battle.id)
    players = ((BLUE, "blue"), (RED, "red"))
    wanted = Result(battle.id, GUILD, "toy", "toy/duel", "rules", "red", True, clock.now, players, "The duel")
    assert made == wanted == await service.results.of(battle.id)
    assert await service.results.of_guild(GUILD) == [wanted] == await service.results.of_guild(GUILD, "toy")
    assert await service.results.played(GUILD) == [("toy/duel", "The duel", 1)]
    assert await service.results.counted(GUILD) == [(battle.id, "The duel")] and not await service.results.counted(
        GUILD, annulled=True
    )
    assert (wanted.score("red"), wanted.score("blue")) == (1, 0)


async def test_the_rules_say_that_nobody_won(service: Service) -> None:
    battle = await begin(service)
    await play_out(service, battle)
    made = await service.results.record(battle.id)
    assert made is not None and (made.how, made.winner, made.rated) == ("rules", None, True)
    assert made.score("red") == made.score("blue") == 0.5


@pytest.mark.parametrize(("user", "winner"), [(BLUE, "red"), (RED, "blue")])
async def test_who_resigns_has_lost(service: Service, user: int, winner: str) -> None:
    battle = await resigned(service, user=user)
    made = await service.results.record(battle.id)
    assert made is not None and (made.how, made.winner) == ("resigned", winner)


async def test_what_was_agreed_is_a_draw(service: Service) -> None:
    battle = await begin(service)
    await service.endings.draw(battle.id, RED)
    assert await service.results.record(battle.id) is None, "one alone agrees on nothing"
    await service.endings.draw(battle.id, BLUE)
    made = await service.results.record(battle.id)
    assert made is not None and (made.how, made.winner, made.rated) == ("draw", None, True)


async def test_whose_time_is_up_has_lost_when_that_is_claimed(service: Service, clock: Clock) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel", {"endless": True}, "live")
    await service.timekeeping.set_limits(battle.id, RED, 60.0, bank=120.0)
    await service.lobby.join(battle.id, RED, "red")
    await service.lobby.join(battle.id, BLUE, "blue")
    await service.lobby.start(battle.id, RED, 1)
    for n in range(60):
        clock.now += 10
        for o in await service.play.open_questions(battle.id):
            if o.user == BLUE:
                await service.play.answer(battle.id, BLUE, o.token, o.decision.default, n)
        clock.now += 100_000
        await service.deadlines.due()
        with contextlib.suppress(Refusal):
            await service.endings.claim(battle.id, BLUE)
            break
    made = await service.results.record(battle.id)
    assert made is not None and (made.how, made.winner, made.rated) == ("time", "blue", True)


async def test_what_its_rules_say_goes_before_a_word_that_came_to_nothing(service: Service) -> None:
    battle = await begin(service)
    await service.settings.put(f"battle:{battle.id}", "resigned", "red")
    await strike_down(service, battle, "b1 b2 b3")
    await play_out(service, battle)
    made = await service.results.record(battle.id)
    assert made is not None and (made.how, made.winner) == ("rules", "red")


async def test_a_resignation_that_was_stored_by_half_leaves_a_battle_that_goes_on(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = await begin(service)

    async def dies(*args: Any, **more: Any) -> None:
        raise OSError("no power")

    with monkeypatch.context() as m:
        m.setattr(service.database.games, "append", dies)
        with pytest.raises(OSError):
            await service.endings.resign(battle.id, RED)
    assert (await service.battles.get(battle.id)).status == "running"
    assert await service.results.record(battle.id) is None
    await service.endings.resign(battle.id, BLUE)
    made = await service.results.record(battle.id)
    assert made is not None and made.winner == "red"


async def test_what_is_not_over_or_was_broken_off_has_no_result(service: Service) -> None:
    waiting = await service.lobby.create(GUILD, 77, RED, "toy/duel")
    battle = await begin(service)
    for b in (waiting, battle):
        assert await service.results.record(b.id) is None
        await service.endings.abandon(b.id, RED)
        assert await service.results.record(b.id) is None
    assert await service.results.of_guild(GUILD) == []
    with pytest.raises(Refusal, match="no such battle"):
        await service.results.record("nothing")


async def test_nobody_knows_who_won_nothing_is_recorded(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    battle = await begin(service)
    async with service.sessions.session(battle.id) as session:
        await service.endings.end(session, "finished", "Somehow.")
    assert await service.results.record(battle.id) is None
    assert "nothing says who won" in caplog.text


async def test_it_is_recorded_once(service: Service, clock: Clock) -> None:
    battle = await resigned(service)
    first = await service.results.record(battle.id)
    clock.now += 500
    assert await service.results.record(battle.id) == first
    assert await service.database.results.add(first) == first  # type: ignore[arg-type]
    other = await resigned(service)
    both = await asyncio.gather(*(service.results.record(other.id) for _ in range(5)))
    assert len(set(both)) == 1 and len(await service.results.of_guild(GUILD)) == 2


async def test_those_who_wait_are_dealt_with_the_oldest_first(service: Service, clock: Clock) -> None:
    ids = []
    for _ in range(3):
        clock.now += 60
        ids.append((await resigned(service)).id)
    assert [b.id for b in await service.battles.unclosed()] == ids


async def test_one_whose_scenario_cannot_be_read_keeps_no_other_waiting(
    service: Service, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    bad = [await resigned(service) for _ in range(4)]
    good = await resigned(service)
    bad.append(await begin(service))
    waiting = await begin(service, CHANNEL + 1)
    for battle in (bad[0], good):
        await service.scoreboards.ended(battle.id)
    async with service.database.write() as c:
        for battle, scenario in zip(bad, ("", "[]", '{"sides": 3}', None, "{}"), strict=True):
            mine = t.documents.c.battle == battle.id
            change = t.documents.delete() if scenario is None else t.documents.update().values(scenario=scenario)
            await c.execute(change.where(mine))
    service.battles._sides.clear()
    for _ in range(2):
        assert [b.id for b in await service.battles.unclosed()] == [good.id]
        assert [b.id for b in await service.battles.running()] == [waiting.id]
        assert [b.id for b in await service.battles.ongoing(GUILD)] == [waiting.id]
        assert {b.id for b in await service.battles.of_guild(GUILD)} == {good.id, waiting.id}
        assert [b.id for b, _ in await service.scoreboards.last_ended(GUILD, 5)] == [good.id]
    for battle in bad:
        assert sum(battle.id in r.getMessage() for r in caplog.records) == 1, "the log tells it, and once"
        with pytest.raises(ServiceError, match="can't be read"):
            await service.battles.get(battle.id)


async def test_it_is_recorded_after_a_restart_without_any_rule(service: Service, tmp_path: Path, clock: Clock) -> None:
    battle = await begin(service)
    await strike_down(service, battle, "r1 r2 r3")
    await play_out(service, battle)
    await service.close()

    class Lawless(Toy):
        """Rules that have changed so much that no old battle can be replayed."""

        def play(self, g: Any) -> Any:
            raise RuntimeError("other rules")

    again = await open_service(tmp_path, Lawless, clock=clock)
    made = await again.results.record(battle.id)
    assert made is not None and made.winner == "blue" and made.rated
    await again.close()


async def test_against_oneself_does_not_count(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    await service.lobby.join(battle.id, RED, "red")
    await service.lobby.join(battle.id, RED, "blue")
    await service.lobby.start(battle.id, RED, 1)
    await service.endings.resign(battle.id, RED)
    made = await service.results.record(battle.id)
    assert made is not None and not made.rated
    assert made.players == ((RED, "blue"), (RED, "red"))
    assert (await service.results.ratings(GUILD, "toy")).ratings == {}
    assert await service.results.balance(GUILD) == []
    with pytest.raises(Refusal, match="doesn't count anyway"):
        await service.results.annul(battle.id, "Ada", "why not")


async def test_who_sits_there_at_the_end_counts(service: Service) -> None:
    battle = await begin(service)
    referee = Referee(SPECTATOR, "Ada", "he is ill")
    await service.referee.seat(battle.id, referee, "blue", 99, "Substitute")
    await service.endings.resign(battle.id, RED)
    made = await service.results.record(battle.id)
    assert made is not None and made.players == ((99, "blue"), (RED, "red"))


async def test_teammates_count_with_their_side(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    await service.database.teammates.put(battle.id, Teammate(55, "red"), clock.now)
    service.sessions._loaded.clear()
    await service.endings.resign(battle.id, BLUE)
    made = await service.results.record(battle.id)
    assert made is not None and made.rated and made.players == ((BLUE, "blue"), (RED, "red"), (55, "red"))
    ratings = (await service.results.ratings(GUILD, "toy")).ratings
    assert ratings[55].won == ratings[RED].won == ratings[BLUE].lost == 1


# -- what follows -----------------------------------------------------------------------------------------------------


async def test_ratings_meetings_and_balance_of_a_server(service: Service, clock: Clock) -> None:
    for n, loser in enumerate((BLUE, BLUE, RED)):
        clock.now += 60
        battle = await resigned(service, user=loser)
        assert await service.results.record(battle.id) is not None, n
    book = await service.results.ratings(GUILD, "toy")
    assert [(r.user, r.won, r.lost) for r in book.ranking()] == [(RED, 2, 1), (BLUE, 1, 2)]
    [met] = await service.results.meetings(GUILD, RED, BLUE)
    assert (met.side, met.score) == ("red", Score(2, 0, 1))
    [b] = await service.results.balance(GUILD)
    assert (b.title, b.sides[0], b.score) == ("The duel", ("red", "Reds"), Score(2, 0, 1))
    assert b.expected == pytest.approx(
        sum(book.expected[r.battle]["red"] for r in await service.results.of_guild(GUILD)) / 3
    )
    assert await service.results.balance(GUILD, scenario="toy/duel") == [b]
    assert (
        await service.results.balance(GUILD, scenario="toy/other")
        == []
        == await service.results.balance(GUILD, "cataphract")
    )
    assert (await service.results.ratings(GUILD, "cataphract")).ratings == {}


async def test_nothing_is_known_of_another_server(service: Service) -> None:
    battle = await resigned(service)
    await service.results.record(battle.id)
    other = GUILD + 1
    assert await service.results.of_guild(other) == [] == await service.results.balance(other)
    assert (await service.results.ratings(other, "toy")).ratings == {}
    assert (
        await service.results.meetings(other, RED, BLUE)
        == []
        == await service.results.played(other)
        == await service.results.counted(other)
    )


async def test_who_was_deleted_is_as_if_he_had_never_been_rated(service: Service, clock: Clock) -> None:
    for _ in range(2):
        clock.now += 60
        battle = await resigned(service)
        await service.results.record(battle.id)
    async with service.database.write() as c:
        await c.execute(t.result_players.update().where(t.result_players.c.user == BLUE).values(user=FORGOTTEN))
    assert (await service.results.ratings(GUILD, "toy")).ratings == {}
    [b] = await service.results.balance(GUILD)
    assert b.score == Score(2, 0, 0) and b.expected == 0.5, "the scenario still knows of the battles"


# -- taking out -------------------------------------------------------------------------------------------------------


async def test_an_annulled_result_is_out_until_it_is_restored(service: Service, clock: Clock) -> None:
    battle = await resigned(service)
    await service.results.record(battle.id)
    before = await service.results.ratings(GUILD, "toy")
    out = await service.results.annul(battle.id, "Ada", "  they  only tried it out ")
    assert out.annulled and not out.rated and (await service.battles.get(battle.id)).status == "finished"
    assert (await service.results.annulment(battle.id)) == {
        "by": "Ada",
        "reason": "they only tried it out",
        "at": clock.now,
    }
    assert (
        (await service.results.ratings(GUILD, "toy")).ratings
        == {}
        == (await service.results.ratings(GUILD, "toy")).expected
    )
    assert await service.results.balance(GUILD) == [] == await service.results.meetings(GUILD, RED, BLUE)
    assert await service.results.played(GUILD) == [] == await service.results.counted(GUILD)
    assert await service.results.counted(GUILD, annulled=True) == [(battle.id, "The duel")]
    assert await service.results.record(battle.id) == out, "recording it again doesn't bring it back"
    with pytest.raises(Refusal, match="taken out already"):
        await service.results.annul(battle.id, "Ada", "again")
    assert (await service.results.restore(battle.id, "no, it was serious")).rated
    assert await service.results.ratings(GUILD, "toy") == before
    with pytest.raises(Refusal, match="hasn't been taken out"):
        await service.results.restore(battle.id, "again")


@pytest.mark.parametrize(("reason", "told"), [("  ", "Say why"), ("x" * 201, "at most 200")])
async def test_a_referee_says_why(service: Service, reason: str, told: str) -> None:
    battle = await resigned(service)
    await service.results.record(battle.id)
    with pytest.raises(Refusal, match=told):
        await service.results.annul(battle.id, "Ada", reason)
    made = await service.results.of(battle.id)
    assert made is not None and made.rated and await service.results.annulment(battle.id) is None


async def test_without_a_result_nothing_is_annulled(service: Service) -> None:
    battle = await begin(service)
    with pytest.raises(Refusal, match="has no result"):
        await service.results.annul(battle.id, "Ada", "why not")
    with pytest.raises(Refusal, match="has no result"):
        await service.results.restore("nothing", "why not")

"""A referee's acts on stored battles: journal, dice trail, seats, restarts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service import Acted, Battle, Referee, Service, ServiceError
from engine.fairdice import verify
from engine.kernel.decisions import Pick
from engine.kernel.game import digest, rebuild
from engine.kernel.journal import broken_at
from engine.kernel.referee import MovePiece, SetValue
from engine.kernel.text import Refusal
from tests.bot.toy_service import BLUE, GUILD, RED, SPECTATOR, Clock, asked, begin, open_service
from tests.bot.toy_system import Attack, Done, Toy

ADA = Referee(SPECTATOR, "Ada", "the hit was  counted twice")
WOUND = SetValue(piece="r1", key="hits", value="2")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


def forget(service: Service) -> None:
    """As after a restart: nothing is in memory."""
    service.sessions._loaded.clear()


async def sound(service: Service, battle: Battle) -> None:
    """Journal and trail hold, and both ways to rebuild the position agree, before and after a restart."""
    entries = await service.play.entries(battle.id)
    assert broken_at(entries) is None
    now = digest((await service.play.game(battle.id)).state)
    assert digest(rebuild(Toy(), entries)) == now
    forget(service)
    assert digest((await service.play.game(battle.id)).state) == now
    assert verify(await service.rolls.trail(battle.id)).valid


def told(acted: Acted) -> list[str]:
    return [str(t) for t in acted.told]


async def test_an_act_is_journaled_with_name_and_reason(service: Service) -> None:
    battle = await begin(service)
    before = await asked(service, battle, RED)
    acted = await service.referee.act(battle.id, ADA, WOUND, 5)
    assert told(acted) == ["r1 has 2 hits"] and acted.by == "Ada"
    game = await service.play.game(battle.id)
    assert game.state.units["r1"].hits == 2
    (entry,) = [e for e in await service.play.entries(battle.id) if e.kind == "act"]
    assert (entry.data["by"], entry.data["reason"]) == ("Ada", "the hit was counted twice")
    with pytest.raises(Refusal, match="answered already"):
        await service.play.answer(battle.id, RED, before.token, Done(), 6)
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Done(), 7)
    await sound(service, battle)


async def test_what_the_rules_refuse_changes_nothing(service: Service) -> None:
    battle = await begin(service)
    head = (await service.play.entries(battle.id))[-1].hash
    for request in (MovePiece(piece="r1", to=101), SetValue(piece="r1", key="hits", value="99")):
        with pytest.raises(Refusal):
            await service.referee.act(battle.id, ADA, request, 5)
    assert (await service.play.entries(battle.id))[-1].hash == head
    await sound(service, battle)


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * 201])
async def test_no_act_without_a_reason(service: Service, reason: str) -> None:
    battle = await begin(service)
    nobody = Referee(SPECTATOR, "Ada", reason)
    with pytest.raises(Refusal, match="reason"):
        await service.referee.act(battle.id, nobody, WOUND, 5)
    with pytest.raises(Refusal, match="reason"):
        await service.referee.roll(battle.id, nobody, "d6", 5)
    with pytest.raises(Refusal, match="reason"):
        await service.referee.decide(battle.id, nobody, "red", "default", 5)
    with pytest.raises(Refusal, match="reason"):
        await service.referee.seat(battle.id, nobody, "red", SPECTATOR, "Cleo")


async def test_a_player_who_referees_is_named_as_such(service: Service) -> None:
    battle = await begin(service)
    acted = await service.referee.act(battle.id, Referee(BLUE, "Ben", "why not"), WOUND, 5)
    assert acted.by == "Ben, who plays the Blues,"
    (entry,) = [e for e in await service.play.entries(battle.id) if e.kind == "act"]
    assert entry.data["by"] == acted.by


async def test_an_order_half_carried_out_comes_first(service: Service) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 5)
    with pytest.raises(Refusal, match=r"half carried out\. First the Blues must answer: Does b1 strike back") as caught:
        await service.referee.act(battle.id, ADA, WOUND, 6)
    assert "/referee decide" in str(caught.value) and "/undo" in str(caught.value)
    await service.referee.decide(battle.id, ADA, "blue", "no", 7)
    await service.referee.act(battle.id, ADA, WOUND, 8)
    await sound(service, battle)


async def test_a_secret_answer_given_is_not_lost_to_an_act(service: Service) -> None:
    battle = await begin(service)
    for user in (RED, BLUE):
        o = await asked(service, battle, user)
        await service.play.answer(battle.id, user, o.token, Done(), 5)
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Pick(key="high"), 5)
    with pytest.raises(Refusal, match="First the Blues must answer: …"):
        await service.referee.act(battle.id, ADA, WOUND, 6)


async def test_written_orders_don_t_outlive_the_position_they_were_written_for(service: Service) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "r1 x b1; r2 x b2", 5)
    await service.referee.decide(battle.id, ADA, "blue", "no", 6)
    o = await asked(service, battle, BLUE)
    assert o.decision.subject == "b2", "after the answer they go on"
    await service.referee.decide(battle.id, ADA, "blue", "default", 6)
    await service.play.order(battle.id, RED, "done", 6) if (await asked_kind(service, battle)) == (
        "red",
        "orders",
    ) else None
    await sound(service, battle)


async def asked_kind(service: Service, battle: Battle) -> tuple[str, str]:
    (o, *_) = await service.play.open_questions(battle.id)
    return o.side, o.decision.kind


# -- in a player's place --------------------------------------------------------------------------------------------


async def test_an_answer_in_a_player_s_place(service: Service) -> None:
    battle = await begin(service)
    acted = await service.referee.decide(battle.id, ADA, "red", "r1 x b1", 5)
    assert told(acted) == ["The Reds answer: r1 x b1."]
    answer = next(e for e in reversed(await service.play.entries(battle.id)) if e.kind == "answer")
    assert answer.data["note"]["by"] == "referee" and answer.data["note"]["name"] == "Ada"
    assert answer.data["note"]["reason"] == "the hit was counted twice"
    with pytest.raises(Refusal, match="Reds are asked nothing"):
        await service.referee.decide(battle.id, ADA, "red", "default", 6)
    with pytest.raises(Refusal, match="The sides are"):
        await service.referee.decide(battle.id, ADA, "green", "default", 6)
    with pytest.raises(Refusal, match="no answer to this question"):
        await service.referee.decide(battle.id, ADA, "blue", "perhaps", 6)
    with pytest.raises(Refusal, match="One answer at a time"):
        await service.referee.decide(battle.id, ADA, "blue", "no; no", 6)
    acted = await service.referee.decide(battle.id, ADA, "blue", "default", 6)
    assert told(acted) == ["The Blues answer: hold."]
    assert acted.outcome is not None and acted.outcome.rolls
    await sound(service, battle)


async def test_a_secret_question_gets_its_default_and_nobody_hears_it(service: Service) -> None:
    battle = await begin(service)
    for side in ("red", "blue"):
        await service.referee.decide(battle.id, ADA, side, "done", 5)
    with pytest.raises(Refusal, match="secret of the Reds"):
        await service.referee.decide(battle.id, ADA, "red", "high", 6)
    acted = await service.referee.decide(battle.id, ADA, "red", "default", 6)
    assert told(acted) == ["The Reds answer in secret."]
    answer = next(e for e in reversed(await service.play.entries(battle.id)) if e.kind == "answer")
    assert answer.data["note"]["answer"] == []


async def test_a_seat_is_handed_over_with_all_the_time_there_is(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    before = await asked(service, battle, RED)
    clock.now += 3600
    acted = await service.referee.seat(battle.id, ADA, "red", SPECTATOR, "Cleo")
    assert told(acted) == ["The Reds are handed to Cleo."]
    forget(service)
    battle = await service.battles.get(battle.id)
    assert battle.player("red") == SPECTATOR and battle.sides_of(RED) == ()
    assert {s.side: s.phrase for s in battle.seats} == {"red": "heads", "blue": "tails"}, (
        "the dice go on from the same words"
    )
    o = await asked(service, battle, SPECTATOR)
    assert o.token == before.token and o.asked == clock.now and o.due != before.due
    with pytest.raises(Refusal, match="You have no side"):
        await service.play.answer(battle.id, RED, o.token, Done(), 5)
    await service.play.answer(battle.id, SPECTATOR, o.token, Done(), 5)
    entry = next(e for e in await service.play.entries(battle.id) if e.kind == "word")
    assert entry.data == {"by": "Ada", "said": "hands the Reds to Cleo", "reason": "the hit was counted twice"}
    await sound(service, battle)


async def test_the_orders_of_the_player_before_don_t_bind_his_successor(service: Service) -> None:
    battle = await begin(service)
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "always")
    await service.standing_orders.give(battle.id, RED, "strike-back", "always")
    await service.play.order(battle.id, RED, "r1 x b1; r2 x b2", 5)
    await service.referee.seat(battle.id, ADA, "blue", SPECTATOR, "Cleo")
    assert await service.standing_orders.of(battle.id, SPECTATOR) == []
    assert len(await service.standing_orders.of(battle.id, RED)) == 1
    forget(service)
    assert await service.standing_orders.of(battle.id, SPECTATOR) == []
    await service.referee.seat(battle.id, ADA, "red", 99, "Dan")
    assert await service.play.drop_batch(battle.id, 99) == []


@pytest.mark.parametrize(
    ("side", "user", "why"),
    [
        ("red", RED, "plays the Reds already"),
        ("red", BLUE, "seat of their opponent"),
        ("green", SPECTATOR, "The sides"),
    ],
)
async def test_seats_nobody_can_be_handed(service: Service, side: str, user: int, why: str) -> None:
    battle = await begin(service)
    with pytest.raises(Refusal, match=why):
        await service.referee.seat(battle.id, ADA, side, user, "Cleo")
    assert (await service.battles.get(battle.id)).player("red") == RED


async def test_a_seat_that_couldn_t_be_stored_hasn_t_changed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = await begin(service)

    async def broken(*_: object, **__: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as m:
        m.setattr(service.database.games, "append", broken)
        with pytest.raises(OSError, match="disk full"):
            await service.referee.seat(battle.id, ADA, "red", SPECTATOR, "Cleo")
    assert (await service.battles.get(battle.id)).player("red") == RED
    assert (await asked(service, battle, RED)).side == "red"


# -- dice -----------------------------------------------------------------------------------------------------------


async def test_a_referee_s_die_is_in_the_trail_and_the_journal(service: Service) -> None:
    battle = await begin(service)
    before = await asked(service, battle, RED)
    acted, roll = await service.referee.roll(battle.id, ADA, "2d6+1", 5)
    assert roll.purpose == "referee" and roll.text == "Ada, referee: the hit was counted twice: 2d6+1"
    assert roll.total == sum(roll.dice) + 1
    assert f"(roll {roll.n})" in told(acted)[0]
    o = await asked(service, battle, RED)
    assert o.token == before.token and o.due == before.due, "the buttons stay good"
    trail = await service.rolls.trail(battle.id)
    assert any("referee" in str(e.data) for e in trail.entries)
    with pytest.raises(Refusal, match="Write dice like"):
        await service.referee.roll(battle.id, ADA, "many", 5)
    await service.play.answer(battle.id, RED, o.token, Done(), 5)
    await sound(service, battle)


async def test_a_die_leaves_what_one_player_asks_of_the_other(service: Service) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Done(), 5)
    o = await asked(service, battle, BLUE)
    await service.play.answer(battle.id, BLUE, o.token, Done(), 5)
    assert not (await service.takebacks.undo(battle.id, RED)).done
    await service.referee.roll(battle.id, ADA, "d6", 5)
    assert (await service.battles.get(battle.id)).request is not None
    assert await service.takebacks.consent(battle.id, BLUE, True) is not None
    await sound(service, battle)


# -- withdrawal -----------------------------------------------------------------------------------------------------


async def test_an_act_is_withdrawn_while_nothing_follows(service: Service) -> None:
    battle = await begin(service)
    assert not await service.referee.can_withdraw(battle.id)
    await service.referee.act(battle.id, ADA, WOUND, 5)
    forget(service)
    assert await service.referee.can_withdraw(battle.id)
    acted = await service.referee.withdraw(battle.id, ADA)
    assert told(acted) == ["Withdrawn: r1 has 2 hits"]
    assert (await service.play.game(battle.id)).state.units["r1"].hits == 0
    assert not await service.referee.can_withdraw(battle.id)
    await sound(service, battle)
    await service.referee.act(battle.id, ADA, WOUND, 6)
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Done(), 7)
    with pytest.raises(Refusal, match="somebody answered since"):
        await service.referee.withdraw(battle.id, ADA)
    await sound(service, battle)


@pytest.mark.parametrize("again", [False, True])
async def test_an_act_after_a_take_back_is_withdrawn_and_told(service: Service, again: bool) -> None:
    """What was taken back before it is in the journal still, after the entry that is gone back to."""
    battle = await begin(service)
    for n in range(2):
        o = await asked(service, battle, RED)
        await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 5 + n)
        assert (await service.takebacks.undo(battle.id, RED)).done
    if again:
        forget(service)
    await service.referee.act(battle.id, ADA, WOUND, 8)
    assert told(await service.referee.withdraw(battle.id, ADA)) == ["Withdrawn: r1 has 2 hits"]
    assert (await service.play.game(battle.id)).state.units["r1"].hits == 0
    await sound(service, battle)


async def test_what_is_taken_back_is_what_was_ordered_last_at_that_point(service: Service) -> None:
    battle = await begin(service)
    for n, unit in enumerate(("r1", "r2")):
        o = await asked(service, battle, RED)
        await service.play.answer(battle.id, RED, o.token, Attack(unit=unit, target="b1"), 5 + n)
        back = await service.takebacks.undo(battle.id, RED)
        assert back.done and [str(t) for t in back.what] == [f"{unit} x b1"]
    await sound(service, battle)


async def test_an_answer_in_a_player_s_place_is_not_the_player_s_to_take_back(service: Service) -> None:
    battle = await begin(service)
    await service.referee.decide(battle.id, ADA, "red", "r1 x b1", 5)
    result = await service.takebacks.undo(battle.id, RED)
    assert not result.done and result.asks == "blue"
    assert await service.referee.can_withdraw(battle.id)
    await service.referee.withdraw(battle.id, ADA)
    assert (await asked(service, battle, RED)).decision.kind == "orders"
    await sound(service, battle)


async def test_nothing_is_withdrawn_once_a_die_has_fallen(service: Service) -> None:
    battle = await begin(service)
    await service.referee.decide(battle.id, ADA, "red", "r1 x b1", 5)
    await service.referee.decide(battle.id, ADA, "blue", "no", 5)
    with pytest.raises(Refusal, match="a die was rolled"):
        await service.referee.withdraw(battle.id, ADA)


async def test_nothing_can_be_done_to_a_battle_that_is_over(service: Service) -> None:
    battle = await begin(service)
    await service.endings.resign(battle.id, RED)
    for done in (
        service.referee.act(battle.id, ADA, WOUND, 5),
        service.referee.decide(battle.id, ADA, "red", "default", 5),
        service.referee.seat(battle.id, ADA, "red", SPECTATOR, "Cleo"),
        service.referee.roll(battle.id, ADA, "d6", 5),
        service.referee.withdraw(battle.id, ADA),
    ):
        with pytest.raises(Refusal, match="This battle is over"):
            await done
    assert not await service.referee.can_withdraw(battle.id)


async def test_an_act_that_couldn_t_be_stored_hasn_t_happened(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = await begin(service)

    async def broken(*_: object, **__: object) -> None:
        raise ServiceError("no room")

    with monkeypatch.context() as m:
        m.setattr(service.database.games, "append", broken)
        with pytest.raises(ServiceError):
            await service.referee.act(battle.id, ADA, WOUND, 5)
    assert (await service.play.game(battle.id)).state.units["r1"].hits == 0
    await sound(service, battle)


async def test_the_referees_role_of_a_server(service: Service) -> None:
    assert await service.referee.role(GUILD) is None
    await service.referee.set_role(GUILD, 77)
    assert await service.referee.role(GUILD) == 77 and await service.referee.role(GUILD + 1) is None
    assert (await service.settings.of(f"guild:{GUILD}")) == {"referee_role": 77}
    await service.referee.set_role(GUILD, None)
    assert await service.referee.role(GUILD) is None

"""Battles without Discord."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.notation import parse
from bot.service import Battle, Limits, Service, ServiceError
from bot.service.time import limits
from bot.storage import tables
from engine.fairdice import verify
from engine.kernel.decisions import Command, Menu, Pick, Picks
from engine.kernel.game import digest
from engine.kernel.journal import broken_at
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text
from engine.players import random_answer
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, Clock, asked, begin, kinds, open_service
from tests.bot.toy_system import SCENARIO, Attack, Done, Endless, Toy

YES, NO = Pick(key="yes"), Pick(key="no")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock, either: str) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


async def forget(service: Service) -> None:
    """As after a restart: nothing is in memory."""
    service.sessions._loaded.clear()


def told(skipped: Sequence[tuple[str, Text]]) -> list[tuple[str, str]]:
    """Orders that were skipped, with the reason in words."""
    return [(order, str(why)) for order, why in skipped]


async def play(service: Service, battle: Battle, seed: int = 1, most: int = 10_000, *, restarts: bool = False) -> int:
    rng = random.Random(seed)
    for n in range(most):
        open_ = await service.play.open_questions(battle.id)
        if not open_:
            return n
        o = rng.choice(open_)
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng), 2000 + n, o.side)
        if restarts and rng.random() < 0.3:
            await forget(service)
    return most


# -- before the battle ----------------------------------------------------------------------------------------------


async def test_a_battle_is_created_joined_and_started(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, SPECTATOR, "toy/duel")
    assert battle.status == "open" and battle.title == "The duel" and not battle.begun
    assert (await service.battles.in_channel(CHANNEL)) == battle
    with pytest.raises(Refusal, match="The battle hasn't begun"):
        await service.play.game(battle.id)
    with pytest.raises(Refusal, match="Nobody plays"):
        await service.lobby.start(battle.id, SPECTATOR, 1)
    battle = await service.lobby.join(battle.id, RED, "red", "  heads \n or tails ")
    assert battle.seats[0].phrase == "heads or tails"
    with pytest.raises(Refusal, match="have a player already"):
        await service.lobby.join(battle.id, BLUE, "red")
    with pytest.raises(Refusal, match="The sides are Reds and Blues"):
        await service.lobby.join(battle.id, BLUE, "green")
    await service.lobby.leave(battle.id, RED)
    await service.lobby.join(battle.id, BLUE, "red")
    with pytest.raises(Refusal, match="You have no side"):
        await service.lobby.leave(battle.id, RED)
    battle = await service.lobby.join(battle.id, RED, "blue")
    assert battle.seats[1].phrase, "a phrase is made up where none is given"
    with pytest.raises(Refusal, match="Only its players"):
        await service.lobby.start(battle.id, 99, 1)
    outcome = await service.lobby.start(battle.id, BLUE, 1)
    assert kinds(outcome) == [("red", "orders")]
    battle = await service.battles.get(battle.id)
    assert battle.begun and battle.commitment == (await service.rolls.trail(battle.id)).header.commitment
    for late in (
        service.lobby.join(battle.id, 40, "red"),
        service.lobby.leave(battle.id, RED),
        service.lobby.start(battle.id, RED, 1),
    ):
        with pytest.raises(Refusal, match="has begun"):
            await late


async def test_the_dice_are_sealed_before_anybody_sits_down(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    sealed = battle.commitment
    assert len(sealed) == 64 and not battle.begun
    await service.lobby.join(battle.id, RED, "red", "heads")
    await service.lobby.join(battle.id, BLUE, "blue", "tails")
    await service.lobby.start(battle.id, RED, 1000)
    assert (await service.battles.get(battle.id)).commitment == sealed
    assert (await service.rolls.trail(battle.id)).header.commitment == sealed


async def test_a_channel_has_one_battle_at_a_time(service: Service) -> None:
    made = await asyncio.gather(
        *(service.lobby.create(GUILD, CHANNEL, RED, "toy/duel") for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(m, Battle) for m in made) == 1
    assert all(isinstance(m, Battle) or "This channel has a battle already" in str(m) for m in made)
    battle = next(m for m in made if isinstance(m, Battle))
    other = await service.lobby.create(GUILD, 77, RED, "toy/duel")
    with pytest.raises(Refusal, match="has a battle already"):
        await service.lobby.move(other.id, CHANNEL)
    await service.endings.abandon(battle.id, RED)
    assert (await service.lobby.move(other.id, CHANNEL)).channel == CHANNEL
    assert {b.id for b in await service.battles.of_guild(GUILD)} == {battle.id, other.id}
    last = await service.battles.last_in_channel(CHANNEL)
    assert last is not None


@pytest.mark.parametrize(
    ("key", "options", "mode", "why"),
    [
        ("toy/none", None, "live", "There is no battle toy/none"),
        ("toy/duel", {"endles": True}, "live", "endles is no optional rule"),
        ("toy/duel", None, "asleep", "live or by correspondence"),
    ],
)
async def test_what_can_t_be_created(service: Service, key: str, options: Any, mode: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        await service.lobby.create(GUILD, CHANNEL, RED, key, options, mode)
    assert await service.battles.in_channel(CHANNEL) is None


async def test_a_scenario_of_our_own_is_loaded_by_default(tmp_path: Path) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}")
    with pytest.raises(Refusal, match=r"There is no battle “cataphract/nowhere”\. Choose one"):
        await service.lobby.create(GUILD, CHANNEL, RED, "cataphract/nowhere")
    assert (await service.lobby.create(GUILD, CHANNEL, RED, "cataphract/tricameron")).title == "Tricameron"
    await service.close()


# -- answers --------------------------------------------------------------------------------------------------------


async def test_an_answer_goes_to_the_question_that_was_asked(service: Service) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    with pytest.raises(Refusal, match="You have no side"):
        await service.play.answer(battle.id, SPECTATOR, o.token, Done(), 1)
    with pytest.raises(Refusal, match="This question is for the Reds"):
        await service.play.answer(battle.id, BLUE, o.token, Done(), 1)
    with pytest.raises(Refusal, match="can't take part"):
        await service.play.answer(battle.id, RED, o.token, Attack(unit="b1", target="b2"), 1)
    assert (await service.play.entries(battle.id))[-1].kind == "start"
    outcome = await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)
    assert kinds(outcome) == [("blue", "strike-back")]
    with pytest.raises(Refusal, match="answered already"):
        await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 77)
    assert [r.text for r in outcome.rolls] == ["r1 strikes b1"] and len(outcome.events) == 1
    trail = await service.rolls.trail(battle.id)
    assert trail.entries[0].data["snowflake"] == "77" and verify(trail).valid


async def test_two_presses_at_once_count_once(service: Service) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    attack = Attack(unit="r1", target="b1")
    results = await asyncio.gather(
        *(service.play.answer(battle.id, RED, o.token, attack, n) for n in range(5)), return_exceptions=True
    )
    assert sum(isinstance(r, Refusal) and "answered already" in str(r) for r in results) == 4
    assert sum(e.kind == "answer" for e in await service.play.entries(battle.id)) == 1


async def test_secret_choices_are_asked_of_both_at_once(service: Service) -> None:
    battle = await begin(service)
    for user in (RED, BLUE):
        outcome = await service.play.answer(battle.id, user, (await asked(service, battle, user)).token, Done(), 1)
    assert kinds(outcome) == [("red", "stance"), ("blue", "stance")]
    token = outcome.open[0].token
    outcome = await service.play.answer(battle.id, BLUE, token, Pick(key="high"), 1)
    assert kinds(outcome) == [("red", "stance")] and outcome.open[0].token == token, "red's buttons stay good"
    await forget(service)
    with pytest.raises(Refusal, match="You have answered this already; the Reds are still to answer"):
        await service.play.answer(battle.id, BLUE, token, Pick(key="low"), 1)
    outcome = await service.play.answer(battle.id, RED, token, Pick(key="low"), 1)
    assert kinds(outcome) == [("red", "brace")]


async def test_one_may_play_both_sides(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    await service.lobby.join(battle.id, RED, "red")
    await service.lobby.join(battle.id, RED, "blue")
    await service.lobby.start(battle.id, RED, 1)
    for _ in range(2):
        outcome = await service.play.order(battle.id, RED, "done", 1)
    token = outcome.open[0].token
    await service.play.answer(battle.id, RED, token, Pick(key="low"), 1, "blue")
    outcome = await service.play.answer(battle.id, RED, token, Pick(key="low"), 1)
    assert kinds(outcome) == [("red", "brace")]


@pytest.mark.parametrize("seed", range(3))
async def test_a_battle_is_played_to_its_end_through_restarts(service: Service, seed: int) -> None:
    battle = await begin(service)
    await play(service, battle, seed, restarts=True)
    battle = await service.battles.get(battle.id)
    assert battle.status == "finished" and battle.outcome.endswith("wins")
    journal = await service.play.entries(battle.id)
    assert broken_at(journal) is None
    report = verify(await service.rolls.trail(battle.id))
    assert report.valid and report.pending == 0 and report.rolls == battle.rolls
    assert await service.battles.in_channel(CHANNEL) is None
    with pytest.raises(Refusal, match="This battle is over"):
        await service.play.order(battle.id, RED, "done", 1)


async def test_an_error_of_ours_loses_nothing(service: Service) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    before = await service.play.entries(battle.id)
    with pytest.raises(RuntimeError, match="boom"):
        await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="boom"), 1)
    with pytest.raises(Refusal, match="Too late"):
        await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="late"), 1)
    assert await service.play.entries(battle.id) == before
    assert (await service.rolls.trail(battle.id)).entries == ()
    await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)


async def test_what_couldn_t_be_stored_hasn_t_happened(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = await begin(service)
    o = await asked(service, battle, RED)
    real = service.database.games.append

    async def full(*args: Any, **options: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(service.database.games, "append", full)
    with pytest.raises(OSError):
        await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)
    monkeypatch.setattr(service.database.games, "append", real)
    assert (await asked(service, battle, RED)).token == o.token
    await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)


@pytest.mark.parametrize("bad", ["heads\0", "\ud800"])
async def test_a_phrase_no_database_keeps_is_refused_in_words(service: Service, bad: str) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    with pytest.raises(Refusal, match="made of characters"):
        await service.lobby.join(battle.id, RED, "red", bad)
    assert (await service.battles.get(battle.id)).seats == ()


@pytest.mark.parametrize("bad", ["for luck\0", "\ud800"])
async def test_no_text_of_a_player_s_stops_a_battle(service: Service, bad: str) -> None:
    battle = await begin(service)
    for attempt in (
        lambda: service.rolls.roll(battle.id, RED, "3d6", 1, name=bad),
        lambda: service.play.order(battle.id, RED, bad, 1),
        lambda: service.records.add_remark(battle.id, RED, "Ada", bad),
    ):
        with contextlib.suppress(Refusal):
            await attempt()
    o = await asked(service, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)
    assert verify(await service.rolls.trail(battle.id)).valid


async def test_a_second_process_reads_again_instead_of_corrupting(service: Service, tmp_path: Path) -> None:
    battle = await begin(service)
    other = await open_service(tmp_path, shared=True)
    o = await asked(other, battle, RED)
    await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 1)
    with pytest.raises(Refusal, match="answered already"):
        await other.play.answer(battle.id, RED, o.token, Attack(unit="r2", target="b2"), 2)
    assert (await asked(other, battle, BLUE)).decision.subject == "b1"
    assert broken_at(await service.play.entries(battle.id)) is None
    await other.close()


# -- written orders -------------------------------------------------------------------------------------------------


async def test_orders_go_on_by_themselves_after_the_opponent_s_answer(service: Service) -> None:
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b1; r2 x b2; done", 5)
    assert outcome.done == 1 and outcome.left == ["r2 x b2", "done"] and kinds(outcome) == [("blue", "strike-back")]
    await forget(service)
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 6)
    assert outcome.left == [] and outcome.done == 0, "the opponent isn't told what waits"
    assert [o.decision.subject for o in outcome.open] == ["b2"]
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 7)
    assert kinds(outcome) == [("blue", "orders")], "two orders are all there are"
    assert (await service.rolls.trail(battle.id)).entries[1].data["snowflake"] == "7"


async def test_what_no_longer_holds_is_skipped_told_and_kept(service: Service) -> None:
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b1; r9 x b2; done", 5)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 6)
    await forget(service)
    o = await asked(service, battle, RED)
    assert o.decision.kind == "orders", "no more orders: not before the player has seen what failed"
    assert told(o.skipped) == [("r9 x b2", "r9 can't take part. (2.2)")] and o.left == ("done",)
    outcome = await service.play.order(battle.id, RED, "r2 x b2", 7)
    assert outcome.skipped == [] and outcome.left == []


async def test_a_written_order_is_parsed_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits goes on as it was read, at each round; only what was stored is read again."""
    battle = await begin(service)
    read: list[str] = []

    def counted(text: str) -> list[Statement]:
        read.append(text)
        return parse(text)

    for module in ("play.play", "sessions.session"):
        monkeypatch.setattr(f"bot.service.{module}.parse", counted)
    outcome = await service.play.order(battle.id, RED, parse("r1 x b1; r2 x b2; done"), 5)
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 6)
    assert [o.decision.subject for o in outcome.open] == ["b2"] and read == []
    await forget(service)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 7)
    assert read == ["done"]


async def test_reasons_that_were_stored_as_sentences_are_still_told(service: Service) -> None:
    """Earlier versions stored why an order was skipped as a finished sentence."""
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b1; r9 x b2; done", 5)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 6)
    async with service.database.write() as c:
        await c.execute(tables.batches.update().values(skipped='[["r9 x b2", "of old (2.2)"]]'))
    await forget(service)
    assert told((await asked(service, battle, RED)).skipped) == [("r9 x b2", "of old (2.2)")]


async def test_what_is_skipped_at_once_is_told_at_once(service: Service) -> None:
    battle = await begin(service, options={"endless": True})
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "never")
    outcome = await service.play.order(battle.id, RED, "r1 x b1; b1 x b1; r2 x b2", 5)
    assert outcome.done == 2 and told(outcome.skipped) == [("b1 x b1", "b1 can't take part. (2.2)")]
    assert len(outcome.auto) == 2 and outcome.auto[0].side == "blue" and str(outcome.auto[0].said[0]) == "hold"


async def test_orders_none_of_which_can_begin_change_nothing(service: Service) -> None:
    battle = await begin(service)
    for text, why in (
        ("b1 x b2; r1 x b1", "can't take part"),
        ("dance", "is no order"),
        ("", "There is no order in that"),
        ("r1 x b1; @Q", "is no direction"),
    ):
        with pytest.raises(Refusal, match=why):
            await service.play.order(battle.id, RED, text, 1)
    with pytest.raises(Refusal, match="It isn't your decision; the Reds must answer first"):
        await service.play.order(battle.id, BLUE, "done", 1)
    assert len(await service.play.entries(battle.id)) == 1


async def test_a_question_the_orders_didn_t_foresee_is_the_player_s(service: Service) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "done; b1 x b2", 1)
    outcome = await service.play.order(battle.id, BLUE, "done", 1)
    assert kinds(outcome) == [("red", "stance"), ("blue", "stance")]
    assert (await asked(service, battle, RED)).left == ("b1 x b2",)
    assert (await asked(service, battle, BLUE)).left == (), "the opponent's orders are nobody else's"
    assert await service.play.drop_batch(battle.id, RED) == ["b1 x b2"]
    assert (await asked(service, battle, RED)).left == ()


async def test_an_answer_written_in_between_lets_the_waiting_orders_go_on(service: Service) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "done; r1 x b1", 1)
    await service.play.order(battle.id, BLUE, "done", 1)
    outcome = await service.play.order(battle.id, RED, "high", 2)
    assert outcome.left == ["r1 x b1"]


async def test_waiting_orders_end_with_their_activation(service: Service) -> None:
    battle = await begin(service, options={"endless": True})
    await service.play.order(battle.id, RED, "done; r1 x b1", 1)
    await service.play.order(battle.id, BLUE, "done", 1)
    await service.play.order(battle.id, RED, "high", 2)
    await service.play.order(battle.id, BLUE, "low", 3)
    while (await service.play.game(battle.id)).state.turn == 1:
        o = (await service.play.open_questions(battle.id))[0]
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, o.decision.default, 4, o.side)
    o = await asked(service, battle, RED)
    assert o.decision.kind == "orders" and o.left == ()
    assert told(o.skipped) == [("r1 x b1", "its activation is over")]


async def test_new_orders_behind_such_an_answer_replace_them(service: Service) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "done; r1 x b1", 1)
    await service.play.order(battle.id, BLUE, "done", 1)
    outcome = await service.play.order(battle.id, RED, "high; r2 x b2", 2)
    assert outcome.left == ["r2 x b2"]


async def test_a_player_who_decides_otherwise_drops_what_was_held_back(service: Service) -> None:
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b1; r9 x b2; done", 5)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 6)
    o = await asked(service, battle, RED)
    outcome = await service.play.answer(battle.id, RED, o.token, Attack(unit="r1", target="b1"), 7)
    assert outcome.left == [] and kinds(outcome) == [("blue", "strike-back")]


async def test_looking_ahead_changes_nothing_and_rolls_nothing(service: Service) -> None:
    battle = await begin(service)
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "never")
    before = digest((await service.play.game(battle.id)).state)
    seen = await service.play.preview(battle.id, RED, "r1 x b1; r2 x b2")
    assert str(seen.stop) == "Does b1 strike back?", "the opponent's standing orders stay secret"
    assert seen.refused is None
    assert [e.type for e in seen.events] == ["order-given"] and seen.done == 1
    assert seen.statements == ("r1 x b1", "r2 x b2")
    seen = await service.play.preview(battle.id, RED, "r9 x b1")
    assert "can't take part" in str(seen.refused) and seen.events == ()
    seen = await service.play.preview(battle.id, RED, "done")
    assert str(seen.stop) == "Orders?" and seen.done == 1
    with pytest.raises(Refusal, match="It isn't your decision"):
        await service.play.preview(battle.id, BLUE, "done")
    assert digest((await service.play.game(battle.id)).state) == before
    assert (await service.battles.get(battle.id)).rolls == 0


async def test_looking_ahead_stops_at_the_first_die(service: Service) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "r1 x b1", 1)
    seen = await service.play.preview(battle.id, BLUE, "yes")
    assert str(seen.stop) == "r1 strikes b1: miss 50 %, hit 50 %" and seen.done == 0
    assert (await service.battles.get(battle.id)).rolls == 0


# -- standing orders ------------------------------------------------------------------------------------------------


async def test_standing_orders_answer_at_once(service: Service) -> None:
    battle = await begin(service)
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "ask", "b3")
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "if:fresh", "b")
    await service.standing_orders.give(battle.id, BLUE, "strike-back", "never")
    outcome = await service.play.order(battle.id, RED, "r1 x b1", 1)
    assert [str(t) for a in outcome.auto for t in a.said] == ["strike back"], "the narrower scope decides, b1 is fresh"
    await forget(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b3", 1)
    assert kinds(outcome) == [("blue", "strike-back")], "b3 is asked"
    assert (
        len(await service.standing_orders.of(battle.id, BLUE)) == 3
        and await service.standing_orders.of(battle.id, RED) == []
    )
    assert await service.standing_orders.clear(battle.id, BLUE, "strike-back", "b")
    assert not await service.standing_orders.clear(battle.id, BLUE, "strike-back", "b")


async def test_a_part_of_a_question_is_filled_in(service: Service) -> None:
    battle = await begin(service)
    await service.standing_orders.give(battle.id, RED, "brace", "always", "r1")
    await service.standing_orders.give(battle.id, RED, "brace", "never", "r2")
    for user in (RED, BLUE):
        outcome = await service.play.order(battle.id, user, "done", 1)
    token = outcome.open[0].token
    for user in (RED, BLUE):
        outcome = await service.play.answer(battle.id, user, token, Pick(key="low"), 1)
    assert kinds(outcome) == [("red", "brace")]
    assert outcome.open[0].prefilled == Picks(picks={"r1": "brace", "r2": "stand"})
    await service.standing_orders.give(battle.id, RED, "brace", "never", "r3")
    await service.play.answer(battle.id, RED, outcome.open[0].token, Picks(picks={"r3": "brace"}), 1)
    for user in (RED, BLUE):
        outcome = await service.play.order(battle.id, user, "done", 1)
    token = outcome.open[0].token
    await service.play.answer(battle.id, RED, token, Pick(key="low"), 1)
    outcome = await service.play.answer(battle.id, BLUE, token, Pick(key="low"), 1)
    assert [a.why for a in outcome.auto] == ["standing order"] and kinds(outcome) == [("red", "orders")]


@pytest.mark.parametrize(
    ("kind", "answer", "scope", "why"),
    [
        ("dance", "always", "*", "Standing orders are about: strike-back, brace"),
        ("brace", "sometimes", "*", "one of: always, never, ask"),
        ("brace", "if:fresh", "*", "one of: always, never, ask"),
        ("brace", "always", "r1; drop table", "for a unit"),
    ],
)
async def test_standing_orders_nobody_can_give(service: Service, kind: str, answer: str, scope: str, why: str) -> None:
    battle = await begin(service)
    with pytest.raises(Refusal, match=why):
        await service.standing_orders.give(battle.id, RED, kind, answer, scope)
    with pytest.raises(Refusal, match="You don't play the Blues"):
        await service.standing_orders.give(battle.id, RED, "brace", "always", side="blue")


# -- take-back ------------------------------------------------------------------------------------------------------


async def test_a_take_back_is_free_until_a_die_falls_or_the_opponent_answers(service: Service) -> None:
    battle = await begin(service)
    await service.standing_orders.give(battle.id, BLUE, "brace", "always")
    await service.play.order(battle.id, RED, "r1 x b1; r2 x b2", 1)
    old = await asked(service, battle, BLUE)
    result = await service.takebacks.undo(battle.id, RED)
    assert result.done and result.outcome is not None and kinds(result.outcome) == [("red", "orders")]
    assert (await asked(service, battle, RED)).left == (), "orders for a position that is gone are gone"
    with pytest.raises(Refusal, match="answered already"):
        await service.play.answer(battle.id, BLUE, old.token, NO, 1)
    outcome = await service.play.order(battle.id, RED, "r3 x b3", 1)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 1)
    result = await service.takebacks.undo(battle.id, RED)
    assert not result.done and result.asks == "blue"
    request = (await service.battles.get(battle.id)).request
    assert request is not None and request["kind"] == "undo" and request["side"] == "red"
    with pytest.raises(Refusal, match="for your opponent"):
        await service.takebacks.consent(battle.id, RED, True)
    assert await service.takebacks.consent(battle.id, BLUE, False) is None
    with pytest.raises(Refusal, match="Nobody asks"):
        await service.takebacks.consent(battle.id, BLUE, True)
    await service.takebacks.undo(battle.id, RED)
    await forget(service)
    outcome = await service.takebacks.consent(battle.id, BLUE, True)
    assert outcome is not None and kinds(outcome) == [("red", "orders")]
    trail = await service.rolls.trail(battle.id)
    assert [e.kind for e in trail.entries] == ["roll", "annul"] and trail.entries[1].data == {"rolls": [1]}
    assert verify(trail).valid
    outcome = await service.play.order(battle.id, RED, "r3 x b3", 9)
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 9)
    assert [r.n for r in outcome.rolls] == [2], "a number is never used twice"


async def test_what_both_were_asked_in_secret_is_nobody_s_to_change_once_it_is_out(service: Service) -> None:
    battle = await begin(service)
    for user in (RED, BLUE):
        outcome = await service.play.order(battle.id, user, "done", 1)
    token = outcome.open[0].token
    await service.play.answer(battle.id, RED, token, Pick(key="low"), 1)
    result = await service.takebacks.undo(battle.id, RED)
    assert result.done, "nobody else has answered yet"
    (token,) = {o.token for o in await service.play.open_questions(battle.id)}
    await service.play.answer(battle.id, RED, token, Pick(key="high"), 1)
    outcome = await service.play.answer(battle.id, BLUE, token, Pick(key="low"), 1)
    assert outcome.rolls == []
    for user, opponent in ((BLUE, "red"), (RED, "blue")):
        result = await service.takebacks.undo(battle.id, user)
        assert not result.done and result.asks == opponent, "each knows now what the other chose"


async def test_what_was_asked_lapses_when_the_battle_goes_on(service: Service) -> None:
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r3 x b3", 1)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 1)
    await service.takebacks.undo(battle.id, RED)
    await service.play.order(battle.id, RED, "done", 1)
    with pytest.raises(Refusal, match="may have gone on"):
        await service.takebacks.consent(battle.id, BLUE, True)


async def test_nothing_can_be_taken_back_before_anything_was_done(service: Service) -> None:
    battle = await begin(service)
    with pytest.raises(Refusal, match="You have given no order yet"):
        await service.takebacks.undo(battle.id, RED)


async def test_rolls_after_a_take_back_into_a_finished_turn_are_safe(service: Service) -> None:
    """The secret of the turn gone back to is out: nobody may be able to compute the new rolls beforehand."""
    battle = await begin(service, options={"endless": True})
    rng = random.Random(4)
    n = 0
    while (await service.play.game(battle.id)).state.turn < 3:
        o = (await service.play.open_questions(battle.id))[0]
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng), n, o.side)
        n += 1
    known = (await service.rolls.trail(battle.id)).secrets
    assert set(known) == {1, 2}
    for _ in range(40):
        result = await service.takebacks.undo(battle.id, RED)
        if not result.done:
            await service.takebacks.consent(battle.id, BLUE, True)
        if (await service.play.game(battle.id)).state.turn < 2:
            break
        await forget(service)
    assert (await service.play.game(battle.id)).state.turn == 1
    assert (await service.rolls.trail(battle.id)).secrets == known, "what is published stays published"
    rolls = (await service.battles.get(battle.id)).rolls
    await play(service, battle, 5, most=40, restarts=True)
    trail = await service.rolls.trail(battle.id)
    later = [e.data for e in trail.entries if e.kind == "roll" and e.data["roll"]["n"] > rolls]
    assert later and all(d["segment"] >= 3 for d in later) and later[0]["roll"]["segment"] < 3
    assert verify(trail).valid


@pytest.mark.parametrize("seed", range(3))
async def test_take_backs_restarts_and_play_in_any_order(service: Service, seed: int) -> None:
    battle = await begin(service, options={"endless": True})
    rng = random.Random(seed)
    for _ in range(60):
        if (await service.battles.get(battle.id)).status != "running":
            break
        await play(service, battle, rng.randrange(1000), most=rng.randrange(1, 6))
        if (await service.battles.get(battle.id)).status == "running" and rng.random() < 0.4:
            user = rng.choice((RED, BLUE))
            try:
                if not (await service.takebacks.undo(battle.id, user)).done:
                    await service.takebacks.consent(battle.id, RED + BLUE - user, True)
            except Refusal as no:
                assert "given no order yet" in str(no)
        if rng.random() < 0.5:
            state = digest((await service.play.game(battle.id)).state)
            await forget(service)
            assert digest((await service.play.game(battle.id)).state) == state
    assert broken_at(await service.play.entries(battle.id)) is None
    assert verify(await service.rolls.trail(battle.id)).valid


# -- ends and terms -------------------------------------------------------------------------------------------------


async def test_resigning_and_abandoning(service: Service) -> None:
    battle = await begin(service)
    outcome = await service.play.order(battle.id, RED, "r1 x b1", 1)
    await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 1)
    with pytest.raises(Refusal, match="no side"):
        await service.endings.resign(battle.id, SPECTATOR)
    battle = await service.endings.resign(battle.id, BLUE)
    assert battle.status == "finished" and battle.outcome == "The Blues resign: the Reds win."
    assert await service.play.open_questions(battle.id) == []
    report = verify(await service.rolls.trail(battle.id))
    assert report.valid and report.pending == 0, "every secret that was used is published"
    with pytest.raises(Refusal, match="over"):
        await service.endings.resign(battle.id, RED)
    with pytest.raises(Refusal, match="over"):
        await service.endings.abandon(battle.id, RED)
    other = await begin(service)
    with pytest.raises(Refusal, match="Only its creator or a referee"):
        await service.endings.abandon(other.id, BLUE)
    assert (await service.endings.abandon(other.id, BLUE, referee=True)).status == "abandoned"


async def test_less_time_needs_the_opponent_s_consent(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    assert (await asked(service, battle, RED)).due == clock.now + 48 * 3600
    clock.now += 60
    battle = await service.timekeeping.set_mode(battle.id, RED, "live")
    assert battle.mode == "correspondence" and battle.request == {"kind": "mode", "side": "red", "mode": "live"}
    await service.takebacks.consent(battle.id, BLUE, True)
    battle = await service.battles.get(battle.id)
    assert battle.mode == "live" and battle.request is None
    assert (await asked(service, battle, RED)).due == clock.now + 20 * 60
    assert (await service.timekeeping.set_mode(battle.id, BLUE, "correspondence")).mode == "correspondence", (
        "more time doesn't"
    )
    with pytest.raises(Refusal):
        await service.timekeeping.set_mode(battle.id, SPECTATOR, "live")


async def test_limits_and_quiet_hours(service: Service, clock: Clock) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    for seconds, quiet in ((1.0, None), (3600.0, (7, 7)), (3600.0, (25, 7))):
        with pytest.raises(Refusal):
            await service.timekeeping.set_limits(battle.id, RED, seconds, quiet)
    await service.timekeeping.set_limits(battle.id, RED, 3 * 3600.0, (22, 7))
    await service.lobby.join(battle.id, RED, "red")
    await service.lobby.join(battle.id, BLUE, "blue")
    clock.now = 20 * 86400 + 21 * 3600.0
    outcome = await service.lobby.start(battle.id, RED, 1)
    assert outcome.open[0].due == 21 * 86400 + 9 * 3600.0
    clock.now += 3600.0
    asked_for = await service.timekeeping.set_limits(battle.id, RED, None)
    assert asked_for.limits == Limits(3 * 3600.0, (22, 7)) and asked_for.request is not None
    with pytest.raises(Refusal, match="for your opponent"):
        await service.takebacks.consent(battle.id, RED, True)
    assert await service.takebacks.consent(battle.id, BLUE, False) is None
    assert (await service.battles.get(battle.id)).limits.seconds == 3 * 3600.0
    await service.timekeeping.set_limits(battle.id, BLUE, 7200.0, (23, 0))
    changed = await service.takebacks.consent(battle.id, RED, True)
    assert changed is not None and changed.open[0].due == clock.now + 7200.0 + 3600.0, "the time begins anew"
    await forget(service)
    assert (await service.battles.get(battle.id)).limits == Limits(7200.0, (23, 0))
    with pytest.raises(Refusal, match="Only players"):
        await service.timekeeping.set_limits(battle.id, SPECTATOR, None)


@pytest.mark.parametrize("text", ["", "soon", "3", "12 parsecs", "2d and a half"])
def test_times_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(Refusal, match="Write a time like"):
        limits.parse(text)


@pytest.mark.parametrize(
    ("mode", "agreed", "said"),
    [
        ("live", Limits(), "20 minutes for an answer"),
        ("live", Limits(quiet=(22, 7)), "20 minutes for an answer"),
        ("correspondence", Limits(), "2 days for an answer"),
        ("correspondence", Limits(86400.0, (22, 7)), "24 hours for an answer; from 22 to 7 o'clock UTC no time passes"),
        ("correspondence", Limits(5400.0), "90 minutes for an answer"),
        ("correspondence", Limits(90.0), "2 minutes for an answer"),
    ],
)
def test_limits_in_words(mode: str, agreed: Limits, said: str) -> None:
    assert str(limits.words(mode, agreed)) == said


async def test_when_time_is_up_the_default_answers(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    await service.play.order(battle.id, RED, "r1 x b1; r2 x b2", 1)
    assert await service.deadlines.due() == []
    await forget(service)
    clock.now += 48 * 3600
    (outcome,) = await service.deadlines.due()
    assert outcome.battle == battle.id and outcome.auto[0].why == "deadline"
    assert [o.decision.subject for o in outcome.open] == ["b2"], "and the opponent's orders go on"
    assert outcome.open[0].due == clock.now + 48 * 3600
    assert await service.deadlines.due() == []
    trail = await service.rolls.trail(battle.id)
    assert trail.entries[0].data["snowflake"].startswith("deadline ") and verify(trail).valid


async def test_one_battle_that_fails_doesn_t_keep_others_from_their_deadline(service: Service, clock: Clock) -> None:
    first, second = await begin(service), await begin(service, 99)
    clock.now += 48 * 3600
    real = service.sessions._load

    async def load(battle_id: str) -> Any:
        if battle_id == first.id:
            raise ServiceError("it can't be read")
        return await real(battle_id)

    service.sessions._load = load  # type: ignore[method-assign]
    await forget(service)
    assert [o.battle for o in await service.deadlines.due()] == [second.id]


async def test_reminders_that_are_not_given_out_are_still_due(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than one look takes, and a stop between two: the others have theirs at the next look."""
    three = {(await begin(service, channel)).id for channel in (10, 99, 98)}
    clock.now += 25 * 3600
    found = [(await anext(service.deadlines.remind())).battle]
    monkeypatch.setattr("bot.service.play.deadlines.REMINDED_AT_ONCE", 1)
    for _ in three:
        found += [r.battle async for r in service.deadlines.remind()]
    assert len(found) == 3 and set(found) == three


async def test_everyone_is_reminded_once(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    assert [r async for r in service.deadlines.remind()] == []
    clock.now += 25 * 3600
    assert [(q.battle, q.side) async for q in service.deadlines.remind()] == [(battle.id, "red")]
    assert [r async for r in service.deadlines.remind()] == []
    assert (await service.play.open_questions(battle.id))[0].due is not None
    outcome = await service.play.order(battle.id, RED, "done", 1)
    assert [r async for r in service.deadlines.remind()] == [] and kinds(outcome) == [("blue", "orders")]


async def test_a_question_keeps_its_time(service: Service, clock: Clock) -> None:
    battle = await begin(service)
    due = (await asked(service, battle, RED)).due
    clock.now += 3600
    await service.rolls.roll(battle.id, BLUE, "d6", 1)
    await forget(service)
    assert (await asked(service, battle, RED)).due == due


# -- dice -----------------------------------------------------------------------------------------------------------


async def test_house_rolls_go_through_the_same_trail(service: Service) -> None:
    battle = await begin(service)
    with pytest.raises(Refusal, match="for the players"):
        await service.rolls.roll(battle.id, SPECTATOR, "d6", 5)
    roll = await service.rolls.roll(battle.id, BLUE, " 3D6 + 2", 5, "weather")
    assert roll.n == 1 and len(roll.dice) == 3 and roll.total == sum(roll.dice) + 2 and "weather" in roll.text
    assert all(1 <= d <= 6 for d in roll.dice)
    outcome = await service.play.order(battle.id, RED, "r1 x b1", 6)
    outcome = await service.play.answer(battle.id, BLUE, outcome.open[0].token, NO, 7)
    assert [r.n for r in outcome.rolls] == [2]
    await forget(service)
    assert (await service.rolls.roll(battle.id, RED, "d10", 8)).n == 3
    trail = await service.rolls.trail(battle.id)
    assert verify(trail).valid and trail.head == (await service.battles.get(battle.id)).trail_head
    for bad in ("", "x", "0d6", "101d6", "3d1", "3d1001", "3d6+99999", "d" * 50):
        with pytest.raises(Refusal):
            await service.rolls.roll(battle.id, RED, bad, 9)
    await service.endings.resign(battle.id, RED)
    with pytest.raises(Refusal, match="under way"):
        await service.rolls.roll(battle.id, RED, "d6", 9)


async def test_secrets_come_out_turn_by_turn_and_the_seed_never(service: Service) -> None:
    battle = await begin(service, options={"endless": True})
    assert (await service.rolls.trail(battle.id)).secrets == {}
    text = (
        (await service.rolls.trail(battle.id)).model_dump_json()
        + repr(battle)
        + str(await service.play.entries(battle.id))
    )
    seed = battle.row.seed
    assert seed is not None and seed.hex() not in text and repr(seed) not in text
    await play(service, battle, 3, most=30)
    turn = (await service.play.game(battle.id)).state.turn
    assert turn > 1 and set((await service.rolls.trail(battle.id)).secrets) == set(range(1, turn))


# -- another version ------------------------------------------------------------------------------------------------


async def last_checkpoint(service: Service, battle: Battle) -> int:
    checkpoint = (await service.play.game(battle.id)).checkpoint
    assert checkpoint is not None
    return checkpoint.seq + 1


async def noticed(service: Service) -> list[Battle]:
    """Battles under way whose players have to be told something after an update."""
    return [b async for b in service.deadlines.resumed() if b.notice]


async def test_a_version_that_judges_differently_goes_on_from_the_checkpoint_and_says_so(
    service: Service, tmp_path: Path
) -> None:
    battle = await begin(service, options={"endless": True})
    await play(service, battle, 3, most=33)
    for seed in range(200):
        if any(e.kind == "roll" for e in await service.play.entries(battle.id, await last_checkpoint(service, battle))):
            break
        await play(service, battle, seed, most=1)
    journal = await service.play.entries(battle.id)
    await service.close()
    new = await open_service(tmp_path, lambda document: Toy({**SCENARIO, **document, "hit_from": 9}))
    told = await noticed(new)
    assert [b.id for b in told] == [battle.id] and "were taken back" in told[0].notice
    after = await new.play.entries(battle.id)
    assert after[: len(journal)] == journal and any(e.kind == "undo" and e.data["by"] == "" for e in after)
    assert broken_at(after) is None and verify(await new.rolls.trail(battle.id)).valid
    assert (await new.battles.get(battle.id)).notice == told[0].notice
    (o, *_) = await new.play.open_questions(battle.id)
    assert o.user is not None
    outcome = await new.play.answer(battle.id, o.user, o.token, o.decision.default, 1)
    assert outcome.notice == told[0].notice and (await new.battles.get(battle.id)).notice == ""
    await forget(new)
    assert await noticed(new) == []
    head = (await new.play.entries(battle.id))[-1]
    with pytest.raises(Refusal, match="before what this version"):
        for user in (RED, BLUE) * 40:
            if not (await new.takebacks.undo(battle.id, user)).done:
                await new.takebacks.consent(battle.id, RED + BLUE - user, True)
            head = (await new.play.entries(battle.id))[-1]
    assert (await new.play.entries(battle.id))[-1] == head
    await play(new, battle, 6, most=5)
    await new.close()


async def test_a_version_that_can_t_read_a_battle_says_so_and_keeps_it(service: Service, tmp_path: Path) -> None:
    battle = await begin(service)
    await play(service, battle, 3, most=10)
    journal = await service.play.entries(battle.id)
    async with service.database.write() as c:
        await c.exec_driver_sql("UPDATE checkpoints SET state = '{}'")
    await forget(service)
    with pytest.raises(ServiceError, match="stored whole"):
        await service.play.game(battle.id)
    assert await noticed(service) == []
    assert await service.play.entries(battle.id) == journal


async def test_few_battles_are_kept_in_memory(tmp_path: Path) -> None:
    service = await open_service(tmp_path, in_memory=3)
    battles = [await begin(service, channel) for channel in range(100, 108)]
    await asyncio.gather(*(play(service, b, 1, most=15) for b in battles))
    assert len(service.sessions._loaded) == 3
    for b in battles:
        assert broken_at(await service.play.entries(b.id)) is None and verify(await service.rolls.trail(b.id)).valid
    await service.close()


async def test_settings_and_posts(service: Service) -> None:
    from bot.service import Post

    await service.settings.put("guild:1", "language", "it")
    await service.settings.put("guild:1", "quiet", [22, 7])
    assert await service.settings.of("guild:1") == {"language": "it", "quiet": [22, 7]}
    await service.settings.put("guild:1", "quiet", None)
    assert await service.settings.of("guild:1") == {"language": "it"} and await service.settings.of("guild:2") == {}
    battle = await begin(service)
    post = Post(battle.id, "prompt", "3:red", CHANNEL, None, "{}", False)
    await service.posts.put(post)
    sent = Post(battle.id, "prompt", "3:red", CHANNEL, 2**62, "{}", True)
    await service.posts.put(sent)
    assert await service.posts.of(battle.id) == [sent] and await service.posts.of(battle.id, "dispatch") == []
    await service.posts.drop(battle.id, "prompt", "3:red")
    assert await service.posts.of(battle.id) == []


async def test_a_battle_in_memory_stays_small_however_long_it_is_played(service: Service) -> None:
    battle = await begin(service, options={"endless": True})
    sizes: list[int] = []
    for n in range(400):
        o = (await service.play.open_questions(battle.id))[0]
        assert o.user is not None
        await service.play.answer(battle.id, o.user, o.token, o.decision.default, n, o.side)
        sizes.append(len((await service.play.game(battle.id)).journal))
    stored = await service.play.entries(battle.id)
    assert len(stored) > 5 * max(sizes[200:]), "most of a long journal is in the database alone"
    assert max(sizes[200:]) <= max(sizes[:200]), "and it doesn't grow"
    before = await service.play.game(battle.id)
    assert (await service.takebacks.undo(battle.id, RED)) is not None, (
        "what lies further back is read when it is needed"
    )
    assert broken_at(await service.play.entries(battle.id)) is None and before is await service.play.game(battle.id)


async def test_what_was_worked_out_is_kept_for_the_latest_battles_alone(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.sessions.sessions.AT_HAND", 2)
    battles = [await begin(service, channel) for channel in (1, 2, 3)]

    async def menu(battle: Battle) -> Menu:
        decision = (await service.play.open_questions(battle.id))[0].decision
        assert isinstance(decision, Command)
        return decision.menu

    first = await menu(battles[0])
    keys = [c.key for c in first.choices]
    assert "choices" in first.__dict__
    for battle in battles[1:]:
        await menu(battle)
    assert "choices" not in first.__dict__, "a thousand battles' menus would fill the memory"
    assert [c.key for c in (await menu(battles[0])).choices] == keys


async def test_a_battle_in_which_nobody_can_act_does_not_begin(tmp_path: Path) -> None:
    service = await open_service(tmp_path, Endless)
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    for user, side in ((RED, "red"), (BLUE, "blue")):
        await service.lobby.join(battle.id, user, side)
    with pytest.raises(Refusal, match="nobody in it can act"):
        await service.lobby.start(battle.id, RED, "start")
    assert (await service.battles.get(battle.id)).status == "open"
    await service.close()

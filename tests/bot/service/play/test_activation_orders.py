"""Standing orders that end with the activation under way: what they answer, who knows of them, what ends them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.service import Battle, Outcome, Service
from bot.service.play.standing_answers import settled
from bot.storage import WAITING, PolicyRow
from engine.kernel.decisions import Choice, Choose, Pick, Policy
from engine.kernel.text import Refusal, Text
from tests.bot.toy_service import BLUE, RED, begin, kinds, open_service
from tests.bot.toy_system import Led, LongTurns


@pytest_asyncio.fixture
async def toy(tmp_path: Path) -> AsyncIterator[Service]:
    found = await open_service(tmp_path, Led)
    yield found
    await found.close()


async def struck(toy: Service, battle: Battle, order: str = "r1 x b1", entropy: int = 5) -> Outcome:
    """The Reds attack."""
    return await toy.play.order(battle.id, RED, order, entropy)


async def next_turn(toy: Service, battle: Battle) -> None:
    """On to the next turn's first order, everything answered by default."""
    game = await toy.play.game(battle.id)
    turn = game.state.turn
    while game.state.turn == turn:
        for o in await toy.play.open_questions(battle.id):
            assert o.user is not None
            await toy.play.answer(battle.id, o.user, o.token, o.decision.default, 7, o.side)


async def none_now(toy: Service, battle: Battle, outcome: Outcome, unit: str = "b1") -> Outcome:
    """The Blues answer no, and so for this activation."""
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "never", unit, activation=True)
    return await toy.play.answer(battle.id, BLUE, outcome.open[0].token, Pick(key="no"), 6)


async def test_the_next_question_of_the_activation_is_answered_unasked_and_told(toy: Service) -> None:
    battle = await begin(toy)
    outcome = await none_now(toy, battle, await struck(toy, battle))
    assert kinds(outcome) == [("red", "orders")]
    outcome = await struck(toy, battle)
    assert kinds(outcome) == [("blue", "orders")], "not asked again, and the Reds have no more orders"
    assert [(a.side, a.why, [str(x) for x in a.said]) for a in outcome.auto] == [("blue", "standing order", ["hold"])]


async def test_other_units_are_asked(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    assert kinds(await struck(toy, battle, "r2 x b2")) == [("blue", "strike-back")]


async def test_it_ends_with_the_activation(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    assert len(await toy.standing_orders.of(battle.id, BLUE)) == 1
    await next_turn(toy, battle)
    assert await toy.standing_orders.of(battle.id, BLUE) == []
    assert kinds(await struck(toy, battle)) == [("blue", "strike-back")]


async def test_where_answers_last_a_turn_it_ends_with_the_turn(tmp_path: Path) -> None:
    toy = await open_service(tmp_path, LongTurns)
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    assert kinds(await toy.play.order(battle.id, RED, "done", 5)) == [("blue", "orders")]
    assert len(await toy.standing_orders.of(battle.id, BLUE)) == 1, "neither the Reds' activation nor their own ends it"
    await next_turn(toy, battle)
    assert await toy.standing_orders.of(battle.id, BLUE) == []
    assert kinds(await struck(toy, battle)) == [("blue", "strike-back")]
    await toy.close()


async def test_it_stands_beside_one_that_stands_for_good_and_comes_before_it(toy: Service) -> None:
    battle = await begin(toy)
    always = await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always", "b1")
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "never", activation=True)
    outcome = await struck(toy, battle)
    assert [str(x) for a in outcome.auto for x in a.said] == ["hold"]
    await next_turn(toy, battle)
    assert await toy.standing_orders.of(battle.id, BLUE) == [always]
    outcome = await struck(toy, battle)
    assert [str(x) for a in outcome.auto for x in a.said] == ["strike back"]


async def test_it_survives_a_restart(toy: Service, tmp_path: Path) -> None:
    battle = await begin(toy)
    outcome = await struck(toy, battle)
    await none_now(toy, battle, outcome)
    again = await open_service(tmp_path, Led, shared=True)
    assert kinds(await struck(again, battle)) == [("blue", "orders")]
    await again.close()


async def test_it_is_private(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    assert await toy.standing_orders.of(battle.id, RED) == []
    with pytest.raises(Refusal, match="You have no side"):
        await toy.standing_orders.silence(battle.id, 999)


async def test_taken_back_with_the_answer_it_was_given_with(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    # The die has rolled: the Reds agree to have the answer taken back.
    assert not (await toy.takebacks.undo(battle.id, BLUE)).done
    outcome = await toy.takebacks.consent(battle.id, RED, True)
    assert outcome is not None and kinds(outcome) == [("blue", "strike-back")]
    assert await toy.standing_orders.of(battle.id, BLUE) == []
    assert await toy.database.policies.of(battle.id) == ()


async def test_a_take_back_after_it_leaves_it_alone(toy: Service, tmp_path: Path) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    outcome = await struck(toy, battle, "r2 x b2")
    outcome = await toy.play.answer(battle.id, BLUE, outcome.open[0].token, Pick(key="yes"), 8)
    assert not (await toy.takebacks.undo(battle.id, BLUE)).done
    outcome = await toy.takebacks.consent(battle.id, RED, True)
    assert outcome is not None and kinds(outcome) == [("blue", "strike-back")]
    assert [p.scope for p in await toy.standing_orders.of(battle.id, BLUE)] == ["b1"]


async def test_between_two_activations_one_counts_until_its_own_side_acts(toy: Service) -> None:
    battle = await begin(toy)
    for user in (RED, BLUE):
        await toy.play.order(battle.id, user, "done", 1)
    given = await toy.standing_orders.give(battle.id, BLUE, "strike-back", "never", activation=True)
    assert given.moment == WAITING
    await next_turn(toy, battle)
    for order in ("r1 x b1", "r2 x b2"):
        assert kinds(await struck(toy, battle, order)) == [("red" if order[1] == "1" else "blue", "orders")]
    assert await toy.standing_orders.of(battle.id, BLUE) == [], "the Blues act"
    await next_turn(toy, battle)
    assert await toy.database.policies.of(battle.id) == ()
    assert kinds(await struck(toy, battle)) == [("blue", "strike-back")]


async def test_it_can_be_ended(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    assert not await toy.standing_orders.clear(battle.id, BLUE, "strike-back", "b1"), "none stands for good"
    assert await toy.standing_orders.clear(battle.id, BLUE, "strike-back", "B1", activation=True)
    assert kinds(await struck(toy, battle)) == [("blue", "strike-back")]


async def test_nothing_more_is_asked_and_orders_that_stand_for_good_still_count(toy: Service) -> None:
    battle = await begin(toy)
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always", "b2")
    outcome = await struck(toy, battle)
    await toy.standing_orders.silence(battle.id, BLUE)
    await toy.play.answer(battle.id, BLUE, outcome.open[0].token, Pick(key="yes"), 6)
    outcome = await struck(toy, battle, "r2 x b2")
    assert [str(x) for a in outcome.auto for x in a.said] == ["strike back"] and kinds(outcome) == [("blue", "orders")]
    (left,) = await toy.standing_orders.of(battle.id, BLUE)
    assert left.scope == "b2", "the silence has ended with the activation of the Reds"


async def test_everything_that_can_be_done_is_done_unasked_and_orders_that_stand_for_good_still_count(
    toy: Service,
) -> None:
    battle = await begin(toy)
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "never", "b2")
    outcome = await struck(toy, battle)
    await toy.standing_orders.silence(battle.id, BLUE, does=True)
    await toy.play.answer(battle.id, BLUE, outcome.open[0].token, Pick(key="no"), 6)
    outcome = await struck(toy, battle, "r2 x b3")
    assert [str(x) for a in outcome.auto for x in a.said] == ["strike back"] and kinds(outcome) == [("blue", "orders")]
    await next_turn(toy, battle)
    await toy.standing_orders.silence(battle.id, BLUE, does=True)
    outcome = await struck(toy, battle, "r2 x b2")
    assert [str(x) for a in outcome.auto for x in a.said] == ["hold"]


async def test_what_is_declined_beforehand_is_declined_once(toy: Service, tmp_path: Path) -> None:
    battle = await begin(toy)
    given = await toy.standing_orders.decline_next(battle.id, BLUE, "strike-back", "blue")
    assert [(p.scope, p.kind, p.answer) for p in given] == [("*", "strike-back", "never")]
    again = await open_service(tmp_path, Led, shared=True)
    outcome = await struck(again, battle)
    assert [str(x) for a in outcome.auto for x in a.said] == ["hold"]
    assert await again.database.policies.of(battle.id) == ()
    assert kinds(await struck(again, battle, "r2 x b2")) == [("blue", "strike-back")]
    await again.close()


async def test_it_ends_unused_as_another_activation_begins(toy: Service) -> None:
    battle = await begin(toy)
    await toy.standing_orders.decline_next(battle.id, BLUE, "strike-back", "blue")
    await next_turn(toy, battle)
    assert await toy.standing_orders.of(battle.id, BLUE) == []
    assert kinds(await struck(toy, battle)) == [("blue", "strike-back")]


async def test_an_order_for_this_activation_stands_beside_one_for_what_comes_after(toy: Service) -> None:
    battle = await begin(toy)
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always", activation=True)
    await toy.standing_orders.decline_next(battle.id, BLUE, "strike-back", "blue")
    assert len(await toy.database.policies.of(battle.id)) == 2
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always", "b1", activation=True)
    assert len(await toy.database.policies.of(battle.id)) == 3


async def test_a_new_one_clears_those_of_activations_that_are_over(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    await next_turn(toy, battle)
    await none_now(toy, battle, await struck(toy, battle), "b2")
    assert [p.scope for p in await toy.database.policies.of(battle.id)] == ["b2"]


async def test_what_is_stored_about_a_person_tells_of_it_and_forgets_it(toy: Service) -> None:
    battle = await begin(toy)
    await none_now(toy, battle, await struck(toy, battle))
    (told,) = (await toy.database.people.about(BLUE))["standing_orders"]
    assert told["moment"] and told["scope"] == "b1"
    await toy.database.people.forget(BLUE)
    assert await toy.database.policies.of(battle.id) == ()


@pytest.mark.parametrize(("no", "free", "said"), [("stay", False, "stay"), ("b", False, "a"), ("b", True, "b")])
def test_in_silence_nothing_is_done_or_what_costs_nothing_or_what_is_suggested(no: str, free: bool, said: str) -> None:
    yes = "b" if free else "a"
    asked = Choose(
        kind="which",
        side="red",
        rule="1.1",
        prompt=Text("Which?"),
        choices=tuple(Choice(k, Text(k)) for k in ("a", "b", "stay")),
        default_key="a",
        policy=Policy("which", yes, no if not free else "a", free=free),
    )
    silence = PolicyRow("red", "*", "*", "never", moment="1|Rufus")
    assert settled(asked, [silence], lambda _: ()).answer == Pick(key=said)
    ask = PolicyRow("red", "*", "which", "ask")
    assert settled(asked, [ask, silence], lambda _: ()).complete, "who wants to be asked is not, for once"
    everything = PolicyRow("red", "*", "*", "always", moment="1|Rufus")
    assert settled(asked, [everything], lambda _: ()).answer == Pick(key=yes)


def test_everything_that_can_be_done_is_no_answer_to_what_stands_apart() -> None:
    asked = Choose(
        kind="which",
        side="red",
        rule="1.1",
        prompt=Text("Which?"),
        choices=(Choice("no", Text("no")), Choice("yes", Text("yes"))),
        default_key="no",
        policy=Policy("which", "yes", "no", apart=True),
    )
    everything = PolicyRow("red", "*", "*", "always", moment="1|Rufus")
    assert settled(asked, [everything], lambda _: ()).answer is None, "it is asked"
    nothing = PolicyRow("red", "*", "*", "never", moment="1|Rufus")
    assert settled(asked, [nothing], lambda _: ()).answer == Pick(key="no")

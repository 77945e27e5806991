"""Standing orders on the real rules: whom they are for, what they answer, who knows of them, what is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.narration.journal import JournalFollower
from bot.service import Battle, Outcome, Service
from bot.service.play.standing_answers import Settled, scope_named, settled, told, wanted, words
from bot.storage import PolicyRow
from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Pick, Picks, Policy, Scope
from engine.kernel.text import Refusal, Text
from engine.systems.cataphract.system import Cataphract
from engine.systems.cataphract.troops import TROOPS
from scenarios import load
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, begin, open_service, url

ROMAN, VANDAL, STRANGER = 10, 20, 30


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    found = await Service.open(url(tmp_path))
    yield found
    await found.close()


@pytest_asyncio.fixture
async def toy(tmp_path: Path) -> AsyncIterator[Service]:
    found = await open_service(tmp_path)
    yield found
    await found.close()


async def tricameron(service: Service, vandal: int = VANDAL) -> Battle:
    battle = await service.lobby.create(GUILD, CHANNEL, ROMAN, "cataphract/tricameron")
    await service.lobby.join(battle.id, ROMAN, "byzantine", "alea")
    await service.lobby.join(battle.id, vandal, "vandal", "iacta")
    await service.lobby.start(battle.id, ROMAN, 1)
    return await service.battles.get(battle.id)


def scopes_of(side: str) -> tuple[Scope, ...]:
    system = Cataphract(load("cataphract/tricameron"))
    return system.scopes(system.initial_state(), side)


def asked(unit: str, **policy: object) -> Choose:
    """May this unit of the Byzantines strike?"""
    return Choose(
        kind="strike",
        side="byzantine",
        rule="1.1",
        prompt=Text("Strike?"),
        subject=unit,
        choices=(Choice("yes", Text("Strike"), unit=unit), Choice("no", Text("Hold"), unit=unit)),
        default_key="no",
        policy=Policy("strike", "yes", "no", **policy),  # type: ignore[arg-type]
    )


def says(unit: str, *orders: tuple[str, str], **policy: object) -> Settled:
    rows = [PolicyRow("byzantine", scope, "strike", answer) for scope, answer in orders]
    return settled(asked(unit, **policy), rows, scopes_of)


# -- whom they are for ----------------------------------------------------------------------------------------------


def test_scopes_are_listed_from_the_narrowest_to_the_widest() -> None:
    over = [s.key for s in scopes_of("byzantine") if "HLC1" in s.units]
    assert over == ["HLC1", "HLC", "Huns", "Sunicas", "light-cavalry", "cavalry"]
    assert {t.word for t in TROOPS.values()}.isdisjoint(s.key for s in scopes_of("byzantine") if s.key.isupper())
    over = [s.key for s in scopes_of("byzantine") if "Belisarius" in s.units]
    assert over == ["Belisarius"], "who may command everybody stands for himself alone"
    assert not any("HC1" in s.units for s in scopes_of("byzantine")), "the enemy's units are not ours to give orders to"


@pytest.mark.parametrize("wide", ["*", "cavalry", "light-cavalry", "Huns", "HLC"])
def test_a_narrower_order_counts_before_a_wider_one(wide: str) -> None:
    rank = ["HLC1", "HLC", "Huns", "light-cavalry", "cavalry", "*"]
    for narrow in rank[: rank.index(wide)]:
        found = says("HLC1", (wide, "always"), (narrow, "never"))
        assert found.answer == Pick(key="no"), f"{narrow} before {wide}"
        assert says("HLC1", (wide, "never"), (narrow, "always")).answer == Pick(key="yes")


def test_an_order_covers_its_own_units_only() -> None:
    assert says("HLC1", ("Huns", "always")) == Settled(Pick(key="yes"), True, frozenset({"yes"}))
    assert says("THC1", ("Huns", "always")) == Settled()
    assert says("HLC1", ("sunicas", "always")).answer == Pick(key="yes"), "whom a leader commands, however written"
    assert says("THC1", ("heavy-cavalry", "never"), ("infantry", "always")).answer == Pick(key="no")
    assert says("THC1", ("THC1", "ask"), ("*", "always")) == Settled()


def test_conditions_hold_together_or_not_at_all() -> None:
    conditions = {"near": True, "cheap": True, "far": False}
    assert says("THC1", ("*", "if:near+cheap"), conditions=conditions).answer == Pick(key="yes")
    assert says("THC1", ("*", "if:near+far"), conditions=conditions).answer == Pick(key="no")
    assert wanted("if:near+far") == ["near", "far"] and wanted("ask") == []


def test_what_costs_nothing_is_done_but_not_by_order() -> None:
    assert says("THC1", free=True) == Settled(Pick(key="yes"), True, frozenset())
    assert says("THC1", idle=True) == Settled(Pick(key="no"), True, frozenset())
    assert says("THC1", ("*", "never"), free=True).ordered == {"no"}
    assert says("THC1", ("*", "ask"), free=True) == Settled()


def test_the_order_that_counts_may_be_another_piece_s() -> None:
    assert says("Gelimer", ("Belisarius", "always"), who="Belisarius").answer == Pick(key="yes")
    assert says("Gelimer", ("John", "always"), who="Belisarius") == Settled()


def test_of_two_orders_the_one_looked_at_sooner_leaves_its_no_to_the_other() -> None:
    feint = Policy("feint", "feign", "stay")
    item = Item(
        "HLC1",
        Text("HLC1"),
        tuple(Choice(k, Text(k)) for k in ("2405", "feign", "stay")),
        "stay",
        Policy("withdraw", "2405", "stay", sooner=feint),
    )
    each = ChooseEach(kind="withdraw", side="byzantine", rule="6.5", prompt=Text("Who withdraws?"), items=[item])

    def answer(*orders: tuple[str, str]) -> Settled:
        return settled(each, [PolicyRow("byzantine", "*", kind, a) for kind, a in orders], scopes_of)

    assert answer(("feint", "always"), ("withdraw", "never")).answer == Picks(picks={"HLC1": "feign"})
    assert answer(("feint", "never"), ("withdraw", "always")).answer == Picks(picks={"HLC1": "2405"})
    assert answer(("feint", "never"), ("withdraw", "never")).answer == Picks(picks={"HLC1": "stay"})
    assert answer(("withdraw", "always")) == Settled(), "he may want to feign: he is asked"
    assert answer(("feint", "never")) == Settled()


def test_the_words_of_an_answer_say_who_where_nothing_else_does() -> None:
    decision = asked("THC1")
    assert [str(t) for t in words(decision, Pick(key="yes"))] == ["Strike"]
    assert [str(t) for t in told(decision, Pick(key="yes"), frozenset({"yes"}))] == ["THC1: Strike"]
    assert told(decision, Pick(key="yes"), frozenset()) == ()
    decision.secret = True
    assert words(decision, Pick(key="yes")) == told(decision, Pick(key="yes"), frozenset({"yes"})) == ()
    assert scope_named(scopes_of("byzantine"), " huns ") == "Huns"


# -- giving them ----------------------------------------------------------------------------------------------------


async def test_scopes_are_stored_as_the_rules_call_them_and_others_are_refused(service: Service) -> None:
    battle = await tricameron(service)
    for given, stored in (("huns", "Huns"), ("thc3", "THC3"), ("LIGHT-CAVALRY", "light-cavalry"), (" * ", "*")):
        policy = await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never", given)
        assert policy == PolicyRow("byzantine", stored, "return-fire", "never")
    for wrong in ("Goths", "LN1", "Gelimer", "", "Vandal"):
        with pytest.raises(Refusal, match="is none of yours"):
            await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never", wrong)
    assert len(await service.standing_orders.of(battle.id, ROMAN)) == 4


@pytest.mark.parametrize("answer", ["if:", "if:nonsense", "if:no-hits+no-hits", "if:no-hits+", "if:no-hits+odds-3"])
async def test_conditions_must_be_those_of_the_question(service: Service, answer: str) -> None:
    battle = await tricameron(service)
    with pytest.raises(Refusal, match="one of: always, never, ask, if:from-infantry"):
        await service.standing_orders.give(battle.id, ROMAN, "orderly-withdrawal", answer)
    given = await service.standing_orders.give(battle.id, ROMAN, "orderly-withdrawal", "if:from-infantry+no-hits")
    assert await service.standing_orders.of(battle.id, ROMAN) == [given]


async def test_nobody_sees_or_changes_those_of_others(service: Service) -> None:
    battle = await tricameron(service)
    given = await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never")
    for user in (VANDAL, STRANGER):
        assert await service.standing_orders.of(battle.id, user) == []
    with pytest.raises(Refusal, match="You don't play the Byzantines"):
        await service.standing_orders.give(battle.id, VANDAL, "return-fire", "always", side="byzantine")
    with pytest.raises(Refusal, match="You don't play the Byzantines"):
        await service.standing_orders.clear(battle.id, VANDAL, "return-fire", side="byzantine")
    assert not await service.standing_orders.clear(battle.id, VANDAL, "return-fire")
    for attempt in (
        service.standing_orders.give(battle.id, STRANGER, "return-fire", "always"),
        service.standing_orders.clear(battle.id, STRANGER, "return-fire"),
    ):
        with pytest.raises(Refusal, match="You have no side"):
            await attempt
    assert await service.standing_orders.of(battle.id, ROMAN) == [given]


async def test_who_plays_both_sides_names_the_one_he_means(service: Service) -> None:
    battle = await tricameron(service, vandal=ROMAN)
    with pytest.raises(Refusal, match="You play both sides; say which: Byzantines or Vandals"):
        await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never")
    assert (await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never", "Huns")).side == "byzantine"
    for side in ("byzantine", "vandal"):
        await service.standing_orders.give(battle.id, ROMAN, "return-fire", "never", side=side)
    with pytest.raises(Refusal, match="say which"):
        await service.standing_orders.clear(battle.id, ROMAN, "return-fire")
    assert await service.standing_orders.clear(battle.id, ROMAN, "return-fire", side="vandal")
    assert await service.standing_orders.clear(battle.id, ROMAN, "return-fire"), "now there is but one"
    assert [p.scope for p in await service.standing_orders.of(battle.id, ROMAN)] == ["Huns"]


# -- what is told ---------------------------------------------------------------------------------------------------


async def lines(service: Service, battle: Battle) -> list[str]:
    """The story so far."""
    game = await service.play.game(battle.id)

    async def whole() -> list:  # type: ignore[type-arg]
        return await service.play.entries(battle.id)

    new = await service.play.entries(battle.id, since=1)
    return [line.render() for line in (await JournalFollower().tell(battle, game, new, 0, whole))[0]]


def notes(outcome: Outcome) -> list[str]:
    return [e.data.get("note", {}).get("by", "") for e in outcome.entries if e.kind == "answer"]


async def test_every_order_used_is_marked_in_the_journal_and_told_in_the_story(toy: Service) -> None:
    battle = await begin(toy)
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always", "odd")
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "never", "b2")
    outcome = await toy.play.order(battle.id, RED, "r1 x b1", 5)
    assert notes(outcome) == ["", "standing order"]
    assert [(a.side, a.why) for a in outcome.auto] == [("blue", "standing order")]
    story = await lines(toy, battle)
    assert story[0] == "Blues, by standing order: b1: strike back" and "r1 strikes b1" in story[1]
    outcome = await toy.play.order(battle.id, RED, "r1 x b2", 6)
    assert "Blues, by standing order: b2: hold" in await lines(toy, battle)


async def to_bracing(toy: Service) -> tuple[Battle, Outcome]:
    """On to the Reds' question who braces: one choice for each unit."""
    battle = await begin(toy)
    for user in (RED, BLUE):
        outcome = await toy.play.order(battle.id, user, "done", 1)
    for user in (RED, BLUE):
        outcome = await toy.play.answer(battle.id, user, outcome.open[0].token, Pick(key="low"), 1)
    return battle, outcome


def braced(outcome: Outcome) -> dict[str, str]:
    (data,) = (e.data for e in outcome.entries if e.kind == "answer" and e.data["kind"] == "brace")
    return data["answer"]["picks"]


async def test_units_an_answer_says_nothing_about_follow_their_orders(toy: Service) -> None:
    battle, outcome = await to_bracing(toy)
    await toy.standing_orders.give(battle.id, RED, "brace", "always", "r1")
    await toy.standing_orders.give(battle.id, RED, "brace", "always", "r2")
    answer = Picks(picks={"r3": "brace", "r2": "stand"})
    outcome = await toy.play.answer(battle.id, RED, outcome.open[0].token, answer, 1)
    assert braced(outcome) == {"r3": "brace", "r2": "stand", "r1": "brace"}, "what is said counts before what was said"
    assert "Reds, by standing order: r1: brace" in await lines(toy, battle)


async def test_written_answers_leave_the_rest_to_the_orders_too(toy: Service) -> None:
    battle, _ = await to_bracing(toy)
    await toy.standing_orders.give(battle.id, RED, "brace", "always", "r1")
    assert braced(await toy.play.order(battle.id, RED, "r2 brace", 1)) == {"r2": "brace", "r1": "brace"}


async def test_orders_about_single_units_count_when_time_is_up(toy: Service) -> None:
    battle, outcome = await to_bracing(toy)
    await toy.standing_orders.give(battle.id, RED, "brace", "always", "r1")
    (outcome,) = await toy.deadlines.due(now=10**12)
    assert braced(outcome) == {"r1": "brace", "r2": "stand", "r3": "stand"} and notes(outcome)[0] == "deadline"


async def test_a_player_s_own_answer_is_not_marked(toy: Service) -> None:
    battle = await begin(toy)
    outcome = await toy.play.order(battle.id, RED, "r1 x b1", 5)
    outcome = await toy.play.answer(battle.id, BLUE, outcome.open[0].token, Pick(key="no"), 6)
    assert notes(outcome) == [""] and not any("standing order" in line for line in await lines(toy, battle))


async def test_what_a_deadline_answers_is_marked_too(toy: Service) -> None:
    battle = await begin(toy)
    (outcome,) = await toy.deadlines.due(now=10**12)
    assert notes(outcome)[0] == "deadline" and not any("standing" in x for x in await lines(toy, battle))


async def test_a_marked_answer_is_replayed_as_it_was(toy: Service, tmp_path: Path) -> None:
    battle = await begin(toy)
    await toy.standing_orders.give(battle.id, BLUE, "strike-back", "always")
    await toy.play.order(battle.id, RED, "r1 x b1", 5)
    head = (await toy.play.game(battle.id)).head
    again = await open_service(tmp_path, shared=True)
    assert (await again.play.game(battle.id)).head == head
    await again.close()


def test_texts_survive_being_stored() -> None:
    text = Text("{unit}: {choice}, {n} in {ten}", unit="LC5", choice=Text("Fire at {x}", x="HC3"), n=4, ten=1.5)
    assert Text.load(text.dump()) == text

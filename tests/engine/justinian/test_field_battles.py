"""Battles on the field: when they are offered, and what their outcome does to the campaign. The rule is ours."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import ELSEWHERE, Choose, Decision
from engine.kernel.game import Game, events_of, rebuild
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from engine.systems.justinian.combat import battle
from engine.systems.justinian.combat.battle import Outcome
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.events import BattleFought, FieldBattleBegun, FieldBattleEnded
from engine.systems.justinian.field import agreement
from engine.systems.justinian.field.agreement import Waiting
from engine.systems.justinian.field.order_of_battle import LARGEST, OrderOfBattle, example
from engine.systems.justinian.field.report import FieldReport, check, losses
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import State
from scenarios import load
from tests.each import for_each
from tests.engine.justinian.field import Field, field
from tests.engine.justinian.test_campaigns import accounted, on_the_map

PLACE = "picenum"


def told(order: OrderOfBattle, winner: Any, mine: int, theirs: int, **more: Any) -> FieldReport:
    """A report of so much Size lost by Byzantium and by the Barbarian."""
    size: dict[Side, int] = {a.side: order.size(a.side) for a in order.armies}
    lost: dict[Side, int] = {"byzantine": min(mine, size["byzantine"]), "barbarian": min(theirs, size["barbarian"])}
    return FieldReport(
        battle="1a2b3c4d", head="a" * 64, scenario="b" * 64, winner=winner, fielded=size, lost=lost, **more
    )


def ready(option: str = "field", *, sp: int = 12, theirs: int = 7) -> Field:
    """Belisarius is about to attack Witigis in Picenum."""
    f = field().alive().army("italy", PLACE, sp, leader="belisarius").army("witigis", PLACE, theirs)
    f.marker("ostrogoths", "flaminia").under(options={option: True})
    return f.activate(mp=5, army="italy")


def parties(f: Field) -> tuple[Party, Party]:
    return Party(f.g, "byzantine", f.at(PLACE), (f.force("italy"),)), everybody(f.g, f.at(PLACE), "barbarian")


def wanted(f: Field) -> OrderOfBattle | None:
    return agreement.order_of_battle(f.g, *parties(f))


def fight(f: Field, *answers: Any, dice: Any = ()) -> Outcome:
    async def whole(g: Any) -> Outcome:
        return await battle.fight(g, *parties(f))

    return f.run(whole, answers=answers, dice=dice, defaults=["losses", "retreat"])


def report(winner: Any, mine: int, theirs: int, **more: Any) -> Any:
    """Answers with a report once the battle is waited for."""

    def answer(d: Decision) -> FieldReport:
        assert isinstance(d, Waiting) and d.kind == ELSEWHERE
        return told(d.order, winner, mine, theirs, **more)

    return answer


def lost(f: Field) -> tuple[int, int]:
    """SP the attacker and the defender lost."""
    (fought,) = f.happened(BattleFought)
    return fought.lost


# -- whether it is fought on the field --------------------------------------------------------------------------------


def test_without_the_option_nobody_is_asked() -> None:
    f = ready("neither")
    fight(f, dice=(9, 0, 0))
    assert not f.happened(FieldBattleBegun)


def test_the_attacker_is_asked_first_and_his_no_is_enough() -> None:
    f = ready()
    fight(f, "no", dice=(9, 0, 0))
    assert [(d.kind, d.side) for d in f.decisions if d.kind == "field"] == [("field", "byzantine")]
    assert not f.happened(FieldBattleBegun)


def test_the_defender_may_decline() -> None:
    f = ready()
    fight(f, "field", "no", dice=(9, 0, 0))
    assert [d.side for d in f.decisions if d.kind == "field"] == ["byzantine", "barbarian"]
    assert not f.happened(FieldBattleBegun)


def test_a_campaign_created_so_asks_nobody() -> None:
    f = ready("field-always")
    fight(f, report("byzantine", 31, 28), report("byzantine", 31, 28), dice=(0,))
    assert [d.kind for d in f.decisions[:2]] == [ELSEWHERE, ELSEWHERE]


def test_both_may_still_settle_for_the_table() -> None:
    f = ready("field-always")
    fight(f, "table", "table", dice=(9, 0, 0))
    assert f.happened(FieldBattleEnded)[-1].report is None and f.state.on_field is None
    assert lost(f) != (0, 0)


def test_a_report_counts_where_one_side_would_have_had_the_table() -> None:
    f = ready("field-always")
    fight(f, "table", report("byzantine", 31, 28), dice=(0,))
    assert lost(f) == (4, 5)


@pytest.mark.parametrize(
    ("power", "leader", "able"),
    [
        ("vandals", "gelimer", True),
        ("franks", "franks", True),
        ("moors", "moors", False),
        ("lombards", "lombards", False),
    ],
)
def test_powers_with_a_battle_of_their_own(power: str, leader: str, able: bool) -> None:
    f = ready(theirs=0)
    f.state.armies["witigis"].at, f.state.armies["witigis"].where = None, "aside"
    f.army(leader, PLACE, 9)
    found = wanted(f)
    assert (found is not None) == able
    assert found is None or found.enemy.power == power


def test_troops_without_an_army_have_nobody_in_command() -> None:
    f = field().alive().under(options={"field": True})
    f.army("italy", PLACE, 12).detached(PLACE, "ostrogoths", 4).frontier(PLACE, 3).activate(mp=5, army="italy")
    found = agreement.order_of_battle(f.g, *parties(f))
    assert found is not None
    assert [(a.power, a.commander, a.sp) for a in found.armies] == [("byzantine", None, 12), ("ostrogoths", None, 4)]


def test_an_ally_in_the_army_counts_with_it_and_one_on_his_own_has_no_battle() -> None:
    f = ready()
    f.state.armies["italy"].allied = {"lombards": 5}
    f.ally("lombards")
    found = wanted(f)
    assert found is not None and found.army("byzantine").sp == 17
    f.army("lombards", PLACE, 6).ally("lombards")
    alone = Party(f.g, "byzantine", f.at(PLACE), (f.force("lombards"),))
    assert agreement.order_of_battle(f.g, alone, everybody(f.g, f.at(PLACE), "barbarian")) is None


def test_the_people_of_lazica_fight_by_the_table() -> None:
    f = field().army("chosroes", "lazica", 9).under(options={"field-always": True})
    levy = Party(f.g, "byzantine", f.at("lazica"), levy=5)
    assert agreement.order_of_battle(f.g, everybody(f.g, f.at("lazica"), "barbarian"), levy) is None


# -- what it comes to --------------------------------------------------------------------------------------------------


def test_the_beaten_lose_more_retreat_and_are_defeated() -> None:
    f = ready()
    outcome = fight(f, "field", "field", *[report("byzantine", 31, 28)] * 2, dice=(9,))
    assert lost(f) == (4, 5) and outcome.winner == "byzantine"
    assert f.state.armies["witigis"].sp == 2 and f.state.armies["witigis"].defeated
    assert f.state.armies["italy"].disorganized, "the winner checks his order as after any battle (8.21)"


def test_a_draw_is_one_whatever_was_lost() -> None:
    f = ready()
    outcome = fight(f, "field", "field", *[report(None, 50, 10)] * 2, dice=(0, 0))
    assert lost(f) == (5, 1)
    assert outcome == Outcome(None, "barbarian"), "whoever has fewer left retreats (8.21)"
    assert not f.state.armies["witigis"].defeated


@for_each(
    ("winner", "mine", "theirs", "sp"),
    [
        ("byzantine", 0, 0, (0, 1)),
        ("byzantine", 1, 1, (1, 2)),
        ("byzantine", 30, 10, (3, 4)),
        ("byzantine", 120, 1, (11, 7)),
        ("barbarian", 5, 69, (7, 6)),
        ("barbarian", 120, 0, (12, 0)),
        (None, 0, 0, (0, 0)),
        (None, 120, 70, (12, 7)),
    ],
)
def test_size_becomes_sp(winner: Any, mine: int, theirs: int, sp: tuple[int, int]) -> None:
    order = example(12, 7)
    assert tuple(losses(order, told(order, winner, mine, theirs)).values()) == sp


def test_very_large_armies_field_fewer_units_each_worth_more() -> None:
    order = example(60, 30)
    assert (order.size("byzantine"), order.size("barbarian")) == (200, 100)
    assert losses(order, told(order, "byzantine", 50, 50)) == {"byzantine": 15, "barbarian": 16}
    assert example(LARGEST, 1).size("barbarian") == 10


@pytest.mark.parametrize("seed", range(5))
def test_nobody_gains_and_the_beaten_always_lose_more(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(400):
        order = example(rng.randint(1, 80), rng.randint(1, 80))
        winner: Side | None = rng.choice(["byzantine", "barbarian", None])
        found = losses(order, told(order, winner, rng.randint(0, 200), rng.randint(0, 200)))
        assert all(0 <= found[a.side] <= a.sp for a in order.armies)
        if winner is not None:
            beaten: Side = "barbarian" if winner == "byzantine" else "byzantine"
            assert found[winner] < order.army(winner).sp
            assert found[beaten] > found[winner] or found[beaten] == order.army(beaten).sp > 0


def test_a_magmil_who_is_killed_is_gone_and_whoever_rides_along_commands() -> None:
    f = ready()
    f.state.magmil["narses"] = f.state.magmil["belisarius"].model_copy(update={"id": "narses"})
    f.under()
    fight(f, "field", "field", *[report("byzantine", 31, 28, fallen=("byzantine",))] * 2, dice=(0,))
    assert f.state.magmil["belisarius"].where == "gone"
    assert f.state.armies["italy"].leader == "narses"


def test_an_army_left_without_a_commander_stands_without_one() -> None:
    f = ready()
    fight(f, "field", "field", *[report("byzantine", 31, 28, fallen=("byzantine",))] * 2, dice=(0,))
    italy = f.state.armies["italy"]
    assert (italy.leader, italy.sp, italy.disorganized) == (None, 8, True)


def test_a_barbarian_leader_stays_with_his_army_which_loses_its_order() -> None:
    f = ready(theirs=30)
    fight(f, "field", "field", *[report("barbarian", 60, 10, fallen=("barbarian",))] * 2, dice=(0,))
    assert f.state.armies["witigis"].where == "map" and f.state.armies["witigis"].disorganized


def test_a_commander_lost_with_all_his_men() -> None:
    f = ready(sp=3, theirs=30)
    fight(f, "field", "field", *[report("barbarian", 30, 10, fallen=("byzantine",))] * 2, dice=(0,))
    assert f.state.armies["italy"].where == "aside" and f.state.magmil["belisarius"].where == "gone"
    assert f.g.state.on_field is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"lost": {"byzantine": 121, "barbarian": 0}},
        {"lost": {"byzantine": 1}},
        {"fielded": {"byzantine": 0, "barbarian": 70}, "lost": {"byzantine": 0, "barbarian": 0}},
        {"fallen": ("byzantine", "byzantine")},
    ],
)
def test_a_report_of_another_battle_is_refused(wrong: dict[str, Any]) -> None:
    order = example(12, 7)
    with pytest.raises(Refusal):
        check(order, told(order, None, 0, 0).model_copy(update=wrong))


# -- whole campaigns ---------------------------------------------------------------------------------------------------


def fuzzed(seed: int, turns: int) -> Game[State]:
    """A random campaign in which all that can be is fought on the field, with whatever outcome."""
    system = registry.system_for(load("justinian/renovatio"))
    rng, dice = random.Random(seed), FairDice(Chain(seed.to_bytes(32, "big")), "test", 1, "")
    game = Game.start(system, system.initial_state({"field-always": True}), dice)
    while game.pending and game.state.turn <= turns:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        if isinstance(decision, Waiting) and rng.random() < 0.8:
            made = _outcome(decision.order, rng)
            for side in [d.side for d in game.pending if game.decision_for(d.side) is d]:
                game.answer(side, made, dice, {"by": "battle on the field"})
        else:
            game.answer(decision.side, random_answer(decision, rng), dice)
        assert system.invariants(game.state, at_rest=game.at_rest) == [], decision.prompt
    return game


def _outcome(order: OrderOfBattle, rng: random.Random) -> FieldReport:
    return told(
        order,
        rng.choice(["byzantine", "barbarian", None]),
        rng.randint(0, order.size("byzantine")),
        rng.randint(0, order.size("barbarian")),
        fallen=tuple(s for s in ("byzantine", "barbarian") if rng.random() < 0.4),
    )


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_campaigns_with_battles_on_the_field_hold_together_and_replay_without_them(seed: int) -> None:
    game = fuzzed(seed, 3)
    assert [e for e in events_of(game.system, game.journal) if isinstance(e, FieldBattleEnded)]
    land, fleets, gold = accounted(game)
    assert (land, fleets, gold) == (*on_the_map(game.state), game.state.gold)
    assert rebuild(game.system, game.journal) == game.state
    again = Game.resume(game.system, game.journal)
    assert again.state == game.state and again.head == game.head
    for e in events_of(game.system, game.journal):
        e.text(game.state)


def test_what_a_battle_on_the_field_came_to_stands_for_good() -> None:
    game = fuzzed(4, 2)
    settled = [e for e in game.journal if e.kind == "answer" and e.data["answer"]["do"] == "field-report"]
    assert settled and all(e.data["final"] for e in settled)
    before = next(e.seq for e in game.journal if e.kind == "answer") - 1
    with pytest.raises(Refusal):
        game.undo(before, "byzantine")


@pytest.mark.parametrize(
    ("sp", "theirs", "idle"), [(12, 7, False), (2, 6, False), (2, 7, True), (1, 1, True), (30, 9, True)]
)
def test_what_is_decided_is_asked_about_only_where_somebody_wants_it_for_good(sp: int, theirs: int, idle: bool) -> None:
    f = ready(sp=sp, theirs=theirs)
    fight(f, "no", dice=(9, 0, 0))
    (question,) = [d for d in f.decisions if isinstance(d, Choose) and d.kind == "field"]
    assert question.policy is not None and question.policy.idle == idle
    assert question.policy.conditions["large"] == (min(sp, theirs) >= 10)

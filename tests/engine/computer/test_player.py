"""Computer players: legal, repeatable, with dice of their own, and told nothing hidden."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import scenarios
from bot.cli.seeded import SeededTrail
from engine.computer.branches import Branch
from engine.computer.levels import LEVEL, LEVELS, Level
from engine.computer.planner import Planner, Trials, Tried, _Search
from engine.computer.player import Player
from engine.computer.simulation import EvenDice, OwnDice
from engine.computer.situation import Situation
from engine.kernel.decisions import Command, Decision, Pick
from engine.kernel.dice import Dice, RollRequest
from engine.kernel.game import Game, digest
from engine.players import random_answer
from engine.systems.registry import initial_state, system_for

SMALL = Level(keen=4.0, budget=24, brief=4, samples=2, sampled=2)
"""Enough to try a plan or two."""

BATTLES = ("simple-gboh/samarkand", "men-of-iron/falkirk", "cataphract/tricameron", "spqr/beneventum")


def started(key: str, seed: int = 1) -> tuple[Game[Any], SeededTrail]:
    battle = scenarios.load(key)
    system, dice = system_for(battle), SeededTrail(battle, seed)
    return Game.start(system, initial_state(system), dice, {"battle": battle.key}), dice


def asked(game: Game[Any]) -> Decision:
    return next(d for d in game.pending if game.decision_for(d.side) is d)


def played(key: str, answers: int, seed: int = 1) -> tuple[Game[Any], SeededTrail]:
    """A battle after so many answers of players made of dice."""
    game, dice = started(key, seed)
    rng = random.Random(seed)
    for _ in range(answers):
        d = asked(game)
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        dice.follow(game)
    return game, dice


def battle_of(key: str) -> Any:
    return next(iter(scenarios.load(key).sides))


def thought(game: Game[Any], seed: str = "x", level: Level = SMALL, number: int = 0) -> Any:
    d = asked(game)
    return Planner(game.system, level, seed).think(Situation.of(game, d.side), d, number)


@pytest.mark.parametrize("key", BATTLES)
def test_what_it_answers_is_legal_wherever_it_is_asked(key: str):
    game, dice = played(key, 6)
    for _ in range(6):
        before = digest(game.state)
        found = thought(game)
        assert digest(game.state) == before, "thinking changes nothing in the battle"
        asked(game).check(found.answer)
        assert found.spent <= SMALL.budget + SMALL.samples * 2 * SMALL.horizon + 80, "the last plan is followed up"
        game.answer(asked(game).side, found.answer, dice)


def test_the_same_seed_gives_the_same_answer_and_the_same_plan():
    game, _ = played("simple-gboh/samarkand", 20)
    assert thought(game, "x") == thought(game, "x")


def test_thinking_longer_finds_better_plans():
    """Under the same dice; the first plan tried is the same."""
    gains: list[float] = []
    for answers in (3, 12, 30):
        game, _ = played("simple-gboh/samarkand", answers)
        first = thought(game, level=Level(keen=4.0, budget=8, brief=8, samples=1))
        best = thought(game, level=Level(keen=4.0, budget=400, brief=150, samples=1, sampled=4))
        gains.append(best.value - first.value)
    assert min(gains) >= 0 and sum(g > 0 for g in gains) >= 2, gains


class Spied(SeededTrail):
    """Dice of a battle that note whether anybody threw them."""

    thrown = 0

    def throw(self, request: RollRequest, segment: int) -> Any:
        self.thrown += 1
        return super().throw(request, segment)


def test_its_dice_are_its_own():
    # Battles alike but for the dice to come: it can't tell them apart, and throws none of them.
    one, _ = played("simple-gboh/samarkand", 20, seed=1)
    for seed in (1, 2):
        spied = Spied(scenarios.load("simple-gboh/samarkand"), seed)
        before = spied.thrown
        assert thought(one) == thought(one)
        assert spied.thrown == before
    request = RollRequest(purpose="rally", side="a", text="", rule="")
    a: Dice = OwnDice("x")
    b: Dice = OwnDice("x")
    first = [a.throw(request, 1) for _ in range(8)]
    assert first == [b.throw(request, 7) for _ in range(8)], "they go by their seed, not by the battle's secrets"
    assert len({tuple(d) for _, d in first}) > 1


def test_even_dice_show_each_face_once_over_so_many_samples():
    request = RollRequest(purpose="rally", side="a", text="", rule="", count=2)
    thrown = [EvenDice("x", n).throw(request, 1)[1] for n in range(20)]
    for die in (0, 1):
        assert [sorted(t[die] for t in thrown[n : n + 10]) for n in (0, 10)] == [list(range(10))] * 2
    assert [t[0] for t in thrown] != [t[1] for t in thrown], "dice of a roll have orders of their own"
    assert thrown[:10] != thrown[10:], "and each round has one"
    again = EvenDice("x", 0)
    assert again.throw(request, 1)[1] == thrown[0] and len({tuple(again.throw(request, 1)[1]) for _ in range(8)}) > 1
    assert [EvenDice("y", n).throw(request, 1)[1] for n in range(20)] != thrown


def test_a_level_may_throw_even_dice():
    game, _ = played("cataphract/tricameron", 60)
    level = replace(SMALL, horizon=30, budget=60)
    even = replace(level, even=True)
    assert thought(game, level=even) == thought(game, level=even)
    assert thought(game, level=even).value != thought(game, level=level).value


GLANCING = Level(
    keen=8.0, budget=300, brief=24, samples=4, sampled=3, horizon=18, even=True, few=2, sure=1.5, keyed=True
)
GLANCING = replace(GLANCING, glance=True, short=True, look=5, first=0.7, paced=True)
"""One with everything switched on that the last captain lacks."""


@pytest.mark.parametrize("key", BATTLES)
def test_what_it_plans_at_a_glance_is_legal_and_repeatable(key: str):
    game, dice = played(key, 40)
    planners = [Planner(game.system, GLANCING, "x") for _ in range(2)]
    for number in range(6):
        d = asked(game)
        found, again = (p.think(Situation.of(game, d.side), d, number) for p in planners)
        assert found == again
        d.check(found.answer)
        game.answer(d.side, found.answer, dice)


def test_at_a_glance_it_tries_more_plans_for_the_same():
    few = many = 0
    for key in ("cataphract/tricameron", "simple-gboh/samarkand", "spqr/beneventum"):
        game, _ = played(key, 60)
        before = thought(game, level=replace(SMALL, budget=200, horizon=18))
        after = thought(game, level=replace(GLANCING, budget=200, look=2, paced=False))
        few, many = few + before.plans, many + after.plans
    assert many > few > 0


def test_what_trials_share_changes_nothing_they_find(monkeypatch: pytest.MonkeyPatch):
    for key in ("cataphract/tricameron", "men-of-iron/falkirk"):
        game, _ = played(key, 60)
        level = replace(SMALL, budget=120, horizon=18)
        shared = thought(game, level=level)
        with monkeypatch.context() as m:
            m.setattr(Branch, "kept", lambda self, what, find: (find(), True))
            assert thought(game, level=level) == shared


def test_a_branch_keeps_what_was_found_out_about_a_position():
    found: list[str] = []

    def find() -> str:
        found.append("looked")
        return "x"

    root, pick = Branch(), Pick(key="a")
    there = root.answered(0, pick).thrown((3,))
    assert there.kept("what", find) == ("x", True)
    assert root.answered(0, Pick(key="a")).thrown((3,)).kept("what", find) == ("x", False)
    for other in (root.answered(0, pick).thrown((4,)), root.answered(1, pick).thrown((3,)), there.answered(0, pick)):
        assert other.kept("what", find) == ("x", True)
    assert len(found) == 4


def test_a_short_plan_ends_before_another_activation():
    game, dice = played("cataphract/tricameron", 60)
    for _ in range(8):
        long, short = (thought(game, level=replace(SMALL, budget=60, horizon=30, short=s)) for s in (False, True))
        kinds = [s.kind for s in short.plan]
        ordered = next((n for n, s in enumerate(short.plan) if s.kind == "orders"), None)
        if ordered is not None:
            assert not {*kinds[ordered:]} & {*game.system.anew}
        if {s.kind for s in long.plan[1:]} & {"momentum"}:
            return
        game.answer(asked(game).side, long.answer, dice)
    pytest.fail("no longer plan went on to momentum, so nothing was shown")


def test_what_goes_as_planned_is_not_thought_over():
    game, dice = played("cataphract/tricameron", 60)
    planner = Planner(game.system, GLANCING, "x")
    quiet = 0
    for number in range(12):
        d = asked(game)
        plan = planner.memory.plan
        found = planner.think(Situation.of(game, d.side), d, number)
        if plan and found.spent == 0 and found.value is None and not d.settled:
            quiet += found.answer == plan[0].answer
        game.answer(d.side, found.answer, dice)
    assert quiet >= 1


def test_a_change_must_be_more_than_luck():
    game, _ = played("simple-gboh/samarkand", 20)
    side = asked(game).side
    planner = Planner(game.system, GLANCING, "x")
    search = _Search(planner, Situation.of(game, side), random.Random(1), "x", lambda: False, (), 10)
    had = Tried((), [0.0, 0.0, 0.0, 0.0])
    assert search._surely(Tried((), [2.0, 3.0, 2.0, 3.0]), had)
    assert not search._surely(Tried((), [30.0, -20.0, 10.0, -15.0]), had), "better by far, now and then"
    assert not search._surely(Tried((), [-2.0, -3.0, -2.0, -3.0]), had)


def test_plans_are_tried_alike_outside_of_a_search():
    game, _ = played("cataphract/tricameron", 60)
    trials = Trials(game.system, replace(SMALL, horizon=30), Situation.of(game, asked(game).side), "x")
    plan = trials.drawn(1, 0.5)
    worths = [trials.worth(plan, n) for n in range(6)]
    assert plan and len(set(worths)) > 1, "dice differ from sample to sample"
    trials.drawn(2, None)
    assert [trials.worth(plan, n) for n in range(6)] == worths, "whatever was tried before"


@pytest.mark.parametrize(
    ("side", "equal"), [("persian", True), ("byzantine", False)], ids=["told nothing", "its own it knows"]
)
def test_it_is_told_nothing_hidden(side: str, equal: bool):
    """Dara: two worlds that differ only in where the Heruli lie in ambush."""
    worlds = [lying_at("1503"), lying_at("1504")]
    situations = [Situation.of(game, side) for game in worlds]
    assert (situations[0] == situations[1]) is equal
    assert "1503" in worlds[0].state.model_dump_json()


def test_what_others_set_up_in_secret_is_as_the_battle_suggests():
    game, dice = started("simple-gboh/samarkand")
    d = asked(game)
    assert d.secret and d.kind == "deploy"
    other = next(s for s in game.state.sides if s != d.side)
    before = Situation.of(game, other).state
    menu = d.menu  # type: ignore[attr-defined]
    choice = next(c for c in menu if c.menu is not None)
    while choice.answer is None:
        choice = next(iter(choice.menu()))
    game.answer(d.side, choice.answer, dice)
    assert asked(game).side == d.side and Situation.of(game, other).state == before
    assert Situation.of(game, d.side).state != before


def lying_at(at: str) -> Game[Any]:
    from tests.engine.cataphract.test_ambush import laid

    return laid(at)


def test_recruits_don_t_think_and_levels_cost_more_the_higher_they_are():
    game, _ = played("simple-gboh/samarkand", 20)
    side = asked(game).side
    assert Player(game, side, "recruit", "x").think().spent == 0
    budgets = [LEVEL[name].budget for name in LEVELS]
    assert budgets == sorted(set(budgets)) and budgets[0] == 0


def test_in_the_middle_of_an_order_it_knows_what_has_been_rolled():
    """What is asked half-way through an order: the situation leads to the very same question."""
    game, dice = started("men-of-iron/falkirk")
    rng, seen = random.Random(1), 0
    for _ in range(120):
        d = asked(game)
        if not game.restartable and len(game.pending) == 1:
            seen += 1
            again = Situation.of(game, d.side).afresh(game.system, OwnDice("x"), lambda q: random_answer(q, rng))
            found = again.open_for(d.side)
            assert found is not None and (found.kind, str(found.prompt)) == (d.kind, str(d.prompt))
            assert digest(again.state) == digest(game.state)
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        if seen >= 5:
            return
    pytest.fail("nothing was asked in the middle of an order")


def test_late_it_answers_with_what_it_has():
    game, _ = played("simple-gboh/samarkand", 20)
    d = asked(game)
    much = Level(keen=4.0, budget=1000, brief=500)
    found = Planner(game.system, much, "x").think(Situation.of(game, d.side), d, 0, lambda: True)
    assert found.plans <= 3


def test_out_of_time_it_does_not_even_look(monkeypatch: pytest.MonkeyPatch):
    game, _ = played("simple-gboh/samarkand", 20)
    player = Player(game, asked(game).side, "captain", "x")
    monkeypatch.setattr(Situation, "of", lambda *a: pytest.fail("the position was copied"))
    found = player.think(lambda: True)
    asked(game).check(found.answer)
    assert found.spent == 0


def test_a_plan_ends_where_another_side_begins():
    game, dice = started("justinian/renovatio")
    while not (isinstance(d := asked(game), Command) and d.kind == "byzantine-activation"):
        game.answer(d.side, d.default, dice)
        dice.follow(game)
    found = thought(game, level=Level(keen=4.0, budget=60, brief=4, samples=1, sampled=2))
    kinds = [s.kind for s in found.plan]
    assert kinds.count("byzantine-activation") == 0, "the next activation is another one's, and then another plan"


def test_with_its_time_spent_it_does_what_it_had_planned():
    game, dice = played("simple-gboh/samarkand", 20)
    planner = Planner(game.system, Level(keen=4.0, budget=60, brief=20), "x")
    followed = 0
    for number in range(6):
        d = asked(game)
        plan = planner.memory.plan
        found = planner.think(Situation.of(game, d.side), d, number, partial(bool, plan))
        if plan:
            assert found.spent == 0
            followed += (plan[0].kind, plan[0].answer) == (d.kind, found.answer)
        game.answer(d.side, found.answer, dice)
    assert followed >= 2

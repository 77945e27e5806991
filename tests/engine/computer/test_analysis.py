"""A battle looked back at: cut into its activations, each weighed against what would have been better."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.computer import analysis
from engine.computer.analysis import Played, Stretch, weighed
from engine.computer.levels import Level
from engine.computer.planner import Planner, Step
from engine.computer.situation import Course, Situation
from engine.kernel.answers import is_order
from engine.kernel.decisions import Command
from engine.kernel.game import Game
from engine.kernel.journal import effective
from engine.players import random_answer
from tests.engine.computer.test_player import asked, played, started

BATTLES = (
    "cataphract/tricameron",
    "alexander/issus",
    "spqr/beneventum",
    "simple-gboh/samarkand",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)

QUICK = Level(keen=4.0, budget=60, brief=4, samples=2, sampled=2, horizon=20)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "THINKER", QUICK)
    monkeypatch.setattr(analysis, "ROUND", 4)


def opening(game: Game[Any]) -> str:
    return game.system.state_type.model_validate(game.journal[0].data["state"]).model_dump_json()


def looked_back(game: Game[Any]) -> Played:
    return analysis.played(game.system, opening(game), effective(list(game.journal))[1:])


@pytest.mark.parametrize("key", BATTLES)
def test_what_a_side_knew_is_found_again_from_the_beginning(key: str) -> None:
    """As it was from the last checkpoint when the side was asked."""
    game, dice = started(key)
    rng, seen = random.Random(5), list[tuple[int, Situation]]()
    for n in range(120):
        if game.over:
            break
        d = asked(game)
        if n % 9 == 0:
            seen.append((game.journal[-1].seq, Situation.of(game, d.side)))
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        dice.follow(game)
    course, found = Course(game.system, opening(game), effective(list(game.journal))[1:]), list[Situation]()
    wanted = dict(seen)
    before = 0
    for entry, decision in course:
        assert decision is not None
        since = next((s for seq, s in wanted.items() if before <= seq < entry.seq and s.side == decision.side), None)
        if since is not None:
            assert course.known(decision.side) == since
            found.append(since)
        before = entry.seq
    assert len(found) == len(seen) > 5


@pytest.mark.parametrize("key", BATTLES)
def test_a_battle_is_cut_where_another_comes_to_command(key: str) -> None:
    game, _ = played(key, 150)
    found = looked_back(game)
    assert found.sides == tuple(s.id for s in game.system.view(game.state).sides)
    assert len(found.stretches) > 1 and len(found.curve) > len(found.stretches)
    assert [s.seq for s in found.stretches] == sorted({s.seq for s in found.stretches})
    assert [c.seq for c in found.curve] == sorted({c.seq for c in found.curve})
    given = {(e.seq, e.data["side"]) for e in game.journal if e.kind == "answer"}
    assert all((s.seq, s.side) in given for s in found.stretches)
    told = sum(is_order(step.answer.do) for s in found.stretches for step in s.steps)
    course = Course(game.system, opening(game), effective(list(game.journal))[1:])
    openly = [d for e, d in course if d is not None and not d.secret and is_order(e.data["answer"]["do"])]
    assert told == len(openly)
    assert all(abs(c.points) <= analysis.WON for c in found.curve)


def test_the_curve_is_good_for_whom_the_battle_is() -> None:
    """A battle played to its end: the winner's side of the middle."""
    game, dice = played("men-of-iron/falkirk", 1)
    rng = random.Random(2)
    while not game.over:
        d = asked(game)
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        dice.follow(game)
    found = looked_back(game)
    first = game.state.winner == found.sides[0]
    assert game.state.winner and (found.curve[-1].points > 50 if first else found.curve[-1].points < -50)


def stretch_of(game: Game[Any], steps: tuple[Step, ...]) -> Stretch:
    d = asked(game)
    return Stretch(
        game.journal[-1].seq + 1, game.journal[-1].seq + 1, 1, d.side, Situation.of(game, d.side), steps, 0.0, 0.0
    )


def test_who_did_what_would_have_been_done_lost_nothing() -> None:
    game = commanding("cataphract/tricameron")
    d = asked(game)
    bare = stretch_of(game, ())
    thought = Planner(game.system, QUICK, f"x {bare.seq} thinks").think(bare.situation, d, bare.seq)
    verdict = weighed(game.system, stretch_of(game, (Step(d.kind, thought.answer), *thought.plan)), "x")
    assert verdict is not None and verdict.cost == 0 and verdict.better == () and verdict.gains == {}
    assert verdict.done and all(is_order(a.do) for a in verdict.done)


def commanding(key: str) -> Game[Any]:
    """A battle in which a side may order more than nothing."""
    game, dice = played(key, 40)
    rng = random.Random(4)
    while not isinstance(d := asked(game), Command) or d.secret or len(d.menu) < 4:
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        dice.follow(game)
    return game


def test_what_was_badly_done_costs_what_the_better_way_is_worth_more() -> None:
    """Of a battle between players made of dice something was worth doing otherwise; the same each time it is asked."""
    game, _ = played("cataphract/tricameron", 100)
    found = [v for s in looked_back(game).stretches if (v := weighed(game.system, s, "x")) is not None]
    worst = max(found, key=lambda v: v.cost)
    assert worst.cost >= analysis.FELT and worst.better and worst.better != worst.done
    assert any(value > 0 for value in worst.gains.values())
    assert all(v.cost == 0 or v.better for v in found)
    again = next(s for s in looked_back(game).stretches if s.seq == worst.seq)
    assert weighed(game.system, again, "x") == worst


def test_luck_is_what_came_of_it_beyond_what_was_to_be_expected() -> None:
    game, _ = played("men-of-iron/falkirk", 120)
    stretch = looked_back(game).stretches[0]
    verdict = weighed(game.system, stretch, "x")
    better = replace(stretch, after=stretch.after + 10)
    luckier = weighed(game.system, better, "x")
    assert verdict is not None and luckier is not None
    assert luckier.luck == pytest.approx(verdict.luck + 10) and luckier.cost == verdict.cost


def test_where_time_is_up_nothing_is_held_against_anybody() -> None:
    game, _ = played("cataphract/tricameron", 100)
    found = [weighed(game.system, s, "x", lambda: True) for s in looked_back(game).stretches[:2]]
    assert all(v is not None and v.cost == 0 for v in found)


def test_what_is_not_as_it_was_is_left_out() -> None:
    """A stretch whose situation the rules don't lead to: nothing is said of it."""
    game, _ = played("cataphract/tricameron", 100)
    stretch = looked_back(game).stretches[1]
    odd = replace(stretch.situation, thrown=(*stretch.situation.thrown, (1,)))
    assert weighed(game.system, replace(stretch, situation=odd), "x") is None

"""3.1, 3.2 Player Turns: who begins, what each is made of, whose is next."""

from __future__ import annotations

import random

import pytest

from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh.system import SimpleGboh
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.simple_gboh import kit


@pytest.mark.rule("simple-gboh 3.1", "simple-gboh 2.3")
def test_the_higher_roll_begins_and_equal_ones_are_rolled_again():
    r = kit.minimal()
    d = r.play(dice=[4, 4, 0, 3])
    assert (d.kind, d.side) == ("activation", "b")
    assert [x.total for x in r.rolls] == [4, 4, 0, 3]


@pytest.mark.rule("simple-gboh 3.1")
def test_the_battle_may_say_who_begins():
    d = kit.minimal(first_player="a").play()
    assert (d.kind, d.side) == ("activation", "a")


@pytest.mark.rule("simple-gboh 3.2", "simple-gboh 3.0", "simple-gboh 4.44")
def test_a_player_turn_from_activation_to_the_next():
    r = kit.minimal(first_player="b")
    r.play(answers=["b1", orders.Move(unit="HI1", path=(508,)), orders.Done()])
    assert r.decisions[-1].kind == "seizure", "the second turn is the first that may be seized"
    assert (r.state.turn, r.g.orders.side) == (2, "a")
    assert r.unit("HI1").hex == 508


@pytest.mark.parametrize("seed", range(3))
def test_random_players_play_and_the_journal_tells_it_again(seed):
    r = kit.minimal()
    system, dice, rng = SimpleGboh(r.g.scenario), SeededDice(seed), random.Random(seed)
    game = Game.start(system, r.state, dice)
    for _ in range(60):
        if game.over:
            break
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng), dice)
        assert system.invariants(game.state, at_rest=game.at_rest) == []
        assert system.view(game.state).counters
    assert game.state.turn > 3
    assert Game.resume(system, game.journal).state == game.state

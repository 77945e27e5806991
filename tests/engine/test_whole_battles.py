"""One battle of every system, fought to its end with every optional rule and variant there is."""

from __future__ import annotations

import random

import pytest

from engine.kernel.game import Game, digest, rebuild
from engine.players import random_answer
from engine.systems import registry
from scenarios import listing, load
from tests.engine.cataphract.test_battles import SeededDice

QUICKEST = {
    "cataphract": "cataphract/tricameron",
    "men-of-iron": "men-of-iron/falkirk",
    "alexander": "alexander/samarkand",
    "spqr": "spqr/lautulae",
    "simple-gboh": "simple-gboh/samarkand",
    "justinian": "justinian/renovatio",
}
"""A short battle of each system that has optional rules or variants."""

MOST = 20_000
"""Answers after which a battle counts as one that never ends; these take a few hundred."""


def test_every_system_with_options_fights_one() -> None:
    assert set(QUICKEST) == {i.system for i in listing() if registry.system_for(load(i.key)).options()}


@pytest.mark.parametrize("key", QUICKEST.values())
def test_a_battle_with_all_options_comes_to_its_end(key: str) -> None:
    system = registry.system_for(load(key))
    options = dict.fromkeys((o.key for o in system.options()), True)
    assert options
    rng, dice = random.Random(key), SeededDice(1)
    game = Game.start(system, system.initial_state(options), dice)
    answers = 0
    while game.pending and answers < MOST:
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        game.answer(decision.side, random_answer(decision, rng, keen=2), dice)
        answers += 1
        if answers % 7 == 0:
            # What is kept of a position is no longer told of the next.
            for sides in ((), (decision.side,)):
                assert game.view(sides) == system.view(game.state, sides), f"answer {answers}"
        elif answers % 7 == 6:
            game.view((decision.side,))
        assert not system.invariants(game.state, at_rest=game.restartable), f"answer {answers}"
    assert game.state.outcome is not None
    assert digest(rebuild(system, game.journal)) == digest(game.state)
    assert digest(Game.resume(system, game.journal).state) == digest(game.state)

"""Random battles of every scenario under its own special rules: one or two always, a hundred each on demand.

``HEXARCH_HEAVY=1`` plays them all to their end.
"""

from __future__ import annotations

import os
import random

import pytest

from engine.kernel.game import Game, digest, rebuild
from engine.players import random_answer
from engine.systems import registry
from scenarios import listing, load
from tests.each import for_each
from tests.engine.cataphract.test_battles import SeededDice

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEEDS = range(100) if HEAVY else range(1)
TURNS = 40 if HEAVY else 3
BATTLES = [info.key for info in listing() if info.system == "cataphract"]


@pytest.mark.timeout(3600 if HEAVY else 300)
@for_each("key", BATTLES)
def test_nothing_impossible_happens(key: str) -> None:
    document = load(key)
    system = registry.system_for(document)
    for seed in SEEDS:
        # Every other battle with all its optional rules, bids included.
        options = dict.fromkeys((o.key for o in system.options()), seed % 2 == 1)
        rng, dice = random.Random(f"{key} {seed}"), SeededDice(seed)
        game = Game.start(system, system.initial_state(options), dice)
        while game.pending and game.state.turn <= TURNS:
            decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
            game.answer(decision.side, random_answer(decision, rng), dice)
            if game.restartable:
                assert not system.invariants(game.state, at_rest=True), f"seed {seed}"
        assert digest(rebuild(system, game.journal)) == digest(game.state)
        assert digest(Game.resume(system, game.journal).state) == digest(game.state)
        assert not HEAVY or game.state.outcome is not None, f"seed {seed} never ended"


def test_all_of_them_are_there() -> None:
    assert [k.split("/")[1] for k in BATTLES] == [
        "ad-decimum",
        "callinicum",
        "casilinum",
        "catalaunian",
        "dara",
        "taginae",
        "tricameron",
        "utus",
    ]

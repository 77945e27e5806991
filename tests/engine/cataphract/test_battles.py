"""Whole battles between players made of dice: they end, nothing impossible happens, they can be resumed anywhere.

A few seeds always; all two hundred with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine.kernel.dice import RollRequest
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.journal import Entry, broken_at
from engine.players import random_answer
from engine.systems import registry
from scenarios import load

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEEDS = range(200) if HEAVY else range(3)
TURNS = 40
RESUMED = 1 if HEAVY else 4
"""Of how many positions one is resumed."""


class SeededDice:
    """Dice of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"dice {seed}")
        self.n = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.n += 1
        low = 0 if request.faces == 10 else 1
        return self.n, [low + self.rng.randrange(request.faces) for _ in range(request.count)]


@pytest.fixture(scope="module")
def system() -> Any:
    return registry.system_for(load("cataphract/tricameron"))


def battle(system: Any, seed: int) -> Any:
    """Yields the game after every answer, from the first decision on."""
    rng = random.Random(f"players {seed}")
    dice = SeededDice(seed)
    game = Game.start(system, registry.initial_state(system), dice)
    yield game
    while game.pending and game.state.turn <= TURNS:
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng), dice)
        yield game


@cache
def fought(seed: int) -> Game[Any]:
    """A battle fought to its end, its positions looked at meanwhile; nobody changes it."""
    system = registry.system_for(load("cataphract/tricameron"))
    game = None
    for game in battle(system, seed):
        assert not system.invariants(game.state, at_rest=game.restartable), f"seed {seed}"
    assert game is not None
    return game


def questions(game: Game[Any]) -> list[tuple[str, str, str]]:
    return [(d.kind, d.side, str(d.prompt)) for d in game.pending]


@pytest.mark.rule("cataphract 2.6")
@pytest.mark.rule("cataphract 3.0")
@pytest.mark.rule("cataphract 12.0")
def test_battles_are_fought_to_a_victory() -> None:
    decided = 0
    for seed in SEEDS:
        game = fought(seed)
        decided += game.state.winner is not None
        beaten = [s for s in game.state.sides.values() if s.rout_points >= s.withdrawal_level]
        assert bool(beaten) == (game.state.outcome is not None)
    assert decided >= 0.9 * len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS if HEAVY else range(2))
def test_the_journal_replays_to_the_same_position(system: Any, seed: int) -> None:
    game = fought(seed)
    entries = [Entry.model_validate_json(e.model_dump_json()) for e in game.journal]
    assert broken_at(entries) is None
    again = Game.resume(system, entries)
    assert (digest(again.state), again.head) == (digest(game.state), game.head)
    # Events alone, with no rule run, give the same position.
    assert digest(rebuild(system, entries)) == digest(game.state)


@pytest.mark.parametrize("seed", range(20) if HEAVY else range(1))
def test_resuming_at_any_decision_equals_never_having_stopped(system: Any, seed: int) -> None:
    for n, game in enumerate(battle(system, seed + 100)):
        if n % RESUMED:
            continue
        state = system.state_type.model_validate_json(game.state.model_dump_json())
        assert digest(state) == digest(game.state)
        checkpoint = game.checkpoint
        tail = [e for e in game.journal if checkpoint is None or e.seq >= checkpoint.seq]
        again = Game.resume(system, tail, checkpoint)
        assert digest(again.state) == digest(game.state)
        assert questions(again) == questions(game)


def test_the_same_seed_gives_the_same_battle(system: Any) -> None:
    *_, game = battle(system, 1)
    assert game.head == fought(1).head


def test_a_fork_is_another_battle(system: Any) -> None:
    steps = battle(system, 5)
    for _ in range(25):
        game = next(steps)
    before, head = digest(game.state), game.head
    fork = game.fork()
    assert questions(fork) == questions(game)
    rng, dice = random.Random(1), SeededDice(1)
    for _ in range(10):
        fork.answer(fork.pending[0].side, random_answer(fork.pending[0], rng), dice)
    assert (digest(game.state), game.head) == (before, head)
    assert digest(fork.state) != before

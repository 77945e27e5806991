"""Elephants, chariots, skirmishers, pairs and oxybeles on both sides: random battles to their end, by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.game import Game, digest, rebuild
from engine.players import random_answer
from engine.systems.alexander.field import LAYOUT
from engine.systems.alexander.system import Alexander
from tests.engine.alexander.kit import leader, unit
from tests.engine.cataphract.test_battles import SeededDice

MOST = 6_000
"""Answers after which a battle counts as one that never ends."""


def army(col: int, facing: str, first: int) -> list[dict[str, Any]]:
    """One of everything of 9.1 to 9.5, in two lines; ``first`` is the number of its units."""
    back = col - 2 if facing == "E" else col + 2
    n = first
    return [
        unit(f"EL{n}", col * 100 + 5, facing, missile="J"),
        unit(f"EL{n + 1}", col * 100 + 6, facing, missile="J"),
        unit(f"CH{n}", col * 100 + 7, facing, missile="J"),
        unit(f"CH{n + 1}", col * 100 + 8, facing),
        unit(f"SK{n}", col * 100 + 9, facing, missile="A"),
        unit(f"SK{n + 1}", col * 100 + 10, facing, missile="J", cls="St"),
        unit(f"LI{n}", col * 100 + 11, facing, missile="J"),
        unit(f"LC{n}", col * 100 + 3, facing, missile="A"),
        unit(f"HC{n}", col * 100 + 4, facing, cls="Cat"),
        unit(f"PH{n}", back * 100 + (6 if facing == "E" else 7), facing),
        unit(f"HI{n}", back * 100 + 9, facing),
        unit(f"AT{n}", back * 100 + 11, facing, missile="B"),
    ]


def start(seed: int, **options: bool) -> tuple[Alexander, Game, SeededDice]:
    field = {
        "cols": (1, 24),
        "rows": (1, 14),
        "sides": {"a": {"withdrawal_level": 30}, "b": {"withdrawal_level": 30, "first_of_equals": True}},
        "terrain": {1107: "woods", 1210: "rough", 1304: "marsh"},
        "levels": {1205: 1, 1206: 1, 1105: 1},
        "turn_limit": 6,
    }
    units = [{**u, "side": s} for s, us in (("a", army(8, "E", 1)), ("b", army(16, "W", 5))) for u in us]
    leaders = [
        {**leader(f"{s.upper()}{i}", h, role, initiative=4 + i, command_range=9, line_commands=1), "side": s}
        for s, col in (("a", 8), ("b", 16))
        for i, (h, role) in enumerate(((col * 100 + 6, "OC"), (col * 100 + 9, "SC")))
    ]
    given = {**field, "units": units, "leaders": leaders}
    scenario, _ = LAYOUT.scenario_of(LAYOUT.field.model_validate(given))
    system = Alexander(scenario)
    dice = SeededDice(seed)
    return system, Game.start(system, system.initial_state(options), dice), dice


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_come_to_their_end(seed: int) -> None:
    system, game, dice = start(seed)
    rng = random.Random(seed)
    answers = 0
    while game.pending and answers < MOST:
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        game.answer(decision.side, random_answer(decision, rng, keen=1 + seed % 3), dice)
        answers += 1
        assert not system.invariants(game.state, at_rest=game.restartable), f"answer {answers}"
    assert game.state.outcome is not None
    assert digest(rebuild(system, game.journal)) == digest(game.state)
    assert digest(Game.resume(system, game.journal).state) == digest(game.state)

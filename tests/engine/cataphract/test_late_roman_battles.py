"""Whole battles of a small late Roman army with everything chapter 11 gives it, between players made of dice."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.kernel.game import Game, digest, rebuild
from engine.players import random_answer
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.field import Field, scenario_of
from engine.systems.cataphract.state import State, initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.events import Fired
from engine.systems.gboh.orders import written
from tests.engine.cataphract.test_battles import HEAVY, SeededDice

SEEDS = (*range(8), 11) if HEAVY else (1, 5, 7, 11)
"""In these everything happens that the test asks for, most of it in several."""
TURNS = 6

FOOT = {"type": "HI", "tq": 5, "size": 5, "ma": 4, "missile": "C"}


def roman(code: str, at: int, **values: Any) -> dict[str, Any]:
    return {"code": code, "side": "roman", "hex": at, "facing": "E", **values}


def hun(code: str, at: int, **values: Any) -> dict[str, Any]:
    return {"code": code, "side": "hun", "hex": at, "facing": "W", **values}


FIELD = Field.model_validate(
    {
        "name": "Late Romans",
        "cols": (1, 24),
        "rows": (1, 18),
        "sides": {"roman": {"withdrawal_level": 25}, "hun": {"withdrawal_level": 25, "disciplined": False}},
        "units": [
            *(roman(f"HI{n}", 1005 + n, forms_shield_wall=True) for n in range(1, 5)),
            *(roman(f"MI{n}", 1009 + n, forms_shield_wall=True, missile="J") for n in range(1, 3)),
            *(roman(f"LI{n}", 904 + 3 * n, missile="C") for n in range(1, 4)),
            roman("CH1", 1007, missile="X", ma=3),
            roman("CH2", 909, missile="X", ma=3),
            *(roman(f"HC{n}", 202 + n, cls="Cat", missile="C", counterpart=FOOT) for n in range(1, 3)),
            *(hun(f"LC{n}", 1502 + 2 * n, missile="C") for n in range(1, 6)),
            *(hun(f"LN{n}", 1704 + 2 * n) for n in range(1, 4)),
            hun("ALI1", 1609, type="LI", missile="B"),
        ],
        "leaders": [
            {"id": "Aetius", "side": "roman", "hex": 908, "line_commands": 2, "command_range": 6},
            {"id": "Avitus", "side": "roman", "hex": 203, "role": "SC", "initiative": 4},
            {"id": "Attila", "side": "hun", "hex": 1708, "initiative": 6, "command_range": 6},
            {"id": "Ardaric", "side": "hun", "hex": 1704, "role": "SC", "initiative": 3},
        ],
    }
)


@pytest.mark.rule("cataphract 11.4", "cataphract 11.63", "cataphract 11.66", "cataphract 11.73", "cataphract 11.74")
def test_nothing_impossible_happens_and_everything_is_used() -> None:
    scenario, _ = scenario_of(FIELD)
    system = Cataphract(scenario)
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        rng, dice = random.Random(f"players {seed}"), SeededDice(seed)
        state: State = initial_state(scenario)
        game = Game.start(system, state, dice)
        while game.pending and game.state.turn <= TURNS:
            decision = game.pending[0]
            answer = random_answer(decision, rng)
            seen[decision.kind] += 1
            seen[answer.do] += 1
            if answer.do in ("mount", "mode", "fire", "line"):
                statement = system.write(answer)
                read = written.read(game.context, decision, statement)  # type: ignore[arg-type]
                assert read == answer or (answer.do == "line" and len(answer.units) == 1), str(statement)  # type: ignore[attr-defined]
            game.answer(decision.side, answer, dice)
            assert not system.invariants(game.state, at_rest=game.restartable), f"seed {seed}"
        for e in game.journal:
            if e.kind == "event":
                event = system.events.validate_python(e.data)
                if isinstance(event, UnitFormed):
                    seen[f"formed {event.rule}"] += 1
                if isinstance(event, Fired):
                    seen[f"fired {event.how}"] += 1
        assert digest(rebuild(system, game.journal)) == digest(game.state)
        assert digest(Game.resume(system, game.journal).state) == digest(game.state)
    for what in ("shield-wall", "artillery", "mode", "mount", "fired artillery"):
        assert seen[what], f"no {what} in all battles: {seen}"
    for case in ("11.1", "11.62", "11.71", "11.74"):
        assert seen[f"formed {case}"], f"nothing under {case}: {seen}"

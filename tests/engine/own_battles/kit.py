"""Small battles of every game on hexes: those `hexarch new` writes, with what a test changes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import scenarios
from engine.kernel.game import Game
from engine.kernel.text import in_words
from engine.players import random_answer
from engine.systems.registry import initial_state, system_for
from scenarios import json_text, new_battle

HEX_SYSTEMS = ("cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron")
TURNED = HEX_SYSTEMS[:-1]
"""Those that know turns."""


def document(system: str, **changes: Any) -> dict[str, Any]:
    """The new battle of a system, with fields replaced; None takes one out."""
    found = json_text.parse(new_battle.text(system, "own"), system)
    for side in found["sides"]:
        # Armies that fight on: what a test is about decides, not a charge that went well.
        side["withdrawal_level" if "withdrawal_level" in side else "flight_level"] = 999
    found |= changes
    return {k: v for k, v in found.items() if v is not None}


def rule(rule_id: str, **params: Any) -> dict[str, Any]:
    return {"id": rule_id, "title": rule_id.capitalize(), "text": "A rule of this battle.", "params": params}


def groups(side: dict[str, Any]) -> list[dict[str, Any]]:
    """Groups of units of a side as its document has it."""
    return side["units"] if "units" in side else [g for c in side["commands"] for g in c["units"]]


def problems(given: dict[str, Any]) -> list[str]:
    """What is said of a document; [] when it is fine."""
    try:
        scenarios.checked(given, "own.json")
    except scenarios.ScenarioError as e:
        return e.problems
    return []


def played(given: dict[str, Any], seed: int = 1, keen: float = 3.0, most: int = 3000) -> Game[Any]:
    """The battle played to its end, or to so many answers."""
    from bot.cli.seeded import SeededTrail

    battle = scenarios.checked(given, "own.json")
    system = system_for(battle)
    trail = SeededTrail(battle, seed)
    game = Game.start(system, initial_state(system), trail, {"battle": battle.key})
    trail.follow(game)
    rng = random.Random(seed)
    for _ in range(most):
        if game.over:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng, keen), trail)
        trail.follow(game)
    return game


def stories(game: Game[Any]) -> Sequence[str]:
    """What is told of the events that have a story."""
    return [str(in_words(e.data["story"])) for e in game.journal if e.kind == "event" and e.data.get("story")]

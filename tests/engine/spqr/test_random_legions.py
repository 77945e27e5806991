"""Small battles between players made of dice: Roman stacks in three lines before a phalanx. Nothing impossible happens,
all can be resumed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.gboh.scenario import LineSpec
from engine.systems.spqr.system import Spqr
from tests.engine.alexander.test_random_phalanxes import Dice
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEEDS = range(40) if HEAVY else range(2)
ANSWERS = 350 if HEAVY else 90
RARE = ("top", "stack", "extend-", "double", "undouble", "form", "line-")
LINES = (
    LineSpec(types=("LG/HA", "LG/CO"), apart=2),
    LineSpec(types=("LG/PR", "LG/CO"), apart=2),
    LineSpec(types=("HI/TR",), apart=2),
    LineSpec(types=("LI/VE",), apart=2),
)


def position() -> Any:
    """Three lines of stacks with gaps, velites before them, against phalanxes, elephants and others."""
    ours = [
        *stack("HA1", "HA2", 1008),
        *stack("HA3", "PR9", 1010),
        *stack("HA5", "CO1", 1012, under_legion="V"),
        *stack("HA7", "HA8", 1014),
        *stack("PR1", "PR2", 809),
        *stack("PR3", "PR4", 811),
        *stack("CO3", "CE4", 813),
        *stack("TR1", "TR2", 609),
        roman("TR3", 611),
        roman("VE1", 1109),
        roman("VE2", 1111),
        roman("VE3", 1113, legion="V"),
        unit("RC1", 1005, legion="XIV"),
        unit("SK1", 1117, missile="S"),
    ]
    theirs = [
        unit("PH1", 1408, "W"),
        unit("PH2", 1408, "W", below="PH1"),
        unit("PH3", 1410, "W"),
        unit("PH4", 1510, "W"),
        unit("MI1", 1413, "W"),
        unit("LI1", 1313, "W", missile="J"),
        unit("EL1", 1415, "W", missile="J", cls="AFR"),
        unit("LC1", 1405, "W", missile="J"),
        unit("SK9", 1311, "W", missile="A"),
    ]
    return kit.battle(
        ours,
        theirs,
        a_leaders=[
            leader("Scipio", 1010, initiative=7, command_range=9),
            leader("Laelius", 811, "SC", command_range=7, rank="proconsul"),
        ],
        b_leaders=[leader("Philip", 1408, command_range=9), leader("Nicanor", 1510, "SC", command_range=7)],
        sides={"a": {"lines": LINES}},
        cols=(1, 22),
        rows=(1, 22),
        terrain={1211: "woods", 1009: "broken", 1213: "marsh"},
        levels={1206: 1, 1207: 1, 1307: 2, 1315: 1},
    )


def an_answer(decision: Any, rng: random.Random) -> Any:
    """As players of dice answer, but they love what stacks do."""
    if isinstance(decision, Command) and rng.random() < 0.6:
        found = list(rare(decision.menu, rng, 0))
        if found:
            return rng.choice(found)
    return random_answer(decision, rng)


def rare(menu: Any, rng: random.Random, depth: int) -> Iterator[Any]:
    for choice in menu.choices:
        if choice.key.startswith(RARE):
            if choice.answer is not None:
                yield choice.answer
            elif choice.menu is not None:
                inner = choice.menu().choices
                while inner:
                    chosen = rng.choice(inner)
                    if chosen.answer is not None:
                        yield chosen.answer
                        break
                    inner = chosen.menu().choices
        elif choice.menu is not None and depth < 1:
            yield from rare(choice.menu(), rng, depth + 1)


@pytest.mark.rule("spqr 6.66", "spqr 6.67", "spqr 6.68", "spqr 9.66")
@pytest.mark.parametrize("seed", SEEDS)
def test_legions_and_phalanxes_play_on_whatever_is_chosen(seed: int) -> None:
    g = position().g
    system, rng, dice = Spqr(g.scenario), random.Random(f"legions {seed}"), Dice(seed)
    game = Game.start(system, g.state, dice)
    for n in range(ANSWERS):
        if not game.pending:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        answer = an_answer(decision, rng)
        if isinstance(decision, Command):
            written = system.write(answer)
            assert system.read(game, decision, written) == answer, f"seed {seed}, answer {n}: {written}"
        game.answer(decision.side, answer, dice)
        found = system.invariants(game.state, at_rest=game.restartable)
        assert found == [], f"seed {seed}, answer {n}: {answer}"
        if n % 25 == 0:
            system.view(game.state)
    assert Game.resume(system, game.journal).state == game.state

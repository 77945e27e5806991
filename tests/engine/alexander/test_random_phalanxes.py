"""Small battles between players made of dice, with every option: nothing impossible happens, all can be resumed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.kernel.decisions import Choose, ChooseEach, Command
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.alexander.system import Alexander
from tests.engine.alexander import kit

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEEDS = range(60) if HEAVY else range(3)
TURNS = 4
OPTIONS = {"6.14": True, "6.5": True, "9.7": True}
RARE = ("square", "double", "undouble", "charge", "uncharge", "form")


class Dice:
    """Dice of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"dice {seed}")
        self.n = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.n += 1
        return self.n, [self.rng.randrange(10) for _ in range(request.count)]


def position() -> Any:
    """Macedonians in two lines, a double depth among them, before Greeks and Persians four hexes away."""
    ours = [
        kit.unit("PH1", 1010),
        kit.unit("PH2", 1012),
        kit.unit("PH3", 1014),
        kit.unit("PH4", 910),
        kit.unit("PH5", 1014, below="PH3"),
        kit.unit("HI1", 1016, cls="HO", nationality="Athenian"),
        kit.unit("HC1", 1006),
        kit.unit("HC2", 1007),
        kit.unit("LN1", 1019),
        kit.unit("LC1", 1004, nationality="Thracian", missile="J"),
        kit.unit("SK1", 1209, missile="A"),
        kit.unit("LI1", 1008, cls="LP", missile="J"),
    ]
    theirs = [
        kit.unit("HI7", 1510, "W", cls="HO", nationality="Theban"),
        kit.unit("HI8", 1513, "W", cls="HO", nationality="Theban"),
        kit.unit("LI9", 1516, "W", cls="CA"),
        kit.unit("HC8", 1506, "W"),
        kit.unit("LC9", 1505, "W", missile="J"),
        kit.unit("MI8", 1508, "W"),
        kit.unit("LI8", 1518, "W", cls="LP", missile="J"),
        kit.unit("SK9", 1410, "W", missile="S"),
        kit.unit("LN9", 1519, "W"),
    ]
    return kit.battle(
        ours,
        theirs,
        a_leaders=[
            kit.leader("Alexander", 1012, initiative=7, command_range=9),
            kit.leader("Parmenio", 1016, "SC", command_range=7),
        ],
        b_leaders=[kit.leader("Memnon", 1510, command_range=8), kit.leader("Omares", 1516, "SC", command_range=7)],
        options=OPTIONS,
        optional_rules=tuple(OPTIONS),
        cols=(1, 24),
        rows=(1, 24),
        terrain={1211: "woods", 1213: "rough", 1311: "marsh"},
        levels={1206: 1, 1207: 1, 1307: 1, 1315: 1},
    )


def an_answer(decision: Any, rng: random.Random) -> Any:
    """As players of dice answer, but they love formations."""
    if isinstance(decision, Command) and rng.random() < 0.5:
        found = list(rare(decision.menu, 0))
        if found:
            return rng.choice(found)
    assert isinstance(decision, (Choose, ChooseEach, Command)) or decision
    return random_answer(decision, rng)


def rare(menu: Any, depth: int) -> Iterator[Any]:
    for c in menu.choices:
        if c.answer is not None and str(c.key).split("-")[0] in RARE:
            yield c.answer
        elif c.menu is not None and depth < 1 and c.unit is not None:
            yield from rare(c.menu(), depth + 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_impossible_happens(seed: int) -> None:
    rng, dice = random.Random(f"players {seed}"), Dice(seed)
    r = position()
    system = Alexander(r.g.scenario)
    game = Game.start(system, r.state, dice)
    n = 0
    while game.pending and game.state.turn <= TURNS and n < 700:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        answer = an_answer(decision, rng)
        if isinstance(decision, Command):
            written = system.write(answer)
            assert system.read(game, decision, written) == answer, f"seed {seed}, answer {n}: {written}"
        game.answer(decision.side, answer, dice)
        n += 1
        found = system.invariants(game.state, at_rest=game.restartable)
        assert found == [], f"seed {seed}, answer {n}: {answer}"
        if n % 25 == 0:
            system.view(game.state)

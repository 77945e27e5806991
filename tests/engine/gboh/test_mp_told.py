"""Movement Points as they are told: never more than there are, and the sum of the legs of an order, however often it is
interrupted. Battles between players made of dice, in every game of the family."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems import registry
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import PointsSpent, UnitMoved, UnitPlaced, UnitTurned
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.position import spent
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit

BEGIN = ("orders-began", "player-turn-began", "turn-began")


def told(key: str, seed: int, answers: int) -> int:
    """Checks every ordered leg of a battle; returns how many there were."""
    system, dice, rng = registry.system_for(load(key)), SeededDice(seed), random.Random(f"mp {seed}")
    game: Game[Any] = Game.start(system, registry.initial_state(system), dice)
    for _ in range(answers):
        if not game.pending:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng), dice)
    state: Any = registry.initial_state(system)
    sums: dict[str, int] = {}
    legs = 0
    for entry in game.journal:
        if entry.kind != "event":
            continue
        e = system.events.validate_python(entry.data)
        e.apply(state)
        if e.type in BEGIN:
            sums = {}
        if not isinstance(e, UnitMoved | UnitTurned | UnitPlaced | PointsSpent) or not e.is_ordered(state):
            continue
        sums[e.unit] = sums.get(e.unit, 0) + e.mp
        if isinstance(e, UnitMoved | PointsSpent) and e.ma:
            legs += 1
            mp, ma = e.account(state)
            assert (mp, mp <= ma) == (sums[e.unit], True), (key, seed, entry.seq, e, mp, ma)
            assert f"{mp} of {ma} MP" in str(e.text(state))
    return legs


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "key", ["cataphract/tricameron", "cataphract/dara", "alexander/samarkand", "spqr/lautulae", "simple-gboh/samarkand"]
)
def test_what_is_told_is_the_sum_of_the_legs_and_no_more_than_there_is(key: str, seed: int) -> None:
    assert told(key, seed, 150) > 10


@shared(Case.MOVEMENT_ALLOWANCE)
@pytest.mark.rule("cataphract 6.11", "alexander 6.11", "spqr 6.11")
def test_an_interrupted_move_tells_all_it_has_taken(kit: Kit) -> None:
    r = kit.battle([unit("HI1", 1010, ma=6)], [unit("LC9", 1710, "W")], a_leaders=[leader("Anna", 1010)]).orders(
        "a", "Anna"
    )
    r.order(Move(unit="HI1", path=(1110, 1210, 1310)))
    moves = r.happened(UnitMoved)
    assert [e.unit for e in moves] == ["HI1"] * 3
    assert str(moves[-1].text(r.state)).endswith("3 of 6 MP"), "the last leg alone is one"
    assert [(s.piece, s.spent, s.allowance) for s in spent(r.g, moves[-1:], r.g)] == [("HI1", 3, 6)]

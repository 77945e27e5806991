"""What is kept of who stands where, and when it is worked out anew."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.game import Game
from engine.kernel.hexes import Facing
from engine.players import random_answer
from engine.systems import registry
from engine.systems.men_of_iron import charge, choice_weights
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import MarkerChanged, Told, UnitDisordered, UnitTurned
from engine.systems.men_of_iron.special import kinds
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.men_of_iron.kit import battle, unit


def test_events_that_move_nobody_leave_what_goes_by_the_layout() -> None:
    g = battle(a=[unit("MM1", 1010)], b=[unit("LB1", 1210, "W")]).g
    ours, theirs, held = g.zones("a"), g.zones("b"), g.occupants()
    g.emit(Told(story="A cloud passes."))
    assert g.zones("a") is ours and g.zones("b") is theirs and g.occupants() is held


def test_each_side_s_own_is_worked_out_anew_when_one_of_its_units_changes() -> None:
    g = battle(a=[unit("MM1", 1010)], b=[unit("LB1", 1210, "W")]).g
    theirs, held = g.zones("b"), g.occupants()
    assert {1109, 1110} == set(g.zones("a"))
    g.emit(UnitTurned(unit="MM1", facing=Facing.W))
    assert not {1109, 1110} & set(g.zones("a"))
    assert g.zones("b") is theirs and g.occupants() is not held


def test_a_state_of_a_unit_counts_and_so_do_markers() -> None:
    g = battle(
        a=[unit("PK1", 1010)],
        b=[unit("LB1", 1210, "W")],
        b_markers=[{"id": "W1", "name": "Wagon", "kind": "wagon", "hex": 1110}],
    ).g
    assert g.wagon(1110)
    before = g.army("b")
    g.emit(UnitDisordered(unit="LB1"))
    assert g.army("b") is not before
    g.emit(MarkerChanged(marker="W1", removed=True))
    assert not g.wagon(1110)


def told(g: Battle) -> dict[str, Any]:
    """All that is kept, in ids."""
    return {
        "zones": {s: {h: [u.id for u in us] for h, us in g.zones(s).items()} for s in g.state.armies},
        "beside": {s: g.beside_enemies(s) for s in g.state.armies},
        "held": {h: u.id for h, u in g.occupants().items()},
        "charges": {u.id: [w.path for w in charge.ways(g, u)] for u in g.units()},
        "charging": {u.id: charge.possible(g, u) for u in g.units()},
        "errands": {u.id: choice_weights.errand(g, u) for u in g.units()},
        "shots": {u.id: [t.id for t in choice_weights.shots(g, u)] for u in g.units()},
        "near": {u.id: choice_weights.nearest(g, u.at, u.side) for u in g.units()},
    }


@pytest.mark.parametrize("name", ["crecy", "poitiers", "courtrai"])
def test_nothing_kept_is_out_of_date(name: str) -> None:
    system = registry.system_for(load(name))
    rng, dice = random.Random(f"layout {name}"), SeededDice(7)
    game: Game[Any] = Game.start(system, registry.initial_state(system), dice)
    for _ in range(60):
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng), dice)
        assert isinstance(game.context, Battle)
        assert told(game.context) == told(kinds.battle(game.state, system.scenario, system.charts))

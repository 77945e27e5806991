"""What holds whatever anybody does: the invariants of whole battles played by random players."""

from __future__ import annotations

import random

import pytest

from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.simple_gboh import kit

ANSWERS = 90


@pytest.mark.rule("simple-gboh 2.4", "simple-gboh 4.12", "simple-gboh 4.44", "simple-gboh 6.23")
@pytest.mark.parametrize("seed", [11, 12])
def test_hits_stay_units_out_of_command_keep_off_and_attempts_run_out(seed):
    r = kit.minimal(first_player="b")
    r.leader("Pyrrhus").command_range_printed = 1
    r.unit("HI1").hex = 409
    system, dice, rng = kit.SimpleGboh(r.g.scenario), SeededDice(seed), random.Random(seed)
    game = Game.start(system, r.state, dice)
    hits = {u.id: (u.hits, u.depleted) for u in game.state.units.values()}
    attempts = {x.id: x.seizure for x in game.state.leaders.values()}
    for _ in range(ANSWERS):
        if game.over:
            break
        decision = game.pending[0]
        turn, before = game.state.orders, {u.id: u.model_copy() for u in game.state.units.values()}
        out = [] if turn is None else [u for u in turn.activated if u not in turn.in_command]
        moving = game.state.phase == "orders"
        game.answer(decision.side, random_answer(decision, rng), dice)
        g = system.context(game.state)
        for u in game.state.units.values():
            assert u.hits >= hits[u.id][0] or u.depleted != hits[u.id][1], f"{u.id} has recovered"
            hits[u.id] = u.hits, u.depleted
            assert not u.on_map or u.hits < cohesion.tq(g, u)
            if moving and game.state.phase == "orders" and u.id in out and u.on_map and u.hex != before[u.id].hex:
                assert not g.enemies_beside(u), f"{u.id}, Out of Command, has moved next to an enemy"
        for x in game.state.leaders.values():
            assert 0 <= x.seizure <= attempts[x.id]
            attempts[x.id] = x.seizure
        if game.at_rest:
            for h in {h for u in g.units() for h in footprint.hexes_of(u)}:
                assert len(g.standing_at(h)) <= 2
        assert system.invariants(game.state, at_rest=game.at_rest) == []

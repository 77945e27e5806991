"""12.0 Withdrawal and victory."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import UnitsChangedSides
from tests.engine.cataphract import kit


@pytest.mark.rule("cataphract 12.11")
@pytest.mark.rule("cataphract table:rout_points")
@pytest.mark.parametrize(("values", "points"), [({"tq": 7}, 7), ({"tq": 5, "rp": 3}, 3), ({"tq": 4, "rp": 0}, 0)])
def test_a_unit_counts_its_printed_tq_unless_the_battle_says_otherwise(values, points):
    r = kit.battle([kit.unit("LI1", 1010, **values)], a_disciplined=False)
    r.run(lambda g: rout.eliminate(g, r.unit("LI1"), "a test", "10.23"))
    assert r.state.sides["a"].rout_points == points


@pytest.mark.rule("cataphract 12.11")
@pytest.mark.rule("cataphract table:rout_points")
def test_a_leader_counts_5_times_his_printed_initiative():
    r = kit.battle([kit.unit("HI1", 1010)], a_leaders=[kit.leader("Bouzes", 1010, initiative=4)])
    r.leader("Bouzes").wounded = True
    r.run(lambda g: leaders.casualty(g, r.leader("Bouzes"), "9.14"))
    assert r.state.sides["a"].rout_points == 20


@pytest.mark.rule("cataphract 12.0")
def test_a_unit_that_went_over_counts_for_its_new_side():
    r = kit.battle([kit.unit("LC1", 1010, tq=5)], [kit.unit("HI2", 2010)])
    r.g.emit(UnitsChangedSides(units=["LC1"], leaders=[], to="b", story="LC1 goes over."))
    r.run(lambda g: rout.eliminate(g, r.unit("LC1"), "a test", "10.23"))
    assert (r.state.sides["a"].rout_points, r.state.sides["b"].rout_points) == (0, 5)

"""10.16 Recovery and 10.27 Rally."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.cohesion import rally, recovery
from engine.systems.gboh.events import HitsRemoved, UnitEliminated, UnitRallied
from tests.engine.cataphract import kit


def field(hits=3, at=1010, enemies=(), leader=None, **unit):
    leaders = [kit.leader("Bouzes", 1012, **(leader or {}))]
    r = kit.battle([kit.unit("HI1", at, hits=hits, **unit)], list(enemies), a_leaders=leaders)
    return r.orders("a", "Bouzes")


def ground(kind):
    leaders = [kit.leader("Bouzes", 1012)]
    units = [kit.unit("HI1", 1010, hits=3), kit.unit("HI2", 1014, routed=True)]
    return kit.battle(units, a_leaders=leaders, terrain={1010: kind, 1014: kind}).orders("a", "Bouzes")


def recoverable(r):
    return recovery.can_recover(r.g, r.leader("Bouzes"), r.unit("HI1"))


def refused(r, check=recoverable):
    with pytest.raises(Refusal) as no:
        check(r)
    return no.value.rule


# -- 10.16 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.16")
@pytest.mark.parametrize(("hits", "removed"), [(1, 1), (2, 2), (3, 2), (5, 2)])
def test_up_to_2_hits_come_off(hits, removed):
    r = field(hits)
    assert recoverable(r) == removed
    r.run(recovery.recover, r.leader("Bouzes"), r.unit("HI1"))
    assert r.unit("HI1").hits == hits - removed
    assert [(e.unit, e.hits, e.cause) for e in r.happened(HitsRemoved)] == [("HI1", removed, "recovery")]


@pytest.mark.rule("cataphract 10.16")
def test_1_hit_under_missiles():
    r = field(enemies=[kit.unit("LI1", 1210, "W", missile="B")])
    assert recoverable(r) == 1


@pytest.mark.rule("cataphract 10.16")
def test_never_more_than_2_in_one_orders_phase():
    r = field(enemies=[kit.unit("LI1", 1210, "W", missile="B")])
    for _ in range(2):
        r.run(recovery.recover, r.leader("Bouzes"), r.unit("HI1"))
    assert r.unit("HI1").hits == 1
    assert refused(r) == "10.16"


@pytest.mark.rule("cataphract 10.16")
def test_the_rest_of_2_when_the_threat_is_gone():
    r = field(hits=5, enemies=[kit.unit("LI1", 1210, "W", missile="B")])
    r.run(recovery.recover, r.leader("Bouzes"), r.unit("HI1"))
    r.unit("LI1").supply = "no"
    r.g.version += 1
    assert recoverable(r) == 1


@pytest.mark.rule("cataphract 10.16")
def test_not_after_acting_in_this_orders_phase():
    r = field()
    r.state.orders.acted.append("HI1")
    assert refused(r) == "10.16"


@pytest.mark.rule("cataphract 10.26")
def test_a_routed_unit_can_only_be_rallied():
    assert refused(field(hits=0, routed=True)) == "10.26"


@pytest.mark.rule("cataphract 10.27")
def test_a_unit_that_has_rallied_takes_no_recovery_this_turn():
    assert refused(field(rallied=True)) == "10.27"


@pytest.mark.rule("cataphract 4.21")
def test_only_within_command_range():
    assert refused(field(leader={"command_range": 1})) == "4.21"


@pytest.mark.rule("cataphract 6.45")
def test_a_column_may_recover():
    assert recoverable(field(hits=2, facing="SIDE_NE", column=True)) == 2


# -- 10.27 -----------------------------------------------------------------------------------------------------------


def ralliable(r, code="HI1"):
    rally.can_rally(r.g, r.leader("Bouzes"), r.unit(code))


def try_rally(r, die, facing=Facing.NW, code="HI1"):
    ralliable(r, code)
    r.run(rally.rally, r.leader("Bouzes"), r.unit(code), facing, dice=[die])


@pytest.mark.rule("cataphract 10.27")
@pytest.mark.rule("cataphract table:rally_result")
@pytest.mark.parametrize(("die", "rallies"), [(0, True), (4, True), (5, False), (9, False)])
def test_charisma_or_less_rallies_more_is_the_end(die, rallies):
    r = field(hits=0, routed=True, tq=5)
    try_rally(r, die)
    assert r.unit("HI1").eliminated is not rallies
    assert r.unit("HI1").rallied is rallies
    assert len(r.happened(UnitRallied)) == rallies
    assert len(r.happened(UnitEliminated)) == (not rallies)
    assert r.state.sides["a"].rout_points == (0 if rallies else 5)


@pytest.mark.rule("cataphract 10.27")
@pytest.mark.rule("cataphract table:rally_result")
@pytest.mark.parametrize(
    ("code", "tq", "hits"), [("HI1", 5, 2), ("HI1", 6, 3), ("LI1", 4, 2), ("HC1", 7, 2), ("LC1", 5, 1), ("LN1", 6, 2)]
)
def test_hits_of_a_rallied_unit(code, tq, hits):
    leaders = [kit.leader("Bouzes", 1012)]
    r = kit.battle([kit.unit(code, 1010, tq=tq, routed=True)], a_leaders=leaders, a_disciplined=False)
    try_rally(r.orders("a", "Bouzes"), 0, code=code)
    u = r.unit(code)
    assert (u.hits, u.routed, u.rallied, u.facing) == (hits, False, True, Facing.NW), "printed TQ, free facing"


@pytest.mark.rule("cataphract 10.27")
def test_a_wounded_leader_rallies_with_less_charisma():
    r = field(hits=0, routed=True)
    r.leader("Bouzes").wounded = True
    try_rally(r, 4)
    assert r.unit("HI1").eliminated


@pytest.mark.rule("cataphract 10.27")
def test_not_next_to_an_enemy():
    r = field(hits=0, routed=True, enemies=[kit.unit("MI1", 1110, "E")])
    assert refused(r, ralliable) == "10.27"


@pytest.mark.rule("cataphract 10.27")
def test_not_under_missiles():
    r = field(hits=0, routed=True, enemies=[kit.unit("LI1", 1210, "W", missile="B")])
    assert refused(r, ralliable) == "10.27"


@pytest.mark.rule("cataphract 10.27")
@pytest.mark.parametrize("kind", ["woods", "rough"])
def test_not_in_difficult_terrain(kind):
    assert refused(ground(kind), lambda r: ralliable(r, "HI2")) == "10.27"


@pytest.mark.rule("cataphract 10.27")
def test_only_routed_units_rally():
    assert refused(field(), ralliable) == "10.27"


@pytest.mark.rule("cataphract 10.26")
@pytest.mark.rule("cataphract 10.27")
def test_rallied_foot_has_no_missiles():
    leaders = [kit.leader("Bouzes", 1012)]
    units = [kit.unit("LI1", 1010, missile="B", routed=True, supply="no")]
    r = kit.battle(units, a_leaders=leaders).orders("a", "Bouzes")
    try_rally(r, 0, code="LI1")
    assert r.unit("LI1").supply == "no"

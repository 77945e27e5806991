"""10.1 Cohesion: the TQ in force, hits, checks, missile threat."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import HitsTaken, UnitEliminated, UnitRouted
from engine.systems.gboh.missiles import threat
from tests.engine.cataphract import kit

AWAY = ["rout-path"]


def hit(r, code, n, *, dice=(), **how):
    return r.run(lambda g: cohesion.hits(g, r.unit(code), n, "a test", "10.12", **how), dice=dice, defaults=AWAY)


# -- the TQ in force -------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.11")
def test_tq_is_the_printed_one():
    r = kit.battle([kit.unit("HI1", 1010, tq=6)])
    assert cohesion.tq(r.g, r.unit("HI1")) == 6


@pytest.mark.rule("cataphract 10.26")
def test_a_routed_unit_has_tq_1_whatever_its_army():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, routed=True)], a_disciplined=False)
    assert cohesion.tq(r.g, r.unit("HI1")) == 1


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract table:tq_checks")
def test_an_undisciplined_army_adds_2():
    r = kit.battle([kit.unit("HI1", 1010, tq=6)], [kit.unit("HI2", 2010, tq=6)], a_disciplined=False)
    assert cohesion.tq(r.g, r.unit("HI1")) == 8
    assert cohesion.tq(r.g, r.unit("HI2")) == 6


@pytest.mark.rule("cataphract 6.45")
@pytest.mark.parametrize(("printed", "in_force"), [(6, 4), (2, 1), (1, 1)])
def test_a_column_has_2_less_but_never_less_than_1(printed, in_force):
    r = kit.battle([kit.unit("HI1", 1010, "SIDE_NE", tq=printed, column=True)])
    assert cohesion.tq(r.g, r.unit("HI1")) == in_force


# -- hits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.12")
def test_hits_add_up_and_change_nothing_else():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=2)])
    before = r.unit("HI1").model_dump(exclude={"hits"})
    assert hit(r, "HI1", 2)
    assert r.unit("HI1").hits == 4
    assert r.unit("HI1").model_dump(exclude={"hits"}) == before
    assert [(e.hits, e.total, e.tq) for e in r.happened(HitsTaken)] == [(2, 4, 6)]


@pytest.mark.rule("cataphract 10.12")
@pytest.mark.parametrize("n", [0, -1])
def test_no_hits_are_no_event(n):
    r = kit.battle([kit.unit("HI1", 1010)])
    assert hit(r, "HI1", n)
    assert r.events == []


@pytest.mark.rule("cataphract 10.14")
@pytest.mark.parametrize(("hits", "routs"), [(3, False), (4, True), (7, True)])
def test_hits_that_reach_the_tq_rout_at_once(hits, routs):
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=2)])
    assert hit(r, "HI1", hits) is not routs
    assert r.unit("HI1").routed is routs
    assert r.unit("HI1").hits == (0 if routs else 2 + hits)


@pytest.mark.rule("cataphract 10.14")
def test_the_undisciplined_bonus_counts():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=2)], a_disciplined=False)
    assert hit(r, "HI1", 5)
    assert not r.unit("HI1").routed


@pytest.mark.rule("cataphract 10.26")
def test_any_hit_eliminates_a_routed_unit():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, routed=True)])
    assert not hit(r, "HI1", 1)
    assert r.unit("HI1").eliminated
    assert r.state.sides["a"].rout_points == 6


@pytest.mark.rule("cataphract 9.21")
@pytest.mark.parametrize(("had", "n", "after"), [(1, 1, 2), (4, 3, 5), (5, 2, 5)])
def test_a_cap_limits_the_total_and_never_heals(had, n, after):
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=had)])
    assert hit(r, "HI1", n, cap=5)
    assert r.unit("HI1").hits == after


@pytest.mark.rule("cataphract 9.16")
def test_a_deferred_rout_only_records_the_hits():
    r = kit.battle([kit.unit("HI1", 1010, tq=6)])
    assert hit(r, "HI1", 9, defer=True)
    assert r.unit("HI1").hits == 9
    assert not r.happened(UnitRouted)


@pytest.mark.rule("cataphract 10.14")
def test_settling_routs_only_what_has_reached_its_tq():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=5), kit.unit("HI2", 1020, tq=6, hits=6)])
    assert r.run(lambda g: cohesion.settle(g, r.unit("HI1")))
    assert not r.run(lambda g: cohesion.settle(g, r.unit("HI2")), defaults=AWAY)
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI2"]


def test_a_lost_unit_takes_no_hits():
    r = kit.battle([kit.unit("HI1", None)])
    assert not hit(r, "HI1", 2)
    assert not r.happened(HitsTaken) and not r.happened(UnitEliminated)


# -- checks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.11")
@pytest.mark.rule("cataphract 9.35")
@pytest.mark.rule("cataphract table:tq_checks")
@pytest.mark.parametrize(("die", "minimum", "hits"), [(0, 0, 0), (6, 0, 0), (7, 0, 1), (9, 0, 3), (3, 1, 1), (8, 1, 2)])
def test_a_check_yields_what_the_roll_exceeds_the_tq_by(die, minimum, hits):
    r = kit.battle([kit.unit("HI1", 1010, tq=6)])
    check = lambda g: cohesion.tq_check(g, r.unit("HI1"), "test", "HI1 checks", "10.11", minimum=minimum)  # noqa: E731
    assert r.run(check, dice=[die]) == hits
    assert r.unit("HI1").hits == 0, "applying them is the caller's business"
    assert r.rolls[0].table == "tq_checks" and "6" in r.rolls[0].needs


@pytest.mark.rule("cataphract 10.11")
def test_a_routed_unit_checks_against_1():
    r = kit.battle([kit.unit("HI1", 1010, tq=6, routed=True)])
    check = lambda g: cohesion.tq_check(g, r.unit("HI1"), "test", "HI1 checks", "10.11")  # noqa: E731
    assert r.run(check, dice=[2]) == 1


# -- missile threat --------------------------------------------------------------------------------------------------


def threatens_hex(*enemies, **ground):
    r = kit.battle([kit.unit("HI1", 1010)], list(enemies), **ground).orders("a")
    found = threat.missile_threat(r.g, 1010, "a")
    return found and found.id


@pytest.mark.rule("cataphract 10.16")
@pytest.mark.parametrize("at, threatens", [(1210, True), (1410, True), (1510, False)])
def test_a_bow_threatens_as_far_as_it_reaches(at, threatens):
    assert threatens_hex(kit.unit("LI1", at, "W", missile="B")) == ("LI1" if threatens else None)


@pytest.mark.rule("cataphract 10.16")
@pytest.mark.parametrize(
    "state", [{"supply": "no"}, {"routed": True}, {"engaged": True}, {"shield_wall": True}, {"missile": None}]
)
def test_a_unit_that_cannot_fire_is_no_threat(state):
    assert threatens_hex(kit.unit("LI1", 1210, "W", **{"missile": "B", **state})) is None


@pytest.mark.rule("cataphract 10.16")
def test_a_unit_low_on_missiles_is_a_threat():
    assert threatens_hex(kit.unit("LI1", 1210, "W", missile="B", supply="low")) == "LI1"


@pytest.mark.rule("cataphract 10.16")
def test_nobody_is_threatened_from_behind_a_wood_or_a_back():
    assert threatens_hex(kit.unit("LI1", 1210, "E", missile="B")) is None
    assert threatens_hex(kit.unit("LI1", 1210, "W", missile="J")) is None
    assert threatens_hex(kit.unit("LI1", 1410, "W", missile="B"), terrain={1210: "woods"}) is None


@pytest.mark.rule("cataphract 10.16")
def test_light_cavalry_threatens_by_harassment_farther_than_its_javelins():
    assert threatens_hex(kit.unit("LC1", 1410, "W", missile="J")) == "LC1"
    assert threatens_hex(kit.unit("LC1", 1510, "W", missile="J")) is None
    assert threatens_hex(kit.unit("LC1", 1410, "E", missile="J")) is None

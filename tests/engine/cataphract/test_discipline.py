"""11.2 Army Discipline."""

from __future__ import annotations

import pytest

from engine.systems.cataphract import discipline
from engine.systems.cataphract.events.armies import BonusLost
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.events import ShockFought, UnitMoved, UnitRouted
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from tests.engine.cataphract import kit

AWAY = ["rout-path", "advance-turn"]


def goths(*units, initiative=5, oc=True, **more):
    leaders = [kit.leader("Totila", 3030, initiative=initiative)] if oc else []
    return kit.battle(list(units), a_leaders=leaders, a_disciplined=False, **more)


def routs(r, code="HI1", dice=()):
    r.run(lambda g: rout.rout(g, r.unit(code)), dice=dice, defaults=AWAY)


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract table:army_discipline")
def test_undisciplined_armies_begin_with_the_bonus_and_disciplined_ones_without():
    r = goths(kit.unit("HI1", 2010))
    assert (r.state.sides["a"].bonus, r.state.sides["b"].bonus) == (True, False)


@pytest.mark.rule("cataphract 11.2")
def test_no_bonus_where_the_battle_does_not_use_the_rule():
    assert not goths(kit.unit("HI1", 2010), not_used=["11.2"]).state.sides["a"].bonus


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract table:command_control")
@pytest.mark.parametrize(("die", "keeps"), [(0, True), (5, True), (6, False), (9, False)])
def test_a_check_against_the_ocs_initiative_when_a_unit_routs(die, keeps):
    r = goths(kit.unit("HI1", 2010))
    routs(r, dice=[die])
    assert r.state.sides["a"].bonus is keeps
    assert len(r.happened(BonusLost)) == (not keeps)


@pytest.mark.rule("cataphract 11.2")
def test_a_wounded_oc_holds_less():
    r = goths(kit.unit("HI1", 2010))
    r.leader("Totila").wounded = True
    routs(r, dice=[5])
    assert not r.state.sides["a"].bonus


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.parametrize(("die", "keeps"), [(0, True), (1, False)])
def test_without_an_oc_only_a_0_holds(die, keeps):
    r = goths(kit.unit("HI1", 2010), oc=False)
    routs(r, dice=[die])
    assert r.state.sides["a"].bonus is keeps


@pytest.mark.rule("cataphract 11.2")
def test_one_check_a_rout_until_one_fails():
    r = goths(kit.unit("HI1", 2010), kit.unit("HI2", 2020), kit.unit("HI3", 2028))
    routs(r, "HI1", dice=[5])
    routs(r, "HI2", dice=[6])
    routs(r, "HI3")
    assert [x.purpose for x in r.rolls] == ["discipline", "discipline"]


@pytest.mark.rule("cataphract 11.2")
def test_a_disciplined_army_never_checks():
    r = kit.battle([kit.unit("HI1", 2010)])
    routs(r)
    assert r.rolls == []


@pytest.mark.rule("cataphract 11.2")
def test_units_that_stood_by_the_bonus_alone_rout_at_once_without_further_checks():
    r = goths(kit.unit("HI1", 2010), kit.unit("HI2", 2015, tq=6, hits=6), kit.unit("HI3", 2020, tq=6, hits=5))
    routs(r, dice=[9])
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HI2"]
    assert len(r.rolls) == 1
    assert r.unit("HI3").hits == 5 and cohesion.tq(r.g, r.unit("HI3")) == 6


def assault(*, markers=("HC1", "HC2"), **hits):
    """HC1 attacks HI1 (TQ 3), HC2 attacks HI2 (TQ 6) of an undisciplined army."""
    a = [kit.unit("HI1", 2010, tq=3, hits=hits.get("HI1", 0)), kit.unit("HI2", 2020, tq=6, hits=hits.get("HI2", 0))]
    b = [kit.unit("HC1", 2110, "W", tq=9, size=7), kit.unit("HC2", 2120, "W", tq=9, size=7)]
    r = kit.battle(a, b, a_leaders=[kit.leader("Totila", 3030, initiative=2)], a_disciplined=False)
    r.orders("b", markers={u: "must" for u in markers}, moved=["HC1", "HC2"])
    attacks = [Attack(attackers=(f"HC{i}",), defenders=(f"HI{i}",)) for i in (1, 2)]
    return r, lambda g: fight(g, attacks)


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract 9.13")
def test_in_the_charge_the_check_waits_for_all_results():
    r, shock = assault(HI1=1, HI2=6)
    r.run(shock, dice=[0, 9, 0, 0, 9], defaults=AWAY)
    assert [x.purpose for x in r.rolls] == ["pre-shock"] * 4 + ["discipline"]
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HI2"]
    assert [e.unit for e in r.happened(UnitMoved)] == ["HC1", "HC2"], "both advance"
    assert not r.happened(ShockFought)


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract 9.17")
def test_in_the_collapse_the_loss_counts_for_combats_still_to_be_settled():
    """Column 6, DS: with 9 the defenders take 4 hits each, the attackers 6."""
    r, shock = assault(markers=(), HI1=3, HI2=2)
    r.run(shock, dice=[9, 9, 9], defaults=AWAY)
    assert [x.purpose for x in r.rolls] == ["shock", "shock", "discipline"]
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HI2"], "HI2 has 6 hits, TQ 8 and then 6"
    assert [e.unit for e in r.happened(UnitMoved)] == ["HC1", "HC2"]


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract 10.15")
def test_and_mutual_rout_is_judged_with_the_tq_that_is_left():
    r, shock = assault(markers=(), HI1=3, HI2=2)
    r.unit("HC2").hits = 4
    r.run(shock, dice=[9, 9, 9], defaults=AWAY)
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HC2"], "HC2 is 1 over its TQ, HI2 just at it"
    assert r.unit("HI2").hits == 5


@pytest.mark.rule("cataphract 11.2")
def test_waiting_checks_are_made_later():
    r = goths(kit.unit("HI1", 2010), kit.unit("HI2", 2015, tq=6, hits=6))
    chapter = next(x for x in r.g.rules if isinstance(x, discipline.Discipline))
    chapter.checks_rolled(r.g)
    routs(r)
    assert r.rolls == [] and chapter.waiting == ["a"]
    r.run(chapter.checks_over, dice=[9], defaults=AWAY)
    assert chapter.waiting is None
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HI2"]


@pytest.mark.rule("cataphract 11.2")
@pytest.mark.rule("cataphract 9.17")
def test_units_spared_break_later():
    r = goths(kit.unit("HI1", 2010), kit.unit("HI2", 2015, tq=6, hits=6))
    r.g.sparing = frozenset({"HI2"})
    routs(r, dice=[9])
    assert not r.unit("HI2").routed

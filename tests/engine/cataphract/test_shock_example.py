"""9.1 The complete Shock example of the rules (Callinicum), step by step with its dice."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import (
    HitsRemoved,
    HitsTaken,
    LeaderWounded,
    MarkerPlaced,
    ShockFought,
    UnitMoved,
    UnitRouted,
    UnitTurned,
)
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.shock.segment import shock_segment
from tests.each import for_each
from tests.engine.cataphract import kit

A, B, C, D, E = "HC1", "HC2", "HC3", "LC1", "LC2"
U, V, W, X, Y, Z = "MI1", "HC4", "MI2", "HC5", "MI3", "MI4"

PLAN = ShockPlan(
    attacks=(
        Attack(attackers=(A,), defenders=(U, V)),
        Attack(attackers=(B,), defenders=(W,)),
        Attack(attackers=(C,), defenders=(X, Y)),
        Attack(attackers=(D,), defenders=(Z,)),
    )
)

CHARGE = [6, 6, 7, 9, 5, 2, 8, 8]
CASUALTY = [0, 5]
SHOCK = [6, 2, 6, 7]
COLLAPSE = [3, 7]


@pytest.fixture(scope="module")
def fought():
    immortals = [kit.unit(A, 1010, size=7, tq=7), kit.unit(B, 1013, size=7, tq=8), kit.unit(C, 1016, size=7, tq=8)]
    bowmen = [kit.unit(D, 1020, size=7, tq=5, missile="B"), kit.unit(E, 1021, size=7, tq=5, missile="B")]
    foot = [
        kit.unit(code, at, facing, size=7, tq=4, hits=hits)
        for code, at, facing, hits in ((U, 1109, "W", 0), (W, 1113, "W", 0), (Y, 1116, "W", 0), (Z, 1120, "SW", 2))
    ]
    horse = [kit.unit(code, at, "W", cls="Cat", size=5, tq=7) for code, at in ((V, 1110), (X, 1115))]
    leader = kit.leader("Cabades", 1016, command_range=7, charisma=5, personal_combat=5)
    r = kit.battle([*immortals, *bowmen], [*foot, *horse], a_leaders=[leader])
    r.orders("a", "Cabades", moved=[A, B, C], acted=[A, B, C], markers={A: "must", B: "must", C: "must"})
    r.run(
        shock_segment,
        dice=[*CHARGE, *CASUALTY, *SHOCK, *COLLAPSE],
        answers=[PLAN, {V: V}, {B: "no", D: "left"}],
        defaults=["rout-path"],
    )
    return r


def taken(r, code, rule):
    return sum(e.hits for e in r.happened(HitsTaken) if e.unit == code and e.rule == rule)


@pytest.mark.rule("cataphract 9.11")
@pytest.mark.rule("cataphract 9.12")
@pytest.mark.rule("cataphract 7.33")
def test_designation(fought):
    question = fought.decisions[0]
    assert (question.kind, question.side) == ("shock", "a")
    assert str(question.prompt) == f"Shock: {A}, {B}, {C} must attack. Who else?"
    assert [(e.unit, e.marker) for e in fought.happened(MarkerPlaced)] == [(D, "no")]
    assert not any(E in (*e.attackers, *e.defenders) for e in fought.happened(ShockFought))


@pytest.mark.rule("cataphract 9.13")
@for_each(("code", "hits"), [(A, 0), (U, 2), (V, 0), (B, 1), (W, 1), (C, 0), (X, 1), (Y, 4), (D, 0), (Z, 0)])
def test_the_charge(fought, code, hits):
    assert taken(fought, code, "9.13") == hits


@pytest.mark.rule("cataphract 9.13")
def test_only_y_routs_in_the_charge_and_c_stays(fought):
    first_shock = next(i for i, e in enumerate(fought.events) if isinstance(e, ShockFought))
    assert [e.unit for e in fought.events[:first_shock] if isinstance(e, UnitRouted)] == [Y]
    assert C not in {e.unit for e in fought.happened(UnitMoved)}
    assert fought.unit(C).hex == 1016


@pytest.mark.rule("cataphract 9.14")
def test_the_leader_is_wounded(fought):
    assert len(fought.happened(LeaderWounded)) == 1
    assert fought.leader("Cabades").charisma == 4


@pytest.mark.rule("cataphract 9.15")
def test_the_byzantine_is_asked_which_unit_meets_a(fought):
    question = fought.decisions[1]
    assert (question.kind, question.side) == ("clash-unit", "b")
    assert [sorted(c.key for c in i.choices) for i in question.items] == [sorted([U, V])]
    assert question.items[0].default_key == V, "equal odds: the one that can better take an odd hit"


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.parametrize(("i", "column", "attacker", "hits"), [(0, 7, A, 2), (1, 7, B, 2), (2, 8, C, 2), (3, 6, D, 2)])
def test_columns_and_attackers_hits(fought, i, column, attacker, hits):
    fight = fought.happened(ShockFought)[i]
    assert (fight.attackers, fight.column) == ([attacker], column)
    assert taken(fought, attacker, "9.16") == hits


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract 10.13")
@pytest.mark.parametrize(("code", "hits"), [(U, 1), (V, 1), (W, 2), (X, 4), (Z, 2)])
def test_defenders_hits(fought, code, hits):
    assert taken(fought, code, "9.16") == hits


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract 9.14")
def test_the_wounded_leaders_charisma_counts_4(fought):
    shock = [x for x in fought.rolls if x.purpose == "shock"]
    assert [[m.value for m in x.modifiers] for x in shock] == [[], [], [4], []]
    assert shock[2].total == 10


@pytest.mark.rule("cataphract 9.17")
def test_collapse(fought):
    assert [e.unit for e in fought.happened(UnitRouted)] == [Y, Z, W]
    assert [(e.unit, e.hits) for e in fought.happened(HitsRemoved)] == [(U, 1)]
    assert {c: fought.unit(c).hits for c in (A, B, C, D, U, V, X)} == {A: 2, B: 3, C: 2, D: 2, U: 2, V: 1, X: 5}
    assert [x.unit for x in fought.rolls if x.purpose == "collapse"] == [U, W]


@pytest.mark.rule("cataphract 9.2")
@pytest.mark.rule("cataphract 9.21")
@pytest.mark.rule("cataphract 9.22")
def test_b_and_d_advance_and_d_turns(fought):
    assert [(e.unit, e.to, e.how) for e in fought.happened(UnitMoved)] == [(B, 1113, "advance"), (D, 1120, "advance")]
    assert [(e.unit, e.facing) for e in fought.happened(UnitTurned) if e.how == "advance"] == [(D, Facing.NE)]


def test_three_questions_in_all(fought):
    assert [d.kind for d in fought.decisions] == ["shock", "clash-unit", "advance-turn"]

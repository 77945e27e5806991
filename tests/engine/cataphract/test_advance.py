"""9.2 Advance After Combat."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import Fired, LeaderMoved, UnitMoved, UnitRouted, UnitTurned
from engine.systems.gboh.shock import advance
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from tests.engine.cataphract import kit

AWAY = ["rout-path"]


def attack(text):
    a, d = text.split(" x ")
    return Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+")))


def wins(
    a,
    b,
    *attacks,
    dice=(6,),
    answers=(),
    defaults=("rout-path", "unit-order", "advance-turn", "clash-unit"),
    leaders=(),
    **more,
):
    """No Check Shocks whose defenders (TQ 2, say) rout in the Collapse."""
    r = kit.battle(a, b, a_leaders=leaders, **more).orders("a", moved=[u["code"] for u in a])
    r.run(lambda g: fight(g, [attack(x) for x in attacks]), dice=dice, answers=answers, defaults=defaults)
    return r


def victor(code="HC1", at=1010, facing="E", **values):
    return kit.unit(code, at, facing, **{"size": 7, "tq": 9, **values})


def weak(code="MI2", at=1110, facing="W", **values):
    return kit.unit(code, at, facing, **{"size": 7, "tq": 2, **values})


def went(r):
    return [(e.unit, e.to) for e in r.happened(UnitMoved) if e.how == "advance"]


@pytest.mark.rule("cataphract 9.21")
def test_leaders_go_along():
    r = wins([victor()], [weak()], "HC1 x MI2", dice=(5, 2), leaders=[kit.leader("Bouzes", 1010)])
    assert r.leader("Bouzes").hex == 1110
    assert [e.how for e in r.happened(LeaderMoved)] == ["advance"]


@pytest.mark.rule("cataphract 9.21")
@pytest.mark.parametrize(("ground", "n"), [({"terrain": {1110: "woods"}}, 1), ({"levels": {1010: 1}}, 1)])
def test_it_pays_the_hits_of_the_ground(ground, n):
    r = wins([victor(size=14)], [weak()], "HC1 x MI2", dice=(6,), **ground)
    assert went(r) == [("HC1", 1110)]
    taken = [e for e in r.events if getattr(e, "rule", "") == "9.21" and e.type == "hits-taken"]
    assert [e.hits for e in taken] == [n]


@pytest.mark.rule("cataphract 9.21")
def test_but_never_routs_by_them():
    r = wins([victor(tq=4, hits=1)], [weak(tq=1)], "HC1 x MI2", dice=(6,), terrain={1110: "woods"})
    assert went(r) == [("HC1", 1110)]
    assert (r.unit("HC1").hits, r.unit("HC1").routed) == (3, False)


@pytest.mark.rule("cataphract 9.21")
def test_other_enemies_and_their_zoc_do_not_hold_it_back_in_the_collapse():
    b = [weak(hits=1), kit.unit("MI3", 1109, "W", size=7, tq=9)]
    r = wins([victor()], b, "HC1 x MI2+MI3", defaults=("rout-path", "advance-turn", "clash-unit", "reaction-facing"))
    assert [u.id for u in r.g.units("b") if not u.routed] == ["MI3"]
    assert went(r) == [("HC1", 1110)]


@pytest.mark.rule("cataphract 9.21")
def test_attackers_that_broke_stay_out():
    r = wins([victor(tq=3), victor("HC3", 1011, tq=1)], [weak(size=14)], "HC1+HC3 x MI2", dice=(6,))
    assert [e.unit for e in r.happened(UnitRouted)] == ["MI2", "HC3"]
    assert went(r) == [("HC1", 1110)]


# -- 9.22 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.22")
@pytest.mark.rule("cataphract 7.13")
def test_turning_in_difficult_terrain_costs_a_hit_but_never_routs():
    r = wins(
        [victor(tq=4, hits=1)], [weak(tq=1)], "HC1 x MI2", answers=["left"], defaults=AWAY, terrain={1110: "rough"}
    )
    assert [e.facing for e in r.happened(UnitTurned) if e.how == "advance"] == [Facing.NE]
    assert r.unit("HC1").hits == 3


# -- 9.23 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.23")
def test_who_goes_is_asked_where_two_have_one_hex_between_them_though_another_falls_vacant():
    """MI3, broken by its neighbour's flight, leaves 1109: neither attacker has that before it any more."""
    a = [victor("HC1", 1010), victor("HC3", 1011)]
    r = kit.battle(a, [weak(), weak("MI3", 1111, tq=2)]).orders("a", moved=["HC1", "HC3"])
    able = [r.unit("HC1"), r.unit("HC3")]
    assert not advance._room_for_all(able, {"HC1": [1110], "HC3": [1110]})
    assert advance._room_for_all(able, {"HC1": [1110, 1109], "HC3": [1110]})


@pytest.mark.rule("cataphract 9.23")
def test_with_more_hexes_than_units_the_owner_chooses_the_hex():
    b = [weak(tq=1), weak("MI3", 1109, tq=1)]
    r = wins([victor(size=14)], b, "HC1 x MI2+MI3", dice=(6,), answers=["1109"])
    assert went(r) == [("HC1", 1109)]


@pytest.mark.rule("cataphract 9.23")
def test_one_unit_to_a_hex():
    a = [victor(size=7), victor("HC3", 1011)]
    b = [weak(), weak("MI3", 1111)]
    r = wins(a, b, "HC1 x MI2", "HC3 x MI3", dice=(6, 6))
    assert went(r) == [("HC1", 1110), ("HC3", 1111)]


# -- 9.24 ------------------------------------------------------------------------------------------------------------


def reacts(*, answers, dice=(6,), defaults=("rout-path", "advance-turn"), **values):
    """HC1 advances to 1110; MI3 stands at 1210, beside or before it."""
    b = [weak(), kit.unit("MI3", 1210, **{"facing": "W", "size": 7, "tq": 9, **values})]
    return wins([victor()], b, "HC1 x MI2", dice=dice, answers=answers, defaults=defaults)


@pytest.mark.rule("cataphract 9.24")
def test_the_opponent_may_fire_at_a_unit_that_enters_a_zoc():
    r = reacts(answers=["no", "fire"], dice=(6, 9), missile="B")
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("MI3", "entry")]


@pytest.mark.rule("cataphract 9.24")
def test_he_may_turn_towards_it():
    r = reacts(answers=["left"], dice=(6, 0), facing="NW")
    assert [d.kind for d in r.decisions] == ["reaction-facing"]
    assert r.unit("MI3").facing == Facing.W


@pytest.mark.rule("cataphract 9.24")
def test_but_never_withdraw_in_order():
    b = [weak(), kit.unit("LC3", 1310, "W", tq=9)]
    r = wins([victor(ma=4)], b, "HC1 x MI2")
    assert r.decisions == [] and r.unit("LC3").hex == 1310


@pytest.mark.rule("cataphract 9.24")
@pytest.mark.rule("cataphract 8.22")
def test_leaving_a_zoc_by_an_advance_draws_no_retire_fire():
    b = [weak(), kit.unit("LI3", 1011, "NW", missile="B", tq=9)]
    r = wins([victor()], b, "HC1 x MI2", defaults=("rout-path", "advance-turn", "reaction-facing"))
    assert went(r) == [("HC1", 1110)]
    assert not r.happened(Fired) and not r.decisions


@pytest.mark.rule("cataphract 9.24")
@pytest.mark.rule("cataphract 8.21")
@pytest.mark.rule("cataphract 7.14")
def test_an_advance_lets_the_enemy_turn_first_and_then_fire():
    """LI3 has the vacated hex in its Flank: it turns, and then has it in its ZOC; nobody withdraws in order."""
    b = [weak(), kit.unit("LC3", 1211, "SW", missile="B", tq=9, ma=12)]
    r = wins(
        [victor()],
        b,
        "HC1 x MI2",
        dice=(6, 9),
        answers=[{"LC3": "right"}, "fire"],
        defaults=("rout-path", "advance-turn"),
    )
    assert [d.kind for d in r.decisions] == ["reaction-facing", "entry-fire"]
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LC3", "entry")]


@pytest.mark.rule("cataphract 9.24")
@pytest.mark.rule("cataphract 4.62")
def test_leaders_withdraw_from_an_advance():
    r = kit.battle([victor()], [weak()], b_leaders=[kit.leader("Zames", 1210)]).orders("a", moved=["HC1"])
    r.run(
        lambda g: fight(g, [attack("HC1 x MI2")]),
        dice=(6,),
        answers=[{"Zames": "1310"}],
        defaults=("rout-path", "advance-turn"),
    )
    assert r.leader("Zames").hex == 1310

"""9.13 The charge, 9.14 leaders in the thick of it."""

from __future__ import annotations

import pytest

from engine.systems.gboh.events import (
    HitsTaken,
    LeaderEliminated,
    LeaderWounded,
    ShockFought,
    UnitEliminated,
    UnitMoved,
    UnitRouted,
)
from engine.systems.gboh.shock import charge
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from tests.engine.cataphract import kit

AWAY = ["rout-path", "advance-turn", "clash-unit"]


def attack(text):
    a, d = text.split(" x ")
    return Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+")))


def charges(a, b, *attacks, dice=(), answers=(), must=None, leaders=(), their_leaders=(), **more):
    """Side a attacks; every attacker has Must Check unless ``must`` names some. Runs the charge alone."""
    r = kit.battle(a, b, a_leaders=leaders, b_leaders=their_leaders, **more)
    units = [u["code"] for u in a] if must is None else must
    r.orders("a", markers={u: "must" for u in units}, moved=list(units))
    combats = [Combat.of(r.g, attack(x)) for x in attacks]
    r.run(lambda g: charge.charge(g, combats), dice=dice, answers=answers, defaults=AWAY)
    return r, combats


def duel(dice, *, a=None, b=None, must=None, **more):
    """HC1 (TQ 6) at 1010 charges MI2 (TQ 5) at 1110."""
    return charges(
        [kit.unit("HC1", 1010, **(a or {}))],
        [kit.unit("MI2", 1110, "W", **(b or {}))],
        "HC1 x MI2",
        dice=dice,
        must=must,
        **more,
    )


def hits(r):
    return {e.unit: e.hits for e in r.happened(HitsTaken)}


def routed(r):
    return [e.unit for e in r.happened(UnitRouted)]


def advanced(r):
    return [(e.unit, e.to) for e in r.happened(UnitMoved)]


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract table:tq_checks")
@pytest.mark.parametrize(
    ("dice", "taken"), [((6, 5), {}), ((7, 5), {"HC1": 1}), ((0, 7), {"MI2": 2}), ((9, 8), {"HC1": 3, "MI2": 3})]
)
def test_both_sides_roll_and_take_the_excess(dice, taken):
    r, (combat,) = duel(dice)
    assert hits(r) == taken
    assert combat.goes_on


@pytest.mark.rule("cataphract 9.13")
def test_nobody_rolls_where_nobody_has_must_check():
    r, (combat,) = duel((), must=())
    assert r.rolls == [] and combat.goes_on


@pytest.mark.rule("cataphract 9.13")
def test_in_a_mixed_combat_the_no_check_attacker_does_not_roll():
    a = [kit.unit("HC1", 1010), kit.unit("HI3", 1011)]
    r, _ = charges(a, [kit.unit("MI2", 1110, "W")], "HC1+HI3 x MI2", dice=(0, 0), must=["HC1"])
    assert [x.unit for x in r.rolls] == ["HC1", "MI2"]


@pytest.mark.rule("cataphract 9.13")
def test_against_routed_units_only_they_roll_with_tq_1():
    r, (combat,) = duel((1,), b={"routed": True})
    assert [x.unit for x in r.rolls] == ["MI2"]
    assert combat.goes_on, "a unit Routed beforehand that survives counts"
    r, (combat,) = duel((2,), b={"routed": True})
    assert [e.unit for e in r.happened(UnitEliminated)] == ["MI2"]
    assert not combat.goes_on
    assert advanced(r) == [("HC1", 1110)]


@pytest.mark.rule("cataphract 9.13")
def test_with_one_defender_unrouted_the_attackers_roll():
    b = [kit.unit("MI2", 1110, "W", routed=True), kit.unit("MI3", 1109, "W")]
    r, _ = charges([kit.unit("HC1", 1010)], b, "HC1 x MI2+MI3", dice=(0, 0, 0))
    assert [x.unit for x in r.rolls] == ["HC1", "MI2", "MI3"]


@pytest.mark.rule("cataphract 9.13")
def test_a_defender_that_breaks_routs_and_the_attacker_advances():
    r, (combat,) = duel((0, 9), b={"hits": 1})
    assert routed(r) == ["MI2"]
    assert advanced(r) == [("HC1", 1110)]
    assert not combat.goes_on


@pytest.mark.rule("cataphract 9.13")
def test_an_attacker_that_breaks_routs_and_nobody_advances():
    r, (combat,) = duel((9, 0), a={"hits": 3})
    assert routed(r) == ["HC1"]
    assert advanced(r) == [] and not combat.goes_on
    assert r.unit("MI2").hex == 1110


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 9.21")
def test_no_advance_with_another_enemy_in_its_zoc():
    b = [kit.unit("MI2", 1110, "W", hits=4), kit.unit("MI3", 1109, "W")]
    r, (combat,) = charges([kit.unit("HC1", 1010)], b, "HC1 x MI2+MI3", dice=(0, 6, 0))
    assert routed(r) == ["MI2"] and advanced(r) == []
    assert combat.goes_on and [u.id for u in combat.defending] == ["MI3"]


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 9.21")
def test_no_advance_from_another_enemys_zoc():
    b = [kit.unit("MI2", 1110, "W", hits=4), kit.unit("MI3", 1009, "SW")]
    r, _ = charges([kit.unit("HC1", 1010)], b, "HC1 x MI2", dice=(0, 6))
    assert routed(r) == ["MI2"] and advanced(r) == []


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 9.21")
def test_the_hits_of_the_advance_never_rout():
    r, _ = duel((0, 9), a={"hits": 5}, b={"hits": 1}, terrain={1110: "woods"})
    assert advanced(r) == [("HC1", 1110)]
    assert r.unit("HC1").hits == 5 and not r.unit("HC1").routed


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 10.15")
def test_if_everybody_would_break_10_15_decides():
    # HC1 3 + 3 = 6 of 6 and MI2 2 + 4 = 6 of 5: the defender is farther gone.
    r, _ = duel((9, 9), a={"hits": 3}, b={"hits": 2})
    assert routed(r) == ["MI2"]
    assert r.unit("HC1").hits == 5
    assert advanced(r) == [("HC1", 1110)]
    # HC1 5 + 3 = 8 of 6, MI2 1 + 4 = 5 of 5: the attacker is.
    r, _ = duel((9, 9), a={"hits": 5}, b={"hits": 1})
    assert routed(r) == ["HC1"]
    assert r.unit("MI2").hits == 4 and r.unit("MI2").hex == 1110


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 9.1")
def test_all_checks_of_all_combats_come_before_any_result():
    a = [kit.unit("HC1", 1010), kit.unit("HC3", 1020)]
    b = [kit.unit("MI2", 1110, "W", hits=4), kit.unit("MI4", 1120, "W", hits=4)]
    r, _ = charges(a, b, "HC1 x MI2", "HC3 x MI4", dice=(0, 9, 0, 9))
    assert [x.unit for x in r.rolls] == ["HC1", "MI2", "HC3", "MI4"]
    assert routed(r) == ["MI2", "MI4"]


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.rule("cataphract 10.24")
def test_a_defender_swept_away_by_a_fleeing_friend_has_left_its_combat():
    """MI2 must flee through MI4, which breaks before its own result is looked at."""
    a = [kit.unit("HC1", 1010), kit.unit("HC3", 1111), kit.unit("HC9", 1210, routed=True)]
    b = [kit.unit("MI2", 1110, "W", hits=4), kit.unit("MI4", 1211, "W", hits=4)]
    dice = (0, 9, 0, 9, 9)  # HC1, MI2, HC3, MI4; then MI4 again as MI2 runs through it
    r, combats = charges(a, b, "HC1 x MI2", "HC3 x MI4", dice=dice, must=["HC1", "HC3"])
    assert routed(r) == ["MI2", "MI4"]
    assert hits(r)["MI4"] == 4, "run through; its own 4 hits would have eliminated it"
    assert r.unit("MI4").on_map and not combats[1].goes_on
    assert ("HC3", 1211) in advanced(r)


@pytest.mark.rule("cataphract 9.22")
def test_units_that_advanced_may_turn_one_question_for_all():
    a = [kit.unit("HC1", 1010), kit.unit("HC3", 1020)]
    b = [kit.unit("MI2", 1110, "W", hits=4), kit.unit("MI4", 1120, "W", hits=4)]
    r = kit.battle(a, b).orders("a", markers={"HC1": "must", "HC3": "must"}, moved=["HC1", "HC3"])
    combats = [Combat.of(r.g, attack(x)) for x in ("HC1 x MI2", "HC3 x MI4")]
    turn = [{"HC1": "left", "HC3": "no"}]
    r.run(lambda g: charge.charge(g, combats), dice=(0, 9, 0, 9), answers=turn, defaults=["rout-path"])
    assert (r.unit("HC1").facing.name, r.unit("HC3").facing.name) == ("NE", "E")


# -- 9.14 ------------------------------------------------------------------------------------------------------------


def shock(dice, *, leaders=(), their_leaders=(), a=None, b=None, answers=()):
    """No Check all round: 9.14 to 9.17 for HC1 against MI2."""
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9, size=7, **(a or {}))],
        [kit.unit("MI2", 1110, "W", tq=9, size=7, **(b or {}))],
        a_leaders=leaders,
        b_leaders=their_leaders,
    ).orders("a")
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=dice, answers=answers, defaults=AWAY)
    return r


@pytest.mark.rule("cataphract 9.14")
def test_leaders_of_both_sides_in_the_combat_roll():
    r = shock((1, 9, 5), leaders=[kit.leader("Bouzes", 1010)], their_leaders=[kit.leader("Zames", 1110)])
    assert [x.unit for x in r.rolls[:2]] == ["Bouzes", "Zames"]
    assert not r.happened(LeaderWounded)


@pytest.mark.rule("cataphract 9.14")
def test_leaders_elsewhere_do_not():
    r = shock((5,), leaders=[kit.leader("Bouzes", 909)])
    assert [x.purpose for x in r.rolls] == ["shock"]


@pytest.mark.rule("cataphract 9.14")
@pytest.mark.rule("cataphract 9.16")
def test_a_wounded_leader_lends_what_is_left_of_his_charisma():
    r = shock((0, 3, 2), leaders=[kit.leader("Bouzes", 1010, charisma=4, personal_combat=5)])
    assert len(r.happened(LeaderWounded)) == 1
    assert [m.value for m in r.rolls[-1].modifiers] == [3]


@pytest.mark.rule("cataphract 9.14")
@pytest.mark.rule("cataphract 9.16")
def test_a_killed_leaders_charisma_turns_against_his_side():
    r = shock((0, 6, 8), leaders=[kit.leader("Bouzes", 1010, charisma=4, personal_combat=5)])
    assert [e.leader for e in r.happened(LeaderEliminated)] == ["Bouzes"]
    assert [m.value for m in r.rolls[-1].modifiers] == [-4]
    assert r.rolls[-1].total == 4


@pytest.mark.rule("cataphract 9.14")
def test_no_leader_rolls_in_a_combat_that_ended_in_the_charge():
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("MI2", 1110, "W", hits=4)], a_leaders=[kit.leader("Bouzes", 1010)]
    ).orders("a", markers={"HC1": "must"}, moved=["HC1"])
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=(0, 9), defaults=AWAY)
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock"]
    assert not r.happened(ShockFought)
    assert r.leader("Bouzes").hex == 1110, "he advances with his unit"


# -- what follows the segment ----------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.73")
def test_an_attacked_unit_leaves_the_shield_wall_alone():
    b = [kit.unit("MI2", 1110, "W", tq=9, shield_wall=True), kit.unit("MI3", 1111, "W", tq=9, shield_wall=True)]
    r = kit.battle([kit.unit("HC1", 1010, tq=9)], b).orders("a")
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=(5,), defaults=AWAY)
    assert (r.unit("MI2").shield_wall, r.unit("MI3").shield_wall) == (False, True)


@pytest.mark.rule("cataphract 6.46")
@pytest.mark.rule("cataphract 9.35")
@pytest.mark.rule("cataphract table:automatic_hits")
def test_a_column_that_was_attacked_and_stands_falls_out_of_it():
    b = [kit.unit("HI2", 1110, "SIDE_SW", column=True, tq=20, size=7)]
    r = kit.battle([kit.unit("HC1", 1010, tq=9, size=7)], b).orders("a")
    r.run(lambda g: fight(g, [attack("HC1 x HI2")]), dice=(5,), answers=["W"], defaults=AWAY)
    u = r.unit("HI2")
    assert (u.column, u.facing.name) == (False, "W")
    assert [e.hits for e in r.happened(HitsTaken) if e.rule == "6.46"] == [1]


@pytest.mark.rule("cataphract 6.46")
def test_one_that_routed_does_not():
    b = [kit.unit("HI2", 1110, "SIDE_SW", column=True, tq=6, size=7)]
    r = kit.battle([kit.unit("HC1", 1010, tq=9, size=7)], b).orders("a")
    r.run(lambda g: fight(g, [attack("HC1 x HI2")]), dice=(5,), defaults=AWAY)
    assert routed(r) == ["HI2"] and not r.unit("HI2").column


@pytest.mark.rule("cataphract 8.17")
@pytest.mark.parametrize(("kind", "missile", "supply"), [("LI", "J", "no"), ("LI", "B", "full"), ("LC", "J", "full")])
def test_javelin_infantry_has_thrown_everything_afterwards(kind, missile, supply):
    a = [kit.unit(f"{kind}1", 1010, tq=9, missile=missile)]
    r = kit.battle(a, [kit.unit("MI2", 1110, "W", tq=9)]).orders("a")
    r.run(lambda g: fight(g, [attack(f"{kind}1 x MI2")]), dice=(5,), defaults=AWAY)
    assert r.unit(f"{kind}1").supply == supply


@pytest.mark.rule("cataphract 5.45")
def test_everybody_in_a_combat_has_been_in_a_shock():
    r, _ = duel((0, 9), b={"hits": 4})
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("MI2", 1110, "W", hits=4)])
    r.orders("a", markers={"HC1": "must"}, moved=["HC1"])
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=(0, 9), defaults=AWAY)
    assert r.state.orders.shocked == ["HC1", "MI2"]

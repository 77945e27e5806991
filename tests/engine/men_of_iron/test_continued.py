"""12.7 Continued Attacks; the detailed example of the rules, Parts 3 and 4."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron.events import Told, UnitDisordered, UnitMoved
from tests.engine.men_of_iron.kit import unit
from tests.engine.men_of_iron.shock_kit import drm, field, fight, plan

X, Y, Z, B, C = "DM1", "MM2", "MM3", "LB1", "PK2"


def example():
    """Part 3: X before B, Disordered; Y in C's flank; Z three hexes before C, having moved."""
    return field(
        [unit(X, 1508, "SE", disordered=True), unit(Y, 1411, "NW"), unit(Z, 1109, "SE")],
        [unit(B, 1509, "NW"), unit(C, 1410, "W")],
        act={"mp": {Z: 4}},
    )


def part_three(answers, dice):
    return fight(
        example(),
        plan(X, B),
        plan(Y, C),
        plan(Z, C, way=[1210, "E", 1310]),
        dice=[2, 4, 6, *dice],
        answers=answers,
    )


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.3/multi", "men-of-iron 10.4", "men-of-iron T-CHARGE")
def test_parts_three_and_four():
    r = part_three(["1510-W", f"{Z}-1410-E", "1609-W", f"{Z}-1509-NE"], [3, 6])
    rolls = [x for x in r.rolls if x.purpose == "shock"]
    # X against B: the result is one X has already.
    assert {m.rule: m.value for m in rolls[0].modifiers} == {"10.4(3)": 1, "10.4(6)": 2, "10.4(7)": -2}
    assert (rolls[0].total, rolls[0].table, rolls[0].result) == (3, "shock", "attacker Disordered")
    # Y and Z against C.
    assert {m.rule: m.value for m in rolls[1].modifiers} == {"10.4(1)": 1, "10.4(2A)": 4, "10.4(4)": 1}
    assert (rolls[1].total, rolls[1].table) == (12, "charge")
    assert rolls[1].result == "defender Disordered, defender retreats, Continued Attack"
    # Z presses on with its facing kept, and shocks B and C without its Charge.
    moved = [(e.unit, e.to, e.facing) for e in r.happened(UnitMoved) if e.how == "continued"]
    assert moved == [(Z, 1410, Facing.E)]
    assert {m.rule: m.value for m in rolls[2].modifiers} == {
        "10.4(1)": -1,
        "10.4(2A)": 2,
        "10.4(3)": 1,
        "10.4(6)": 3,
    }
    assert (rolls[2].total, rolls[2].table) == (8, "shock")
    assert rolls[2].result == "defender Disordered, defender retreats"
    assert {m.rule: m.value for m in rolls[3].modifiers} == {"10.4(1)": -1, "10.4(3)": 1}
    assert (rolls[3].total, rolls[3].result) == (6, "defender Retires")
    assert r.unit(C).retired and r.unit(C).hex == 2811
    assert r.unit(B).disordered and r.unit(B).hex == 1609
    # Both hexes are left: one of them is taken, any facing.
    assert (r.unit(Z).hex, r.unit(Z).facing) == (1509, Facing.NE)
    assert not r.unit(Z).disordered


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.4(3)")
def test_equal_riders_are_chosen_from_by_their_owner():
    r = example()
    seen = []

    def look(d):
        seen.append({c.unit for c in d.choices})
        return f"{Y}-1410-NW"

    fight(
        r,
        plan(X, B),
        plan(Y, C),
        plan(Z, C, way=[1210, "E", 1310]),
        dice=[2, 4, 6],
        answers=["1510-W", look],
    )
    assert seen == [{Y, Z}]
    assert (r.unit(Y).hex, r.unit(Y).facing) == (1410, Facing.NW)
    # It faces nobody there: the Continued Attack ends.
    assert any("finds nobody" in str(e.story) for e in r.happened(Told))


@pytest.mark.rule("men-of-iron 12.7")
def test_who_presses_on_is_the_best_and_rather_on_horseback():
    # A Retire and a Continued Attack: DM and MM have the same Shock DRM, the rider goes unasked.
    r = field(
        [unit("DM1", 1010, "E"), unit("MM1", 1011, "NE")],
        [unit("LB1", 1110, "W", disordered=True)],
    )
    fight(r, plan("DM1", "LB1"), plan("MM1", "LB1"), dice=[9])
    assert (r.unit("MM1").hex, r.unit("MM1").facing) == (1110, Facing.NE)
    # The one with the lower DRM goes before a rider.
    r = field(
        [unit("DM1", 1010, "E"), unit("MM1", 1011, "NE", disordered=True)],
        [unit("LB1", 1110, "W", disordered=True)],
    )
    fight(r, plan("DM1", "LB1"), plan("MM1", "LB1"), dice=[9])
    assert r.unit("DM1").hex == 1110


@pytest.mark.rule("men-of-iron 12.7")
def test_to_any_depth():
    r = field(
        [unit("DM1", 1010, "NE")],
        [unit("LB1", 1009, "SW", disordered=True), unit("LB2", 1008, "SW", disordered=True)],
    )
    fight(r, plan("DM1"), dice=[5, 5], defaults=["retire"])
    assert [e.to for e in r.happened(UnitMoved) if e.how == "continued"] == [1009, 1008]
    assert r.unit("LB1").retired and r.unit("LB2").retired


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 9.2/ca", "men-of-iron 11.5")
def test_no_reaction_fire_and_no_counter_charge_against_it():
    # MM1 presses on into the front hex of LB2, with MM5 before it: neither is asked for anything.
    r = field(
        [unit("MM1", 1010, "NE")],
        [unit("SL1", 1009, "SW", disordered=True), unit("MM5", 1008, "SW"), unit("LB2", 908, "E")],
    )
    fight(r, plan("MM1"), dice=[3, 5])
    assert [d.kind for d in r.decisions] == ["shock"]
    assert r.rolls[-1].text == "MM1 attacks MM5"


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.2")
def test_mounted_defenders_may_still_withdraw_from_foot():
    r = field(
        [unit("DM1", 1010, "NE")],
        [unit("LB1", 1009, "SW", disordered=True), unit("GE1", 1008, "SW")],
    )
    fight(r, plan("DM1"), dice=[9], answers=[{"GE1": "1007-SW"}], defaults=["advance"])
    assert r.unit("GE1").hex == 1007 and not r.unit("GE1").disordered
    assert len(r.rolls) == 1


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.3/multi", "men-of-iron 12.2")
def test_even_who_became_disordered_presses_on():
    """Second example of 10.3: of two combats one gives a Continued Attack, the other Disorders the attacker."""
    r = field(
        [unit("MM1", 1010, "E")],
        [unit("MH1", 1210, "W"), unit("MM5", 1211, "W"), unit("PK9", 1310, "W")],
    )
    fight(
        r,
        plan("MM1", way=[1110]),
        dice=[7, 3, 4],
        answers=["no", "1209-W"],
    )
    totals = [(x.total, x.result) for x in r.rolls if x.purpose == "shock"]
    assert totals[0] == (12, "defender Disordered, defender retreats, Continued Attack")
    assert totals[1] == (3, "attacker Disordered")
    assert [e.unit for e in r.happened(UnitDisordered)] == ["MH1", "MM1"]
    # It presses on into MH1's hex, Disordered, where the pikes stand before it.
    assert r.unit("MM1").hex == 1210
    assert drm(r)["10.4(7)"] == -2


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron FK-1")
def test_nothing_to_press_into_where_the_defender_stays():
    r = field([unit("MM1", 1010, "E"), unit("MM2", 1011, "NE")], [unit("PK1", 1110, "W", formation="schiltron")])
    fight(r, plan("MM1"), plan("MM2"), dice=[9])
    assert r.unit("PK1").hex == 1110
    assert not r.happened(UnitMoved)


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.3")
@pytest.mark.parametrize(
    ("first", "then"),
    [("DM1-1110-E", ("DM1 attacks AX8", "DM2 attacks AX9")), ("DM2-1111-E", ("DM2 attacks AX9", "DM1 attacks AX8"))],
)
def test_several_press_on_before_they_fight_each_in_its_turn(first, then):
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "E")],
        [
            unit("LB1", 1110, "W", disordered=True),
            unit("LB2", 1111, "W", disordered=True),
            unit("AX8", 1210, "W"),
            unit("AX9", 1212, "W"),
        ],
    )
    # 5 + 4 and 6 + 3: both Retire, with a Continued Attack; 4 against axes is nothing.
    fight(r, plan("DM1"), plan("DM2", "LB1", "LB2"), dice=[5, 6, 4, 4], answers=[first], defaults=["retire"])
    assert [x.text for x in r.rolls] == ["DM1 and DM2 attack LB1", "DM2 attacks LB2", *then]
    assert [e.how for e in r.happened(UnitMoved)] == ["continued", "continued"]


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 10.3/multi")
@pytest.mark.parametrize(
    ("facing", "at", "left", "right"),
    [
        ("E", 1010, 1210, 1211),
        ("NE", 1011, 1109, 1210),
        ("NW", 1111, 1010, 1109),
        ("W", 1210, 1011, 1010),
        ("SW", 1109, 1111, 1011),
        ("SE", 1010, 1211, 1111),
    ],
)
def test_the_enemy_to_its_left_has_its_die_first(facing, at, left, right):
    r = field(
        [unit("DM1", at, facing)],
        [unit("LB1", 1110, facing, disordered=True), unit("AX8", right, "W"), unit("AX9", left, "W")],
    )
    fight(r, plan("DM1"), dice=[3, 4, 4], defaults=["retire", "advance"])
    assert [x.text for x in r.rolls] == ["DM1 attacks LB1", "DM1 attacks AX9", "DM1 attacks AX8"]

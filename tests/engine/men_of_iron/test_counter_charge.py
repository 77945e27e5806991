"""11.5 to 11.7 Counter-Charges."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import counter_charge, shock_phase
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Noted, UnitMoved, UnitTurned
from engine.systems.men_of_iron.orders import Fire, Shock
from engine.systems.men_of_iron.shock import ride
from engine.systems.men_of_iron.shock.engagement import Striker
from engine.systems.men_of_iron.special import Evasion, Special, kinds
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit
from tests.engine.men_of_iron.shock_kit import drm, field, fight, plan

ASIDE = ("retreat", "retire", "advance", "retreat-before-shock")


def asked(r):
    return [d for d in r.decisions if d.kind == "counter-charge"]


def succeeded(r):
    return [e.unit for e in r.happened(Noted) if e.field == "countercharged"]


def shoots(r, firer, target, *, dice, answers=(), defaults=ASIDE):
    """One Active shot in the Move/Fire part."""
    r.state.phase = "move"
    r.order(Fire(unit=firer, target=target), dice=dice, answers=answers, defaults=defaults)


# -- 11.5 (i) after a shot -------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 11.6/other")
def test_after_a_shot_it_may_ride_at_the_firer():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    # 0 + 1 at range 2: no effect. The attempt: 5 - 1 = 4 succeeds. The only way is one hex; LB1 reacts, 0 + 2: nothing.
    shoots(r, "LB1", "MM5", dice=[0, 5, 0, 3], answers=["yes", "1110-W", "fire"])
    assert [x.purpose for x in r.rolls] == ["missile", "counter-charge", "missile", "shock"]
    assert r.rolls[3].table == "charge" and r.rolls[3].side == "b"
    assert drm(r) == {"10.4(3)": 1, "10.4(4)": 2, "10.4(6)": 3}
    assert next((e.to, e.how, e.mp) for e in r.happened(UnitMoved)) == (1110, "counter", 0)


@pytest.mark.rule("men-of-iron 11.6", "men-of-iron T-COUNTER", "men-of-iron 11.7")
@pytest.mark.parametrize(
    ("facing", "die", "success"), [("W", 5, True), ("W", 6, False), ("NW", 4, True), ("NW", 5, False)]
)
def test_success(facing, die, success):
    """DRM -1 for Men-at-Arms; +1 where the shot came through the flank."""
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1209, facing)])
    assert r.g.arc(r.unit("MM5"), 1010) == ("front" if facing == "W" else "flank")
    shoots(
        r,
        "LB1",
        "MM5",
        dice=[0, die, *([0, 3] if success else [])],
        answers=["yes"],
        defaults=[*ASIDE, "counter-charge-way", "reaction-fire"],
    )
    assert bool(succeeded(r)) == success
    assert (r.unit("MM5").hex == 1209) is not success
    roll = r.rolls[1]
    assert roll.needs == "4 or less" and roll.total <= 4 if success else roll.total >= 5


@pytest.mark.rule("men-of-iron 11.5")
def test_who_is_asked_after_a_shot():
    # Not others on horseback, not foot, not the Disordered, not who has succeeded already.
    for foe in (unit("MH5", 1210, "W"), unit("AX5", 1210, "W"), unit("MM5", 1210, "W", disordered=True)):
        r = field([unit("LB1", 1010, "E")], [foe])
        shoots(r, "LB1", foe["code"], dice=[0])
        assert not asked(r)
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")], act={"countercharged": ["MM5"]})
    shoots(r, "LB1", "MM5", dice=[0])
    assert not asked(r)


@pytest.mark.rule("men-of-iron 11.5")
def test_not_if_that_shot_disordered_it():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "LB1", "MM5", dice=[4])
    assert r.unit("MM5").disordered and not asked(r)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 7.1")
def test_not_in_the_zoc_of_anybody_but_the_attacker():
    r = field([unit("LB1", 1110, "E"), unit("LB2", 1211, "SE")], [unit("MM5", 1210, "W")])
    assert {u.id for u in r.g.enemy_zoc(1210, "b")} == {"LB1"}
    shoots(r, "LB1", "MM5", dice=[0], answers=["no"])
    assert asked(r)
    r = field([unit("LB1", 1110, "E"), unit("LB2", 1310, "SW")], [unit("MM5", 1211, "W")])
    assert {u.id for u in r.g.enemy_zoc(1211, "b")} == {"LB1", "LB2"}
    shoots(r, "LB1", "MM5", dice=[0])
    assert not asked(r)


@pytest.mark.rule("men-of-iron 11.5")
def test_each_new_shot_allows_one_attempt_until_one_succeeds():
    r = field([unit("LB1", 1010, "E"), unit("LB2", 1011, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "LB1", "MM5", dice=[0, 9], answers=["yes"])
    assert not succeeded(r)
    shoots(r, "LB2", "MM5", dice=[0, 0, 3, 3], answers=["yes", "1110-W", "hold"])
    assert succeeded(r) == ["MM5"] and len(asked(r)) == 2


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 11.3")
@pytest.mark.parametrize(
    "more",
    [
        {"terrain": dict.fromkeys((1109, 1110, 1011, 1009), "swamp")},
        {"hexsides": [(1010, h, "hedge") for h in (1009, 1109, 1110, 1011)]},
    ],
)
def test_no_way_no_counter_charge(more):
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")], **more)
    shoots(r, "LB1", "MM5", dice=[1])
    assert not asked(r)


@pytest.mark.rule("men-of-iron 11.6/other")
def test_its_way_costs_no_more_than_its_ma_and_spends_nothing():
    mud = {h: "mud" for h in range(1000, 1700) if 1 <= h % 100 <= 22}
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1310, "W")], terrain=mud)
    found = counter_charge.ways(r.g, r.unit("MM5"), r.unit("LB1"))
    assert {w.mp for w in found} == {4}
    assert {w.end for w in found} == {1109, 1110}
    assert all(r.unit("LB1").hex in r.g.map.neighbours(w.end) for w in found)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 11.6/other")
def test_it_may_turn_once_to_any_facing():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "E")])
    assert r.g.arc(r.unit("MM5"), 1010) == "rear"
    found = counter_charge.ways(r.g, r.unit("MM5"), r.unit("LB1"))
    assert {w.key for w in found} == {"1109-W", "1110-W"}
    # Its one turn has been made before the first step.
    assert all([isinstance(x, Facing) for x in w.path] == [True, False] for w in found)
    # Facing the enemy already, its one turn is left for the end of the way.
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    assert {w.key for w in counter_charge.ways(r.g, r.unit("MM5"), r.unit("LB1"))} == {
        "1109-W",
        "1109-SW",
        "1110-W",
        "1110-NW",
    }


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 10.3")
def test_it_attacks_everybody_before_it():
    r = field([unit("LB1", 1010, "E"), unit("DM2", 1011, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "LB1", "MM5", dice=[0, 0, 0, 0, 5, 2], answers=["yes", "1110-W", "fire"])
    assert [x.purpose for x in r.rolls] == ["missile", "counter-charge", "missile", "reluctance", "shock", "shock"]
    assert [x.text for x in r.rolls[4:]] == ["MM5 charges DM2", "MM5 charges LB1"]
    assert drm(r)["10.4(1)"] == -1


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 11.4", "men-of-iron 10.4(5)")
def test_as_a_full_charge_with_leader_and_reluctance():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")], b_leaders=[leader("LB", 1110)])
    fight(r, plan("DM1"), dice=[5, 4, 7], answers=["DM1"], defaults=[*ASIDE, "counter-charge-way"])
    assert [x.purpose for x in r.rolls] == ["counter-charge", "reluctance", "shock"]
    assert r.rolls[2].table == "charge"
    assert drm(r)["10.4(4)"] == 2 and drm(r)["10.4(5)"] == 1
    # It shies: a plain Shock.
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")], b_leaders=[leader("LB", 1110)])
    fight(r, plan("DM1"), dice=[5, 5, 7], answers=["DM1"], defaults=[*ASIDE, "counter-charge-way"])
    assert r.rolls[2].table == "shock" and r.rolls[2].side == "b"


@pytest.mark.rule("men-of-iron 11.6/disorder", "men-of-iron 9.2/reaction", "men-of-iron 10.4(7)")
def test_disordered_by_fire_it_shocks_plainly():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "LB1", "MM5", dice=[0, 5, 4, 5], answers=["yes", "1110-W", "fire"])
    assert r.unit("MM5").disordered
    assert r.rolls[-1].table == "shock"
    assert drm(r) == {"10.4(3)": 1, "10.4(6)": 3, "10.4(7)": -2}


@pytest.mark.rule("men-of-iron 9.2/cb", "men-of-iron 11.6/other")
def test_crossbows_do_not_react_to_it():
    r = field([unit("CB1", 1010, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "CB1", "MM5", dice=[0, 5, 3], answers=["yes", "1110-W"])
    assert [x.purpose for x in r.rolls] == ["missile", "counter-charge", "shock"]


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 12.3")
def test_driven_back_by_fire_it_attacks_nobody():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "LB1", "MM5", dice=[0, 5, 6], answers=["yes", "1110-W", "fire"])
    assert [x.purpose for x in r.rolls] == ["missile", "counter-charge", "missile"]


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.5")
def test_at_a_genitor_it_waits_until_that_has_moved():
    r = field([unit("GE1", 1110, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "GE1", "MM5", dice=[0])
    assert r.g.act.pending_counter == {"MM5": "GE1:front"} and not asked(r)
    # It is attempted when the movement has ended, against where the Genitor is then.
    r.unit("GE1").hex = 1010
    r.run(lambda g: counter_charge.move_ended(g, g.state.units["GE1"]), dice=[9], answers=["yes"])
    assert [x.purpose for x in r.rolls] == ["missile", "counter-charge"]
    assert not r.g.act.pending_counter
    # One that has got away is not.
    r = field([unit("GE1", 1110, "E")], [unit("MM5", 1210, "W")])
    shoots(r, "GE1", "MM5", dice=[0])
    r.unit("GE1").hex = 110
    r.run(counter_charge.move_ended)
    assert len(r.rolls) == 1 and not r.g.act.pending_counter


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.5")
def test_at_a_genitor_that_never_moved_it_comes_before_the_shock_part():
    r = field([unit("GE1", 1110, "E"), unit("DM1", 1310, "W")], [unit("MM5", 1210, "W")])
    shoots(r, "GE1", "MM5", dice=[0])
    r.state.phase = "shock"
    r.run(shock_phase.designate, dice=[9], answers=["yes", Shock()])
    assert [d.kind for d in r.decisions] == ["counter-charge", "shock"]
    assert r.state.phase == "end"


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.6")
def test_the_flank_a_genitor_shot_through_counts():
    r = field([unit("GE1", 1110, "E")], [unit("MM5", 1210, "NW")])
    assert r.g.arc(r.unit("MM5"), 1110) == "flank"
    shoots(r, "GE1", "MM5", dice=[0])
    r.run(counter_charge.move_ended, dice=[5], answers=["yes"])
    assert r.rolls[-1].total == 5 and not succeeded(r)


# -- 11.5 (ii) against attackers -------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.6/mm", "men-of-iron 11.5")
def test_a_charge_that_is_met_loses_its_drm_but_not_its_table():
    r = field([unit("MM1", 1010, "E")], [unit("MM5", 1210, "W")], a_leaders=[leader("LA", 1010, activation=9)])
    fight(r, plan("MM1", way=[1110]), dice=[5, 8], answers=["MM1", "1210-W"], defaults=ASIDE)
    assert [x.purpose for x in r.rolls] == ["counter-charge", "shock"]
    assert r.rolls[1].table == "charge" and r.rolls[1].side == "a"
    assert drm(r) == {"10.4(3)": -1}
    assert [e.unit for e in r.happened(UnitMoved) if e.how != "advance"] == ["MM1"]


@pytest.mark.rule("men-of-iron 11.6/mm")
def test_a_plain_shock_by_men_at_arms_that_is_met_is_read_on_the_charge_table():
    r = field([unit("MM1", 1110, "E")], [unit("MM5", 1210, "W")])
    fight(r, plan("MM1"), dice=[5, 8], answers=["MM1", "1210-W"], defaults=ASIDE)
    assert r.rolls[1].table == "charge" and drm(r) == {"10.4(3)": -1}


@pytest.mark.rule("men-of-iron 11.7", "men-of-iron 11.6")
def test_failure_changes_nothing():
    r = field([unit("MM1", 1010, "E")], [unit("MM5", 1210, "W")])
    fight(r, plan("MM1", way=[1110]), dice=[6, 4], answers=["MM1"], defaults=ASIDE)
    assert drm(r) == {"10.4(3)": -1, "10.4(4)": 2}
    assert not succeeded(r)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 11.6")
@pytest.mark.parametrize(("facing", "options", "drm_of_roll"), [("W", True, -1), ("NW", True, 0), ("E", False, None)])
def test_through_front_or_flank_not_through_the_rear(facing, options, drm_of_roll):
    r = field([unit("MM1", 1110, "E")], [unit("MM5", 1210, facing)])
    fight(r, plan("MM1"), dice=[9, 2] if options else [2], answers=["MM1"] if options else [], defaults=ASIDE)
    assert bool(asked(r)) == options
    if options:
        assert sum(m.value for m in r.rolls[0].modifiers) == drm_of_roll


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 6.1")
def test_it_turns_to_face_whom_it_meets():
    r = field([unit("MM1", 1110, "E")], [unit("MM5", 1210, "NW")])
    fight(r, plan("MM1"), dice=[0, 5], answers=["MM1", "1210-SW"], defaults=ASIDE)
    assert [(e.unit, e.facing) for e in r.happened(UnitTurned)] == [("MM5", Facing.SW)]
    # The attack no longer comes through its flank.
    assert "10.4(2A)" not in drm(r)


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 10.3")
def test_foot_so_attacked_loses_its_own_attack_others_keep_theirs():
    r = field(
        [unit("DM1", 1110, "E"), unit("AX2", 1310, "W")],
        [unit("MM5", 1210, "W")],
    )
    assert r.g.arc(r.unit("MM5"), 1310) == "rear"
    # Success; horses go home; MM5 against DM1: +2 -1 -1 = 0, 7: DM1 Disordered. Then AX2 alone attacks MM5.
    fight(r, plan("DM1"), plan("AX2"), dice=[5, 4, 7, 3], answers=["DM1", "1210-W"], defaults=ASIDE)
    assert [x.text for x in r.rolls] == [
        "MM5 counter-charges DM1",
        "MM5 charges the front of DM1",
        "MM5 charges DM1",
        "AX2 attacks MM5",
    ]
    assert "10.4(1)" not in drm(r)


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 10.3")
def test_others_too_lose_it_if_it_has_ridden_away():
    r = field(
        [unit("LB9", 1011, "E"), unit("AX1", 1110, "E"), unit("AX2", 1310, "W")],
        [unit("MM5", 1210, "W")],
    )
    # MM5 against AX1: +2 +1 = +3; 6: DD DR1; it advances, and AX2 finds nobody.
    fight(
        r,
        plan("AX1"),
        plan("AX2"),
        dice=[0, 6],
        answers=["AX1", "1210-W", "1010-E", "MM5-1110-W"],
        defaults=["retreat-before-shock"],
    )
    assert r.unit("MM5").hex == 1110
    assert [x.purpose for x in r.rolls] == ["counter-charge", "shock"]


@pytest.mark.rule("men-of-iron 11.6/order", "men-of-iron 11.5")
def test_several_at_the_same_enemy_are_fought_in_turn():
    r = field([unit("AX1", 1010, "E")], [unit("MM5", 1109, "W"), unit("MM6", 1110, "W")])
    # Both answer. MM6, named first, drives AX1 off; then there is nobody left for MM5.
    answers = [{"MM6": "AX1", "MM5": "AX1"}, "1110-W"]
    fight(r, plan("AX1"), dice=[0, 6], answers=answers, defaults=ASIDE)
    assert len(asked(r)) == 1
    assert [x.unit for x in r.rolls] == ["MM6", "MM6"]
    assert succeeded(r) == ["MM6"]


@pytest.mark.rule("men-of-iron 12.7", "men-of-iron 11.6/other")
def test_its_results_are_those_of_a_charge():
    """A Continued Attack by the side that isn't acting."""
    r = field([unit("LB8", 910, "E"), unit("AX1", 1010, "E", disordered=True)], [unit("MM5", 1110, "W")])
    # +2 charge, +1 matrix, +1 AX Disordered = +4; 4: DRT CA. It presses on into 1010, and has LB8 before it.
    fight(r, plan("AX1"), dice=[0, 4, 3], answers=["AX1", "1110-W"], defaults=ASIDE)
    assert [x.text for x in r.rolls] == ["MM5 counter-charges AX1", "MM5 charges AX1", "MM5 attacks LB8"]
    assert r.unit("MM5").hex in (1010, 910)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 7.1")
def test_pinned_by_another_attackers_zoc():
    r = field([unit("MM1", 1110, "E"), unit("MM2", 1211, "NW")], [unit("MM5", 1210, "W")])
    fight(r, plan("MM1"), plan("MM2"), dice=[2], defaults=ASIDE)
    assert not asked(r)
    # Foot has no ZOC and does not pin it.
    r = field([unit("MM1", 1110, "E"), unit("DM2", 1211, "NW")], [unit("MM5", 1210, "W")])
    fight(r, plan("MM1"), plan("DM2"), dice=[2], answers=["no"], defaults=ASIDE)
    assert asked(r)


@pytest.mark.rule("men-of-iron 11.5")
def test_standing_orders_and_odds():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "NE")])

    def look(d):
        (item,) = d.items
        assert item.policy.kind == "counter-charge"
        assert item.policy.conditions == {"even-odds": True, "against-foot": True}
        assert item.choices[0].chance == pytest.approx(0.5)
        return "no"

    assert r.g.arc(r.unit("MM5"), 1010) == "flank"
    fight(r, plan("DM1"), dice=[4], answers=[look], defaults=ASIDE)


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 5.2")
def test_in_or_out_of_command_but_never_the_side_that_acts():
    r = field([unit("MM1", 1110, "E")], [unit("MM5", 1210, "W")], b_leaders=[leader("LB", 2820, command_range=1)])
    fight(r, plan("MM1"), dice=[2], answers=["no"], defaults=ASIDE)
    assert asked(r)
    g: Battle = r.g
    assert not counter_charge.may(g, r.unit("MM1"), r.unit("MM5"))


# -- what happens before it rides (NA-3) ------------------------------------------------------------------------------


class Evades(Special):
    """As NA-3 has it."""

    def evasion(self, g, unit, attackers):
        return Evasion(rule="NA-3", disorders=False, parting_shot=True) if unit.type == "GE" else None


def ridden_at(monkeypatch, *more):
    """MM5 counter-charges LB1 by 1110 and has GE2 before it there too, which withdraws with a parting shot."""
    monkeypatch.setattr(kinds, "KINDS", {"evading": Evades})
    return field(
        [unit("LB1", 1010, "E"), unit("GE2", 1109, "NE"), *more],
        [unit("MM5", 1210, "W")],
        rules=[kit.special("evading")],
    )


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron NA-3")
def test_driven_off_by_a_parting_shot_it_loses_its_counter_charge(monkeypatch):
    r = ridden_at(monkeypatch)
    # 8 at range 1: Disordered and a Retreat.
    shoots(
        r, "LB1", "MM5", dice=[0, 5, 8], answers=["yes", "1110-NW", {"GE2": "1009-NE"}, "MM5", "1310-W"], defaults=()
    )
    # GE2 goes as it was to, whatever its shot has done.
    went = [("MM5", 1310, "retreat"), ("GE2", 1009, "withdraw")]
    assert [(e.unit, e.to, e.how) for e in r.happened(UnitMoved)] == went


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 8.0")
def test_a_way_that_has_closed_is_not_ridden():
    r = field([unit("LB1", 1010, "E"), unit("DM2", 1110, "E")], [unit("MM5", 1210, "W")])
    s = Striker(r.unit("MM5"), [r.unit("LB1")], way=(1110,), charging=True, counter=True, began=1210)

    async def ridden(g):
        assert not await ride.ride(g, s, how="counter")

    r.run(ridden)
    assert r.unit("MM5").hex == 1210 and not r.happened(UnitMoved)
    assert "The way of MM5 is closed at 1110." in r.told()


# -- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.5")
@pytest.mark.parametrize(
    ("unit_name", "enemy", "said"),
    [
        ("MM5", "LB1", None),
        ("MM5", "LB8", "LB8 is on MM5's own side."),
        ("MM5", "LB2", "LB2 is not on the map."),
        ("PK6", "LB1", "PK6 is no Mounted Men-at-Arms and can't counter-charge."),
        ("MM7", "LB1", "MM7 is not Normal and can't counter-charge."),
        ("MM9", "LB1", "MM9 has counter-charged in this activation."),
        ("MM4", "LB1", "MM4 is in the ZOC of LB3."),
    ],
)
def test_why_it_may_not(unit_name, enemy, said):
    r = field(
        [unit("LB1", 1010, "E"), unit("LB2", None), unit("LB3", 1020, "E")],
        [
            *(unit("MM5", 1310, "W"), unit("PK6", 1312, "W"), unit("MM7", 1314, "W", disordered=True)),
            *(unit("LB8", 1316, "W"), unit("MM9", 1318, "W"), unit("MM4", 1120, "W")),
        ],
        act={"countercharged": ["MM9"]},
    )
    why = counter_charge.bar(r.g, r.unit(unit_name), r.unit(enemy))
    assert (None if why is None else str(why)) == (None if said is None else f"{said} (11.5)")
    if r.unit(enemy).side != r.unit(unit_name).side:
        assert counter_charge.may(r.g, r.unit(unit_name), r.unit(enemy)) is (said is None)
    assert counter_charge.may(r.g, r.unit("MM4"), r.unit("LB3")), "in the ZOC of whom it rides at it may"


@pytest.mark.rule("men-of-iron 11.5")
def test_why_the_acting_side_may_not():
    r = field([unit("MM1", 1010, "E")], [unit("LB5", 1310, "W")])
    assert not counter_charge.may(r.g, r.unit("MM1"), r.unit("LB5"))
    assert str(counter_charge.bar(r.g, r.unit("MM1"), r.unit("LB5"))) == "MM1 can't counter-charge LB5 now. (11.5)"


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(("at", "mp"), [(1310, {4}), (1410, {6}), (1510, set())])
def test_its_whole_ma_and_not_a_point_more(at, mp):
    """Mud costs a horse 2 MP a hex, and Men-at-Arms have 6."""
    mud = {h: "mud" for h in range(1000, 1700) if 1 <= h % 100 <= 22}
    r = field([unit("LB1", 1010, "E")], [unit("MM5", at, "W")], terrain=mud)
    assert {w.mp for w in counter_charge.ways(r.g, r.unit("MM5"), r.unit("LB1"))} == mp

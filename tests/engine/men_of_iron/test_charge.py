"""11.1 to 11.4 Charges."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import charge, shock, shock_phase
from engine.systems.men_of_iron.events import AttacksDesignated, LeaderMoved, Told, UnitMoved, UnitTurned
from engine.systems.men_of_iron.orders import Shock
from engine.systems.men_of_iron.shock import planning
from tests.each import for_each
from tests.engine.men_of_iron.kit import leader, refused, unit
from tests.engine.men_of_iron.shock_kit import drm, field, fight, plan

ASIDE = ("retreat", "retire", "advance", "counter-charge")


def refuses(r, rule, *plans):
    with refused(rule):
        shock_phase.check(r.g, Shock(attacks=plans))


def allows(r, *plans):
    shock_phase.check(r.g, Shock(attacks=plans))


def way(r, name="MM1"):
    """Charges of a unit: last hex and facing."""
    return {(w.end, w.facing.name) for w in charge.ways(r.g, r.unit(name))}


# -- 11.1 who --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 2.2")
@pytest.mark.parametrize("kind", ["DM", "UH", "AX", "PK", "GE"])
def test_only_mounted_men_at_arms(kind):
    r = field([unit(f"{kind}1", 1010, "E")], [unit("LB5", 1210, "W")])
    refuses(r, "11.1", plan(f"{kind}1", way=[1110]))
    assert not shock.plans(r.g)


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 12.2")
def test_not_disordered_though_it_may_shock():
    r = field([unit("MM1", 1010, "E", disordered=True)], [unit("AX5", 1210, "W")])
    refuses(r, "11.1", plan("MM1", way=[1110]))
    r = field([unit("MM1", 1010, "E", disordered=True)], [unit("AX5", 1110, "W")])
    allows(r, plan("MM1"))


@pytest.mark.rule("men-of-iron 11.1")
def test_next_to_an_enemy_it_may_attack_but_charge_nobody():
    # AX6 stands behind it: nobody may be charged, not even AX5 two hexes away.
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W"), unit("AX6", 909, "E")])
    refuses(r, "11.1", plan("MM1", way=[1110]))
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W"), unit("AX6", 1109, "W")])
    allows(r, plan("MM1", "AX6"))
    assert [p.way for p in shock.plans(r.g)] == [None]


@pytest.mark.rule("men-of-iron 5.2", "men-of-iron 5.2/ooc", "men-of-iron 11.1")
def test_out_of_command_too_since_a_charge_is_no_movement():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], act={"out_of_command": ["MM1"]})
    allows(r, plan("MM1", way=[1110]))
    fight(r, plan("MM1", way=[1110]), dice=[3], defaults=ASIDE)
    assert r.rolls[-1].table == "charge"
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1110, "W")], act={"out_of_command": ["MM1"]})
    allows(r, plan("MM1"))


# -- 11.2 benefits ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.2", "men-of-iron 10.4(4)", "men-of-iron 12.1")
@pytest.mark.parametrize(("spent", "value"), [(0, 2), (6, 1)])
def test_benefits(spent, value):
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], act={"mp": {"MM1": spent}})
    fight(r, plan("MM1", way=[1110]), dice=[2])
    assert r.rolls[-1].table == "charge"
    assert drm(r)["10.4(4)"] == value


@pytest.mark.rule("men-of-iron 10.4(5)", "men-of-iron 15.3", "men-of-iron 11.3")
def test_its_leader_rides_along_and_helps():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], a_leaders=[leader("LA", 1010)])
    fight(r, plan("MM1", way=[1110]), dice=[3], defaults=ASIDE)
    assert drm(r)["10.4(5)"] == 1
    assert [(e.start, e.to) for e in r.happened(LeaderMoved)] == [(1010, 1110)]


# -- 11.3 the way ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.3")
@pytest.mark.parametrize(
    ("at", "path", "good"), [(1210, [1110], True), (1310, [1110, 1210], True), (1411, None, False)]
)
def test_two_or_three_hexes_away(at, path, good):
    r = field([unit("MM1", 1010, "E")], [unit("AX5", at, "W")])
    assert bool(way(r)) == good
    if path is not None:
        allows(r, plan("MM1", way=path))
    else:
        refuses(r, "11.3", plan("MM1", way=[1110, 1211, 1311]))


def beside_a_nearer_one(**ground):
    """MM1 rides 1110 1210 @NE and has AX5, 2 hexes from where it began, and AX6, 3 hexes, before it; so has DM2."""
    return field(
        [unit("MM1", 1010, "E"), unit("DM2", 1308, "SW")], [unit("AX5", 1209, "W"), unit("AX6", 1309, "W")], **ground
    )


LONG = [1110, 1210, "NE"]


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.3")
def test_the_length_of_the_way_is_that_to_whom_it_attacks_not_to_whom_a_friend_attacks():
    r = beside_a_nearer_one()
    assert [u.id for u in charge.before(r.g, r.unit("MM1"), 1210, Facing.NE)] == ["AX5", "AX6"]
    refuses(r, "11.3", plan("DM2", "AX6"), plan("MM1", "AX5", way=LONG))
    refuses(r, "11.3", plan("DM2", "AX6"), plan("MM1", way=LONG))  # which means AX5, nobody else being left
    allows(r, plan("DM2", "AX5"), plan("MM1", "AX6", way=LONG))
    allows(r, plan("MM1", way=LONG))  # at AX6, and AX5 with it


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 9.4")
def test_it_must_see_everybody_it_attacks_and_need_not_see_whom_a_friend_attacks():
    r = beside_a_nearer_one(levels={1210: 1})  # AX6 is hidden
    refuses(r, "11.3", plan("DM2", "AX5"), plan("MM1", "AX6", way=LONG))
    refuses(r, "11.3", plan("MM1", way=LONG))
    assert (1210, "NE") not in way(r)
    r = beside_a_nearer_one(levels={1109: 1, 1309: 1})  # AX5 is hidden
    allows(r, plan("DM2", "AX5"), plan("MM1", "AX6", way=LONG))
    refuses(r, "11.3", plan("MM1", way=LONG))
    assert (1210, "NE") in way(r), "it can be designated at AX6"


@pytest.mark.rule("men-of-iron 11.3")
def test_ready_made_plans_are_such_as_may_be_designated():
    for ground in ({}, {"levels": {1109: 1, 1309: 1}}, {"levels": {1210: 1}}):
        r = beside_a_nearer_one(**ground)
        for order in (planning.everybody(r.g), planning.promising(r.g)):
            shock_phase.check(r.g, order)
        assert {c.key for c in shock.menu(r.g).choices} >= {"go"}


@pytest.mark.rule("men-of-iron 11.3")
@pytest.mark.parametrize(
    ("at", "path", "ground", "said"),
    [
        (1010, [1110], {"terrain": {1010: "woods"}}, "The ground at 1010 (woods) lets nobody charge."),
        (1010, [1110], {"terrain": {1110: "ditch"}}, "The ground at 1110 (ditch) lets nobody charge."),
        (1010, [1110], {"terrain": {1210: "village"}}, "The ground at 1210 (village) lets nobody charge."),
        (1010, [1110], {"hexsides": [(1010, 1110, "hedge")]}, "The hedge between 1010 and 1110 stops a Charge."),
        (1010, [1110], {"hexsides": [(1110, 1210, "beek")]}, "The beek between 1110 and 1210 stops a Charge."),
        (1010, [1110], {"levels": {1110: 2}}, "The ground between 1010 and 1110 stops a Charge."),
        (2810, [2910], {}, "2910 is not on the map, and no unit leaves it."),
    ],
)
def test_the_refusal_names_what_bars_a_charge_the_hex_it_starts_from_included(at, path, ground, said):
    r = field([unit("MM1", at, "E")], [unit("AX5", 1210, "W")], b_leaders=[leader("LB", 2701)], **ground)
    with pytest.raises(Refusal) as caught:
        shock_phase.check(r.g, Shock(attacks=[plan("MM1", way=path)]))
    assert str(caught.value) == f"{said} ({'5.2' if at == 2810 else '11.3'})"


@pytest.mark.rule("men-of-iron 11.3")
def test_the_shortest_way_only():
    # AX5 is two hexes away: a Charge of two hexes at it is none.
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1209, "W")])
    refuses(r, "11.3", plan("MM1", way=[1110, 1210, "NE"]))
    allows(r, plan("MM1", way=[1109]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 6.1")
def test_into_front_hexes_with_one_turn_of_one_vertex():
    r = field([unit("MM1", 1010, "NE")], [unit("AX5", 1210, "W")])
    refuses(r, "11.3", plan("MM1", way=[1110]))  # in its flank
    allows(r, plan("MM1", way=["E", 1110]))
    allows(r, plan("MM1", way=[1109, "E"]))
    r = field([unit("MM1", 1010, "NW")], [unit("AX5", 1210, "W")])
    refuses(r, "11.3", plan("MM1", way=["E", 1110]))  # two vertices
    refuses(r, "11.3", plan("MM1", way=["NE", 1109, "E"]))  # two turns
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")])
    assert way(r) == {(1109, "E"), (1109, "SE"), (1110, "E"), (1110, "NE")}


@pytest.mark.rule("men-of-iron 11.3")
def test_a_way_must_be_named_and_end_before_its_target():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")])
    refuses(r, "11.3", plan("MM1", way=[]))
    refuses(r, "11.3", plan("MM1", way=["NE"]))
    refuses(r, "10.1", plan("MM1", way=["NE", 1009]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 9.4")
def test_line_of_sight_by_terrain_alone():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1310, "W")], terrain={1109: "woods", 1110: "woods", 1209: "woods"})
    assert not way(r)
    # Units do not block it: a friend stands beside the way, on the line.
    r = field([unit("MM1", 1010, "E"), unit("DM2", 1109, "E")], [unit("AX5", 1310, "W")])
    allows(r, plan("MM1", way=[1110, 1210]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 7.1")
def test_enemy_zoc_in_the_last_hex_only():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1310, "W"), unit("LB5", 1111, "NW")])
    refuses(r, "11.3", plan("MM1", way=[1110, 1210]))
    allows(r, plan("MM1", way=[1109, 1210]))
    r = field([unit("MM1", 910, "E")], [unit("AX5", 1211, "W"), unit("LB5", 1012, "NE")])
    assert 1011 in r.g.zoc(r.unit("LB5"))
    refuses(r, "11.3", plan("MM1", way=[1011, 1111]))
    # The last hex may lie in the target's own ZOC.
    r = field([unit("MM1", 1010, "E")], [unit("LB5", 1210, "W")])
    assert 1110 in r.g.zoc(r.unit("LB5"))
    allows(r, plan("MM1", way=[1110]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 8.0")
def test_occupied_hexes():
    r = field([unit("MM1", 1010, "E"), unit("LB1", 1110, "E")], [unit("AX5", 1310, "W")])
    refuses(r, "11.3", plan("MM1", way=[1110, 1210]))
    r = field([unit("MM1", 1010, "E"), unit("MM2", 1012, "NE")], [unit("AX5", 1310, "W"), unit("AX6", 1311, "W")])
    refuses(r, "11.3", plan("MM1", way=[1110, 1211]), plan("MM2", way=["E", 1112, 1211]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron T-TERRAIN")
@for_each("name", ["woods", "swamp", "bridge", "village", "town", "building", "vineyard", "ditch", "pits"])
def test_ground_that_lets_nobody_charge(name):
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1310, "W")], terrain={1110: name})
    refuses(r, "11.3", plan("MM1", way=[1110, 1210]))
    # Nor out of it, nor into it.
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], terrain={1010: name})
    refuses(r, "11.3", plan("MM1", way=[1110]))
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], terrain={1210: name})
    refuses(r, "11.3", plan("MM1", way=[1110]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(("name", "good"), [("burn", False), ("beek", False), ("hedge", False), ("brook", True)])
def test_hexsides_across_the_way_and_before_the_target(name, good):
    for a, b in ((1010, 1110), (1110, 1210)):
        r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], hexsides=[(a, b, name)])
        if good:
            fight(r, plan("MM1", way=[1110]), dice=[3], defaults=ASIDE)
            assert drm(r)["10.4(4)"] == 1
        else:
            refuses(r, "11.3", plan("MM1", way=[1110]))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron CR-2")
def test_mud_does_not_stop_a_charge():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], terrain={1110: "mud", 1210: "mud"})
    allows(r, plan("MM1", way=[1110]))


@pytest.mark.rule("men-of-iron PO-3", "men-of-iron 11.3")
def test_no_charge_at_a_wagon():
    wagon = {"id": "Wagon", "name": "Wagon", "kind": "wagon", "hex": 1210}
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W")], b_markers=[wagon])
    refuses(r, "11.3", plan("MM1", way=[1110]))


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 11.3")
def test_the_front_of_a_shield_wall_is_not_charged():
    r = field([unit("MM1", 1010, "E")], [unit("PK5", 1210, "W", formation="shield-wall")])
    refuses(r, "14.1", plan("MM1", way=[1110]))
    # Through its flank it is; and through the front it may be shocked.
    r = field([unit("MM1", 1010, "E")], [unit("PK5", 1210, "SE", formation="shield-wall")])
    assert r.g.arc(r.unit("PK5"), 1110) != "front"
    allows(r, plan("MM1", way=[1110]))
    r = field([unit("MM1", 1110, "E")], [unit("PK5", 1210, "W", formation="shield-wall")])
    allows(r, plan("MM1"))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.3", "men-of-iron 14.1")
def test_it_fights_everybody_in_its_front_on_arrival():
    """A Charge at axes, with a Shield Wall beside them: there it is a plain Shock."""
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W"), unit("PK5", 1211, "W", formation="shield-wall")])
    fight(r, plan("MM1", way=[1110]), dice=[4, 5], defaults=ASIDE)
    assert [(x.text, x.table) for x in r.rolls] == [
        ("MM1 charges AX5", "charge"),
        ("MM1 attacks PK5", "shock"),
    ]
    assert "10.4(4)" in drm(r, 0) and "10.4(4)" not in drm(r, 1)


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.3")
def test_one_attacked_by_another_may_be_left_out():
    r = field(
        [unit("MM1", 1010, "E"), unit("DM2", 1311, "NW")],
        [unit("AX5", 1210, "W"), unit("AX6", 1211, "W")],
    )
    assert r.g.opponents(r.unit("DM2")) == [r.unit("AX6")]
    refuses(r, "10.3", plan("MM1", "AX5", way=[1110]))
    allows(r, plan("MM1", "AX5", way=[1110]), plan("DM2"))


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.3")
def test_several_may_charge_one():
    r = field([unit("MM1", 1010, "E"), unit("MM2", 1011, "E")], [unit("AX5", 1210, "W")])
    fight(r, plan("MM1", way=[1109]), plan("MM2", way=[1110]), dice=[2], defaults=ASIDE)
    assert [x.text for x in r.rolls] == ["MM1 and MM2 charge AX5"]
    assert drm(r)["10.4(1)"] == 1 and drm(r)["10.4(4)"] == 2


@pytest.mark.rule("men-of-iron 11.3")
def test_the_ride():
    r = field([unit("MM1", 1109, "SE")], [unit("AX5", 1410, "W")])
    fight(r, plan("MM1", way=[1210, "E", 1310]), dice=[3], defaults=ASIDE)
    assert [(e.to, e.how, e.mp) for e in r.happened(UnitMoved)][:2] == [(1210, "charge", 0), (1310, "charge", 0)]
    assert [e.facing for e in r.happened(UnitTurned)] == [Facing.E]
    assert not r.g.act.mp
    assert r.happened(AttacksDesignated)[0].attacks[0].charge == [1210, Facing.E, 1310]


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 9.2/reaction")
def test_reaction_fire_meets_it():
    r = field([unit("MM1", 1010, "E")], [unit("LB5", 1210, "W")])
    # The shot: 2, no effect on a mounted target. The Charge goes on.
    fight(r, plan("MM1", way=[1110]), dice=[1, 2], answers=["fire"], defaults=ASIDE)
    assert [x.purpose for x in r.rolls] == ["missile", "shock"]
    assert r.rolls[-1].table == "charge"


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.4(7)")
def test_disordered_by_fire_it_goes_on_as_a_plain_shock():
    r = field([unit("MM1", 1010, "E")], [unit("LB5", 1210, "W")], a_leaders=[leader("LA", 1010)])
    fight(r, plan("MM1", way=[1110]), dice=[4, 4], answers=["fire"], defaults=ASIDE)
    assert r.unit("MM1").disordered
    assert r.rolls[-1].table == "shock" and r.rolls[-1].text == "MM1 attacks LB5"
    assert drm(r) == {"10.4(3)": 1, "10.4(6)": 3, "10.4(7)": -2}


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 12.3")
@pytest.mark.parametrize(("die", "why"), [(6, "retreats"), (8, "is Unhorsed")])
def test_moved_or_unhorsed_by_fire_it_loses_its_attack(die, why):
    r = field([unit("MM1", 1010, "E")], [unit("LB5", 1210, "W")])
    fight(r, plan("MM1", way=[1110]), dice=[die], answers=["fire"], defaults=ASIDE)
    assert [x.purpose for x in r.rolls] == ["missile"]
    assert r.unit("MM1").type == ("UH" if why == "is Unhorsed" else "MM")


def pressed():
    """DM1 is about to beat LB5 and to press on against AX5, whom MM2 is to charge."""
    return [unit("DM1", 1010, "NE"), unit("MM2", 808, "E")], [
        unit("LB5", 1009, "SW", disordered=True),
        unit("AX5", 1008, "SW"),
    ]


def never_rode(r):
    return r.unit("MM2").hex == 808 and "MM2 does not charge." in [str(e.story) for e in r.happened(Told)]


@pytest.mark.rule("men-of-iron 11.3/lapse")
def test_a_target_gone_is_not_charged_and_nobody_rides():
    r = field(*pressed())
    fight(r, plan("DM1"), plan("MM2", way=[907]), dice=[5, 9], answers=["1107-SW"], defaults=["retire", "advance"])
    assert never_rode(r) and len(r.rolls) == 2
    # Where it still stands it is charged, though it has been attacked.
    r = field(*pressed())
    fight(r, plan("DM1"), plan("MM2", way=[907]), dice=[5, 4, 1], defaults=["retire", "advance"])
    assert r.rolls[-1].text == "MM2 charges AX5"


@pytest.mark.rule("men-of-iron 11.3/lapse", "men-of-iron 11.3")
def test_a_way_that_has_been_closed_is_not_ridden():
    a, b = pressed()
    r = field(a, [*b, unit("AX6", 1007, "W")])
    fight(r, plan("DM1"), plan("MM2", way=[907]), dice=[5, 9], answers=["0907-SW"], defaults=["retire", "advance"])
    assert never_rode(r) and r.unit("AX6").normal


# -- 11.4 reluctance -------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron T-RELUCT")
@for_each("kind", ["DM", "PK"])
@for_each(("die", "home"), [(0, True), (4, True), (5, False), (9, False)])
def test_before_pikes_and_dismounted_men_at_arms_horses_may_shy(kind, die, home):
    r = field([unit("MM1", 1010, "E")], [unit(f"{kind}5", 1210, "W")], a_leaders=[leader("LA", 1010, activation=9)])
    fight(r, plan("MM1", way=[1110]), dice=[die, 6], defaults=ASIDE)
    assert r.rolls[0].purpose == "reluctance" and r.rolls[0].needs == "4 or less"
    assert r.rolls[1].table == ("charge" if home else "shock")
    assert ("10.4(4)" in drm(r), "10.4(5)" in drm(r)) == (home, home)
    assert any("shy" in str(e.story) for e in r.happened(Told)) is not home


@pytest.mark.rule("men-of-iron 11.4")
@for_each("kind", ["UH", "AX", "LB", "CB", "SL", "GE", "MH", "DH", "MM"])
def test_before_others_they_do_not(kind):
    r = field([unit("MM1", 1010, "E")], [unit(f"{kind}5", 1210, "E")])
    fight(r, plan("MM1", way=[1110]), dice=[1], defaults=ASIDE)
    assert [x.purpose for x in r.rolls] == ["shock"]


@pytest.mark.rule("men-of-iron 11.4")
@pytest.mark.parametrize(("facing", "arc"), [("SE", "flank"), ("E", "rear")])
def test_only_the_front_makes_them_shy(facing, arc):
    r = field([unit("MM1", 1010, "E")], [unit("PK5", 1210, facing)])
    assert r.g.arc(r.unit("PK5"), 1110) == arc
    fight(r, plan("MM1", way=[1110]), dice=[1], defaults=ASIDE)
    assert [x.purpose for x in r.rolls] == ["shock"]


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron 10.3/multi")
def test_shy_of_one_is_shy_of_all():
    r = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W"), unit("PK5", 1211, "W")])
    fight(r, plan("MM1", way=[1110]), dice=[5, 4, 4], defaults=ASIDE)
    assert [(x.purpose, x.table) for x in r.rolls] == [("reluctance", ""), ("shock", "shock"), ("shock", "shock")]
    assert "10.4(4)" not in drm(r, 0)


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron 10.3")
def test_each_charger_has_its_own_horses():
    r = field([unit("MM1", 1010, "E"), unit("MM2", 1011, "E")], [unit("PK5", 1210, "W")])
    fight(r, plan("MM1", way=[1109]), plan("MM2", way=[1110]), dice=[9, 4, 2], defaults=ASIDE)
    assert [x.unit for x in r.rolls[:2]] == ["MM1", "MM2"]
    assert r.rolls[2].table == "charge"


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron FK-1")
@pytest.mark.parametrize(("die", "home"), [(1, True), (2, False)])
def test_a_schiltron_frightens_them_more(die, home):
    r = field([unit("MM1", 1010, "E")], [unit("PK5", 1210, "E", formation="schiltron")])
    fight(r, plan("MM1", way=[1110]), dice=[die, 9], defaults=ASIDE)
    assert [m.value for m in r.rolls[0].modifiers] == [3]
    assert r.rolls[1].table == ("charge" if home else "shock")

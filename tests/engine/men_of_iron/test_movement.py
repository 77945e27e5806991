"""5.0 Movement: allowance, ground, what stands in the way, units out of command, the order as a whole."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, distance, neighbours
from engine.systems.men_of_iron import movement, orders, reach, step_refusals
from engine.systems.men_of_iron.events import Fired, LeaderMoved, Told, UnitMoved
from engine.systems.men_of_iron.orders import Fire, Move
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import standard, unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)


def field(*units, b=FAR, **values) -> kit.Rig:
    return kit.battle(units, b, **values).activate("A")


def walk(r: kit.Rig, name: str, *hexes: int) -> reach.Node:
    return step_refusals.walk(reach.Mover(r.g, r.unit(name)), hexes, only=len(hexes) == 1)


# -- 5.1 allowance -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron T-UNITS")
@for_each(
    ("kind", "ma"),
    [("MM", 6), ("DM", 4), ("UH", 4), ("AX", 5), ("PK", 4), ("LB", 5), ("CB", 5), ("SL", 5), ("GE", 8), ("MH", 7)],
)
def test_on_clear_ground_every_hex_within_the_allowance_is_reached_for_its_distance(kind, ma):
    r = field(unit(f"{kind}1", 1010))
    found = reach.search(r.g, r.unit(f"{kind}1"))
    near = {h for h in r.g.map if 0 < distance(1010, h) <= ma}
    assert {h: n.mp for h, n in found.items()} == {h: distance(1010, h) for h in near}


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 12.2")
def test_a_disordered_unit_has_one_mp_less():
    r = field(unit("DM1", 1010, disordered=True))
    assert max(n.mp for n in reach.search(r.g, r.unit("DM1")).values()) == 3
    r.refuses("5.1", Move(unit="DM1", path=(1110, 1210, 1310, 1410)))
    r.order(Move(unit="DM1", path=(1110, 1210, 1310)))
    assert r.unit("DM1").hex == 1310 and r.g.act.mp == {"DM1": 3}


@pytest.mark.rule("men-of-iron 5.1")
def test_what_is_not_spent_is_lost_and_a_unit_moves_once():
    r = field(unit("DM1", 1010), unit("DM2", 1012))
    r.order(Move(unit="DM1", path=(1110,)))
    r.refuses("4.1", Move(unit="DM1", path=(1210,)))
    assert reach.search(r.g, r.unit("DM1")) == {}
    r.order(Move(unit="DM2", path=(1112,)))  # units in any order
    r.order(Move(unit="DM1", path=(NE,)))  # turning isn't moving
    assert r.unit("DM1").facing == NE


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron T-TERRAIN")
@for_each(
    ("terrain", "foot", "mounted"),
    [
        ("clear", 1, 1),
        ("woods", 2, 3),
        ("swamp", 2, 3),
        ("fen", None, None),
        ("river", None, None),
        ("bridge", 1, 1),
        ("mud", 2, 2),
        ("village", 2, 2),
        ("town", 2, 2),
        ("building", 2, 2),
        ("castle", None, None),
        ("vineyard", 2, 3),
        ("ditch", 2, 3),
        ("pits", 1, 2),
    ],
)
def test_what_hexes_cost(terrain, foot, mounted):
    for code, mp in (("DM1", foot), ("MM1", mounted)):
        r = field(unit(code, 1010), terrain={1110: terrain})
        node = reach.search(r.g, r.unit(code)).get(1110)
        assert (node.mp if node else None) == mp
        if mp is None:
            r.refuses("5.1", Move(unit=code, path=(1110,)))


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(
    ("side", "foot", "mounted"), [("burn", 1, 1), ("beek", 1, 2), ("brook", 1, 1), ("hedge", 1, 2)]
)
def test_what_hexsides_add(side, foot, mounted):
    for code, mp in (("DM1", foot), ("MM1", mounted)):
        r = field(unit(code, 1010), hexsides=[(1010, 1110, side)], terrain={1110: "mud"})
        assert walk(r, code, 1110).mp == 2 + mp
        assert walk(r, code, 1109, 1110).mp == 1 + 2  # round it


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron T-TERRAIN")
def test_slopes():
    r = field(unit("DM1", 1010), levels={1110: 1, 1210: 2, 1109: 2})
    assert walk(r, "DM1", 1110).mp == 2
    assert walk(r, "DM1", 1110, 1210).mp == 4
    with kit.refused("5.1"):
        walk(r, "DM1", 1109)  # two levels at a step
    r = field(unit("DM1", 1010), levels={1010: 1})
    assert walk(r, "DM1", 1110).mp == 1


@pytest.mark.rule("men-of-iron 5.1")
def test_who_cannot_pay_for_a_hex_does_not_enter_it_not_even_first():
    r = field(
        unit("DM1", 1010, disordered=True), terrain={1110: "woods"}, levels={1110: 1}, hexsides=[(1010, 1110, "hedge")]
    )
    r.refuses("5.1", Move(unit="DM1", path=(1110,)))
    assert 1110 not in reach.search(r.g, r.unit("DM1")) or reach.search(r.g, r.unit("DM1"))[1110].path() != (1110,)
    r.order(Move(unit="DM1", path=(1010 - 1,)))


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron CR-2")
def test_the_cheaper_way_is_found_round_bad_ground():
    r = field(unit("PK1", 1010), terrain={1110: "swamp", 1109: "fen"})
    way = reach.search(r.g, r.unit("PK1"))[1210]
    assert way.mp == 3 and walk(r, "PK1", *way.path()).mp == 3


# -- 5.2 what stands in the way ----------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.2")
def test_no_unit_leaves_the_map_and_none_jumps():
    r = field(unit("DM1", 1001))
    r.refuses("5.2", Move(unit="DM1", path=(1000,)))
    r.refuses("5.1", Move(unit="DM1", path=(1203,)))
    r.refuses("5.1", Move(unit="DM1"))


@pytest.mark.rule("men-of-iron 5.2", "men-of-iron 8.0")
def test_no_entry_where_a_combat_unit_stands():
    r = field(unit("DM1", 1010), unit("PK1", 1110), b=[unit("AX1", 1009, "SE")])
    r.refuses("8.0", Move(unit="DM1", path=(1110,)))
    r.refuses("8.0", Move(unit="DM1", path=(1110, 1210)))
    r.refuses("5.2", Move(unit="DM1", path=(1009,)))
    found = reach.search(r.g, r.unit("DM1"))
    assert 1110 not in found and 1009 not in found


@pytest.mark.rule("men-of-iron 5.2")
def test_leaders_and_standards_of_the_enemy_do_not_bar_the_way():
    r = field(
        unit("DM1", 1010),
        b=[unit("PK9", 2820, "W")],
        b_leaders=[kit.leader("LB", 1110)],
        b_standards=[standard("STD", 1210, "B")],
    )
    r.order(Move(unit="DM1", path=(1110, 1210)), defaults=["leader-escapes"])
    assert r.unit("DM1").hex == 1210
    assert r.state.standards["STD"].lost and r.leader("LB").hex != 1110


@pytest.mark.rule("men-of-iron 5.2", "men-of-iron 12.4")
def test_a_retired_unit_moves_one_hex_and_only_nearer_to_its_standard():
    r = field(
        unit("DM1", 1010, retired=True, disordered=True),
        terrain={909: "woods"},
        a_standards=[standard("STD", 510, "A")],
    )
    found = reach.search(r.g, r.unit("DM1"))
    assert {h: n.mp for h, n in found.items()} == {909: 1, 910: 1}
    r.refuses("12.4", Move(unit="DM1", path=(1110,)))
    r.refuses("12.4", Move(unit="DM1", path=(910, 810)))
    r.order(Move(unit="DM1", path=(909, W)))
    assert r.unit("DM1").hex == 909 and r.unit("DM1").retired


@pytest.mark.rule("men-of-iron 12.4")
def test_a_retired_unit_without_a_standard_stays():
    r = field(unit("DM1", 1010, retired=True, disordered=True))
    r.refuses("12.4", Move(unit="DM1", path=(910,)))


# -- 5.2/ooc -----------------------------------------------------------------------------------------------------------


def alone(*units, b) -> kit.Rig:
    """Units of a Command whose leader is far away, without range."""
    return field(*units, b=b, a_leaders=[kit.leader("LA", 101, command_range=1)])


@pytest.mark.rule("men-of-iron 5.2/ooc", "men-of-iron 15.2")
def test_out_of_command_never_next_to_an_enemy():
    r = alone(unit("DM1", 1010), b=[unit("PK1", 1310, "W")])
    assert r.g.out_of_command(r.unit("DM1"))
    r.order(Move(unit="DM1", path=(1009, 1109)))
    r = alone(unit("DM1", 1010), b=[unit("PK1", 1310, "W")])
    r.refuses("5.2/ooc", Move(unit="DM1", path=(1110, 1210)))
    r.refuses("5.2/ooc", Move(unit="DM1", path=(1110, 1210, 1209)))  # nor in passing
    found = reach.search(r.g, r.unit("DM1"))
    assert found and not {h for h in found if h in neighbours(1310)}


@pytest.mark.rule("men-of-iron 5.2/ooc")
def test_out_of_command_foot_stays_in_enemy_zoc_and_horse_leaves_it():
    foe = [unit("LB1", 1210, "W")]
    r = alone(unit("DM1", 1110), unit("MM1", 1109), b=foe)
    r.refuses("5.2/ooc", Move(unit="DM1", path=(1011,)))
    assert reach.search(r.g, r.unit("DM1")) == {}
    r.order(Move(unit="DM1", path=(NE,)))  # it may turn
    r.order(Move(unit="MM1", path=(1009, 909)))
    assert r.unit("MM1").hex == 909


@pytest.mark.rule("men-of-iron 5.2/ooc", "men-of-iron 9.2")
def test_out_of_command_units_fire():
    r = alone(unit("LB1", 1010), b=[unit("PK1", 1210, "W")])
    r.order(Fire(unit="LB1", target="PK1"), dice=[0])


@pytest.mark.rule("men-of-iron 5.2/ooc")
def test_in_command_nothing_of_that_holds():
    r = field(unit("DM1", 1110), b=[unit("LB1", 1210, "W")])
    r.order(Move(unit="DM1", path=(1011,)))
    assert r.unit("DM1").hex == 1011


# -- the order as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 3.1")
def test_only_units_of_the_active_command_in_its_move_part():
    r = kit.battle([unit("DM1", 1010), unit("DM2", 1012, command="A2")], FAR).activate("A")
    r.refuses("4.1", Move(unit="DM2", path=(1112,)))
    r.refuses("4.1", Move(unit="PK9", path=(2720,)))
    r.state.phase = "shock"
    r.refuses("3.1", Move(unit="DM1", path=(1110,)))


@pytest.mark.rule("men-of-iron 5.1")
def test_a_move_is_told_as_one():
    r = field(unit("DM1", 1010))
    r.order(Move(unit="DM1", path=(1110, SE, 1210, 1310, NE)))
    steps = r.happened(UnitMoved)
    assert [(s.to, s.facing, s.mp, s.ma) for s in steps] == [(1110, SE, 1, 4), (1210, SE, 1, 4), (1310, NE, 1, 4)]
    told = steps[2].joined(steps[1].joined(steps[0]))
    assert str(told.text(r.state)) == "DM1 1010 → 1310, facing NE, 3 of 4 MP"


@pytest.mark.rule("men-of-iron 9.2")
def test_missile_infantry_fires_after_its_move_only():
    r = field(unit("LB1", 1010), b=[unit("PK1", 1310, "W")])
    r.refuses("9.2", Move(unit="LB1", path=(1110,), fire_at="PK1", fire_after=0))
    r.order(Move(unit="LB1", path=(1110,), fire_at="PK1"), dice=[0])
    assert r.unit("LB1").hex == 1110 and r.g.act.fired == ["LB1"]
    r = field(unit("LB1", 1010), b=[unit("PK1", 1310, "W")])
    r.order(Fire(unit="LB1", target="PK1"), dice=[0])
    r.refuses("9.2", Move(unit="LB1", path=(1110,)))
    assert reach.search(r.g, r.unit("LB1")) == {}
    r.order(Move(unit="LB1", path=(NE,)))


@pytest.mark.rule("men-of-iron 9.2")
@pytest.mark.parametrize("after", [0, 1, 2, None])
def test_genitors_fire_before_during_or_after(after):
    # The target stands next to every hex of the way, and has no ZOC.
    r = field(unit("GE1", 1010, "SE"), b=[unit("PK1", 1011, "NW")])
    r.order(Move(unit="GE1", path=(910, SE, 911, NE), fire_at="PK1", fire_after=after), dice=[0])
    shot_at = {0: 1010, 1: 910, 2: 910, None: 911}[after]
    assert [e.at for e in r.happened(Fired)] == [shot_at]


@pytest.mark.rule("men-of-iron 9.2")
def test_a_shot_planned_at_nobody_in_reach_is_refused_with_the_move():
    r = field(unit("GE1", 1010), b=[unit("PK1", 1310, "W")])
    r.refuses("9.1", Move(unit="GE1", path=(1110,), fire_at="PK1", fire_after=0))
    r.refuses("9.1", Move(unit="GE1", path=(1110,), fire_at="XX1"))
    r.refuses("9.2", Move(unit="GE1", path=(1110,), fire_at="PK1", fire_after=5))
    assert r.unit("GE1").hex == 1010 and r.events == []


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.5")
def test_a_counter_charge_waits_until_the_genitors_move_ends():
    r = field(unit("GE1", 1009, "SE"), b=[unit("MM1", 1210, "NE")])
    # It comes up to the flank, shoots, and rides off; only then the men-at-arms may answer.
    order = Move(unit="GE1", path=(1109, SE, 1009, 909), fire_at="MM1", fire_after=2)
    r.order(order, dice=[0, 9], answers=["yes"])
    kinds = [e.type for e in r.events if e.type in ("unit-moved", "fired")]
    assert kinds == ["unit-moved", "fired", "unit-moved", "unit-moved"]
    assert [d.kind for d in r.decisions] == ["counter-charge"]
    assert [roll.purpose for roll in r.rolls] == ["missile", "counter-charge"]
    assert r.g.act.pending_counter == {}


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.2/reaction")
def test_a_move_ends_with_the_first_shot_that_does_harm():
    r = field(unit("DM1", 1009), b=[unit("LB1", 1210, "W")])
    r.order(Move(unit="DM1", path=(1109,)), dice=[6], answers=["fire"])
    assert r.unit("DM1").disordered and r.unit("DM1").hex == 1109


@pytest.mark.rule("men-of-iron 5.1")
def test_a_move_that_cannot_go_on_stops_and_says_why():
    # The enemy's answer Disorders the Genitor: it has 7 MP then, and not 8.
    r = field(unit("GE1", 1010), b=[unit("SL1", 1110, "NW", type="SL")])
    way = (1011, 1012, 1013, 1014, 1015, 1016, 1017, 1018)
    r.order(Move(unit="GE1", path=way, fire_at="SL1", fire_after=0), dice=[0, 8], answers=["fire"])
    assert r.unit("GE1").disordered and r.unit("GE1").hex == 1017
    assert any(isinstance(e, Told) and e.rule == "5.1" and "1017" in str(e.story) for e in r.events)


@pytest.mark.rule("men-of-iron 15.2")
def test_the_leader_goes_along_for_nothing():
    r = field(unit("DM1", 1010), unit("DM2", 1012), a_leaders=[kit.leader("LA", 1010, command_range=20)])
    r.refuses("15.2", Move(unit="DM2", path=(1112,), along=True))
    r.refuses("15.2", Move(unit="DM1", path=(NE,), along=True))
    r.order(Move(unit="DM1", path=(1110, 1210), along=True))
    assert r.leader("LA").hex == 1210 and r.g.act.mp == {"DM1": 2}
    assert [e.how for e in r.happened(LeaderMoved)] == ["with-unit", "with-unit"]
    r = field(unit("DM1", 1010), a_leaders=[kit.leader("LA", 1010, command_range=20)])
    r.order(Move(unit="DM1", path=(1110,), along=False))
    assert r.leader("LA").hex == 1010
    r = field(unit("DM1", 1010), a_leaders=[kit.leader("LA", 1010, command_range=20)])
    r.order(Move(unit="DM1", path=(1110,)))
    assert r.leader("LA").hex == 1110, "nothing said, he goes along"


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron PO-3")
def test_he_rides_and_cannot_follow_everywhere():
    r = field(
        unit("DM1", 1010),
        a_leaders=[kit.leader("LA", 1010, command_range=20)],
        a_markers=[{"id": "WAG1", "name": "Wagon", "kind": "wagon", "hex": 1110}],
    )
    assert walk(r, "DM1", 1110).mp == 2
    r.refuses("15.2", Move(unit="DM1", path=(1110,), along=True))
    r.order(Move(unit="DM1", path=(1110,)))
    assert r.leader("LA").hex == 1010, "where he can't follow he stays"


# -- ground that may harm ----------------------------------------------------------------------------------------------

DITCH = kit.special("ditch", case="CO-2", terrain="ditch", disorders_foot=5, disorders_mounted=3)
PITS = kit.special("pits", case="BB-3", terrain="pits", disorders=4)


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron 5.1")
@pytest.mark.parametrize(("code", "ma", "haste"), [("DM1", 4, 2), ("MM1", 6, 3)])
def test_a_ditch_slowly_for_all_mp_or_in_haste_with_a_die(code, ma, haste):
    column = {1100 + row: "ditch" for row in range(1, 23)}
    r = field(unit(code, 1010), terrain=column, rules=(DITCH,))
    found = reach.search(r.g, r.unit(code))
    assert found[1110].path() == (1110,) and found[1110].mp == ma
    assert reach.entry_notes(r.g, r.unit(code), found[1110]) == ()
    assert found[1210].mp == haste + 1
    assert len(reach.entry_notes(r.g, r.unit(code), found[1210])) == 1
    r.order(Move(unit=code, path=(1110,)))
    assert r.unit(code).hex == 1110 and r.g.act.mp == {code: ma} and r.unit(code).normal
    r = field(unit(code, 1010), terrain=column, rules=(DITCH,))
    r.order(Move(unit=code, path=(1110, 1210)), dice=[2])
    assert r.unit(code).hex == 1210 and r.g.act.mp == {code: haste + 1}
    r = field(unit(code, 1010), terrain=column, rules=(DITCH,))
    r.order(Move(unit=code, path=(1110, 1210)), dice=[9])
    assert r.unit(code).hex == 1110 and r.unit(code).disordered and r.g.act.moved == [code]


@pytest.mark.rule("men-of-iron CO-2", "men-of-iron 7.2")
def test_leaving_the_zoc_of_horse_for_a_ditch_takes_no_more_than_all_mp():
    r = field(unit("DM1", 1110), b=[unit("MM9", 1210, "W")], terrain={1011: "ditch"}, rules=(DITCH,))
    assert walk(r, "DM1", 1011).mp == 4


@pytest.mark.rule("men-of-iron BB-3", "men-of-iron 5.1")
def test_search_goes_round_what_may_harm_where_it_can():
    r = field(unit("MM1", 1010), terrain={1110: "pits"}, rules=(PITS,))
    found = reach.search(r.g, r.unit("MM1"))
    assert 1110 not in found[1210].path() and reach.entry_notes(r.g, r.unit("MM1"), found[1210]) == ()
    assert found[1110].mp == 2 and len(reach.entry_notes(r.g, r.unit("MM1"), found[1110])) == 1
    r = field(unit("DM1", 1010), terrain={1110: "pits", 1109: "woods"}, rules=(PITS,))
    assert reach.search(r.g, r.unit("DM1"))[1210].path() == (1110, 1210)


@pytest.mark.rule("men-of-iron BB-3", "men-of-iron 8.0/pass")
def test_who_is_stopped_while_riding_through_a_friend_falls_back():
    r = field(unit("MM1", 1010), unit("LB1", 1110), terrain={1110: "pits"}, rules=(PITS,))
    r.order(Move(unit="MM1", path=(1110, 1210)), dice=[0])
    assert r.unit("MM1").disordered and r.unit("MM1").hex == 1010 and r.unit("LB1").normal
    assert [(e.to, e.mp) for e in r.happened(UnitMoved)] == [(1110, 3), (1010, 0)]


# -- search and orders agree -------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 7.2", "men-of-iron 8.0/pass")
@pytest.mark.parametrize("code", ["MM1", "DM1", "LB1", "AX1"])
def test_search_finds_all_that_orders_may_and_nothing_else(code):
    r = field(
        unit("MM1", 1010),
        unit("DM1", 1111),
        unit("LB1", 1110),
        unit("AX1", 1009),
        unit("CB1", 1211, disordered=True),
        b=[unit("LB9", 1310, "W"), unit("MM9", 1012, "NW"), unit("PK9", 908, "SE")],
        terrain={1209: "woods", 1208: "swamp", 910: "fen", 1112: "mud"},
        hexsides=[(1009, 1109, "hedge"), (1110, 1210, "burn")],
        levels={1108: 1, 1008: 1, 1007: 1},
    )
    u = r.unit(code)
    mover = reach.Mover(r.g, u)
    found = reach.search(r.g, u)
    assert found
    for h, node in found.items():
        assert walk(r, code, *node.path()).mp == node.mp <= 6
        assert r.g.unit_at(h) is None
    # Whatever can be walked from a hex found, or ridden through, is found for no more.
    ways = [mover.start, *mover.spread(bold=True).values(), *found.values()]
    for node in ways:
        for h in r.g.map.neighbours(node.hex):
            after = mover.step(node, h)
            if isinstance(after, reach.Node) and after.through is None and h != u.hex:
                assert h in found and (found[h].mp <= after.mp or after.ridden_through())


@pytest.mark.rule("men-of-iron 5.1")
@pytest.mark.parametrize("name", ["falkirk", "courtrai", "bannockburn", "crecy", "poitiers", "najera"])
def test_every_way_found_in_the_battles_is_a_legal_order(name):
    r = kit.the(name)
    for c in r.state.commands.values():
        r.activate(c.id)
        for u in [*r.g.units(command=c.id)][::3]:
            for node in [*reach.search(r.g, u).values()][::4]:
                r.g.version += 1
                order = orders.Move(unit=u.id, path=node.path())
                end = movement.check_move(r.g, u, order)
                assert end.mp == node.mp

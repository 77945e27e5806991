"""7.0 Zones of Control: who has them, where they stop a move, what it costs to leave them."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, neighbours
from engine.systems.men_of_iron import reach, step_refusals
from engine.systems.men_of_iron.events import UnitMoved
from engine.systems.men_of_iron.orders import Move
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
HOLD = ["hold"]
GENITOR_ZOC = kit.special("genitor-zoc", case="NA-2", fee=1)


def field(*units, b, **values) -> kit.Rig:
    return kit.battle(units, b, **values).activate("A")


def walk(r: kit.Rig, name: str, *hexes: int) -> reach.Node:
    return step_refusals.walk(reach.Mover(r.g, r.unit(name)), hexes, only=len(hexes) == 1)


# -- 7.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 7.1")
@for_each(
    ("kind", "zoc"),
    [
        ("LB", True),
        ("CB", True),
        ("SL", True),
        ("DH", True),
        ("MM", True),
        ("GE", True),
        ("MH", False),
        ("DM", False),
        ("UH", False),
        ("AX", False),
        ("PK", False),
    ],
)
def test_who_has_a_zoc_and_where(kind, zoc):
    r = field(unit("DM1", 1010), b=[unit(f"{kind}5", 1210, "W")])
    assert set(r.g.zoc(r.unit(f"{kind}5"))) == ({1109, 1110} if zoc else set())
    r.unit(f"{kind}5").disordered = True
    r.g.version += 1
    assert bool(r.g.zoc(r.unit(f"{kind}5"))) == zoc
    r.unit(f"{kind}5").retired = True
    r.g.version += 1
    assert r.g.zoc(r.unit(f"{kind}5")) == ()


@pytest.mark.rule("men-of-iron 7.1")
def test_no_zoc_into_ground_nobody_enters_but_into_hexes_with_units():
    r = field(unit("DM1", 1109), b=[unit("LB1", 1210, "W")], terrain={1110: "river"})
    assert r.g.zoc(r.unit("LB1")) == (1109,)


# -- 7.2 stopping ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron 5.2")
@pytest.mark.parametrize("code", ["DM1", "MM1", "LB1", "GE1"])
def test_who_enters_enemy_zoc_stops(code):
    r = field(unit(code, 1009), b=[unit("CB1", 1210, "W")])
    assert walk(r, code, 1109).stops
    r.refuses("7.2", Move(unit=code, path=(1109, 1108)))
    found = reach.search(r.g, r.unit(code))
    assert found[1109].stops and found[1109].mp == 1
    assert 1209 in found and 1109 not in found[1209].path()  # round it
    r.order(Move(unit=code, path=(1109, SE)), answers=HOLD)
    r.refuses("4.1", Move(unit=code, path=(1108,)))


@pytest.mark.rule("men-of-iron 7.2")
def test_no_stop_next_to_units_without_zoc_nor_beside_the_front():
    r = field(unit("DM1", 1009), b=[unit("PK1", 1210, "W"), unit("LB1", 1206, "E")])
    assert walk(r, "DM1", 1109, 1108, 1107, 1106).mp == 4


@pytest.mark.rule("men-of-iron 7.2")
def test_a_zoc_may_be_entered_through_bad_ground_at_its_price_only():
    r = field(unit("DM1", 1009), b=[unit("LB1", 1210, "W")], terrain={1109: "swamp"})
    assert walk(r, "DM1", 1109).mp == 2


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron T-MP")
@pytest.mark.parametrize(("kind", "holder", "mp"), [("DM", "MM", 2), ("LB", "GE", 2), ("DM", "LB", 1), ("MM", "MM", 1)])
def test_foot_pays_2_mp_to_leave_the_zoc_of_horse(kind, holder, mp):
    r = field(unit(f"{kind}1", 1110), b=[unit(f"{holder}9", 1210, "W")])
    assert walk(r, f"{kind}1", 1011).mp == mp
    assert walk(r, f"{kind}1", 1011, 911).mp == mp + 1  # for the first hex only
    r.order(Move(unit=f"{kind}1", path=(1011, 911)))
    assert [e.mp for e in r.happened(UnitMoved)] == [mp, 1]


@pytest.mark.rule("men-of-iron 7.2")
@pytest.mark.parametrize(
    ("ground", "level", "mp"), [("clear", 0, 2), ("clear", 1, 2), ("woods", 0, 2), ("mud", 0, 2), ("woods", 1, 3)]
)
def test_the_2_mp_are_the_whole_price_of_that_hex_whatever_its_ground(ground, level, mp):
    # It makes nothing cheaper: woods uphill cost 3 as ever.
    r = field(unit("DM1", 1110), b=[unit("MM9", 1210, "W")], terrain={1011: ground}, levels={1011: level})
    assert walk(r, "DM1", 1011).mp == mp
    r.order(Move(unit="DM1", path=(1011, 911)))
    assert [e.mp for e in r.happened(UnitMoved)] == [mp, 1]


@pytest.mark.rule("men-of-iron 7.2")
def test_who_has_less_than_2_mp_left_does_not_leave():
    r = field(unit("DM1", 1110), b=[unit("MM9", 1210, "W")])
    r.g.act.mp["DM1"] = 3
    r.refuses("5.1", Move(unit="DM1", path=(1011,)))


@pytest.mark.rule("men-of-iron 7.2")
def test_leaving_one_zoc_for_anothers_stops_again():
    r = field(unit("DM1", 1110), b=[unit("LB1", 1210, "W"), unit("LB2", 1012, "NW")])
    assert r.g.enemy_zoc(1011, "a") == (r.unit("LB2"),)
    assert walk(r, "DM1", 1011).stops
    r.refuses("7.2", Move(unit="DM1", path=(1011, 910)))
    r.order(Move(unit="DM1", path=(1011, SE)), answers=HOLD)
    assert r.unit("DM1").hex == 1011


# -- 6.2/reenter -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 6.2/reenter")
def test_from_one_front_hex_of_an_enemy_to_the_other_is_leaving_and_coming_back():
    r = field(unit("DM1", 1110), unit("MM1", 1109), b=[unit("LB1", 1210, "W")])
    r.refuses("8.0", Move(unit="DM1", path=(1109,)))
    r.unit("MM1").hex = 909
    r.g.version += 1
    r.refuses("6.2/reenter", Move(unit="DM1", path=(1109,)))
    assert 1109 not in reach.search(r.g, r.unit("DM1"))


@pytest.mark.rule("men-of-iron 6.2/reenter", "men-of-iron 7.2")
def test_nor_after_a_way_round():
    r = field(unit("MM1", 1110), b=[unit("LB1", 1210, "W")])
    r.refuses("6.2/reenter", Move(unit="MM1", path=(1011, 1010, 1109)))
    r.refuses("6.2/reenter", Move(unit="MM1", path=(1011, 1110)))
    r.order(Move(unit="MM1", path=(1011, 1010, 1009)))
    assert r.g.act.left_zoc == {"MM1": ["LB1"]}


@pytest.mark.rule("men-of-iron 6.2/reenter")
def test_the_zoc_of_another_enemy_is_free():
    r = field(unit("MM1", 1110), b=[unit("LB1", 1210, "W"), unit("LB2", 1010, "NW")])
    assert 1009 in {h for h, n in reach.search(r.g, r.unit("MM1")).items() if n.stops}


# -- NA-2 --------------------------------------------------------------------------------------------------------------


def genitors(*b, at=1009, rules=(GENITOR_ZOC,), **values) -> kit.Rig:
    return field(unit("GE1", at), b=b, rules=rules, **values)


@pytest.mark.rule("men-of-iron NA-2", "men-of-iron 7.2")
def test_genitors_ride_on_through_the_zoc_of_foot_for_1_mp():
    r = genitors(unit("LB1", 1210, "W"))
    node = walk(r, "GE1", 1109, 1108)
    assert not walk(r, "GE1", 1109).stops and (walk(r, "GE1", 1109).mp, node.mp) == (2, 3)
    r.order(Move(unit="GE1", path=(1109, 1110, 1011)), answers=HOLD * 2)
    assert r.unit("GE1").hex == 1011 and r.g.act.mp == {"GE1": 5}
    # From one front hex to the other, and the longbows could shoot at each.
    assert [d.kind for d in r.decisions] == ["reaction-fire", "reaction-fire"]


@pytest.mark.rule("men-of-iron NA-2", "men-of-iron 9.2/reaction")
def test_harm_by_reaction_fire_ends_that_ride():
    r = genitors(unit("LB1", 1210, "W"))
    r.order(Move(unit="GE1", path=(1109, 1108)), dice=[4], answers=["fire"])
    assert r.unit("GE1").disordered and r.unit("GE1").hex == 1109
    r.refuses("4.1", Move(unit="GE1", path=(1108,)))
    r = genitors(unit("LB1", 1210, "W"))
    r.order(Move(unit="GE1", path=(1109, 1108)), dice=[0], answers=["fire"])
    assert r.unit("GE1").hex == 1108


@pytest.mark.rule("men-of-iron NA-2")
def test_they_stop_before_horse_and_others_stop_before_foot():
    r = genitors(unit("MM1", 1210, "W"))
    assert walk(r, "GE1", 1109).stops and walk(r, "GE1", 1109).mp == 1
    r = field(unit("MM1", 1009), b=[unit("LB1", 1210, "W")], rules=(GENITOR_ZOC,))
    assert walk(r, "MM1", 1109).stops
    r = genitors(unit("LB1", 1210, "W"), rules=())
    assert walk(r, "GE1", 1109).stops  # elsewhere than at Nájera


@pytest.mark.rule("men-of-iron NA-2")
def test_they_may_come_back_into_a_zoc_they_have_left():
    r = genitors(unit("MM1", 1210, "W"), at=1110)
    assert walk(r, "GE1", 1011, 1110).stops
    assert walk(r, "GE1", 1109).mp == 1


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 15.5", "men-of-iron 12.4")
@pytest.mark.parametrize(
    ("gap", "more", "closed"),
    [
        (None, (), True),
        (1110, (), False),
        (1110, ("zoc",), True),
        (1110, ("friend",), False),
        (1110, ("friend", "zoc"), False),
    ],
)
def test_a_ring_of_enemies_and_their_zoc_that_a_friend_breaks(gap, more, closed):
    """Six enemies around 1010, one left out; LB9 at 1210 has its ZOC over the gap."""
    ring = [unit(f"PK{n}", h, "W") for n, h in enumerate((1009, 1011, 909, 910, 1109, 1110), 1) if h != gap]
    ring += [unit("LB9", 1210, "W")] if "zoc" in more else []
    r = kit.battle([unit("DM8", 1110 if "friend" in more else 101)], ring)
    assert r.g.enclosed(1010, "a") is closed
    assert r.g.surrounded(1010, "a") is closed


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 15.5", "men-of-iron 12.4")
def test_the_maps_edge_and_bad_ground_close_one_ring_and_not_the_other():
    ring = [unit(f"PK{n}", h, "W") for n, h in enumerate((1009, 1011, 909, 910, 1109), 1)]
    r = kit.battle([unit("DM8", 101)], ring, terrain={1110: "river"})
    assert (r.g.surrounded(1010, "a"), r.g.enclosed(1010, "a")) == (True, False)
    corner = [h for h in neighbours(2822) if h // 100 <= 28 and h % 100 <= 22]
    r = kit.battle([unit("DM8", 101)], [unit(f"PK{n}", h, "W") for n, h in enumerate(corner, 1)])
    assert (r.g.surrounded(2822, "a"), r.g.enclosed(2822, "a")) == (True, False)

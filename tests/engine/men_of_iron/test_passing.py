"""8.0 Stacking, and riding through friends."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import passing, reach
from engine.systems.men_of_iron.events import Told, UnitMoved, UnitRetired
from engine.systems.men_of_iron.orders import Move
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import standard, unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)
STANDARD = (standard("STD", 310, "A"),)
RIDE = Move(unit="MM1", path=(1110, 1210))


def field(*units, b=FAR, **values) -> kit.Rig:
    values.setdefault("a_standards", STANDARD)
    return kit.battle(units, b, **values).activate("A")


# -- 8.0 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 8.0")
@for_each("mover", ["DM1", "LB1", "GE1", "MH1"])
@for_each("friend", ["LB5", "PK5", "MM5"])
def test_one_unit_to_a_hex_also_in_passing(mover, friend):
    r = field(unit(mover, 1010), unit(friend, 1110))
    r.refuses("8.0", Move(unit=mover, path=(1110,)))
    r.refuses("8.0", Move(unit=mover, path=(1110, 1210)))
    assert 1110 not in reach.search(r.g, r.unit(mover))


@pytest.mark.rule("men-of-iron 8.0")
def test_leaders_and_standards_share_hexes():
    r = field(
        unit("DM1", 1010), a_leaders=[kit.leader("LA", 1110, command_range=9)], a_standards=[standard("STD", 1110, "A")]
    )
    r.order(Move(unit="DM1", path=(1110,)))
    assert r.unit("DM1").hex == r.leader("LA").hex == r.state.standards["STD"].hex == 1110


# -- 8.0/pass ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron T-PASS", "men-of-iron T-MP")
@for_each("friend", ["LB5", "CB5", "SL5", "DH5"])
@for_each("die", range(10))
def test_mm_ride_through_missile_infantry_for_1_mp_and_a_roll(friend, die):
    r = field(unit("MM1", 1010), unit(friend, 1110))
    r.order(RIDE, dice=[die])
    assert r.unit("MM1").hex == 1210 and r.unit("MM1").normal
    assert [e.mp for e in r.happened(UnitMoved)] == [2, 1]
    assert r.unit(friend).disordered == (die <= 4)
    assert r.unit(friend).hex == 1110
    assert r.rolls[0].rule == "8.0/pass"


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron T-PASS")
def test_a_disordered_one_retires_on_4_and_not_on_5():
    r = field(unit("MM1", 1010), unit("LB1", 1110, disordered=True))
    r.order(RIDE, dice=[4], defaults=["retire"])
    assert r.unit("LB1").retired and r.unit("LB1").hex == 310
    r = field(unit("MM1", 1010), unit("LB1", 1110, disordered=True))
    r.order(RIDE, dice=[5])
    assert r.unit("LB1").disordered and not r.unit("LB1").retired and r.unit("LB1").hex == 1110


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 12.4")
def test_a_retired_one_is_ridden_through_without_a_roll():
    r = field(unit("MM1", 1010), unit("LB1", 1110, disordered=True, retired=True))
    r.order(RIDE)
    assert r.unit("LB1").hex == 1110 and not r.unit("LB1").eliminated


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_each_unit_passed_costs_and_rolls():
    r = field(unit("MM1", 1010), unit("LB1", 1110), unit("CB1", 1210))
    r.order(Move(unit="MM1", path=(1110, 1210, 1310)), dice=[4, 5])
    assert r.unit("MM1").hex == 1310 and r.g.act.mp == {"MM1": 5}
    assert r.unit("LB1").disordered and not r.unit("CB1").disordered


@pytest.mark.rule("men-of-iron 8.0/pass", "men-of-iron 8.0")
def test_not_to_stop_there():
    r = field(unit("MM1", 1010), unit("LB1", 1110))
    r.refuses("8.0", Move(unit="MM1", path=(1110,)))
    assert 1110 not in reach.search(r.g, r.unit("MM1"))
    r = field(unit("MM1", 1010), unit("LB1", 1110), terrain={1210: "swamp", 1111: "swamp", 1109: "swamp"})
    r.unit("MM1").disordered = True  # 5 MP: 2 to enter, 3 to leave
    r.order(RIDE, dice=[9])
    assert r.unit("MM1").hex == 1210 and r.g.act.mp == {"MM1": 5}


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_not_through_other_foot_nor_horse_nor_where_enemy_zoc_stops_it():
    for friend in ("PK5", "DM5", "AX5", "UH5", "MM5", "GE5", "MH5"):
        r = field(unit("MM1", 1010), unit(friend, 1110))
        r.refuses("8.0", RIDE)
    r = field(unit("MM1", 1009), unit("LB1", 1109), b=[unit("CB9", 1210, "W")])
    r.refuses("8.0", Move(unit="MM1", path=(1109, 1108)))


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_search_rides_through_only_where_it_must():
    # Round the wall it would take 6 MP, of which it has 5.
    wall = [unit("PK1", 1009), unit("PK2", 1109), unit("LB1", 1110), unit("PK3", 1011)]
    r = field(unit("MM1", 1010, disordered=True), *wall)
    found = reach.search(r.g, r.unit("MM1"))
    assert found[1210].path() == (1110, 1210) and found[1210].ridden_through() == ("LB1",) and found[1210].mp == 3
    assert found[909].ridden_through() == ()
    r = field(unit("MM1", 1010), unit("LB1", 1110))
    found = reach.search(r.g, r.unit("MM1"))
    assert all(n.ridden_through() == () for n in found.values())


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_who_cannot_go_on_falls_back():
    # The longbows Retire to the Standard's hex, which was to be the next of the way.
    r = field(
        unit("MM1", 1010),
        unit("LB1", 1110, disordered=True),
        unit("CB1", 1210),
        a_standards=[standard("STD", 1310, "A")],
    )
    r.order(Move(unit="MM1", path=(1110, 1210, 1310)), dice=[0])
    assert r.unit("LB1").hex == 1310
    assert r.unit("MM1").hex == 1010 and r.g.act.moved == ["MM1"]
    assert [e.rule for e in r.happened(Told)] == ["8.0", "8.0"]
    assert not r.unit("CB1").disordered  # it didn't pass through them
    assert len({u.hex for u in r.g.units()}) == len(list(r.g.units()))


# -- CO-3 --------------------------------------------------------------------------------------------------------------

RIDDEN_DOWN = kit.special("ridden-down", case="CO-3", side="a", commands=["Foot"])


@pytest.mark.rule("men-of-iron CO-3")
@pytest.mark.parametrize("friend", ["CB5", "PK5"])
def test_foot_in_the_way_retires_at_once_and_costs_no_points(friend):
    r = field(
        unit("MM1", 1010),
        unit(friend, 1110, command="Foot"),
        a_standards=[standard("STD", 310, "A", "Foot")],
        rules=(RIDDEN_DOWN,),
    )
    r.order(RIDE, defaults=["retire"])
    assert r.unit("MM1").hex == 1210 and r.g.act.mp == {"MM1": 3}
    assert r.unit(friend).retired and r.unit(friend).pointless and r.unit(friend).hex == 310
    assert [e.rule for e in r.happened(UnitRetired)] == ["CO-3"]
    assert r.rolls == []


@pytest.mark.rule("men-of-iron CO-3")
def test_still_not_to_stop_there_and_only_those_commands():
    r = field(unit("MM1", 1010), unit("PK5", 1110, command="Foot"), rules=(RIDDEN_DOWN,))
    r.refuses("8.0", Move(unit="MM1", path=(1110,)))
    r = field(unit("MM1", 1010), unit("PK5", 1110), rules=(RIDDEN_DOWN,))
    r.refuses("8.0", RIDE)
    r = field(unit("DM1", 1010), unit("PK5", 1110, command="Foot"), rules=(RIDDEN_DOWN,))
    r.refuses("8.0", Move(unit="DM1", path=(1110, 1210)))


@pytest.mark.rule("men-of-iron 8.0", "men-of-iron 8.0/pass")
def test_nobody_rides_through_an_enemy_or_itself():
    r = field(unit("MM1", 1010), unit("LB5", 1110), unit("GE2", 1012), b=[unit("LB9", 1210, "W")])
    may = lambda rider, other: passing.may_ride_through(r.g, r.unit(rider), r.unit(other))  # noqa: E731
    assert may("MM1", "LB5")
    assert not may("MM1", "LB9") and not may("MM1", "MM1") and not may("GE2", "LB5") and not may("LB5", "LB5")
    r.unit("MM1").retired = r.unit("MM1").disordered = True
    assert not may("MM1", "LB5")

"""14.2 Hobilars mount and dismount on the move."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import fire, hobilars, movement, reach
from engine.systems.men_of_iron.events import UnitChanged
from engine.systems.men_of_iron.orders import Fire, Move
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

E, W = Facing.E, Facing.W
FAR = (unit("PK9", 2820, "W"),)
WAY = (1110, 1210, 1310, 1410, 1510, 1610, 1710)


def field(*units, b=FAR, **values) -> kit.Rig:
    return kit.battle(units, b, **values).activate("A")


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-MP")
@pytest.mark.parametrize(("kind", "other"), [("MH", "DH"), ("DH", "MH")])
def test_a_change_where_it_stands_costs_3_mp(kind, other):
    r = field(unit(f"{kind}1", 1010))
    r.order(Move(unit=f"{kind}1", change_after=0))
    assert r.unit(f"{kind}1").type == other
    assert [e.mp for e in r.happened(UnitChanged)] == [3]
    assert r.g.act.mp == {f"{kind}1": 3} and r.g.act.moved == [f"{kind}1"]
    r.refuses("4.1", Move(unit=f"{kind}1", path=(1110,)))


@pytest.mark.rule("men-of-iron 14.2")
def test_what_is_left_is_the_new_ma_less_what_was_spent():
    # 7 MP mounted, 5 on foot: 1 to go, 3 to dismount, 1 more.
    r = field(unit("MH1", 1010))
    r.refuses("5.1", Move(unit="MH1", path=WAY[:3], change_after=1))
    r.order(Move(unit="MH1", path=WAY[:2], change_after=1))
    assert (r.unit("MH1").type, r.unit("MH1").hex, r.g.act.mp["MH1"]) == ("DH", 1210, 5)
    # 5 MP on foot, 7 mounted: 2 to go, 3 to mount, 2 more.
    r = field(unit("DH1", 1010))
    r.refuses("5.1", Move(unit="DH1", path=WAY[:5], change_after=2))
    r.order(Move(unit="DH1", path=WAY[:4], change_after=2))
    assert (r.unit("DH1").type, r.unit("DH1").hex, r.g.act.mp["DH1"]) == ("MH", 1410, 7)


@pytest.mark.rule("men-of-iron 14.2")
def test_the_price_must_be_there_before_the_change():
    r = field(unit("MH1", 1010))
    r.refuses("14.2", Move(unit="MH1", path=WAY[:5], change_after=5))
    r.order(Move(unit="MH1", path=WAY[:4], change_after=4))
    assert (r.unit("MH1").type, r.unit("MH1").hex, r.g.act.mp["MH1"]) == ("DH", 1410, 7)
    r = field(unit("DH1", 1010, disordered=True))
    r.refuses("14.2", Move(unit="DH1", path=WAY[:2], change_after=2))
    r.refuses("14.2", Move(unit="DH1", path=WAY[:1], change_after=9))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-TERRAIN")
def test_each_part_of_the_way_at_its_own_costs():
    r = field(unit("MH1", 1010), terrain={1110: "woods"})
    end = movement.check_move(r.g, r.unit("MH1"), Move(unit="MH1", path=(1110,), change_after=0))
    assert end.mp == 5  # on foot: 3 + 2
    end = movement.check_move(r.g, r.unit("MH1"), Move(unit="MH1", path=(1110,), change_after=1))
    assert end.mp == 6  # mounted 3, then the change


@pytest.mark.rule("men-of-iron 14.2")
def test_not_next_to_an_enemy():
    r = field(unit("MH1", 1010), b=[unit("PK1", 1110, "W")])
    assert not hobilars.can_change(r.g, r.unit("MH1"), reach.start(r.g, r.unit("MH1")))
    r.refuses("14.2", Move(unit="MH1", change_after=0))
    r.order(Move(unit="MH1", path=(909,), change_after=1))
    assert r.unit("MH1").type == "DH"


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-RANGE")
@pytest.mark.parametrize(
    ("foe", "reaches"), [("LB", 3), ("CB", 3), ("SL", 1), ("GE", 1), ("DH", 3), ("MH", 0), ("MM", 0)]
)
def test_not_within_range_of_enemy_missiles_whatever_they_see(foe, reaches):
    for d in range(2, 5):
        r = field(unit("MH1", 1010), b=[unit(f"{foe}9", 1010 + d, "SE")], terrain={1011: "woods"})
        can = d > reaches
        assert hobilars.can_change(r.g, r.unit("MH1"), reach.start(r.g, r.unit("MH1"))) == can
        if can:
            r.order(Move(unit="MH1", change_after=0))
        else:
            r.refuses("14.2", Move(unit="MH1", change_after=0))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron NA-1", "men-of-iron 12.4")
@pytest.mark.parametrize("state", [{"no_missiles": True}, {"retired": True, "disordered": True}])
def test_those_who_cannot_shoot_do_not_count(state):
    r = field(unit("MH1", 1010), b=[unit("GE9" if "no_missiles" in state else "LB9", 1012, "W", **state)])
    assert hobilars.can_change(r.g, r.unit("MH1"), reach.start(r.g, r.unit("MH1")))


@pytest.mark.rule("men-of-iron 14.2")
def test_only_hobilars():
    r = field(unit("MM1", 1010))
    r.refuses("14.2", Move(unit="MM1", path=(1110,), change_after=1))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 7.1")
def test_mounted_they_neither_shoot_nor_hold_ground():
    r = field(unit("MH1", 1010), b=[unit("PK1", 1210, "W")])
    assert r.g.zoc(r.unit("MH1")) == () and not r.g.charts.can_shock("MH")
    r.refuses("14.2", Fire(unit="MH1", target="PK1"))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron PO-4")
def test_dismounted_they_are_missile_infantry_that_stands_to_shoot():
    foe = [unit("PK1", 1310, "W")]
    r = field(unit("DH1", 1010), b=foe)
    assert r.g.zoc(r.unit("DH1")) == (1109, 1110)
    assert fire.targets(r.g, r.unit("DH1")) == [r.unit("PK1")]
    r.refuses("14.2", Move(unit="DH1", path=(1110,), fire_at="PK1"))
    r.order(Move(unit="DH1", path=(1110,)))
    r.refuses("14.2", Fire(unit="DH1", target="PK1"))
    r = field(unit("MH1", 1010), b=foe)
    r.refuses("14.2", Move(unit="MH1", change_after=0, fire_at="PK1"))
    r.order(Move(unit="MH1", change_after=0))
    r.refuses("14.2", Fire(unit="MH1", target="PK1"))


@pytest.mark.rule("men-of-iron 14.2")
def test_looking_ahead_finds_what_orders_may():
    r = field(unit("MH1", 1010), terrain={1110: "woods"})
    found = hobilars.search_changed(r.g, r.unit("MH1"))
    assert found[1110].mp == 5 and found[1210].mp == 5
    for node in found.values():
        order = Move(unit="MH1", path=node.path(), change_after=0)
        assert movement.check_move(r.g, r.unit("MH1"), order).mp == node.mp
    assert hobilars.search_changed(r.g, r.unit("PK9")) == {}


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 12.4")
def test_retired_hobilars_stay_as_they_are():
    r = field(unit("MH1", 1010, retired=True, disordered=True), a_standards=[kit.standard("STD", 310, "A")])
    r.refuses("12.4", Move(unit="MH1", change_after=0))


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron PO-3")
def test_hobilars_do_not_mount_where_horses_can_not_go():
    wagon = [{"id": "WAG1", "name": "Wagon", "kind": "wagon", "hex": 1010}]
    r = field(unit("DH1", 1010), a_markers=wagon)
    r.refuses("14.2", Move(unit="DH1", change_after=0))
    assert hobilars.search_changed(r.g, r.unit("DH1")) == {}

"""7.2 Zones of Control."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import Fired, MarkerPlaced
from engine.systems.gboh.movement import reach, zoc
from engine.systems.gboh.orders import orders
from tests.engine.cataphract import kit

MOVE = orders.Move


def field(*units, b=(), **kw) -> kit.Rig:
    return kit.battle(units, b, a_leaders=[kit.leader("Anna", 905, command_range=20)], **kw).orders("a", "Anna")


def ends(r, unit) -> set:
    return {h for h, _ in reach.search(r.g, r.unit(unit))}


@pytest.mark.rule("cataphract 7.21")
def test_routed_units_and_leaders_have_none():
    r = field(kit.unit("HC1", 1010, routed=True))
    assert r.g.zoc(r.unit("HC1")) == ()
    assert r.g.zones("a") == {}


@pytest.mark.rule("cataphract 7.22")
def test_not_where_the_unit_could_not_go():
    r = field(kit.unit("HC1", 1010), terrain={1109: "city_wall"}, hexsides=[(1010, 1110, "river_euphrates")])
    assert r.g.zoc(r.unit("HC1")) == ()
    r = field(kit.unit("HC1", 4010))
    assert r.g.zoc(r.unit("HC1")) == ()  # off the map
    r = field(kit.unit("HC1", 1010), terrain={1109: "woods"}, hexsides=[(1010, 1110, "river_volturno")])
    assert set(r.g.zoc(r.unit("HC1"))) == {1109, 1110}  # dear, but open to it


@pytest.mark.rule("cataphract 7.23")
def test_a_unit_stops_on_entering_enemy_zoc():
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI1", 1310, "W")])
    assert set(r.g.zones("b")) == {1210, 1211}
    reach.price(r.g, r.unit("HC1"), (1110, 1210))
    with kit.refused("7.23"):
        reach.price(r.g, r.unit("HC1"), (1110, 1210, 1209))
    with kit.refused("7.25"):
        reach.price(r.g, r.unit("HC1"), (1110, 1210, Facing.NE))  # it doesn't even turn
    found = reach.search(r.g, r.unit("HC1"))
    assert found[1210, Facing.E].stops
    for n in found.values():
        way = [x for x in n.path() if not isinstance(x, Facing)]
        assert not {1210, 1211} & set(way[:-1])


@pytest.mark.rule("cataphract 7.23")
@pytest.mark.parametrize(("ma", "leaves"), [(4, False), (5, True)])
def test_only_a_faster_unit_leaves(ma, leaves):
    # LI1 stands with its back to HI1 (MA 4).
    r = field(kit.unit("LI1", 1010, "W", ma=ma), b=[kit.unit("HI1", 1110, "W", ma=4)])
    assert zoc.may_leave(r.g, r.unit("LI1")) is leaves
    if leaves:
        r.order(MOVE(unit="LI1", path=(910,)))
        assert r.unit("LI1").hex == 910
    else:
        r.refuses("7.23", MOVE(unit="LI1", path=(910,)))


@pytest.mark.rule("cataphract 7.23")
def test_faster_than_every_enemy_that_holds_it():
    r = field(
        kit.unit("HC1", 1010, "W", ma=8),
        b=[kit.unit("HI1", 1110, "W", ma=4), kit.unit("LC1", 1109, "SW", ma=9)],
    )
    assert {u.id for u in zoc.holders(r.g, r.unit("HC1"))} == {"HI1", "LC1"}
    r.refuses("7.23", MOVE(unit="HC1", path=(910,)))


@pytest.mark.rule("cataphract 7.23")
def test_it_leaves_through_a_front_hex_without_turning_first():
    r = field(kit.unit("HC1", 1010, ma=8), b=[kit.unit("HI1", 1009, "SE", ma=4)])
    r.refuses("7.23", MOVE(unit="HC1", path=(910,)))
    r.refuses("7.23", MOVE(unit="HC1", path=(1011,)))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert r.unit("HC1").hex == 1210


@pytest.mark.rule("cataphract 7.23")
def test_one_front_hex_must_be_unoccupied():
    r = field(
        kit.unit("HC1", 1010),
        kit.unit("HI2", 1109),
        kit.unit("HI3", 1110),
        b=[kit.unit("HI1", 910, "E", ma=4)],
    )
    assert zoc.holders(r.g, r.unit("HC1"))
    r.refuses("7.23", MOVE(unit="HC1", path=(1110, 1210)))
    assert not any(h != 1010 for h in ends(r, "HC1"))


@pytest.mark.rule("cataphract 7.24")
def test_from_one_zoc_straight_into_another_and_there_it_stops():
    r = field(
        kit.unit("HC1", 1010, ma=8),
        b=[kit.unit("HI1", 1009, "SE", ma=4), kit.unit("HI2", 1211, "W", ma=4)],
    )
    reach.price(r.g, r.unit("HC1"), (1110,))
    with kit.refused("7.23"):
        reach.price(r.g, r.unit("HC1"), (1110, 1209))


@pytest.mark.rule("cataphract 7.24", "cataphract 8.22")
def test_leaving_the_zoc_of_missiles_draws_fire():
    r = field(kit.unit("HC1", 1010, "W", ma=8), b=[kit.unit("LI1", 1110, "W", ma=4, missile="C")])
    r.order(MOVE(unit="HC1", path=(910,)), answers=["fire"], dice=[9])
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LI1", "retire")]


@pytest.mark.rule("cataphract 7.25")
@pytest.mark.parametrize(("ma", "most"), [(4, 2), (5, 3), (8, 4), (9, 5)])
def test_turning_in_enemy_zoc_up_to_half_the_ma(ma, most):
    r = field(kit.unit("HC1", 1010, "W", ma=ma), b=[kit.unit("LN1", 1110, "W", ma=9)])
    assert zoc.turning_allowance(r.g, r.unit("HC1")) == most
    turns = {f: n.mp for (h, f), n in reach.search(r.g, r.unit("HC1")).items() if h == 1010}
    assert turns == {
        f: n for f, n in ((Facing.NW, 1), (Facing.SW, 1), (Facing.NE, 2), (Facing.SE, 2), (Facing.E, 3)) if n <= most
    }
    if most < 3:
        r.refuses("7.25", MOVE(unit="HC1", path=(Facing.E,)))
    else:
        r.order(MOVE(unit="HC1", path=(Facing.E,)))
        assert r.unit("HC1").facing == Facing.E


@pytest.mark.rule("cataphract 7.25")
def test_having_turned_it_stays():
    r = field(kit.unit("HC1", 1010, "W", ma=8), b=[kit.unit("HI1", 1110, "W", ma=4)])
    r.refuses("7.25", MOVE(unit="HC1", path=(Facing.SW, 910)))
    r.refuses("7.25", MOVE(unit="HC1", path=(Facing.SW, 1011)))
    r.order(MOVE(unit="HC1", path=(Facing.SW,)))
    assert r.g.orders.turn_in_zoc == ["HC1"]
    assert not zoc.may_leave(r.g, r.unit("HC1"))


@pytest.mark.rule("cataphract 7.25")
def test_no_turning_between_two_enemies_or_face_to_face():
    two = [kit.unit("HI1", 1110, "W", ma=4), kit.unit("HI2", 1009, "SE", ma=4)]
    r = field(kit.unit("HC1", 1010, "W"), b=two)
    assert len(zoc.holders(r.g, r.unit("HC1"))) == 2
    r.refuses("7.25", MOVE(unit="HC1", path=(Facing.SW,)))
    r = field(kit.unit("HC1", 1010, "E"), b=[kit.unit("HI1", 1110, "W", ma=4)])
    r.refuses("7.25", MOVE(unit="HC1", path=(Facing.SE,)))


@pytest.mark.rule("cataphract 7.25", "cataphract 7.31")
def test_turning_in_place_brings_no_must_check():
    r = field(kit.unit("HC1", 1010, "W"), b=[kit.unit("HI1", 1110, "W")])
    r.order(MOVE(unit="HC1", path=(Facing.E,)))
    assert r.g.enemies_in_zoc(r.unit("HC1"))
    assert r.happened(MarkerPlaced) == []


@pytest.mark.rule("cataphract 7.26")
def test_opposing_zones_lie_in_the_same_hex():
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI1", 1210, "W")])
    assert 1110 in r.g.zones("a") and 1110 in r.g.zones("b")
    r = field(kit.unit("HC1", 1010), kit.unit("HC2", 1011), b=[kit.unit("HI1", 1210, "W")])
    with kit.refused("7.23"):
        # A friend's ZOC doesn't lift the enemy's.
        reach.price(r.g, r.unit("HC1"), (1110, 1109))


@pytest.mark.rule("cataphract 7.23")
def test_an_enemy_that_turns_to_face_the_mover_stops_it():
    # HC1 passes beside LN1, which turns: the rest of the path is not moved.
    r = field(kit.unit("HC1", 1010), b=[kit.unit("LN1", 1211, "E", ma=8)])
    r.order(MOVE(unit="HC1", path=(1110, 1210, 1309)), answers=["no", "left"])
    assert r.unit("LN1").facing == Facing.NE
    assert r.unit("HC1").hex == 1210
    assert any("stops at 1210" in t for t in r.told())

"""6.0 Facing: arcs, and turning in place."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import VERTICES, Facing, distance, neighbours, within
from engine.systems.men_of_iron import facing, reach
from engine.systems.men_of_iron.battle import bearing
from engine.systems.men_of_iron.events import UnitTurned
from engine.systems.men_of_iron.orders import Move
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)


def field(*units, b=FAR, **values) -> kit.Rig:
    return kit.battle(units, b, **values).activate("A")


@pytest.mark.rule("men-of-iron 6.1", "men-of-iron T-FACING")
@pytest.mark.parametrize("f", VERTICES)
def test_two_front_two_flank_two_rear(f):
    r = field(unit("DM1", 1010, f.name))
    arcs = [r.g.arc(r.unit("DM1"), h) for h in neighbours(1010)]
    assert sorted(arcs) == ["flank", "flank", "front", "front", "rear", "rear"]
    assert {h for h in neighbours(1010) if r.g.arc(r.unit("DM1"), h) == "front"} == set(r.g.front(r.unit("DM1")))


@pytest.mark.rule("men-of-iron 6.1", "men-of-iron T-FACING")
@for_each(
    ("h", "arc"),
    [
        (1109, "front"),
        (1110, "front"),
        (1009, "flank"),
        (1011, "flank"),
        (909, "rear"),
        (910, "rear"),
        (1210, "front"),
        (1209, "front"),
        (1108, "front"),  # on the line through the vertex
        (1008, "flank"),
        (1012, "flank"),
        (908, "flank"),
        (911, "flank"),
        (810, "rear"),
    ],
)
def test_further_off_the_bearing_decides(h, arc):
    assert bearing(1010, E, h) == arc


@pytest.mark.rule("men-of-iron 6.1")
def test_units_face_a_vertex():
    r = field(unit("DM1", 1010))
    r.refuses("6.1", Move(unit="DM1", path=(Facing.SIDE_NE,)))
    r.refuses("6.1", Move(unit="DM1", path=(1110, Facing.SIDE_NE)))


@pytest.mark.rule("men-of-iron 6.2")
def test_turning_is_free_and_as_often_as_one_likes():
    r = field(unit("DM1", 1010))
    for f in (W, E, NE, SW):
        r.order(Move(unit="DM1", path=(f,)))
        assert r.unit("DM1").facing == f
    assert r.g.act.mp == {} and r.g.act.moved == []
    assert all(e.vertices == 0 for e in r.happened(UnitTurned))
    r.refuses("6.2", Move(unit="DM1", path=(SW,)))  # it faces there
    r.order(Move(unit="DM1", path=(1110, 1210, 1310, 1410)))  # its whole move is left
    assert r.unit("DM1").hex == 1410 and r.unit("DM1").facing == SW


@pytest.mark.rule("men-of-iron 6.2")
def test_facing_does_not_limit_where_a_unit_goes():
    for h in neighbours(1010):
        for f in VERTICES:
            r = field(unit("DM1", 1010, "E"))
            r.order(Move(unit="DM1", path=(h, f)))
            assert (r.unit("DM1").hex, r.unit("DM1").facing) == (h, f)


@pytest.mark.rule("men-of-iron 6.2")
def test_one_vertex_in_all_while_it_stays_in_enemy_zoc():
    r = field(unit("DM1", 1110, "E"), b=[unit("LB1", 1210, "W")])
    assert set(facing.options(r.g, r.unit("DM1"))) == {NE, SE}
    r.refuses("6.2", Move(unit="DM1", path=(W,)))
    r.refuses("6.2", Move(unit="DM1", path=(NW,)))
    r.order(Move(unit="DM1", path=(NE,)))
    assert r.unit("DM1").facing == NE and r.g.act.turned == {"DM1": 1}
    assert reach.turns(r.g, r.unit("DM1"), reach.start(r.g, r.unit("DM1"))) == ()
    r.refuses("6.2", Move(unit="DM1", path=(E,)))  # not even back


@pytest.mark.rule("men-of-iron 6.2")
def test_who_leaves_the_hex_turns_freely():
    r = field(unit("DM1", 1110, "E"), b=[unit("LB1", 1210, "W")])
    r.order(Move(unit="DM1", path=(NE,)))
    r.order(Move(unit="DM1", path=(1011, W)))
    assert r.unit("DM1").facing == W
    r.order(Move(unit="DM1", path=(E,)))  # out of the ZOC nothing holds it
    assert r.unit("DM1").facing == E


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 7.2")
def test_entering_enemy_zoc_takes_any_facing_and_no_further_turn():
    r = field(unit("DM1", 1011, "E"), b=[unit("LB1", 1210, "W")])
    node = reach.search(r.g, r.unit("DM1"))[1110]
    assert reach.turns(r.g, r.unit("DM1"), node) == VERTICES
    r.order(Move(unit="DM1", path=(1110, W)), answers=["hold"])
    assert r.unit("DM1").facing == W
    assert facing.options(r.g, r.unit("DM1")) == ()
    r.refuses("6.2", Move(unit="DM1", path=(SW,)))


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 11.2", "men-of-iron 14.2")
def test_turning_is_no_movement():
    r = field(unit("DH1", 1010, "W"), b=[unit("PK1", 1210, "W")])
    r.order(Move(unit="DH1", path=(E,), fire_at="PK1"), dice=[0])
    assert r.g.act.mp == {} and r.g.act.fired == ["DH1"]
    assert r.g.act.acted == ["DH1"]  # but it has done something (13.1)


@pytest.mark.rule("men-of-iron 6.2")
def test_only_while_its_command_is_active():
    r = kit.battle([unit("DM1", 1010), unit("DM2", 1012, command="A2")], FAR).activate("A")
    r.refuses("4.1", Move(unit="DM2", path=(W,)))


@pytest.mark.rule("men-of-iron 6.1", "men-of-iron T-FACING")
@for_each("f", VERTICES)
@for_each(("away", "counts"), [(2, (5, 4, 3)), (3, (6, 6, 6)), (4, (9, 8, 7))])
def test_in_every_ring_the_lines_through_the_vertices_belong_to_the_nearer_arc(f, away, counts):
    ring = [h for h in within(1210, away) if distance(1210, h) == away]
    arcs = [bearing(1210, f, h) for h in ring]
    assert (arcs.count("front"), arcs.count("flank"), arcs.count("rear")) == counts

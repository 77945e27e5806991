"""5.1, 5.2, 6.1: paths, what the ground costs, hits that Movement Points spare, units of two hexes, turning."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, front, neighbours
from engine.systems.gboh import footprint
from engine.systems.gboh.events import HitsTaken, UnitMoved
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders.orders import Move
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, unit

E, NE, W, SW, SE = Facing.E, Facing.NE, Facing.W, Facing.SW, Facing.SE
AHEAD, BESIDE = front(1010, E)
"""The two Front hexes of a unit at 1010 that faces east."""


def ground(code: str, *, levels: dict[int, int] | None = None, **values: Any) -> Rig:
    """One unit at 1010, facing east, on ground as given."""
    made = {"levels": levels} if levels else {}
    return kit.battle([unit(code, 1010, **values.pop("unit", {}))], [], **made, **values).turn()


def way(r: Rig, code: str, *path: Any) -> tuple[int, int]:
    """MP and hits of a written path."""
    end = reach.price(r.g, r.unit(code), path)
    return end.mp, end.hits


def moved(r: Rig, code: str, *path: Any, **given: Any) -> tuple[int, int]:
    """MP spent and hits taken by an order that is carried out."""
    before = r.unit(code).hits
    at = len(r.events)
    r.order(Move(unit=code, path=path), **given)
    return sum(e.mp for e in r.events[at:] if isinstance(e, UnitMoved)), r.unit(code).hits - before


# -- 5.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.11")
def test_a_unit_spends_what_its_counter_says_and_may_spend_less():
    r = ground("LG1", unit={"cls": "HA"})
    far = front(AHEAD, E)[0]
    assert way(r, "LG1", AHEAD) == (1, 0)
    assert reach.allowance(r.g, r.unit("LG1")) == 5
    path = [AHEAD, far]
    while len(path) < 5:
        path.append(front(path[-1], E)[0])
    assert way(r, "LG1", *path) == (5, 0)
    r.refuses("5.16", Move(unit="LG1", path=(*path, front(path[-1], E)[0])))


@pytest.mark.rule("simple-gboh 5.12")
def test_hexes_follow_one_another_and_a_unit_moves_once():
    r = ground("HI1")
    r.refuses("5.12", Move(unit="HI1", path=(1310,)))
    assert moved(r, "HI1", AHEAD) == (1, 0)
    r.refuses("5.12", Move(unit="HI1", path=(front(AHEAD, E)[0],)))


@pytest.mark.rule("simple-gboh 5.13")
def test_it_goes_into_its_front_alone_and_turns_first_for_any_other_hex():
    r = ground("HI1")
    behind = next(h for h in neighbours(1010) if h in front(1010, W))
    assert way(r, "HI1", AHEAD)[0] == 1
    assert way(r, "HI1", behind)[0] == 1 + 2, "two vertices and the hex"
    assert way(r, "HI1", W, behind)[0] == 1 + 3


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
@for_each(
    ("kind", "terrain", "dear", "hits"),
    [
        ("HI1", "woods", 3, 0),
        ("LG1", "woods", 3, 0),
        ("SK1", "woods", 2, 0),
        ("BI1", "woods", 2, 0),
        ("EL1", "woods", 2, 0),
        ("HI1", "broken", 2, 0),
        ("LI1", "rough", 1, 0),
        ("HC1", "rough", 2, 0),
        ("SK1", "major_river", 2, 0),
        ("EL1", "major_river", 1, 0),
        ("HC1", "rocky_riverbed", 3, 1),
        ("MI1", "rocky_riverbed", 4, 0),
        ("MI1", "town", 1, 0),
        ("MI1", "ford", 1, 0),
    ],
)
def test_hexes_cost_what_the_chart_has_by_the_names_of_every_map(kind, terrain, dear, hits):
    r = ground(kind, terrain={AHEAD: terrain}, unit={"cls": "HA"} if kind == "LG1" else {})
    assert way(r, kind, AHEAD) == (dear, hits)


@pytest.mark.rule("simple-gboh 5.16", "simple-gboh T:terrain_effects")
@pytest.mark.parametrize(
    ("kind", "terrain"),
    [("CH1", "woods"), ("CH1", "marsh"), ("EL1", "rocky_riverbed"), ("HI1", "river"), ("SK1", "sea"), ("SK1", "city")],
)
def test_what_is_prohibited_is_closed_whatever_is_left(kind, terrain):
    r = ground(kind, terrain={AHEAD: terrain})
    r.refuses("5.16", Move(unit=kind, path=(AHEAD,)))


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
@for_each(
    ("kind", "side", "dear", "hits"),
    [
        ("HI1", "stream", 2, 0),
        ("LI1", "stream", 1, 0),
        ("HI1", "river_volturno", 3, 1),
        ("LI1", "river_volturno", 4, 0),
        ("LC1", "minor_river", 3, 0),
        ("EL1", "minor_river", 2, 0),
        ("SK1", "steep_bank", 2, 0),
        ("MI1", "steep_bank", 3, 0),
        ("EL1", "river_volturno", None, 0),
        ("SK1", "city_wall", None, 0),
    ],
)
def test_hexsides_add_to_the_hex(kind, side, dear, hits):
    r = ground(kind, hexsides=[{"a": 1010, "b": AHEAD, "type": side}])
    if dear is None:
        r.refuses("5.16", Move(unit=kind, path=(AHEAD,)))
    else:
        assert way(r, kind, AHEAD) == (dear, hits)


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
@for_each(
    ("kind", "start", "to", "dear", "hits"),
    [
        ("HI1", 1, 2, 3, 0),
        ("LI1", 1, 2, 2, 0),
        ("HI1", 1, 3, 3, 1),
        ("SK1", 1, 4, 4, 1),
        ("HI1", 2, 1, 2, 0),
        ("HI1", 3, 1, 2, 1),
        ("SK1", 3, 1, 3, 0),
        ("CH1", 2, 1, 2, 0),
        ("LC1", 1, 3, None, 0),
        ("HI1", 1, 4, None, 0),
    ],
)
def test_levels_add_to_the_hex(kind, start, to, dear, hits):
    r = ground(kind, levels={1010: start, AHEAD: to})
    if dear is None:
        r.refuses("5.16", Move(unit=kind, path=(AHEAD,)))
    else:
        assert way(r, kind, AHEAD) == (dear, hits)


@pytest.mark.rule("simple-gboh 5.14")
def test_a_bed_of_stones_costs_who_comes_down_into_it_from_the_bank():
    on = front(AHEAD, E)[0]
    r = ground("MI1", terrain={AHEAD: "rocky_riverbed", on: "rocky_riverbed"})
    assert way(r, "MI1", AHEAD, on) == (5, 0)


# -- 5.17 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.17")
def test_movement_points_spare_it_the_hit_as_long_as_they_last():
    woods = [AHEAD]
    while len(woods) < 2:
        woods.append(front(woods[-1], E)[0])
    r = ground("HI1", terrain=dict.fromkeys(woods, "woods"))
    assert way(r, "HI1", *woods) == (5, 1), "MA 5: one of the two is bought off"
    hits = reach.search(r.g, r.unit("HI1"))
    assert hits[woods[0], E].hits == 0
    assert (hits[woods[1], E].mp, hits[woods[1], E].hits) == (5, 1)
    assert moved(r, "HI1", *woods) == (5, 1)
    told = [e for e in r.events if isinstance(e, HitsTaken)]
    assert [e.cause for e in told] == ["woods"]
    assert told[0].rule == "5.17"


@pytest.mark.rule("simple-gboh 5.17")
def test_a_way_round_without_hits_is_better_than_a_short_one_with_them():
    goal = front(BESIDE, E)[0]
    r = ground("HI1", terrain={AHEAD: "woods"}, unit={"ma": 3})
    found = reach.search(r.g, r.unit("HI1"))
    assert found[goal, E].hits == 0
    assert AHEAD not in found[goal, E].path()
    assert way(r, "HI1", AHEAD, goal) == (3, 1), "the short way, if it is written"


@pytest.mark.rule("simple-gboh 5.17")
def test_a_hit_that_must_be_taken_is_not_bought_off():
    r = ground("HC1", hexsides=[{"a": 1010, "b": AHEAD, "type": "stream"}], terrain={AHEAD: "rocky_riverbed"})
    assert moved(r, "HC1", AHEAD) == (3, 1)


@pytest.mark.rule("simple-gboh 5.17")
def test_each_of_a_stack_takes_the_hit():
    romans = {"roman": True, "legion": "I", "cls": "HA"}
    r = kit.battle(
        [unit("LG1", 1010, ma=2, **romans), unit("LG2", 1010, ma=2, below="LG1", **romans)],
        [],
        terrain={AHEAD: "woods"},
    ).turn()
    r.order(Move(unit="LG1", path=(AHEAD,), under="LG2"))
    assert [(u.hex, u.hits) for u in (r.unit("LG1"), r.unit("LG2"))] == [(AHEAD, 1), (AHEAD, 1)]


# -- 6.12 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 6.12", "simple-gboh T:facing_costs")
@for_each(
    ("code", "values", "price"),
    [
        ("HI1", {}, 3),
        ("LC1", {}, 3),
        ("SK1", {}, 0),
        ("LG1", {"roman": True, "cls": "HA"}, 1),
        ("HI1", {"roman": True, "cls": "TR"}, 1),
        ("LI1", {"roman": True}, 1),
        ("CO1", {"roman": True, "cls": "VET"}, 1),
        ("EL1", {}, 6),
        ("CH1", {}, 6),
        ("HC1", {"cls": "CAT"}, 6),
        ("HC1", {"cls": "CAT", "byzantine": True}, 3),
    ],
)
def test_turning_about_in_its_hex_costs_by_kind(code, values, price):
    r = ground(code, unit=values)
    assert way(r, code, W) == (price, 0)
    if code == "SK1":
        ends = reach.search(r.g, r.unit(code))
        spent = [h for (h, f), n in ends.items() if n.mp == 6 and f is W]
        assert spent, "turning is free with nothing left"


@pytest.mark.rule("simple-gboh 6.12")
def test_difficult_ground_costs_nobody_a_hit_for_turning():
    r = ground("HI1", terrain={1010: "woods"})
    assert way(r, "HI1", NE) == (1, 0)


@pytest.mark.rule("simple-gboh 6.11")
def test_units_face_a_vertex():
    r = ground("HI1")
    r.refuses("6.11", Move(unit="HI1", path=(Facing(1),)))


@pytest.mark.rule("simple-gboh T:unit_capabilities")
def test_a_chariot_turns_a_vertex_in_each_hex_of_its_way_and_changes_one_level():
    r = ground("CH1", unit={"ma": 10})
    assert way(r, "CH1", AHEAD, NE)[0] == 3
    r.refuses("10.5", Move(unit="CH1", path=(AHEAD, NE, Facing.NW)))
    assert way(r, "CH1", W) == (6, 0), "where it stays it turns as it likes"
    far = front(AHEAD, E)[0]
    hills = ground("CH1", levels={1010: 1, AHEAD: 2, far: 3})
    hills.refuses("10.5", Move(unit="CH1", path=(AHEAD, far)))
    assert (far, E) not in reach.search(hills.g, hills.unit("CH1"))


# -- 5.2, 6.13 ---------------------------------------------------------------------------------------------------------


def pair(*enemies: Any, at: int = 1010, **values: Any) -> Rig:
    return kit.battle([unit("PH1", at, **values.pop("unit", {}))], list(enemies), **values).turn()


@pytest.mark.rule("simple-gboh 5.21", "simple-gboh T:movement_allowances")
def test_phalanxes_have_four_movement_points():
    r = pair(unit={"ma": 5})
    assert r.unit("PH1").ma == 4


@pytest.mark.rule("simple-gboh 5.22")
def test_of_two_hexes_the_dearer_and_the_worse_counts():
    left, *_ = footprint.steps(footprint.stand(pair().unit("PH1")))
    first, second = left.to.hex, footprint.hexes_of(left.to)[1]
    mixed = pair(terrain={first: "rough", second: "woods"})
    assert way(mixed, "PH1", first) == (3, 0), "woods 2, and 1 for its hit; the rough hex asks no second time"
    tired = pair(terrain={first: "rough", second: "woods"}, unit={"hits": 0})
    tired.unit("PH1").ma = 2
    assert way(tired, "PH1", first) == (2, 1)
    assert moved(tired, "PH1", first) == (2, 1)


@pytest.mark.rule("simple-gboh 5.2", "simple-gboh 5.23")
def test_a_pair_goes_forward_with_both_halves_or_wheels_with_one():
    r = pair()
    kinds = {m.kind for m in footprint.steps(footprint.stand(r.unit("PH1")))}
    assert kinds == {"forward-left", "forward-right", "wheel-left", "wheel-right"}
    assert way(r, "PH1", NE) == (1, 0), "a wheel costs the one hex entered"
    assert moved(r, "PH1", NE) == (1, 0)
    r2 = pair()
    r2.refuses("6.12", Move(unit="PH1", path=(Facing.NW,)))


@pytest.mark.rule("simple-gboh 6.13")
def test_facing_about_takes_three_out_of_enemy_zoc():
    r = pair(terrain={1010: "woods"})
    assert way(r, "PH1", W) == (3, 0), "whatever the ground"
    held = pair(unit("HI9", 1109, "SW"))
    assert held.g.in_enemy_zoc(held.unit("PH1"))
    held.refuses("6.13", Move(unit="PH1", path=(W,)))
    with kit.refused("6.13"):
        way(r, "PH1", 1109, 1209, W)


# -- roads -------------------------------------------------------------------------------------------------------------


def road(*enemies: Any, **values: Any) -> tuple[Rig, list[int]]:
    """A unit on a straight Roman road through woods; the hexes ahead of it."""
    hexes = [1010]
    while len(hexes) < 11:
        hexes.append(front(hexes[-1], E)[len(hexes) % 2])
    made = {"terrain": dict.fromkeys(hexes, "woods"), "roads": [{"type": "roman_road", "hexes": hexes}], **values}
    return kit.battle([unit("HI1", 1010)], list(enemies), **made).turn(), hexes[1:]


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
def test_along_a_roman_road_a_hex_costs_half_a_point_and_no_hits():
    r, ahead = road()
    assert way(r, "HI1", *ahead) == (5, 0)
    assert reach.search(r.g, r.unit("HI1"))[ahead[-1], E].mp == 5
    assert moved(r, "HI1", *ahead) == (5, 0)


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
def test_not_near_an_enemy_nor_in_range_of_missiles_nor_on_a_dirt_track():
    _, ahead = road()
    near = front(ahead[3], E)[0]
    r, _ = road(unit("MI9", near, "W"))
    assert (way(r, "HI1", *ahead[:2]), way(r, "HI1", *ahead[:3])) == ((1, 0), (4, 0)), "two hexes from it as woods"
    r, _ = road(unit("SK9", front(near, E)[0], "W", missile="A"))
    assert (way(r, "HI1", *ahead[:1]), way(r, "HI1", *ahead[:2])) == ((1, 0), (4, 0)), "within four of a bow as woods"
    r, ahead = road(roads=[{"type": "dirt_road", "hexes": [1010, *ahead]}])
    r.refuses("5.16", Move(unit="HI1", path=tuple(ahead[:3])))

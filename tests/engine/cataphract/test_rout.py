"""10.2 Rout: side a flees west, side b east."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, distance
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import Fired, HitsTaken, RoutMoved, UnitEliminated, UnitRouted
from engine.systems.gboh.shock import collapse
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.engine.cataphract import kit

#  From 1010 the two hexes towards the edge are 0909 and 0910, then 1009 (north) and 1011 (south).


def breaks(*others, enemies=(), dice=(), answers=(), leaders=(), runner=None, defaults=(), **ground):
    r = kit.battle([runner or kit.unit("HI1", 1010), *others], list(enemies), a_leaders=leaders, **ground)
    r.run(lambda g: rout.rout(g, r.unit("HI1")), dice=dice, answers=answers, defaults=defaults)
    return r


def path(r, code="HI1"):
    return [e.to for e in r.happened(RoutMoved) if e.unit == code]


def wall(*hexes):
    """Enemies that hold hexes and have no ZOC."""
    return [kit.unit(f"MI{i}", h, "W", routed=True) for i, h in enumerate(hexes, 11)]


# -- 10.21 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.21")
def test_the_owner_chooses_among_equal_hexes():
    r = breaks(answers=["0909", "0809"])
    assert path(r) == [909, 809]
    assert [d.side for d in r.decisions] == ["a", "a"]
    assert sorted(c.key for c in r.decisions[0].choices) == ["0909", "0910"]


@pytest.mark.rule("cataphract 10.21")
def test_markers_go():
    runner = kit.unit("HI1", 1010, hits=6, shield_wall=True, engaged=True)
    r = breaks(runner=runner, defaults=["rout-path"])
    u = r.unit("HI1")
    assert (u.hits, u.shield_wall, u.engaged, u.column) == (0, False, False, False)
    r = breaks(runner=kit.unit("HI1", 1010, "SIDE_NE", column=True), defaults=["rout-path"])
    assert (r.unit("HI1").column, r.unit("HI1").facing) == (False, Facing.W)


@pytest.mark.rule("cataphract 10.21")
def test_a_vacant_hex_before_a_friends():
    assert path(breaks(kit.unit("HI2", 910), answers=["0809"])) == [909, 809]


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize("ground", [{"terrain": {909: "woods", 910: "rough"}}, {"hexsides": [(1010, 909, "stream")]}])
def test_a_vacant_hex_is_as_good_in_difficult_terrain_and_costs_no_hits(ground):
    r = breaks(answers=["0909", "0809"], **ground)
    assert path(r) == [909, 809]
    assert not r.happened(HitsTaken)


@pytest.mark.rule("cataphract 10.21")
def test_enemies_and_their_zoc_block():
    assert path(breaks(enemies=wall(909), answers=["0810"])) == [910, 810]
    # 0908 facing south-west has 0909 in its ZOC.
    assert path(breaks(enemies=[kit.unit("MI9", 908, "SW")], answers=["0810"])) == [910, 810]


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize("ground", [{"terrain": {909: "city_wall"}}, {"hexsides": [(1010, 909, "river_euphrates")]}])
def test_impassable_terrain_blocks(ground):
    assert path(breaks(answers=["0810"], **ground))[0] == 910


@pytest.mark.rule("cataphract 10.21")
def test_a_friend_cancels_enemy_zoc_but_comes_last():
    friends = [kit.unit("HI2", 909, tq=9), kit.unit("HI3", 910, tq=9)]
    threat = [kit.unit("MI9", 908, "SW")]
    r = breaks(*friends, enemies=threat, dice=[0], answers=["0810"])
    assert path(r) == [910, 810], "the friend out of enemy ZOC"
    r = breaks(friends[0], enemies=[*threat, *wall(910)], dice=[0], defaults=["rout-path"])
    assert path(r)[0] == 909, "better than a blocked one"


@pytest.mark.rule("cataphract 10.21")
def test_directness_comes_before_vacancy():
    r = breaks(kit.unit("HI2", 910, tq=9), enemies=wall(909), dice=[0], defaults=["rout-path"])
    assert path(r)[0] == 910, "through the friend, though 1009 and 1011 are vacant"


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize(("turn", "expected"), [("left", [1011, 911]), ("right", [1009, 908])])
def test_with_both_direct_hexes_blocked_it_turns_the_owners_way(turn, expected):
    r = breaks(enemies=wall(909, 910), answers=[turn])
    assert path(r) == expected
    assert [e.facing for e in r.happened(RoutMoved)] == [Facing.SW if turn == "left" else Facing.NW, Facing.W]


@pytest.mark.rule("cataphract 10.21")
def test_it_turns_on_until_a_front_hex_is_open():
    r = breaks(enemies=wall(909, 910, 1009, 1011, 1109), defaults=["rout-path"])
    assert path(r)[0] == 1110


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.rule("cataphract 10.23")
def test_none_in_a_full_turn_eliminates():
    r = breaks(enemies=wall(909, 910, 1009, 1011, 1109, 1110))
    assert r.unit("HI1").eliminated
    assert r.state.sides["a"].rout_points == 6


@pytest.mark.rule("cataphract 10.21")
def test_a_unit_routs_once():
    r = breaks(runner=kit.unit("HI1", 1010, routed=True))
    assert r.events == []


@pytest.mark.rule("cataphract 10.26")
@pytest.mark.parametrize(("runner", "supply"), [("LI1", "no"), ("LC1", "full")])
def test_foot_loses_its_missiles_horse_keeps_them(runner, supply):
    r = kit.battle([kit.unit(runner, 1010, missile="B")])
    r.run(lambda g: rout.rout(g, r.unit(runner)), defaults=["rout-path"])
    assert r.unit(runner).supply == supply


@pytest.mark.rule("cataphract 11.67")
def test_artillery_that_routs_is_lost():
    r = kit.battle([kit.unit("CH1", 1010, tq=4, rp=0)])
    r.run(lambda g: rout.rout(g, r.unit("CH1")))
    assert r.unit("CH1").eliminated
    assert r.state.sides["a"].rout_points == 0


def retreat_hex(r, goal):
    """Give side a a single retreat hex instead of an edge."""
    sides = r.g.scenario.sides
    changed = sides[0].model_copy(update={"retreat_edge": (goal,), "retreat_facing": None})
    r.g.scenario = r.g.scenario.model_copy(update={"sides": (changed, sides[1])})
    return r


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize("goal", [1001, 1020, 2005, 601])
def test_towards_a_single_hex_every_step_comes_nearer(goal):
    r = retreat_hex(kit.battle([kit.unit("HI1", 1010)]), goal)
    r.run(lambda g: rout.rout(g, r.unit("HI1")), defaults=["rout-path"])
    way = [1010, *path(r)]
    assert [distance(h, goal) for h in way] == [distance(1010, goal) - i for i in range(3)]


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.rule("cataphract 10.23")
def test_beyond_the_retreat_hex_is_off_the_map():
    r = retreat_hex(kit.battle([kit.unit("HI1", 1010)]), 1009)
    r.run(lambda g: rout.rout(g, r.unit("HI1")), defaults=["rout-path"])
    assert path(r) == [1009]
    assert r.unit("HI1").eliminated


# -- 10.24 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 6.65")
@pytest.mark.rule("cataphract table:stacking")
@pytest.mark.rule("cataphract table:tq_checks")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (6, 1), (8, 2)])
def test_a_friend_run_through_checks_and_takes_a_hit_at_least(die, hits):
    r = breaks(kit.unit("HI2", 910, tq=6), enemies=wall(909), dice=[die], defaults=["rout-path"])
    assert r.unit("HI2").hits == hits
    assert not r.unit("HI2").routed
    assert r.unit("HI1").hits == 0


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.26")
@pytest.mark.rule("cataphract 6.63")
def test_a_routed_friend_run_through_is_lost():
    r = breaks(kit.unit("HI2", 910, routed=True), enemies=wall(909), defaults=["rout-path"])
    assert r.unit("HI2").eliminated
    assert not r.unit("HI1").eliminated


def ends_on_a_friend(*more, dice):
    """1010 -> 0910 -> 0810, where a friend stands; 0709 and 0710 lie beyond."""
    return breaks(kit.unit("HI2", 810, tq=9), *more, enemies=wall(909, 811), dice=dice, defaults=["rout-path"])


@pytest.mark.rule("cataphract 10.24")
def test_a_flight_that_would_end_on_a_friend_goes_one_hex_on():
    r = ends_on_a_friend(dice=[5])
    assert path(r) == [910, 810, 710]
    assert r.unit("HI2").hits == 1


@pytest.mark.rule("cataphract 10.24")
def test_it_is_lost_when_that_hex_is_held_and_a_friend_there_suffers_too():
    r = ends_on_a_friend(kit.unit("HI3", 709, tq=9), kit.unit("HI4", 710, tq=9), dice=[5, 5])
    assert r.unit("HI1").eliminated
    assert (r.unit("HI2").hits, r.unit("HI3").hits + r.unit("HI4").hits) == (1, 1)


@pytest.mark.rule("cataphract 10.24")
def test_it_is_lost_when_that_hex_is_closed():
    units = [kit.unit("HI1", 1010), kit.unit("HI2", 810, tq=9)]
    r = kit.battle(units, wall(909, 811), terrain={709: "city_wall", 710: "city_wall"})
    r.run(lambda g: rout.rout(g, r.unit("HI1")), dice=[5], defaults=["rout-path"])
    assert r.unit("HI1").eliminated


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.21")
def test_e_10_21_a_friend_run_through_may_rout_in_turn():
    """Casilinum: E must pass through D; D has 1 hit, TQ 5, and rolls 9: 4 hits more, and it runs before E does."""
    runner = kit.unit("HI1", 1010)
    r = breaks(
        kit.unit("HI2", 910, tq=5, hits=1),
        runner=runner,
        enemies=[kit.unit("HC9", 908, "SW")],
        dice=[9],
        defaults=["rout-path"],
    )
    assert [e.unit for e in r.happened(UnitRouted)] == ["HI1", "HI2"]
    assert len(path(r, "HI2")) == 2
    assert r.unit("HI1").on_map and r.unit("HI2").on_map
    assert r.unit("HI1").hex != r.unit("HI2").hex


@pytest.mark.rule("cataphract 10.24")
def test_e_10_21_one_routed_unit_passes_through_another_rather_than_aside():
    """Casilinum: A passes through B, Routed, on the direct way; a vacant hex aside is farther from the edge."""
    r = breaks(kit.unit("HI2", 909, routed=True), enemies=wall(910), defaults=["rout-path"])
    assert path(r)[0] == 909
    assert [e.unit for e in r.happened(UnitEliminated)] == ["HI2"]


# -- 10.25 -----------------------------------------------------------------------------------------------------------


# -- 10.22 -----------------------------------------------------------------------------------------------------------


def phase(*units, enemies=(), side="a", dice=(), answers=(), defaults=("rout-path", "unit-order"), **ground):
    r = kit.battle([{"facing": "W", **u} if u.get("routed") else u for u in units], list(enemies), **ground)
    r.run(lambda g: rout.rout_phase(g, side), dice=dice, answers=answers, defaults=defaults)
    return r


def routed(code, at, facing="W", **values):
    return kit.unit(code, at, facing, routed=True, **values)


@pytest.mark.rule("cataphract 10.22")
def test_routed_units_flee_their_whole_ma_straight_on_unless_their_owner_says_otherwise():
    r = phase(routed("HI1", 2010, ma=4), routed("HC2", 2020, ma=8), kit.unit("HI3", 2030))
    assert r.unit("HI1").hex == 1610
    assert r.unit("HC2").hex == 1220
    assert r.unit("HI3").hex == 2030


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.21")
def test_in_the_rout_phase_too_the_owner_chooses_among_equal_hexes():
    r = phase(routed("HI1", 2010, ma=2), answers=["1909", "1809"], defaults=())
    assert path(r) == [1909, 1809]
    assert [(d.side, d.kind, d.policy.free) for d in r.decisions] == [("a", "rout-path", True)] * 2


@pytest.mark.rule("cataphract 10.22")
def test_side_b_flees_the_other_way():
    r = kit.battle([], [kit.unit("HI1", 2010, "E", routed=True, ma=3)])
    r.run(lambda g: rout.rout_phase(g, "b"), defaults=["rout-path"])
    assert (r.unit("HI1").hex, r.unit("HI1").facing) == (2310, Facing.E)


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.26")
def test_it_pays_for_terrain_in_mp_but_not_in_hits():
    woods = {h: "woods" for h in (1909, 1910, 1810, 1809, 1811)}
    r = phase(routed("HI1", 2010, ma=3), terrain=woods)
    assert path(r) == [1910], "2 MP for the first wood, 1 left"
    assert not r.happened(HitsTaken) and r.unit("HI1").routed


@pytest.mark.rule("cataphract 10.22")
def test_the_owner_is_asked_where_the_ways_differ():
    r = phase(routed("HI1", 2010, ma=1), terrain={1909: "rough"}, answers=["1909"], defaults=())
    assert r.unit("HI1").hex == 1909
    r = phase(
        routed("HI1", 2010, ma=2), enemies=wall(1909, 1910), terrain={2009: "rough"}, answers=["right"], defaults=()
    )
    assert path(r)[0] == 2009


@pytest.mark.rule("cataphract 10.22")
def test_it_can_t_choose_a_hex_it_has_no_mp_for_while_another_is_open():
    assert path(phase(routed("HI1", 2010, ma=1), terrain={1910: "woods"}, defaults=())) == [1909]


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 7.12")
@pytest.mark.parametrize(
    ("facing", "ma", "end"),
    [("W", 4, 1610), ("SW", 4, 1710), ("NW", 4, 1710), ("NE", 4, 1810), ("E", 4, 1910), ("E", 3, 2010)],
)
def test_turning_towards_the_edge_costs_a_point_a_vertex(facing, ma, end):
    r = phase(routed("HI1", 2010, facing, ma=ma))
    assert (r.unit("HI1").hex, r.unit("HI1").facing) == (end, Facing.W)
    assert not r.happened(HitsTaken)


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 7.12")
@pytest.mark.parametrize(
    ("ma", "expected"), [(1, []), (2, [2011]), (3, [2011]), (4, [2011, 1911]), (5, [2011, 1911, 1811])]
)
def test_so_does_turning_aside_and_back(ma, expected):
    """Both direct hexes blocked: 1 MP to turn left and 1 for 2011, 1 to turn back and 1 for each hex."""
    answers = ["left", *(f"{h}" for h in expected[2:])]
    r = phase(routed("HI1", 2010, ma=ma), enemies=wall(1909, 1910), answers=answers, defaults=())
    assert path(r) == expected


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 7.12")
def test_with_too_few_points_for_turn_and_hex_it_turns_as_far_as_they_go():
    woods = {h: "woods" for h in (1909, 1910)}
    r = phase(routed("HI1", 2010, "E", ma=4), terrain=woods)
    assert path(r) == [] and r.unit("HI1").facing == Facing.W
    r = phase(routed("HI1", 2010, "NE", ma=1), terrain=woods)
    assert path(r) == [] and r.unit("HI1").facing == Facing.NW


@pytest.mark.rule("cataphract 7.13")
@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.26")
def test_turning_in_difficult_ground_costs_no_hit():
    r = phase(routed("HI1", 2010, "SW", ma=2), terrain={2010: "woods"})
    assert path(r) == [1910] and r.unit("HI1").on_map


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.rule("cataphract 7.12")
def test_the_first_flight_pays_for_nothing():
    r = breaks(runner=kit.unit("HI1", 1010, "E", ma=1), defaults=["rout-path"])
    assert path(r) == [910, 810]


@pytest.mark.rule("cataphract 10.22")
def test_those_nearest_to_the_edge_go_first():
    r = phase(routed("HI1", 1010, ma=1), routed("HI2", 910, ma=1), enemies=wall(909))
    assert [e.unit for e in r.happened(RoutMoved)] == ["HI2", "HI1"]
    assert not r.happened(UnitEliminated)


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.parametrize(("first", "order"), [("HI1", ["HI1", "HI2"]), ("HI2", ["HI2", "HI1"])])
def test_of_equally_near_ones_their_owner_says_which_goes_first(first, order):
    r = phase(routed("HI1", 1010, ma=1), routed("HI2", 1020, ma=1), answers=[first], defaults=["rout-path"])
    assert [e.unit for e in r.happened(RoutMoved)] == order
    assert [(d.side, d.kind) for d in r.decisions] == [("a", "unit-order")]


@pytest.mark.rule("cataphract 10.22")
def test_not_into_enemy_zoc_without_a_friend_there():
    r = phase(routed("HI1", 1010, ma=1), enemies=[kit.unit("MI9", 908, "SW")])
    assert path(r) == [910]


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.23")
def test_the_rout_phase_loses_what_cannot_get_away_or_leaves_the_map():
    r = phase(routed("HI1", 1010), enemies=wall(909, 910, 1009, 1011, 1109, 1110))
    assert r.unit("HI1").eliminated
    r = phase(routed("HI1", 310, ma=4))
    assert r.unit("HI1").eliminated
    r = phase(routed("HI1", 510, ma=4))
    assert r.unit("HI1").hex == 110


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.22")
def test_nor_does_it_end_on_a_friend_in_the_rout_phase():
    r = phase(routed("HI1", 1010, ma=1), kit.unit("HI2", 910, tq=9), enemies=wall(909), dice=[3])
    assert path(r) == [910, 810]
    assert r.unit("HI2").hits == 1


# -- 8.22 ------------------------------------------------------------------------------------------------------------


def archers(at=1110, facing="W", **values):
    """Behind 1010, which is in their ZOC."""
    return kit.unit("LI9", at, facing, missile="B", **values)


@pytest.mark.rule("cataphract 8.22")
@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.26")
@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_a_move_in_the_rout_phase_draws_fire_at_range_2_before_it_begins(die, lost):
    r = phase(routed("HI1", 1010, ma=2, type="MI"), enemies=[archers()], dice=[die], answers=["fire"])
    assert [(e.unit, e.target, e.how) for e in r.happened(Fired)] == [("LI9", "HI1", "retire")]
    assert (r.decisions[0].side, r.decisions[0].rule) == ("b", "8.22")
    assert r.unit("HI1").eliminated is lost
    assert path(r) == ([] if lost else [910, 810])


@pytest.mark.rule("cataphract 8.22")
@pytest.mark.parametrize("missile", ["J", "F"])
def test_missiles_that_reach_one_hex_don_t_answer_a_move_in_the_rout_phase(missile):
    r = phase(routed("HI1", 1010, ma=1), enemies=[kit.unit("LI9", 1110, "W", missile=missile)])
    assert path(r) == [910] and not r.decisions


@pytest.mark.rule("cataphract 8.22")
@pytest.mark.rule("cataphract 10.21")
def test_the_first_flight_draws_none():
    r = breaks(enemies=[archers()], defaults=["rout-path"])
    assert path(r) == [910, 810] and not r.happened(Fired)


@pytest.mark.rule("cataphract 8.21")
@pytest.mark.rule("cataphract 8.22")
@pytest.mark.rule("cataphract 10.22")
def test_a_friend_s_hex_in_enemy_zoc_draws_fire_coming_and_going():
    """The way leads through HI2 at 0910, in the ZOC of the archers at 0911."""
    r = phase(
        routed("HI1", 1010, ma=2, type="MI"),
        kit.unit("HI2", 910, tq=9),
        enemies=[*wall(909), archers(911, "NW")],
        dice=[3, 9, 4],
        answers=["fire", "fire"],
    )
    assert [(e.target, e.how, e.to) for e in r.happened(Fired)] == [("HI1", "entry", 910), ("HI1", "retire", 910)]
    assert path(r)[:1] == [910] and r.unit("HI1").on_map


@pytest.mark.rule("cataphract 8.22")
@pytest.mark.rule("cataphract 10.24")
def test_the_one_hex_more_draws_fire_in_the_rout_phase():
    r = phase(
        routed("HI1", 1010, ma=1, type="MI"),
        kit.unit("HI2", 910, tq=9),
        enemies=[*wall(909), archers(911, "NW")],
        dice=[3, 9, 3],
        answers=["fire", "fire"],
    )
    assert r.unit("HI1").eliminated, "hit as it leaves 0910 again"
    assert path(r) == [910]


# -- 10.24 with 10.21: the owner's choice ------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize("further", [709, 710])
def test_the_owner_chooses_the_one_hex_more_where_two_are_open(further):
    friend = kit.unit("HI2", 810, tq=9)
    r = breaks(friend, enemies=wall(909, 811), dice=[5], answers=[f"0{further}"])
    assert path(r) == [910, 810, further]
    (d,) = r.decisions
    assert (d.side, d.kind, d.rule) == ("a", "rout-path", "10.24")
    assert sorted(c.key for c in d.choices) == ["0709", "0710"]
    assert (d.default.key, d.policy.free) == ("0710", True), "straight on unless the owner says otherwise"


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.parametrize("bar", ["friend", "zoc", "closed", "enemy"])
def test_where_only_one_is_open_nobody_is_asked(bar):
    more = [kit.unit("HI3", 709, tq=9)] if bar == "friend" else []
    foes = {"zoc": [kit.unit("MI9", 708, "SW")], "enemy": wall(709)[:1]}.get(bar, [])
    foes = [{**x, "code": f"HC{i}", "type": "HC"} for i, x in enumerate(foes, 1)]
    ground = {"terrain": {709: "city_wall"}} if bar == "closed" else {}
    r = breaks(kit.unit("HI2", 810, tq=9), *more, enemies=[*wall(909, 811), *foes], dice=[5], **ground)
    assert path(r) == [910, 810, 710] and not r.decisions


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.21")
@pytest.mark.parametrize(("chosen", "spared"), [("HI3", "HI4"), ("HI4", "HI3")])
def test_lost_with_friends_in_both_hexes_its_owner_says_which_suffers(chosen, spared):
    places = {"HI3": 709, "HI4": 710}
    friends = [kit.unit("HI2", 810, tq=9), *(kit.unit(k, h, tq=9) for k, h in places.items())]
    r = breaks(*friends, enemies=wall(909, 811), dice=[5, 5], answers=[f"0{places[chosen]}"])
    assert r.unit("HI1").eliminated
    assert (r.unit(chosen).hits, r.unit(spared).hits) == (1, 0)


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.21")
def test_lost_it_runs_into_the_friend_out_of_enemy_zoc_first():
    friends = [kit.unit("HI2", 810, tq=9), kit.unit("HI3", 709, tq=9), kit.unit("HI4", 710, tq=9)]
    threat = kit.unit("HC9", 708, "SW")
    r = breaks(*friends, enemies=[*wall(909, 811), threat], dice=[5, 5])
    assert (r.unit("HI3").hits, r.unit("HI4").hits) == (0, 1)


@pytest.mark.rule("cataphract 10.21")
@pytest.mark.rule("cataphract 9.17")
@pytest.mark.parametrize("first", ["MI2", "MI3"])
def test_of_defenders_who_break_together_their_owner_says_which_flees_first(first):
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9)], [kit.unit("MI2", 1110, "W", hits=5), kit.unit("MI3", 1109, "W", hits=5)]
    )
    r.orders("a")
    combat = Combat.of(r.g, Attack(attackers=("HC1",), defenders=("MI2", "MI3")))
    r.run(lambda g: collapse.break_units(g, combat), answers=[first], defaults=["rout-path"])
    assert next(e.unit for e in r.happened(UnitRouted)) == first
    assert (r.decisions[0].side, r.decisions[0].kind) == ("b", "unit-order")

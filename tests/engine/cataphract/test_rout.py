"""10.2 Rout: side a flees west, side b east."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, distance
from engine.systems.cataphract import rout
from engine.systems.cataphract.events import HitsTaken, LeaderMoved, RoutMoved, UnitEliminated, UnitRouted
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
def test_two_hexes_at_once_facing_the_retreat_edge():
    r = breaks(defaults=["rout-path"])
    u = r.unit("HI1")
    assert path(r) == [910, 810], "straight along the row by default"
    assert (u.routed, u.facing) == (True, Facing.W)


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
@pytest.mark.rule("cataphract 10.23")
@pytest.mark.parametrize(("at", "lost"), [(110, True), (210, True), (310, False)])
def test_off_the_map_is_lost(at, lost):
    r = breaks(runner=kit.unit("HI1", at), defaults=["rout-path"])
    assert r.unit("HI1").eliminated is lost
    assert r.state.sides["a"].rout_points == (6 if lost else 0)


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


@pytest.mark.rule("cataphract 10.25")
@pytest.mark.parametrize(("choice", "end"), [("go", 810), ("stay", 1010)])
def test_leaders_may_go_along(choice, end):
    r = breaks(leaders=[kit.leader("Bouzes", 1010)], answers=[{"Bouzes": choice}], defaults=["rout-path"])
    assert r.leader("Bouzes").hex == end
    assert r.decisions[0].side == "a"


@pytest.mark.rule("cataphract 10.25")
@pytest.mark.rule("cataphract 4.62")
def test_one_who_stays_next_to_the_enemy_is_on_his_own():
    r = breaks(
        leaders=[kit.leader("Bouzes", 1010)],
        enemies=[kit.unit("MI9", 1110, "W")],
        answers=[{"Bouzes": "stay"}, {"Bouzes": "0909"}],
        defaults=["rout-path"],
    )
    assert [e.how for e in r.happened(LeaderMoved)] == ["withdraw"]
    assert r.leader("Bouzes").hex == 909


# -- 10.22 -----------------------------------------------------------------------------------------------------------


def phase(*units, enemies=(), side="a", dice=(), answers=(), **ground):
    r = kit.battle(list(units), list(enemies), **ground)
    r.run(lambda g: rout.rout_phase(g, side), dice=dice, answers=answers)
    return r


@pytest.mark.rule("cataphract 10.22")
def test_routed_units_flee_their_whole_ma_without_a_question_on_even_ground():
    r = phase(kit.unit("HI1", 2010, routed=True, ma=4), kit.unit("HC2", 2020, routed=True, ma=8), kit.unit("HI3", 2030))
    assert r.unit("HI1").hex == 1610
    assert r.unit("HC2").hex == 1220
    assert r.unit("HI3").hex == 2030
    assert r.decisions == []


@pytest.mark.rule("cataphract 10.22")
def test_side_b_flees_the_other_way():
    r = kit.battle([], [kit.unit("HI1", 2010, "W", routed=True, ma=3)])
    r.run(lambda g: rout.rout_phase(g, "b"))
    assert (r.unit("HI1").hex, r.unit("HI1").facing) == (2310, Facing.E)


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.26")
def test_it_pays_for_terrain_in_mp_but_not_in_hits():
    woods = {h: "woods" for h in (1909, 1910, 1810, 1809, 1811)}
    r = phase(kit.unit("HI1", 2010, routed=True, ma=3), terrain=woods)
    assert path(r) == [1910], "2 MP for the first wood, 1 left"
    assert not r.happened(HitsTaken) and r.unit("HI1").routed


@pytest.mark.rule("cataphract 10.22")
def test_the_owner_is_asked_where_the_ways_differ():
    r = phase(kit.unit("HI1", 2010, routed=True, ma=1), terrain={1909: "rough"}, answers=["1909"])
    assert r.unit("HI1").hex == 1909
    r = phase(
        kit.unit("HI1", 2010, routed=True, ma=2), enemies=wall(1909, 1910), terrain={2009: "rough"}, answers=["right"]
    )
    assert path(r)[0] == 2009


@pytest.mark.rule("cataphract 10.22")
def test_those_nearest_to_the_edge_go_first():
    r = phase(kit.unit("HI1", 1010, routed=True, ma=1), kit.unit("HI2", 910, routed=True, ma=1), enemies=wall(909))
    assert [e.unit for e in r.happened(RoutMoved)] == ["HI2", "HI1"]
    assert not r.happened(UnitEliminated)


@pytest.mark.rule("cataphract 10.22")
def test_not_into_enemy_zoc_without_a_friend_there():
    r = phase(kit.unit("HI1", 1010, routed=True, ma=1), enemies=[kit.unit("MI9", 908, "SW")])
    assert path(r) == [910]


@pytest.mark.rule("cataphract 10.22")
@pytest.mark.rule("cataphract 10.23")
def test_the_rout_phase_loses_what_cannot_get_away_or_leaves_the_map():
    r = phase(kit.unit("HI1", 1010, routed=True), enemies=wall(909, 910, 1009, 1011, 1109, 1110))
    assert r.unit("HI1").eliminated
    r = phase(kit.unit("HI1", 310, routed=True, ma=4))
    assert r.unit("HI1").eliminated
    r = phase(kit.unit("HI1", 510, routed=True, ma=4))
    assert r.unit("HI1").hex == 110


@pytest.mark.rule("cataphract 10.24")
@pytest.mark.rule("cataphract 10.22")
def test_nor_does_it_end_on_a_friend_in_the_rout_phase():
    r = phase(kit.unit("HI1", 1010, routed=True, ma=1), kit.unit("HI2", 910, tq=9), enemies=wall(909), dice=[3])
    assert path(r) == [910, 810]
    assert r.unit("HI2").hits == 1

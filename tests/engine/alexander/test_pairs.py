"""Units of two hexes: where they stand, how they go, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import UnitRouted
from engine.systems.gboh.movement import movement, reach, retreats, withdrawal, zoc
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack
from tests.each import for_each
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")
"""Somebody of the other side who is in nobody's way."""


def alone(code: str, at: int = 1010, facing: str = "E", **values: Any) -> kit.Rig:
    given, ground = {}, {}
    for k, v in values.items():
        (ground if k in ("terrain", "levels", "hexsides") else given)[k] = v
    return kit.battle([kit.unit(code, at, facing, **given)], [FAR], **ground).orders("a")


def node(r: kit.Rig, code: str, *path: Any) -> reach.Node:
    return reach.price(r.g, r.unit(code), tuple(path))


def go(r: kit.Rig, code: str, *path: Any, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> None:
    r.run(movement.move, r.unit(code), Move(unit=code, path=tuple(path)), dice=dice, answers=answers)


def stands(r: kit.Rig, code: str) -> tuple[tuple[int, ...], str]:
    u = r.unit(code)
    return footprint.hexes_of(u), u.facing.name


@pytest.mark.rule("alexander 6.41", "alexander 2.21", "alexander 7.11")
@pytest.mark.parametrize(
    ("code", "cls", "hexes"),
    [("PH1", None, 2), ("HI1", "HO", 2), ("HI1", "HO1", 1), ("HI1", "HY", 1), ("LI1", "CA", 2), ("LI1", "LP", 1)],
)
def test_who_lies_across_two_hexes(code: str, cls: str | None, hexes: int) -> None:
    r = alone(code, cls=cls)
    assert len(footprint.hexes_of(r.unit(code))) == hexes
    assert [h for h in range(1000, 1200) if r.g.unit_at(h) is r.unit(code)] == [1010, 1011][:hexes]


@pytest.mark.rule("alexander 6.41", "alexander 7.21")
def test_the_front_of_a_phalanx_is_three_hexes_and_so_is_its_zone() -> None:
    r = kit.battle([kit.unit("PH1", 3722, "NW")], [FAR])
    assert set(r.g.front(r.unit("PH1"))) == {3622, 3721, 3821} == set(r.g.zoc(r.unit("PH1")))


@pytest.mark.rule("alexander 6.32", "alexander 6.33", "alexander 7.13")
def test_it_goes_forward_or_wheels_and_never_turns() -> None:
    r = alone("PH1")
    ends = {k for k, n in reach.search(r.g, r.unit("PH1")).items() if n.mp == 1}
    assert ends == {(1109, Facing.E), (1110, Facing.E), (1110, Facing.SE), (1010, Facing.NE)}
    with kit.refused("7.12"):
        node(r, "PH1", Facing.NW)
    with kit.refused("6.31"):
        node(r, "PH1", 1011)


@pytest.mark.rule("alexander 6.42")
def test_it_pays_the_dearer_hex_and_the_worse_hits() -> None:
    r = alone("PH1", terrain={1110: "woods"}, levels={1109: 1})
    end = node(r, "PH1", 1109)
    assert (end.mp, end.hits) == (2, 1), "woods 2 MP, 1 hit; up one level 2 MP, 1 hit: each once"
    r = alone("PH1", terrain={1110: "rough"}, levels={1109: 1})
    assert node(r, "PH1", 1109).mp == 2 and node(r, "PH1", 1109).hits == 1


@pytest.mark.rule("alexander 6.43", "alexander table:cohesion_auto")
@pytest.mark.parametrize(("code", "cls", "hits"), [("PH1", None, 0), ("HI1", "HO", 1), ("LI1", "CA", 1)])
@pytest.mark.parametrize(("facing", "hexes"), [("SE", (1110, 1011)), ("NE", (1010, 1110))])
def test_a_wheel(code: str, cls: str | None, hits: int, facing: str, hexes: tuple[int, int]) -> None:
    r = alone(code, cls=cls)
    end = node(r, code, Facing[facing])
    assert (end.mp, end.hits) == (1, hits)
    go(r, code, Facing[facing])
    assert stands(r, code) == (hexes, facing) and r.unit(code).hits == hits
    assert r.unit(code).moved


@pytest.mark.rule("alexander 6.44", "alexander table:special_move_costs")
def test_about_face() -> None:
    r = alone("PH1")
    end = node(r, "PH1", Facing.W)
    assert (end.mp, end.hits) == (3, 0)
    go(r, "PH1", Facing.W)
    assert stands(r, "PH1") == ((1011, 1010), "W")


@pytest.mark.rule("alexander 6.44")
def test_no_about_face_on_rough_ground_or_before_the_enemy() -> None:
    r = alone("PH1", terrain={1011: "woods"})
    with kit.refused("6.44"):
        node(r, "PH1", Facing.W)
    with kit.refused("6.44"):
        node(alone("PH1"), "PH1", 1110, 1210, 1310, Facing.W)
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("LI9", 1209, "W")]).orders("a")
    assert not r.g.in_enemy_zoc(r.unit("PH1"))
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("LI9", 1109, "W")]).orders("a")
    with kit.refused("6.44"):
        node(r, "PH1", Facing.W)


def before_the_persian(theirs: dict[str, Any]) -> kit.Rig:
    """6.45 The example: one half of the phalanx in the Persian's ZOC."""
    return kit.battle([kit.unit("PH1", 3218, "W", ma=4)], [theirs]).orders("a")


@pytest.mark.rule("alexander 6.45", "alexander table:tq_checks")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (7, 1), (8, 1), (9, 2)])
def test_one_half_held_the_other_wheels_about_it(die: int, hits: int) -> None:
    r = before_the_persian(kit.unit("MI9", 3118, "E", ma=6))
    r.unit("PH1").ma = 4
    held = footprint.held(r.unit("PH1"), r.g.zones("b"))
    assert held == (3218,)
    go(r, "PH1", Facing.SW, dice=[die])
    assert stands(r, "PH1") == ((3218, 3117), "SW") and r.unit("PH1").hits == hits


@pytest.mark.rule("alexander 6.45")
def test_no_check_where_skirmishers_hold_it() -> None:
    r = before_the_persian(kit.unit("SK9", 3118, "E", ma=6))
    go(r, "PH1", Facing.SW)
    assert r.unit("PH1").hits == 0 and stands(r, "PH1")[1] == "SW"


@pytest.mark.rule("alexander 6.45")
def test_the_move_is_over_after_it() -> None:
    r = before_the_persian(kit.unit("MI9", 3118, "E", ma=6))
    with kit.refused("7.23"):
        node(r, "PH1", Facing.SW, 3219)


@pytest.mark.rule("alexander 6.46")
@pytest.mark.parametrize(("die", "hits"), [(7, 0), (8, 1), (9, 1)])
def test_a_fifth_movement_point_the_first_time(die: int, hits: int) -> None:
    r = alone("PH1")
    go(r, "PH1", 1110, 1210, 1310, 1410, 1510, dice=[die])
    assert r.unit("PH1").at == 1510 and r.unit("PH1").hits == hits


@pytest.mark.rule("alexander 6.46", "alexander 6.13")
def test_moving_again_costs_1_and_at_a_stride_2() -> None:
    r = alone("PH1", moved=True)
    assert [node(r, "PH1", *path).hits for path in ((1110,), (1110, 1210, 1310, 1410, 1510))] == [1, 2]
    go(r, "PH1", 1110, 1210, 1310, 1410, 1510)
    assert r.unit("PH1").hits == 2


@pytest.mark.rule("alexander 6.46", "alexander 6.11")
def test_hoplites_have_no_stride() -> None:
    r = alone("HI1", cls="HO")
    with kit.refused("6.25"):
        node(r, "HI1", 1110, 1210, 1310, 1410, 1510)
    assert max(n.mp for n in reach.search(r.g, r.unit("HI1")).values()) == 4


@pytest.mark.rule("alexander 7.23")
def test_it_stops_when_a_half_enters_a_zone() -> None:
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("LI9", 1311, "W")]).orders("a")
    with kit.refused("7.23"):
        node(r, "PH1", 1110, 1210, 1310)
    ends = reach.search(r.g, r.unit("PH1"))
    assert ends[1210, Facing.E].stops


@pytest.mark.rule("alexander 7.23")
@pytest.mark.parametrize(("ma", "leaves"), [(4, True), (5, False)])
def test_a_phalanx_leaves_those_who_are_slower_than_its_stride(ma: int, leaves: bool) -> None:
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("MI9", 1012, "NW", ma=ma)]).orders("a")
    assert r.g.in_enemy_zoc(r.unit("PH1")) and zoc.may_leave(r.g, r.unit("PH1")) is leaves


@pytest.mark.rule("alexander 7.23")
@pytest.mark.parametrize(("ma", "leaves"), [(5, False), (6, True)])
@pytest.mark.parametrize("moved", [False, True])
def test_a_phalanx_holds_those_who_are_no_faster_than_its_stride(ma: int, leaves: bool, moved: bool) -> None:
    """Foot of MA 5 withdraws from it (6.71: 4), and doesn't leave its zone."""
    r = kit.battle([kit.unit("LI1", 1110, "E", ma=ma)], [kit.unit("PH9", 1010, "E", moved=moved)]).orders("a")
    assert zoc.may_leave(r.g, r.unit("LI1")) is leaves
    far = kit.battle([kit.unit("LI1", 1310, "W", ma=5)], [kit.unit("PH9", 1010)]).orders("b")
    assert retreats.retreats(far.g, far.unit("LI1"), far.unit("PH9"), 1110)


@pytest.mark.rule("alexander 7.23", "alexander 9.64")
def test_a_square_holds_by_its_own_ma() -> None:
    r = kit.battle([kit.unit("LI1", 1110, "E", ma=2)], [kit.unit("PH9", 1010, square=True)]).orders("a")
    assert r.g.in_enemy_zoc(r.unit("LI1")) and zoc.may_leave(r.g, r.unit("LI1"))


@pytest.mark.rule("alexander 6.91", "alexander 6.94", "alexander 6.93")
def test_it_passes_nobody_and_each_half_fills_its_hex() -> None:
    r = kit.battle([kit.unit("PH1", 1010), kit.unit("LI1", 1111)], [FAR]).orders("a")
    with kit.refused("6.94"):
        node(r, "PH1", 1110)
    with kit.refused("6.94"):
        reach.price(r.g, r.unit("LI1"), (Facing.W, 1011))
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("HC9", 1111, "E")]).orders("a")
    with kit.refused("6.93"):
        node(r, "PH1", 1110)


@pytest.mark.rule("alexander 6.61", "alexander 6.63")
@pytest.mark.parametrize(("form", "head", "back"), [("SIDE_N", (1010, 1011), "E"), ("SIDE_S", (1011, 1010), "E")])
def test_a_pair_in_column_keeps_its_hexes(form: str, head: tuple[int, int], back: str) -> None:
    r = alone("PH1")
    r.run(movement.move, r.unit("PH1"), Move(unit="PH1", form=Facing[form]))
    assert stands(r, "PH1") == (head, form) and r.unit("PH1").column
    r.orders("a")
    r.run(movement.move, r.unit("PH1"), Move(unit="PH1", form=Facing[back]))
    assert stands(r, "PH1") == ((1010, 1011), "E") and not r.unit("PH1").column
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("alexander 6.62", "alexander 6.64")
def test_a_column_of_two_marches_head_first() -> None:
    r = alone("PH1", facing="SIDE_N", column=True, headed="left", terrain={1009: "woods"})
    end = node(r, "PH1", 1009)
    assert (end.mp, end.hits) == (2, 0), "1 hit less In Column"
    go(r, "PH1", 1009)
    assert stands(r, "PH1") == ((1009, 1010), "SIDE_N")
    assert reach.allowance(r.g, r.unit("PH1")) == 6


@pytest.mark.rule("alexander 6.61", "alexander 6.62", "alexander 6.46")
def test_a_column_of_two_leaves_column_after_six_mp_and_checks_nothing() -> None:
    """The greater of its two MA and one more, without the price of a stride; changing formation costs nothing."""
    r = alone("PH1", facing="SIDE_N", column=True, headed="left")
    order = Move(unit="PH1", path=(1009, 1008, 1007, 1006, 1005, 1004), form=Facing.E)
    assert movement.check_move(r.g, r.unit("PH1"), order).mp == 6
    r.run(movement.move, r.unit("PH1"), order, dice=[])
    assert stands(r, "PH1") == ((1004, 1005), "E")
    assert (r.unit("PH1").column, r.unit("PH1").hits) == (False, 0)
    with kit.refused("6.25"):
        node(alone("PH1", facing="SIDE_N", column=True, headed="left"), "PH1", *range(1009, 1002, -1))


@pytest.mark.rule("alexander 6.62", "alexander 6.13")
def test_a_column_that_moves_again_takes_one_hit() -> None:
    r = alone("PH1", facing="SIDE_N", column=True, headed="left", moved=True)
    go(r, "PH1", *range(1009, 1003, -1))
    assert r.unit("PH1").hits == 1


@pytest.mark.rule("alexander 6.71", "alexander 6.62")
def test_before_a_column_of_two_units_withdraw_from_ma_4() -> None:
    mover = kit.unit("PH1", 1010, "SIDE_NE", column=True, headed="left")
    r = kit.battle([mover], [kit.unit("MI9", 1208, "SW", ma=5)]).orders("a")
    assert {x.allowance for x in retreats.retreats(r.g, r.unit("MI9"), r.unit("PH1"), 1010)} == {1}


@pytest.mark.rule("alexander 6.64")
def test_a_column_of_two_turns_by_marching_alone() -> None:
    r = alone("PH1", facing="SIDE_N", column=True, headed="left")
    with kit.refused("6.64"):
        node(r, "PH1", Facing.SIDE_NE)
    go(r, "PH1", 1109)
    assert stands(r, "PH1") == ((1109, 1010), "SIDE_NE")


# -- flight ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 10.21", "alexander 10.13")
def test_both_halves_flee_together() -> None:
    r = alone("LI1", at=2010, cls="CA")
    r.run(rout.rout, r.unit("LI1"), defaults=["rout-path"])
    u = r.unit("LI1")
    assert u.routed and footprint.distance_to(u, 2010) >= 1
    assert {h // 100 for h in footprint.hexes_of(u)} <= {18, 19}


@pytest.mark.rule("alexander 10.21")
@for_each(
    ("facing", "fled"),
    [
        # West is where it flees: it turns about, with the front it had behind it.
        ("E", "W"),
        ("NE", "SW"),
        ("SE", "NW"),
        ("W", "W"),
        ("NW", "NW"),
        ("SIDE_N", "W"),
    ],
)
@pytest.mark.parametrize("code", ["LI1", "PH1"])
def test_a_pair_turns_to_where_it_flees(code: str, facing: str, fled: str) -> None:
    values = {"column": True, "headed": "left"} if facing.startswith("SIDE") else {}
    r = alone(code, at=2010, facing=facing, cls="CA" if code == "LI1" else None, **values)
    r.g.emit(UnitRouted(unit=code))
    r.run(rout.flight, r.unit(code), defaults=["rout-path"])
    u = r.unit(code)
    assert (u.facing.name, u.column) == (fled, False)
    assert all(h // 100 < 20 or facing in ("SE", "NE", "NW") for h in footprint.front(u))
    assert invariants.broken(r.g, at_rest=True) == []
    assert f"{code} turns to flee" in " ".join(r.told()) or facing in ("W", "NW", "SIDE_N")


@pytest.mark.rule("alexander 10.21", "alexander 10.23")
def test_enemies_behind_it_are_the_end_of_it() -> None:
    behind = [kit.unit(f"HC{n}", h, "E") for n, h in ((8, 1909), (9, 1910), (7, 1911), (6, 2009), (5, 2012))]
    r = kit.battle([kit.unit("LI1", 2010, cls="CA")], behind).orders("b")
    r.run(rout.rout, r.unit("LI1"), defaults=["rout-path"])
    assert r.unit("LI1").eliminated
    assert r.state.sides["a"].rout_points == 2 * 5


@pytest.mark.rule("alexander 9.65", "alexander table:rout_phalanx")
@pytest.mark.parametrize(("die", "stays"), [(0, True), (5, True), (6, False), (9, False)])
def test_a_phalanx_rolls_to_stand(die: int, stays: bool) -> None:
    r = alone("PH1", tq=7, hits=9)
    r.run(rout.rout, r.unit("PH1"), dice=[die], defaults=["rout-path"])
    assert (not r.unit("PH1").routed) is stays
    if stays:
        assert r.unit("PH1").hits == 6


@pytest.mark.rule("alexander 9.65")
@pytest.mark.parametrize(("die", "stays"), [(2, True), (3, False)])
def test_it_is_harder_for_one_that_attacks(die: int, stays: bool) -> None:
    r = alone("PH1", tq=7, hits=9)
    r.g.assailing = {"PH1"}
    r.run(rout.rout, r.unit("PH1"), dice=[die], defaults=["rout-path"])
    assert (not r.unit("PH1").routed) is stays


@pytest.mark.rule("alexander 9.65")
def test_no_roll_where_the_enemy_was_superior_by_position() -> None:
    r = alone("PH1", tq=7, hits=7)
    r.g.outflanked = {"PH1"}
    r.run(rout.rout, r.unit("PH1"), defaults=["rout-path"])
    assert r.unit("PH1").routed


@pytest.mark.rule("alexander 9.65", "alexander 10.22", "alexander 10.42")
def test_a_routed_phalanx_is_gone_in_the_rout_phase() -> None:
    r = alone("PH1", tq=7, routed=True)
    r.run(rout.rout_phase, "a")
    assert r.unit("PH1").eliminated and r.state.sides["a"].rout_points == 14


# -- Shock -------------------------------------------------------------------------------------------------------------


def shock(r: kit.Rig, attackers: Sequence[str], defenders: Sequence[str], **given: Any) -> None:
    r.run(segment.fight, [Attack(attackers=tuple(attackers), defenders=tuple(defenders))], **given)


@pytest.mark.rule("alexander 8.53", "alexander 8.51")
def test_a_pair_advances_into_the_ground_it_has_won() -> None:
    r = kit.battle([kit.unit("PH1", 1010, tq=9)], [kit.unit("LI9", 1110, "W", tq=2, cls="LP")], a_leaders=[]).orders(
        "a"
    )
    shock(r, ["PH1"], ["LI9"], dice=[9], answers=["1110@E"], defaults=["rout-path", "reaction-facing"])
    assert r.unit("LI9").routed or r.unit("LI9").eliminated
    assert 1110 in footprint.hexes_of(r.unit("PH1")) and r.unit("PH1").facing is Facing.E


@pytest.mark.rule("alexander 8.35")
def test_a_pair_across_two_arcs_strikes_through_the_better_for_who_is_struck() -> None:
    stand = next(s for s in footprint.pair_on(909, 1009) if 1010 in footprint.front(s))
    r = kit.battle([kit.unit("PH1", stand.hex, stand.facing.name)], [kit.unit("HI9", 1010, "W")]).orders("a")
    assert set(footprint.arcs(r.unit("HI9"), r.unit("PH1"))) == {"front", "flank"}
    assert r.g.arc_of_attack(r.unit("HI9"), r.unit("PH1")) == "front"


@pytest.mark.rule("alexander 10.12")
def test_a_pair_gives_out_the_hits_of_two_single_units_as_it_likes() -> None:
    theirs = [kit.unit("MI8", 1109, "W", tq=15), kit.unit("MI9", 1111, "W", tq=15)]
    r = kit.battle([kit.unit("PH1", 1010, tq=9)], theirs).orders("a")
    shock(r, ["PH1"], ["MI8", "MI9"], dice=[5], answers=[lambda d: "0"], defaults=["clash-unit", "advance-turn"])
    assert r.unit("MI8").hits == 0 and r.unit("MI9").hits > 2


@pytest.mark.rule("alexander 6.78", "alexander 10.28")
@pytest.mark.parametrize("half", [0, 1])
def test_a_leader_goes_with_the_half_he_is_with(half: int) -> None:
    r = kit.battle(
        [kit.unit("SK1", 1010, "E")],
        [kit.unit("LI9", 1210, "W", cls="CA", ma=8), kit.unit("HC7", 3535)],
        b_leaders=[kit.leader("Bubaces", 1210)],
    ).orders("a")
    unit, leader = r.unit("LI9"), r.leader("Bubaces")
    leader.hex = footprint.hexes_of(unit)[half]
    r.g.version += 1
    way = retreats.retreats(r.g, unit, r.unit("SK1"), 1010)[0]
    r.run(withdrawal.withdraw, unit, r.unit("SK1"), 1010, way, dice=[0], answers=[{"Bubaces": "go"}])
    assert leader.hex == footprint.hexes_of(unit)[half]
    r.run(rout.rout, unit, answers=[{"Bubaces": "go"}], defaults=["rout-path"])
    assert leader.hex in footprint.hexes_of(unit)


@pytest.mark.rule("alexander 6.71", "alexander 6.41")
@pytest.mark.parametrize(("facing", "at", "mover"), [("E", 1010, 1211), ("W", 1011, 1211), ("E", 1010, 1210)])
def test_a_pair_comes_farther_away_with_both_halves(facing: str, at: int, mover: int) -> None:
    """To shift along its own line brings one half farther away and the other where the first was."""
    line = kit.unit("LI1", at, facing, cls="CA", ma=5)
    r = kit.battle([kit.unit("HI9", mover, "W", ma=4)], [line]).orders("a")
    u = r.unit("LI1")
    before = [footprint.distance_to(r.unit("HI9"), h) for h in footprint.hexes_of(u)]
    found = retreats.retreats(r.g, u, r.unit("HI9"), mover)
    assert found
    for way in found:
        now = [footprint.distance_to(r.unit("HI9"), h) for h in retreats.shifted(u, way.end)]
        assert all(n > b for n, b in zip(now, before, strict=True)), way


@pytest.mark.rule("alexander 9.16", "alexander 6.72")
@for_each(("facing", "hits"), [("E", 0), ("SE", 0), ("SW", 1), ("W", 1)])
def test_an_elephant_beside_cavalry_has_approached_through_the_hex_it_stands_in(facing: str, hits: int) -> None:
    r = kit.battle([kit.unit("EL9", 1110, "W")], [kit.unit("HC1", 1010, facing, ma=9)]).orders("a")
    arc = r.g.arc(r.unit("HC1"), 1110)
    assert retreats.penalties(r.g, r.unit("HC1"), 1110) == hits == (arc != "front")

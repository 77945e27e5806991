"""8.14 Lines of sight."""

from __future__ import annotations

import pytest

from engine.systems.gboh.missiles import fire, sight
from tests.engine.cataphract import kit


@pytest.mark.rule("cataphract 8.14")
def test_adjacent_hexes_see_each_other_whatever_lies_there():
    r = kit.battle([kit.unit("LI1", 1010)], terrain={1010: "woods", 1110: "woods"}, levels={1110: 3})
    assert sight.blocked_by(r.g, 1010, 1110) is None
    assert sight.can_see(r.g, r.unit("LI1"), 1110)


@pytest.mark.rule("cataphract 8.14")
def test_woods_between_block_but_woods_at_the_ends_do_not():
    r = kit.battle([], terrain={1010: "woods", 1013: "woods"})
    assert sight.blocked_by(r.g, 1010, 1013) is None
    r = kit.battle([], terrain={1012: "woods"})
    assert sight.blocked_by(r.g, 1010, 1013) == 1012


@pytest.mark.rule("cataphract 8.14")
@pytest.mark.parametrize("state", [{}, {"routed": True}])
def test_units_of_either_side_block_routed_ones_too(state):
    for own, other in (([kit.unit("HC1", 1011, **state)], []), ([], [kit.unit("HC1", 1011, **state)])):
        r = kit.battle(own, other)
        assert sight.blocked_by(r.g, 1010, 1012) == 1011


@pytest.mark.rule("cataphract 8.14")
@pytest.mark.parametrize(
    ("ends", "between", "blocked"),
    [
        ((1, 1), 0, False),  # lower than both ends
        ((1, 0), 0, True),  # lower than one end only
        ((0, 0), 0, True),
        ((1, 1), 1, True),
    ],
)
def test_units_and_woods_lower_than_both_ends_do_not_block(ends, between, blocked):
    levels = {1010: ends[0], 1013: ends[1], 1011: between}
    r = kit.battle([kit.unit("HC1", 1011)], levels=levels)
    assert (sight.blocked_by(r.g, 1010, 1013) == 1011) is blocked
    r = kit.battle([], levels=levels, terrain={1011: "woods"})
    assert (sight.blocked_by(r.g, 1010, 1013) == 1011) is blocked


@pytest.mark.rule("cataphract 8.14")
@pytest.mark.parametrize(("ends", "hill", "blocked"), [((0, 0), 1, True), ((0, 1), 1, False), ((0, 1), 2, True)])
def test_ground_higher_than_both_ends_blocks(ends, hill, blocked):
    r = kit.battle([], levels={1010: ends[0], 1013: ends[1], 1012: hill})
    assert (sight.blocked_by(r.g, 1010, 1013) == 1012) is blocked


@pytest.mark.rule("cataphract 8.14")
@pytest.mark.parametrize("woods", [1109, 1110])
def test_a_line_along_a_hexside_is_blocked_by_either_hex(woods):
    assert sight.blocked_by(kit.battle([]).g, 1010, 1210) is None
    assert sight.blocked_by(kit.battle([], terrain={woods: "woods"}).g, 1010, 1210) == woods


@pytest.mark.rule("cataphract 8.14")
@pytest.mark.parametrize(
    ("at", "missile", "sees"),
    [(1011, "C", True), (1011, "B", True), (1012, "C", False), (1013, "C", False), (1011, "J", False)],
)
def test_archers_shoot_over_units_nearer_to_themselves_than_to_the_target(at, missile, sees):
    r = kit.battle([kit.unit("LI1", 1010, missile=missile), kit.unit("HC1", at)], [kit.unit("HC2", 1014)])
    shooter = r.unit("LI1")
    assert sight.can_see(r.g, shooter, 1014) is sees
    assert sight.blocked_by(r.g, 1010, 1014) == at, "without a shooter every unit blocks"


@pytest.mark.rule("cataphract 8.14")
def test_archers_do_not_shoot_over_woods():
    r = kit.battle([kit.unit("LI1", 1010, missile="C")], terrain={1011: "woods"})
    assert not sight.can_see(r.g, r.unit("LI1"), 1014)


@pytest.mark.rule("cataphract 8.13", "cataphract 8.14")
@pytest.mark.parametrize(
    ("h", "seen"),
    [
        (1210, True),  # straight ahead
        (1013, True),  # out of a flank
        (1007, True),
        (908, True),  # along the spine between Flank and Rear
        (809, False),  # straight out of a rear hex
        (810, False),  # between the rear hexes
        (909, False),
    ],
)
def test_the_line_leaves_through_front_or_flank(h, seen):
    r = kit.battle([kit.unit("LI1", 1010, "E", missile="C")])
    assert sight.can_see(r.g, r.unit("LI1"), h) is seen


@pytest.mark.rule("cataphract 8.14")
def test_a_unit_looking_ahead_does_not_stand_in_its_own_light():
    r = kit.battle([kit.unit("HC1", 1011, missile="J", facing="E")], [kit.unit("HC2", 1012)])
    r.orders("a")
    ghost = r.unit("HC1").model_copy(update={"hex": 1010})
    assert sight.blocked_by(r.g, 1010, 1012, ghost) is None
    assert not fire.targets(r.g, ghost), "javelins don't reach that far all the same"

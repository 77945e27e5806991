"""9.4 Lines of sight."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron import sight
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

# 1010 to 1013 runs straight down through 1011 and 1012; 1010 to 1210 runs along the side of 1109 and 1110.


def blocked(r: kit.Rig, a: int, b: int, *, crossbow: bool = False):
    return sight.blocker(r.g, a, b, crossbow=crossbow)


@pytest.mark.rule("men-of-iron 9.4")
@pytest.mark.parametrize("terrain", ["woods", "town", "castle", "building", "village"])
def test_terrain_that_blocks_between_but_not_at_the_ends(terrain):
    r = kit.battle(terrain={1011: terrain})
    assert blocked(r, 1010, 1013) == 1011
    assert blocked(r, 1013, 1010) == 1011
    assert blocked(r, 1011, 1013) is None
    assert blocked(r, 1013, 1011) is None


@pytest.mark.rule("men-of-iron 9.4")
@for_each("terrain", ["clear", "swamp", "fen", "river", "mud", "vineyard", "ditch", "pits", "bridge"])
def test_terrain_one_sees_over(terrain):
    assert blocked(kit.battle(terrain={1011: terrain}), 1010, 1013) is None


@pytest.mark.rule("men-of-iron 9.4")
def test_the_first_hex_that_blocks_is_named():
    r = kit.battle(terrain={1011: "woods", 1012: "woods"})
    assert blocked(r, 1010, 1013) == 1011
    assert blocked(r, 1013, 1010) == 1012


@pytest.mark.rule("men-of-iron 9.4")
def test_adjacent_hexes_always_see_each_other():
    r = kit.battle([unit("LB1", 1010)], [unit("PK1", 1011)], terrain={1010: "woods", 1011: "town"}, levels={1011: 2})
    assert blocked(r, 1010, 1011, crossbow=True) is None


@pytest.mark.rule("men-of-iron 9.4")
@pytest.mark.parametrize(
    ("levels", "hidden"),
    [
        ({1011: 1}, True),
        ({1011: 1, 1013: 1}, False),
        ({1010: 1, 1011: 1}, False),
        ({1010: 1, 1011: 2, 1013: 1}, True),
        ({1010: 1, 1013: 2, 1012: 1}, False),
        ({1010: 2}, False),
    ],
    ids=["above both", "as high as the target", "as high as the firer", "ridge", "below the target", "from the hill"],
)
def test_only_what_is_higher_than_both_ends_blocks(levels, hidden):
    r = kit.battle(levels=levels)
    assert (blocked(r, 1010, 1013) is not None) is hidden
    assert (blocked(r, 1013, 1010) is not None) is hidden


@pytest.mark.rule("men-of-iron 9.4")
@pytest.mark.parametrize("side", ["a", "b"])
def test_units_block_crossbows_alone_friends_as_enemies(side):
    between = [unit("PK1", 1011)]
    r = kit.battle(between if side == "a" else [], between if side == "b" else [])
    assert blocked(r, 1010, 1013, crossbow=True) == 1011
    assert blocked(r, 1010, 1013) is None


@pytest.mark.rule("men-of-iron 9.4")
def test_units_at_the_ends_never_block_nor_does_the_shooters_own_counter():
    r = kit.battle([unit("CB1", 1010)], [unit("PK1", 1013)])
    assert blocked(r, 1010, 1013, crossbow=True) is None
    assert blocked(r, 1009, 1012, crossbow=True) == 1010
    assert sight.blocker(r.g, 1009, 1012, crossbow=True, but=r.unit("CB1")) is None


@pytest.mark.rule("men-of-iron 9.4/hexside")
def test_a_line_along_a_hexside_is_blocked_only_by_both_hexes():
    assert blocked(kit.battle(terrain={1109: "woods"}), 1010, 1210) is None
    assert blocked(kit.battle(terrain={1110: "woods"}), 1010, 1210) is None
    assert blocked(kit.battle(terrain={1109: "woods", 1110: "village"}), 1010, 1210) == 1109
    assert blocked(kit.battle(terrain={1109: "woods"}, levels={1110: 1}), 1010, 1210) == 1109


@pytest.mark.rule("men-of-iron 9.4/hexside")
def test_units_beside_the_line_block_crossbows_only_on_both_sides():
    one = kit.battle([unit("PK1", 1109)])
    assert blocked(one, 1010, 1210, crossbow=True) is None
    both = kit.battle([unit("PK1", 1109)], [unit("PK2", 1110)])
    assert blocked(both, 1010, 1210, crossbow=True) == 1109
    assert blocked(both, 1010, 1210) is None
    mixed = kit.battle([unit("PK1", 1110)], terrain={1109: "woods"})
    assert blocked(mixed, 1010, 1210, crossbow=True) == 1109
    assert blocked(mixed, 1010, 1210) is None


@pytest.mark.rule("men-of-iron 9.4/hexside")
def test_beside_the_edge_of_the_map_nothing_blocks_from_outside():
    r = kit.battle(terrain={1101: "woods"}, rows=(1, 22))
    assert blocked(r, 1001, 1201) is None, "the other hex beside the line is off the map"

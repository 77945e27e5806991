"""Shapes and arcs: Alexander 6.4, SPQR 6.4 and the worked examples of both; one hex as the kernel has it."""

from __future__ import annotations

import pytest

from engine.kernel import hexes
from engine.kernel.hexes import VERTICES, Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.footprint import Shape, Stand
from tests.each import for_each

HERE = [2020, 2120]
"""An even column and an odd one."""
SIDES = [f for f in Facing if not f.is_vertex]
TWO = Shape.TWO


def pair(left: int, facing: str | Facing) -> Stand:
    return Stand(left, Facing[facing] if isinstance(facing, str) else facing, TWO)


def moves(piece: Stand) -> dict[str, footprint.Move]:
    found = {m.kind: m for m in (*footprint.steps(piece), *footprint.turns(piece))}
    return {str(kind): m for kind, m in found.items()}


def all_open(a: int, b: int) -> bool:
    return True


# -- one hex -----------------------------------------------------------------------------------------------------------


@for_each("facing", list(Facing))
@for_each("at", HERE)
def test_one_hex_has_the_arcs_of_the_kernel(at, facing):
    one = Stand(at, facing)
    assert footprint.front(one) == hexes.front(at, facing)
    assert footprint.flanks(one) == hexes.flanks(at, facing)
    assert footprint.rear(one) == hexes.rear(at, facing)
    assert sorted(footprint.around(one)) == sorted(hexes.neighbours(at))
    for arc, there in (("front", hexes.front), ("flank", hexes.flanks), ("rear", hexes.rear)):
        assert {footprint.arc(one, h) for h in there(at, facing)} == {arc}


def test_without_a_facing_all_around_is_front():
    gun = Stand(2020, Facing.E, Shape.ROUND)
    assert footprint.front(gun) == hexes.neighbours(2020)
    assert footprint.flanks(gun) == footprint.rear(gun) == footprint.turns(gun) == ()
    assert {footprint.arc(gun, h) for h in hexes.neighbours(2020)} == {"front"}
    assert {m.to.hex for m in footprint.steps(gun)} == set(hexes.neighbours(2020))


@pytest.mark.parametrize("shape", list(Shape))
def test_what_is_not_next_to_it_lies_in_no_arc(shape):
    with pytest.raises(ValueError, match="2020 is not next"):
        footprint.arc(Stand(2020, Facing.E, shape), 2020)


def test_a_piece_off_the_map_stands_nowhere():
    class Gone:
        hex = None
        facing = Facing.E
        shape = Shape.ONE

    gone = Gone()
    assert footprint.hexes_of(gone) == footprint.front(gone) == footprint.flanks(gone) == footprint.rear(gone) == ()
    with pytest.raises(ValueError, match="not on the map"):
        footprint.steps(gone)


def test_one_hex_steps_ahead_and_turns_in_place():
    found = moves(Stand(1010, Facing.E))
    assert {k: (m.to.hex, m.to.facing.name) for k, m in found.items()} == {
        "forward-left": (1109, "E"),
        "forward-right": (1110, "E"),
        "turn-left": (1010, "NE"),
        "turn-right": (1010, "SE"),
    }
    assert found["forward-left"].steps == ((1010, 1109),) and found["turn-left"].entered == ()


def test_a_column_goes_ahead_or_half_aside_and_faces_there():
    """Cataphract 6.44, Alexander 6.64."""
    found = [(m.to.hex, m.to.facing.name) for m in footprint.steps(Stand(1010, Facing.SIDE_N))]
    assert found == [(909, "SIDE_NW"), (1009, "SIDE_N"), (1109, "SIDE_NE")]


# -- two hexes: where, and which arcs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "facing", "right", "front"),
    [
        (3722, "NW", 3822, (3622, 3721, 3821)),  # Alexander 8.32, SPQR 8.32
        (3218, "W", 3217, (3118, 3117, 3116)),  # Alexander 6.45
        (2620, "E", 2621, (2719, 2720, 2721)),  # SPQR 6.45
    ],
)
def test_examples_of_where_a_pair_stands(left, facing, right, front):
    p = pair(left, facing)
    assert footprint.hexes_of(p) == (left, right)
    assert set(footprint.front(p)) == set(front)


@for_each("facing", VERTICES)
@for_each("left", HERE)
def test_the_eight_hexes_around_a_pair(left, facing):
    """A 6.41 by its formulas: d(i) is the hexside to the left of the vertex faced, counted clockwise."""
    i = hexes.direction(left, hexes.front(left, facing)[0])

    def d(h, n):
        return hexes.step(h, hexes.Direction((i + n) % 6))

    p, right = pair(left, facing), d(left, 2)
    assert footprint.hexes_of(p) == (left, right)
    assert footprint.front(p) == (d(left, 0), d(left, 1), d(right, 1))
    assert d(left, 1) == d(right, 0)
    assert footprint.flanks(p) == (d(left, 5), d(right, 2))
    assert footprint.rear(p) == (d(left, 4), d(left, 3), d(right, 3))
    assert d(left, 3) == d(right, 4)
    beside = {*hexes.neighbours(left), *hexes.neighbours(right)} - {left, right}
    assert len(footprint.around(p)) == 8 and set(footprint.around(p)) == beside


@pytest.mark.parametrize("facing", VERTICES)
def test_two_stands_on_the_same_hexes_and_no_others(facing):
    p = pair(2020, facing)
    left, right = footprint.hexes_of(p)
    assert footprint.pair_on(left, right) == (p, Stand(right, facing.turned(6), TWO))
    with pytest.raises(ValueError, match="not adjacent"):
        footprint.pair_on(2020, 2022)


def test_a_square_has_front_on_every_side():
    """A 9.63, 9.64"""
    square = Stand(2020, Facing.E, Shape.SQUARE)
    line = pair(2020, "E")
    assert footprint.hexes_of(square) == footprint.hexes_of(line)
    assert set(footprint.front(square)) == set(footprint.around(line)) == set(footprint.covered(square, "front"))
    assert footprint.flanks(square) == footprint.rear(square) == footprint.turns(square) == ()
    assert len(footprint.steps(square)) == 6 and {m.kind for m in footprint.steps(square)} == {"shift"}


def test_an_attacker_across_two_arcs_offers_both():
    """A 8.35: the defender chooses which counts."""
    defender = pair(2020, "E")  # 2020/2021; its right flank is 2022
    attacker = footprint.pair_on(2121, 2022)[0]
    assert set(footprint.hexes_of(attacker)) == {2121, 2022}
    assert footprint.arcs(defender, attacker) == ("front", "flank")
    assert footprint.arcs(defender, Stand(1921, Facing.E)) == ("rear",)
    assert footprint.arcs(defender, Stand(3030, Facing.E)) == ()


@pytest.mark.parametrize(
    ("at", "arc"),
    [(2220, "front"), (2121, "front"), (2018, "flank"), (2017, None), (1820, "rear"), (1918, "flank"), (2122, "front")],
)
def test_the_arc_a_pair_is_approached_through(at, arc):
    """A 6.72: Front if any touched hex is, else flank, else Rear."""
    assert footprint.approach(pair(2020, "E"), Stand(at, Facing.W)) == arc


# -- two hexes: moves --------------------------------------------------------------------------------------------------


@for_each("facing", VERTICES)
@for_each("left", HERE)
def test_primitive_moves_of_a_pair(left, facing):
    """A 6.4, table of moves."""
    p = pair(left, facing)
    (one, other), (fl, fc, fr) = footprint.hexes_of(p), footprint.front(p)
    found = moves(p)
    assert set(found) == {"forward-left", "forward-right", "wheel-left", "wheel-right", "about-face"}
    ends = {k: (footprint.hexes_of(m.to), m.to.facing) for k, m in found.items()}
    assert ends == {
        "forward-left": ((fl, fc), facing),
        "forward-right": ((fc, fr), facing),
        "wheel-right": ((fc, other), facing.turned(-2)),
        "wheel-left": ((one, fc), facing.turned(2)),
        "about-face": ((other, one), facing.turned(6)),
    }
    assert found["forward-left"].steps == ((one, fl), (other, fc))
    assert found["forward-right"].steps == ((one, fc), (other, fr))
    assert (found["wheel-right"].steps, found["wheel-left"].steps) == (((one, fc),), ((other, fc),))
    assert {k: m.entered for k, m in found.items()} == {
        "forward-left": (fl, fc),
        "forward-right": (fc, fr),
        "wheel-right": (fc,),
        "wheel-left": (fc,),
        "about-face": (),
    }
    for m in found.values():
        assert all(hexes.adjacent(a, b) for a, b in m.steps)


@pytest.mark.parametrize("facing", VERTICES)
def test_about_face_twice_is_where_it_was(facing):
    p = pair(2020, facing)
    assert footprint.about_face(footprint.about_face(p).to).to == p


@pytest.mark.parametrize("facing", VERTICES)
def test_six_wheels_the_same_way_come_full_circle(facing):
    p = pair(2020, facing)
    for _ in range(6):
        p = moves(p)["wheel-right"].to
    assert p.facing == facing


def test_who_does_not_face_about():
    for piece in (Stand(2020, Facing.E), pair(2020, "SIDE_N"), Stand(2020, Facing.E, Shape.SQUARE)):
        with pytest.raises(ValueError, match="only a pair"):
            footprint.about_face(piece)
        assert "about-face" not in moves(piece)
    assert footprint.turns(pair(2020, "SIDE_N")) == (), "nor does a Column of two turn (A 6.64)"


def test_example_wheel_about_a_half_in_enemy_zoc():
    """A 6.45: the phalanx on 3218/3217 facing west, 3218 held by the unit at 3118, wheels left to 3117."""
    (wheel,) = footprint.wheels_about(pair(3218, "W"), {3218})
    assert (wheel.kind, wheel.steps, wheel.to) == ("wheel-left", ((3217, 3117),), pair(3218, "SW"))
    assert footprint.hexes_of(wheel.to) == (3218, 3117)


def test_example_spqr_6_45_at_cannae():
    """The phalanx on 2620/2621 facing east, 2620 held by the velites: 2621 pivots to 2720, and it faces north-east."""
    (wheel,) = footprint.wheels_about(pair(2620, "E"), {2620})
    assert wheel.entered == (2720,)
    assert wheel.to == pair(2620, "NE") and footprint.hexes_of(wheel.to) == (2620, 2720)


@pytest.mark.parametrize("zones", [set(), {3218, 3217}])
def test_no_such_wheel_unless_exactly_one_half_is_held(zones):
    assert footprint.wheels_about(pair(3218, "W"), zones) == ()


def test_a_pair_shifts_as_one_in_any_direction():
    """A 6.4 Withdrawal and retreat: both halves in the same direction, facing kept."""
    p = pair(2020, "E")
    ends = {footprint.hexes_of(m.to) for m in footprint.shifts(p)}
    assert len(ends) == 6 and all(m.to.facing == Facing.E for m in footprint.shifts(p))
    assert (2019, 2020) in ends  # along its own line: one hex is new
    assert {m.entered for m in footprint.shifts(p) if m.to.hex == 2019} == {(2019,)}


def test_a_routed_pair_in_a_narrow_place_follows_its_leading_half():
    p = pair(2020, "E")
    found = footprint.follows(p)
    assert len(found) == 20  # five hexes beside either half, facing either way
    for m in found:
        (lead, to), (trail, there) = m.steps
        assert {lead, trail} == {2020, 2021} and there == lead and m.entered == (to,)
        assert set(footprint.hexes_of(m.to)) == {to, lead}
    assert footprint.follows(Stand(2020, Facing.E)) == ()


# -- two hexes: Column -------------------------------------------------------------------------------------------------


@for_each("facing", VERTICES)
@for_each("end", ["left", "right"])
def test_a_pair_forms_column_on_its_hexes_and_back(facing, end):
    """A 6.4: heading left d(i+5), heading right d(i+2); leaving, it faces as before."""
    p = pair(2020, facing)
    column = footprint.into_column(p)[end]
    left, right = footprint.hexes_of(p)
    assert footprint.hexes_of(column) == ((left, right) if end == "left" else (right, left))
    assert footprint.front(column) == ((footprint.flanks(p)[0 if end == "left" else 1]),)
    assert footprint.out_of_column(column, end) == (p,)
    with pytest.raises(ValueError, match="which end"):
        footprint.out_of_column(column)


@for_each("facing", SIDES)
@for_each("head", HERE)
def test_arcs_of_a_column_of_two(head, facing):
    """A 6.4: one Front hex, one Rear hex, six on the flanks."""
    column = pair(head, facing)
    first, tail = footprint.hexes_of(column)
    assert first == head and footprint.front(column) == hexes.front(head, facing)
    assert footprint.rear(column) == hexes.front(tail, facing.turned(6))
    beside = {*hexes.neighbours(head), *hexes.neighbours(tail)} - {head, tail}
    assert len(footprint.flanks(column)) == 6
    assert set(footprint.around(column)) == beside and len(footprint.around(column)) == 8


@pytest.mark.parametrize("facing", SIDES)
def test_the_rest_of_a_column_follows_its_head(facing):
    column = pair(2020, facing)
    found = footprint.steps(column)
    assert [m.to.facing for m in found] == [facing.turned(2), facing, facing.turned(-2)]
    for m in found:
        assert footprint.hexes_of(m.to) == (m.entered[0], 2020)
        assert m.entered == hexes.front(2020, m.to.facing)


def test_a_column_of_two_keeps_its_side_through_a_bend():
    """The end it headed for decides how it faces, wherever it has marched."""
    column = footprint.into_column(pair(2020, "E"))["right"]
    bent = footprint.steps(column)[0].to
    (line,) = footprint.out_of_column(bent, "right")
    assert set(footprint.hexes_of(line)) == set(footprint.hexes_of(bent))
    assert line.facing == bent.facing.turned(3)


def test_one_hex_forms_column_by_30_degrees_and_leaves_it_so():
    one = Stand(2020, Facing.E)
    assert {k: s.facing.name for k, s in footprint.into_column(one).items()} == {"left": "SIDE_NE", "right": "SIDE_SE"}
    assert [s.facing.name for s in footprint.out_of_column(Stand(2020, Facing.SIDE_NE))] == ["NE", "E"]


# -- zones, windows, distances -----------------------------------------------------------------------------------------


def test_zones_by_how_far_they_reach():
    one, two = Stand(2020, Facing.E), pair(2020, "E")
    assert footprint.zone(one, "front", all_open) == footprint.front(one)
    assert set(footprint.zone(one, "front and flank", all_open)) == {*footprint.front(one), *footprint.flanks(one)}
    assert set(footprint.zone(two, "around", all_open)) == set(footprint.around(two))
    assert footprint.zone(two, "none", all_open) == ()


def test_a_zone_covers_what_either_half_could_enter():
    """7.22: the centre is closed to the left half (a wall between) and open to the right one."""
    two = pair(2020, "E")
    left, right = footprint.hexes_of(two)
    fl, fc, fr = footprint.front(two)
    assert footprint.zone(two, "front", lambda a, b: (a, b) != (left, fc)) == (fl, fc, fr)
    assert footprint.zone(two, "front", lambda a, b: b != fc) == (fl, fr)
    assert footprint.zone(two, "front", lambda a, b: a == right) == (fc, fr)


def test_a_pair_sees_out_of_either_half():
    two = pair(2020, "E")
    (left, right), (fl, fc, fr) = footprint.hexes_of(two), footprint.front(two)
    assert footprint.windows(two, "front") == ((left, (fl, fc)), (right, (fc, fr)))
    assert footprint.beside(two, fc) == (left, right) and footprint.beside(two, fl) == (left,)


def test_a_pair_is_held_by_either_half():
    assert footprint.held(pair(2020, "E"), {2021}) == (2021,)
    assert footprint.held(pair(2020, "E"), {2019}) == ()


def test_distances_count_from_the_nearest_half():
    two = pair(2020, "E")  # 2020/2021
    assert footprint.distance(two, Stand(2023, Facing.W)) == footprint.distance_to(two, 2023) == 2
    assert footprint.distance(two, pair(2025, "W")) == 3  # 2025/2024
    assert footprint.nearest(two, Stand(2023, Facing.W)) == (2021,)
    assert footprint.nearest(two, Stand(2220, Facing.W)) == (2020, 2021)
    assert footprint.adjacent(two, Stand(2022, Facing.W)) and not footprint.adjacent(two, Stand(2018, Facing.W))
    assert footprint.distance(Stand(2020, Facing.E), Stand(2020, Facing.E, Shape.ROUND)) == 0


# -- advance -----------------------------------------------------------------------------------------------------------


def test_a_pair_advances_forward_or_by_a_wheel_or_both():
    """A 8.53, S 8.43: every way ends with a half in a vacated hex."""
    two = pair(2020, "E")
    fl, fc, fr = footprint.front(two)
    ways = footprint.advances(two, {fc}, lambda h: True)
    assert {tuple(m.kind for m in way) for way in ways if len(way) == 1} == {
        ("forward-left",),
        ("forward-right",),
        ("wheel-left",),
        ("wheel-right",),
    }
    assert all(fc in footprint.hexes_of(way[-1].to) for way in ways)
    assert {tuple(m.kind for m in way) for way in footprint.advances(two, {fl}, lambda h: h != fc)} == set()
    only = footprint.advances(two, {fl}, lambda h: h != fr)
    assert {tuple(m.kind for m in way) for way in only} == {("forward-left",), ("forward-left", "wheel-left")}


def test_in_spqr_a_pair_goes_forward_whole_if_it_can():
    """S 8.43."""
    two = pair(2020, "E")
    fl, fc, _ = footprint.front(two)
    whole = footprint.advances(two, {fc}, lambda h: h != fl, whole=True)
    assert {way[0].kind for way in whole} == {"forward-right"}
    blocked = footprint.advances(two, {fc}, lambda h: h == fc, whole=True)
    assert {way[0].kind for way in blocked} == {"wheel-left", "wheel-right"}


def test_one_hex_advances_into_what_was_vacated():
    one = Stand(2020, Facing.E)
    (left, right) = footprint.front(one)
    assert [way[-1].to.hex for way in footprint.advances(one, {right}, lambda h: True)] == [right]
    assert footprint.advances(one, {left}, lambda h: False) == ()

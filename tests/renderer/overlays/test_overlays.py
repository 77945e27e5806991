"""Every overlay draws what it should where it should, in both themes and at every size, and nothing elsewhere."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PIL import ImageChops, ImageDraw

from engine.kernel.hexes import Facing, distance, neighbours
from engine.kernel.hexes import within as ring
from engine.kernel.view import LeaderView
from renderer import (
    Casualties,
    CommandRange,
    Eligible,
    Facings,
    Line,
    Overlay,
    Range,
    Reach,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from renderer.overlays.parts.plates import strength
from renderer.overlays.parts.region import Region, Stroke
from renderer.palette import sides
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, ROUT, Theme, casing, luminance, mix
from renderer.palette.overlays import FIRE_LINE, REACH_LINE, inks
from renderer.palette.sides import arrow
from tests.each import for_each
from tests.renderer.blank import (
    PAPER,
    RADII,
    THEMES,
    count,
    drawn,
    horse,
    pair,
    pixel,
    scene,
    stands_out,
    table,
    touched,
    within,
)

FIELD = table(
    horse("HC1", 404),
    horse("HC2", 504, 1, hits=2),
    pair("PH1", 406, 407),
    horse("LN1", 604, 1),
    leaders=(LeaderView("Bel", "Belisarius", 0, 403, "oc", 6),),
)
EVERY: dict[str, tuple[Overlay, tuple[int, ...], float]] = {
    "reach": (Reach({405: 1, 305: 2, 306: 3, 504: 4}, {305: 1, 306: 2, 504: 1}, 404), (404, 306, 405, 504), 1.1),
    "zones": (Zones(0), (404, 405), 1.1),
    "set-up": (SetUpArea((404, 405, 505), 1), (404, 505), 1.15),
    "range": (Range({404: 1, 405: 2, 504: 2}, {405: "7", 504: "3"}, (505, 506)), (404, 405, 506), 1.2),
    "sight": (Sight(304, 604), (304, 604), 0.5),
    "blocked": (Sight(304, 604, 504, "HC2"), (304, 604, 504), 2.2),
    "eligible": (Eligible(("HC1", "PH1", "nobody")), (404, 407), 1.05),
    "line": (Line(("HC1", "PH1"), ("LN1",)), (404, 407, 604), 1.05),
    "facings": (Facings((404,), {0: "", 2: "1", 8: "2"}, 0), (404,), 2.0),
    "shock": (Shock([("HC1", "HC2")], "7", odds={("HC1", "HC2"): "2:1"}), (404, 504), 2.0),
    "casualties": (
        Casualties({"HC1": 2}, ("LN1",), {"SK4": 606}, {"Totila": 306}, {"SK4": 1}),
        (404, 604, 306, 606),
        1.1,
    ),
}
ZONED = replace(FIELD, zoc={0: frozenset({404, 405}), 1: frozenset({405, 505})})


@for_each("theme", THEMES)
@for_each("r", RADII)
@for_each("kind", EVERY)
def test_it_draws_in_its_own_place_only(kind: str, r: int, theme: Theme) -> None:
    overlay, hexes, reach = EVERY[kind]
    s = scene(ZONED, r, theme)
    drawn(s, overlay)
    # Type has a least size, so that on a small map plates reach further.
    assert within(s, hexes, reach + (0 if r > 24 else 2.2))


@for_each("kind", EVERY)
def test_the_same_arguments_draw_the_same(kind: str) -> None:
    first, second = (drawn(scene(ZONED), EVERY[kind][0]).tobytes() for _ in range(2))
    assert first == second


@for_each("kind", EVERY)
def test_what_is_out_of_view_is_left_out(kind: str) -> None:
    s = scene(ZONED, 30, block=(9, 7, 10, 8))
    drawn(s, EVERY[kind][0])
    assert touched(s) is None


@pytest.mark.parametrize("theme", THEMES)
def test_the_ink_of_every_overlay_stands_out_from_its_ground(theme: Theme) -> None:
    """By itself, or by the casing round it, at least three to one; figures four and a half."""
    tones, ground = inks(theme), PAPER[theme]
    for ink in (tones.reach, tones.fire, tones.blocked, tones.sight):
        assert stands_out(ink, ground)
    assert stands_out(casing(theme), tones.command) or stands_out(tones.command, ground)
    for figure in (tones.reach_figure, tones.fire_figure):
        assert stands_out(figure, casing(theme), 4.5)


# Regions


def test_a_region_is_washed_within_its_outline_and_not_beyond() -> None:
    s = scene(table())
    Region(s, [404, 405]).wash((255, 0, 0), 1.0)
    for h in (404, 405):
        assert pixel(s, h) == (255, 0, 0)
    for h in {*neighbours(404), *neighbours(405)} - {404, 405}:
        assert pixel(s, h) == PAPER["light"]
    assert count(s, (255, 0, 0)) == pytest.approx(2 * 1.5 * math.sqrt(3) * 58**2, rel=0.06)


def test_holes_are_left_out_of_the_wash_but_not_of_the_outline() -> None:
    s = scene(table())
    region = Region(s, ring(404, 1), [404])
    region.wash((255, 0, 0), 1.0)
    assert pixel(s, 404) == PAPER["light"] and pixel(s, 403) == (255, 0, 0)
    region.contour(Stroke((0, 0, 255), 0.1))
    assert count(s, (0, 0, 255), 404, 0.9) == 0
    assert count(s, (0, 0, 255)) > 500


def test_a_region_round_others_leaves_them_alone() -> None:
    """A gap in the middle is not washed, and the outline runs round it too."""
    s = scene(table())
    region = Region(s, ring(404, 1)[1:])
    region.wash((255, 0, 0), 1.0)
    region.contour(Stroke((0, 0, 255), 0.1))
    assert pixel(s, 404) == PAPER["light"] and pixel(s, 503) == (255, 0, 0)
    assert count(s, (0, 0, 255), 404, 1.0) > 300


@pytest.mark.parametrize("r", (*RADII, 84))
def test_an_outline_has_no_gaps(r: int) -> None:
    """Filled from the middle of the region, paint doesn't get out."""
    for hexes in ([404], [404, 405], [404, 405, 505], list(ring(404, 1)), [404, 504, 605, 606, 506, 405]):
        s = scene(table(), r)
        Region(s, hexes).contour(Stroke((0, 0, 255), 0.07))
        x, y = s.layout.xy(404)
        ImageDraw.floodfill(s.image, (round(x), round(y)), (255, 0, 0), thresh=60)
        assert pixel(s, 207) == PAPER["light"] and pixel(s, 101) == PAPER["light"]
        assert pixel(s, hexes[-1]) == (255, 0, 0)


def test_an_outline_stays_near_the_hexsides() -> None:
    """No further than 0.2 radii from any hexside, so that it is never in doubt which hexes it holds."""
    s = scene(table())
    Region(s, [404]).contour(Stroke((0, 0, 255), 0.05))
    assert count(s, (0, 0, 255), 404, 0.56) == 0


def test_opposite_hatchings_cross() -> None:
    """Where both sides have zones, lines of both are there; elsewhere of one."""
    s = scene(replace(table(), zoc=ZONED.zoc))
    drawn(s, Zones(0), Zones(1))
    first, second = (arrow(sides.side(i), "light") for i in (0, 1))

    def found(h: int) -> tuple[bool, bool]:
        return count(s, first, h, 0.45, 70) > 250, count(s, second, h, 0.45, 70) > 250

    assert found(404) == (True, False)
    assert found(505) == (False, True)
    assert count(s, second, 405, 0.45, 70) > 250
    alone = scene(replace(table(), zoc={1: frozenset({405})}))
    drawn(alone, Zones(1))
    assert count(alone, PAPER["light"], 405, 0.45, 40) > 1.3 * count(s, PAPER["light"], 405, 0.45, 40)


def test_hatching_hangs_on_the_map_and_not_on_the_view() -> None:
    pictures = []
    for block in ((1, 1, 10, 8), (3, 2, 9, 8)):
        s = scene(ZONED, 34, block=block)
        drawn(s, Zones(0))
        x, y = s.layout.xy(404)
        pictures.append(s.image.crop((round(x - 15), round(y - 15), round(x + 15), round(y + 15))))
    assert ImageChops.difference(*pictures).getbbox() is None


def test_hatching_leaves_the_numbers_free() -> None:
    """One even colour where the number stands; lines beside it."""
    s = scene(ZONED)
    drawn(s, Zones(0))
    x, y = (round(v) for v in s.layout.xy(404))
    number = s.image.crop((x - 13, y - 46, x + 13, y - 38))
    beneath = s.image.crop((x - 16, y - 4, x + 16, y + 4))
    assert len(number.getcolors(9999) or []) == 1 < len(beneath.getcolors(9999) or [])


# What each tells


def test_the_price_in_cohesion_is_marked_where_it_is_due() -> None:
    s = scene(FIELD)
    drawn(s, EVERY["reach"][0])
    assert count(s, HIT, 305, 0.6) > 40
    assert count(s, HIT, 405, 0.6) == 0
    assert count(s, HIT, 306, 0.6) > 1.2 * count(s, HIT, 305, 0.6), "of two hits the wedge is larger"


def test_costs_and_rolls_of_taken_hexes_stand_under_the_counter() -> None:
    """Where a counter would hide them."""
    for overlay, colour in ((EVERY["reach"][0], REACH_LINE), (EVERY["range"][0], FIRE_LINE)):
        s = scene(FIELD)
        drawn(s, overlay)
        x, y = s.layout.xy(504)
        strip = s.image.crop((round(x - 20), round(y + 0.64 * s.r), round(x + 20), round(y + 0.86 * s.r)))
        assert sum(n for n, c in strip.getcolors(9999) or [] if c == colour) > 60


def test_nearer_bands_are_darker_and_hidden_hexes_darkest() -> None:
    for theme in THEMES:
        s = scene(table(), 58, theme)
        drawn(s, Range({404: 1, 405: 2, 406: 3, 407: 4}, {}, (606,)))
        shades = [pixel(s, h, 0.3, 0.3) for h in (404, 405, 406, 407)]
        away = [sum(abs(a - b) for a, b in zip(c, PAPER[theme], strict=True)) for c in shades]
        assert away == sorted(away, reverse=True) and len(set(away)) == 4
        assert luminance(pixel(s, 606, 0.0, 0.0)) < luminance(PAPER["light"]) * 0.5
        assert count(s, inks(theme).hatch, 606, 0.5, 90) > 300


def test_a_hidden_hex_is_no_part_of_the_field_of_fire() -> None:
    both, one = scene(table()), scene(table())
    drawn(both, Range({404: 1, 405: 1}, {405: "7"}, (405,)))
    drawn(one, Range({404: 1}, {}, (405,)))
    assert both.image.tobytes() == one.image.tobytes()


def test_sight_is_green_to_what_blocks_and_red_beyond() -> None:
    for theme in THEMES:
        s = scene(table(), 58, theme)
        drawn(s, Sight(304, 904, 704, "woods"))
        assert count(s, inks(theme).sight, 504) > 80 and count(s, inks(theme).sight, 904) == 0
        assert count(s, inks(theme).blocked, 904) > 80 and count(s, inks(theme).blocked, 504) == 0


def test_a_clear_line_has_no_red() -> None:
    s = scene(table())
    drawn(s, Sight(304, 904))
    assert count(s, HIT) == 0 and count(s, inks("light").sight, 904) > 80


def test_what_blocks_is_named_beside_its_hex() -> None:
    """A longer name makes a longer plate; the line itself is not covered by it."""
    widths = []
    for names in ("", "woods and HC1"):
        s, bare = scene(FIELD), scene(FIELD)
        drawn(s, Sight(304, 904, 704, names))
        drawn(bare, Sight(304, 904, 704, "x"))
        widths.append(count(s, BLACK))
        assert count(s, inks("light").sight) == count(bare, inks("light").sight) > 300
    assert widths[1] > 1.5 * widths[0]


def test_outside_the_command_range_all_is_dimmed() -> None:
    for theme in THEMES:
        s = scene(FIELD, 34, theme)
        drawn(s, CommandRange(h for h in ring(404, 1)))
        assert pixel(s, 404) == PAPER[theme]
        assert luminance(pixel(s, 704)) < luminance(PAPER[theme])
        assert s.image.getpixel((5, 5)) == PAPER[theme], "the margin isn't part of the map"


def test_a_unit_of_two_hexes_has_one_ring() -> None:
    s = scene(FIELD)
    drawn(s, Eligible(("PH1",)))
    x, y = s.layout.xy(406)
    between = (round(x), round(y + math.sqrt(3) / 2 * 58))
    apart = scene(FIELD)
    drawn(apart, Eligible(("HC1",)))
    assert count(s, GOLD) > 300
    crossing = s.image.crop((between[0] - 15, between[1] - 6, between[0] + 15, between[1] + 6))
    assert GOLD not in {c for _, c in crossing.getcolors(9999) or []}


def test_rings_stay_on_their_own_hexes() -> None:
    for hexes in ((404,), (406, 407)):
        s = scene(FIELD)
        drawn(s, Eligible(("HC1",) if len(hexes) == 1 else ("PH1",)))
        assert within(s, hexes, 1.0)
        assert all(pixel(s, n) == PAPER["light"] for h in hexes for n in neighbours(h) if n not in hexes)
        assert count(s, GOLD, hexes[0], 0.5) == 0, "the ring runs round the counter"


def test_members_are_joined_and_candidates_are_not() -> None:
    units = (horse("A", 304), horse("B", 404), horse("C", 505))
    joined, alone = scene(table(*units)), scene(table(*units))
    drawn(joined, Line(("A", "B"), ("C",)))
    drawn(alone, Line(("A",), ("B", "C")))
    (ax, ay), (bx, by) = joined.layout.xy(304), joined.layout.xy(404)
    middle = round(0.7 * ax + 0.3 * bx), round(0.7 * ay + 0.3 * by)
    assert joined.image.getpixel(middle) == GOLD
    assert alone.image.getpixel(middle) != GOLD
    assert count(joined, GOLD, 505, 1.0) < 0.75 * count(alone, GOLD, 304, 1.0), "a candidate's ring is dashed"


def test_the_order_of_a_line_is_written() -> None:
    units = (horse("A", 304), horse("B", 404))
    first, second = scene(table(*units)), scene(table(*units))
    drawn(first, Line(("A", "B")))
    drawn(second, Line(("B", "A")))
    assert first.image.tobytes() != second.image.tobytes()


@for_each("facing", range(12))
def test_a_facing_is_marked_at_its_corner_or_hexside(facing: int) -> None:
    s = scene(table(horse("A", 404)))
    drawn(s, Facings((404,), {facing: "1"}))
    a = math.radians(facing * 30)
    x, y = s.layout.xy(404)
    way = [(x + k * 58 * math.cos(a), y - k * 58 * math.sin(a)) for k in (0.84, 0.88, 0.9)]
    assert inks("light").reach in {s.image.getpixel((round(px), round(py))) for px, py in way}
    opposite = (round(x - 0.88 * 58 * math.cos(a)), round(y + 0.88 * 58 * math.sin(a)))
    assert s.image.getpixel(opposite) == PAPER["light"]


def test_the_present_facing_is_gold_and_one_it_may_not_keep_is_grey() -> None:
    for choices, colour in (({0: "", 6: "1"}, GOLD), ({6: "1"}, ROUT)):
        s = scene(table(horse("A", 404)))
        drawn(s, Facings((404,), choices, 0))
        assert pixel(s, 404, 0.89, 0.0) == colour
        assert pixel(s, 404, -0.89, 0.0) == inks("light").reach


def test_a_facing_of_two_hexes_is_marked_on_both_and_named_once() -> None:
    s = scene(table(pair("PH", 404, 405)))
    drawn(s, Facings((404, 405), {0: ""}))
    for h in (404, 405):
        assert pixel(s, h, 0.89, 0.0) == inks("light").reach
    assert count(s, CREAM, 404, 1.8) > 0
    named = [h for h in (404, 405) if pixel(s, h, 1.35, 0.0) != PAPER["light"]]
    assert len(named) == 1


@pytest.mark.parametrize("r", [58, 40, 30])
def test_a_shock_plate_hides_no_figure_of_strength(r: int) -> None:
    """Whatever way two lines stand in contact."""
    for side, facing in ((0, Facing.E), (1, Facing.SE)):
        own = [horse(f"A{i}", 403 + i, side, facing=facing) for i in range(3)]
        foes = [horse(f"B{i}", 503 + i, 1 - side, facing=facing.turned(6)) for i in range(3)]
        t = table(*own, *foes)
        pairs = [(a.id, b.id) for a in own for b in foes if distance(a.hexes[0], b.hexes[0]) == 1]
        s = scene(t, r)
        drawn(s, Shock(pairs, "10", odds=dict.fromkeys(pairs, "2:1")))
        for placed in s.placed:
            x, y = strength(placed.look, placed.at, r)
            k = round(0.17 * r)
            figure = s.image.crop((round(x) - k, round(y) - k, round(x) + k, round(y) + k))
            black = sum(n for n, c in figure.getcolors(9999) or [] if c == BLACK)
            assert black <= 0.12 * figure.width * figure.height, placed.top.id


def test_every_pair_has_its_own_column() -> None:
    t = table(horse("A", 404), horse("B", 504, 1), horse("C", 505, 1))
    pairs = [("A", "B"), ("A", "C")]
    pictures = []
    for labels in ({pairs[0]: "5", pairs[1]: "9"}, {pairs[0]: "9", pairs[1]: "5"}, {pairs[0]: "5"}):
        s = scene(t)
        drawn(s, Shock(pairs, "", labels))
        pictures.append((s.image.tobytes(), count(s, BLACK)))
    assert pictures[0][0] != pictures[1][0]
    assert pictures[2][1] < 0.7 * pictures[0][1], "a pair without a column has no plate"


def test_many_attacks_on_a_small_map_have_arrows_only() -> None:
    t = table(*(horse(f"A{i}", 403 + i) for i in range(3)), *(horse(f"B{i}", 503 + i, 1) for i in range(3)))
    s = scene(t, 17)
    drawn(s, Shock([(f"A{i}", f"B{i}") for i in range(3)], "7"))
    assert count(s, HIT) > 60 and count(s, BLACK) == 0


def test_the_lost_are_ghosts_in_their_sides_colours() -> None:
    s = scene(table())
    drawn(s, Casualties({}, (), {"A": 304, "B": 604, "C": 606}, {}, {"A": 0, "B": 1}))
    for h, i in ((304, 0), (604, 1), (606, 2)):
        own = mix(sides.side(i).chevron, BLACK, 0.15)
        assert count(s, own, h, 0.8) > 100
        assert all(count(s, mix(sides.side(j).chevron, BLACK, 0.15), h, 0.8) == 0 for j in range(3) if j != i)


def test_losses_where_another_stands_are_told_above_it() -> None:
    s = scene(FIELD)
    drawn(s, Casualties({}, (), {"XX9": 404}, {}))
    box = touched(s)
    assert box is not None and box[3] < s.layout.xy(404)[1] - 0.5 * s.r
    assert count(s, BLACK, 404) > 100


def test_hits_gained_are_marked_on_who_took_them() -> None:
    s = scene(FIELD)
    drawn(s, Casualties({"HC1": 2, "PH1": 0, "gone": 3}, (), {}, {}))
    assert count(s, HIT, 404, 0.95) > 100
    assert count(s, HIT, 407, 0.95) == 0

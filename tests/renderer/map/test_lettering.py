"""What is written on the map: names along their rivers, levels where there are many, numbers that stay readable."""

from __future__ import annotations

import math

import pytest
from PIL import Image, ImageStat

from engine.kernel.terrain import BattleMap, Place
from renderer import whole
from renderer.graphics.curves import length
from renderer.map import lettering
from renderer.map.ground.plan import plan_of
from renderer.map.layout import Layout
from renderer.map.name_lines import ASIDE, course_of, rightwards, stretch
from renderer.map.names import name_of
from renderer.palette.map import ground
from tests.renderer import field

DOWN = {300 + r: "river" for r in range(1, 7)}
ACROSS = {c * 100 + 3: "river" for c in range(1, 9)}


def slant(m: BattleMap, h: int) -> float | None:
    """Degrees by which the line under a name leaves the level; None where it lies level."""
    course = course_of(m, h)
    if course is None:
        return None
    (ax, ay), (bx, by) = rightwards(course)[0], rightwards(course)[-1]
    return math.degrees(math.atan2(ay - by, bx - ax))


def test_a_name_in_a_river_runs_along_it() -> None:
    assert slant(field.small(terrain=DOWN).map, 303) == pytest.approx(90)
    assert slant(field.small(terrain=ACROSS).map, 403) == pytest.approx(0, abs=6)


def test_a_name_in_a_round_lake_lies_level() -> None:
    m = field.small(terrain={h: "lake" for h in (403, 402, 502, 503, 404, 303, 302)}).map
    assert course_of(m, 403) is None


def test_a_name_beside_a_stream_runs_along_it_clear_of_its_water() -> None:
    m = field.tricameron_map()
    course = course_of(m, 4924)
    assert course is not None
    assert slant(m, 4924) == pytest.approx(90, abs=3)
    x = sum(p[0] for p in course) / len(course)
    assert x == pytest.approx(1.5 * 48 + 0.75 + ASIDE, abs=0.1)
    assert course_of(m, 5909) is None


def test_a_camps_name_beside_a_stream_is_the_camps() -> None:
    m = field.tricameron_map().model_copy(update={"terrain": {4923: "camp"}})
    assert course_of(m, 4924) is None


def test_a_stretch_is_cut_where_the_name_belongs() -> None:
    line = [(float(x), 0.0) for x in range(21)]
    middle = stretch(line, (10, 1), 4)
    start = stretch(line, (0, 1), 4)
    assert middle is not None and start is not None
    assert (middle[0][0], middle[-1][0]) == pytest.approx((8, 12), abs=0.2)
    assert (start[0][0], start[-1][0]) == pytest.approx((0, 4), abs=0.2)
    assert length(middle) >= 4
    assert stretch(line, (10, 1), 30) is None


def test_a_rivers_name_is_written_upwards() -> None:
    """Its letters cover a tall strip, those of a town's name a wide one."""
    boxes = []
    for terrain in (DOWN, {}):
        table = field.small(terrain=terrain, places=[Place(name="Meander", hex=303)])
        layout = whole().layout(table)
        image = Image.new("RGB", layout.size, (255, 255, 255))
        name_of(plan_of(table.map), layout, ground("light"), table.map.places[0]).draw(image)
        box = image.convert("L").point([255 if v < 120 else 0 for v in range(256)]).getbbox()
        assert box is not None
        boxes.append(box)
    tall, wide = ((b[2] - b[0], b[3] - b[1]) for b in boxes)
    assert tall[1] > 2 * tall[0]
    assert wide[0] > 2 * wide[1]


def levelled(levels: dict[int, int], r: int) -> bytes:
    """Level numerals alone on blank paper."""
    m = field.small(levels=levels).map
    layout = Layout(r, 1, 1, 8, 6, 32)
    image = Image.new("RGB", layout.size, (255, 255, 255))
    lettering.levels(image, plan_of(m), layout.r, layout.origin, ground("light"))
    return image.tobytes()


@pytest.mark.parametrize(("woods", "deep"), [((), False), ((505,), True), ((507,), False)])
def test_a_name_that_runs_into_trees_has_a_deeper_breath(woods: tuple[int, ...], deep: bool) -> None:
    """The hex it is written in is open; the letters reach the one beside it."""
    table = field.small(terrain=dict.fromkeys(woods, "woods"))
    layout = whole().layout(table)
    name = name_of(plan_of(table.map), layout, ground("light"), Place(name="The spring", hex=405))
    plain = name_of(plan_of(field.small().map), layout, ground("light"), Place(name="The spring", hex=405))
    assert (ImageStat.Stat(name.halo).sum > ImageStat.Stat(plain.halo).sum) is deep
    assert name.colours == plain.colours


def test_levels_are_numbered_where_there_are_many_and_they_can_be_read() -> None:
    few = {203: 1, 303: 1, 204: 2}
    many = few | {606: 3}
    assert len({levelled(few, 46), levelled(many, 28), levelled({}, 46)}) == 2, "blank, at either size"
    assert levelled(many, 46) != levelled(few, 46)


def test_a_level_stands_in_the_lower_right_of_its_hex() -> None:
    many = {203: 1, 204: 2, 303: 3}
    layout = Layout(46, 1, 1, 8, 6, 32)
    numbered = Image.frombytes("RGB", layout.size, levelled(many, 46))
    x, y = layout.xy(203)
    cut = numbered.crop((round(x), round(y), round(x + 0.5 * 46), round(y + 0.866 * 46)))
    rest = numbered.crop((round(x - 46), round(y - 40), round(x), round(y + 38)))
    assert min(cut.convert("L").tobytes()) < 130
    assert min(rest.convert("L").tobytes()) == 255

"""The ground: every kind has its look, unknown ones a plain one, tiles meet without a seam."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.kernel.hexes import centre
from engine.kernel.terrain import BattleMap, HexsideFeature, Road
from renderer import render, whole
from renderer.graphics.curves import Point, chains, lerp
from renderer.map.ground.built import road_ends, town_middles
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.hexsides import hex_bridge, meander
from renderer.map.ground.marks import Mark
from renderer.map.ground.plan import plan_of
from renderer.map.ground.types import KINDS, SIDE_KINDS, UNKNOWN, kind_of, side_kind_of
from renderer.map.ground.washes import Window
from renderer.map.layout import side_between
from renderer.map.tiles import drawn, forget, land
from renderer.margin.footer import north
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours
from tests.renderer import field, skirmish
from tests.renderer.conftest import opened


def small(**fields: Any) -> BattleMap:
    return field.small(**{"cols": (1, 4), "rows": (1, 4)} | fields).map


def look(**fields: Any) -> bytes:
    """The middle of a small ground at a radius of 28 pixels."""
    return draw_ground(plan_of(small(**fields)), "light", 28, (40, 20), (230, 230)).tobytes()


def test_every_kind_of_ground_looks_its_own_way() -> None:
    looks = {kind: look(terrain={202: t, 203: t}) for t, kind in KINDS.items() if "road" not in t}
    looks[UNKNOWN] = look(terrain={202: "glacier", 203: "glacier"})
    assert len(set(looks.values())) == len(looks)


def test_every_kind_of_hexside_looks_its_own_way() -> None:
    looks = {kind: look(hexsides=[HexsideFeature(a=202, b=203, type=t)]) for t, kind in SIDE_KINDS.items()}
    looks[UNKNOWN] = look(hexsides=[HexsideFeature(a=202, b=203, type="force field")])
    assert len(set(looks.values())) == len(looks)


MEDIEVAL = ("woods", "swamp", "fen", "river", "bridge", "mud", "village", "town", "building", "castle", "vineyard")


def test_the_ground_of_medieval_fields_is_known() -> None:
    assert kind_of("clear") == "open"
    assert UNKNOWN not in {kind_of(t) for t in (*MEDIEVAL, "ditch", "pits")}
    assert UNKNOWN not in {side_kind_of(t) for t in ("burn", "beek", "brook", "hedge")}


ANCIENT_SIDES = (
    "stream",
    "minor_river",
    "river_volturno",
    "trench",
    "steep_bank",
    "rampart",
    "gate",
    "city_wall",
    "bridge",
)
ANCIENT = (
    *(
        "open",
        "woods",
        "rough",
        "broken",
        "marsh",
        "rocky_riverbed",
        "roman_camp",
        "roman_road",
        "dirt_road",
        "village",
    ),
    *("river", "major_river", "river_impassable", "river_euphrates", "island_ford", "jaxartes_ford", "easy_ford"),
    *("sea", "land", "city_interior", "city_wall", "city_gate", "town"),
)


def test_the_ground_of_ancient_fields_and_seas_is_known() -> None:
    assert UNKNOWN not in {kind_of(t) for t in ANCIENT}
    assert UNKNOWN not in {side_kind_of(t) for t in ANCIENT_SIDES}


def naval() -> BattleMap:
    """Sea with an island, and a river that runs into it."""
    island = dict.fromkeys((603, 604, 703), "land")
    coast = {c * 100 + r: "land" for c in range(1, 13) for r in (8, 9)} | {509: "river", 508: "river"}
    return field.small(id="naval", cols=(1, 12), rows=(1, 9), default_terrain="sea", terrain=island | coast).map


def test_a_sea_has_wider_lines_than_a_lake() -> None:
    """They differ up to two hexes from the shore, and no farther."""
    seen = []
    for kind in ("sea", "lake"):
        m = field.small(id="water", cols=(1, 16), default_terrain=kind, terrain={403: "land"}).map
        seen.append(Window(plan_of(m), ground_colours("light"), 28, (0, 0), (28 * 24, 28 * 10)).wash().convert("L"))
    apart = ImageChops.difference(*seen)
    x, y = (round(28 * v) for v in centre(403))
    wide, far = (
        apart.crop((x + 28 * a // 10, y - 14, x + 28 * b // 10, y + 14)).tobytes() for a, b in ((16, 27), (60, 90))
    )
    assert max(wide) > 12
    assert max(far) == 0


def test_no_line_runs_along_the_edge_of_a_sea() -> None:
    m = field.small(id="open sea", default_terrain="sea").map
    inner = draw_ground(plan_of(m), "light", 28, (28 * 6, 28 * 5), (40, 40))
    x, y = (round(28 * v) for v in centre(103))
    outer = draw_ground(plan_of(m), "light", 28, (x - 24, y - 20), (40, 40))
    means = [ImageStat.Stat(i.convert("L")).mean[0] for i in (inner, outer)]
    assert abs(means[0] - means[1]) < 4


@pytest.mark.parametrize("climate", ["meadow", "temperate", "arid"])
def test_open_ground_is_even_at_night(climate: str) -> None:
    """No stains: in the picture's own colours hardly a pixel is far from the wash."""
    table = field.small(climate=climate)
    picture = opened(render(table, theme="dark"))
    layout = whole().layout(table)
    wash = ground_colours("dark", climate).levels[0]
    x, y = layout.xy(404)
    cut = picture.crop((round(x - 0.4 * layout.r), round(y - 0.4 * layout.r), round(x + layout.r), round(y)))
    far = sum(max(abs(a - b) for a, b in zip(p, wash, strict=True)) > 9 for p in pixels(cut))
    assert far < 0.12 * cut.width * cut.height, "tufts and the grid only"


def pixels(image: Image.Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[i : i + 3]) for i in range(0, len(data), 3)]


@pytest.mark.parametrize(("above", "below"), [({204: 1, 304: 1}, 23), ({204: 2}, 17)])
def test_hills_seen_from_afar_have_bolder_strokes(above: dict[int, int], below: int) -> None:
    plan = plan_of(small(id="hill", levels=above))
    near, far = ([m for m in plan.marks_at(r) if m.shape == "area"] for r in (24, below))
    assert 0 < len(far) < len(near)
    assert max(_thick(m) for m in far) > 1.5 * max(_thick(m) for m in near)


def _thick(stroke: Mark) -> float:
    return math.dist(stroke.points[0], stroke.points[1])


def test_grass_grows_on_open_ground_alone_and_sand_where_it_is_dry() -> None:
    meadow, dry = (plan_of(small(id="grass", climate=c)).marks_at(40) for c in ("meadow", "arid"))
    assert {m.shape for m in meadow} == {"line"}
    assert {m.shape for m in dry} == {"oval"}
    wooded = small(id="grass", default_terrain="marsh")
    assert not [m for m in plan_of(wooded).marks_at(40) if m.ink == ("tree-line", "level-0", 0.60)]


def test_a_stream_keeps_near_its_hexsides() -> None:
    """So that the ground in the middle of a hex is never in doubt."""
    sides = [side_between(*pair) for pair in field.BROOK]
    for path in chains(sides):
        course = meander(path, Random(3))
        assert course[0] == path[0]
        assert course[-1] == path[-1]
        for p in course:
            assert min(_apart(p, a, b) for a, b in pairwise(path)) < 0.26
    assert meander(path, Random(3)) != meander(path, Random(4))


def _apart(p: Point, a: Point, b: Point) -> float:
    t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    return math.dist(p, lerp(a, b, max(0.0, min(1.0, t))))


def test_every_town_has_one_church_in_its_middle() -> None:
    m = field.small(terrain={101: "town", 102: "town", 103: "town", 606: "town"}).map
    assert town_middles(m, [101, 102, 103, 606]) == {102, 606}
    assert town_middles(m, []) == set()


@pytest.mark.parametrize(
    "wet, along",
    [((303, 305), (1.0, 0.0)), ((404, 205), (0.5, 0.866)), ((204, 405), (0.5, -0.866)), ((), (1.0, 0.0))],
)
def test_a_bridge_spans_the_river_square_to_it(wet: tuple[int, ...], along: tuple[float, float]) -> None:
    """From bank to bank: its deck is as long as the hex is wide."""
    h = 304
    m = field.small(terrain={h: "bridge", **{w: "river" for w in wet}}).map
    deck = [mark for mark in hex_bridge(m, h, {}) if mark.ink == "road"][-1]
    (ax, ay), (bx, by) = deck.points
    assert math.dist((ax, ay), (bx, by)) == pytest.approx(2.0)
    assert abs((bx - ax) * along[0] + (by - ay) * along[1]) == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("way", [(204, 304, 404), (205, 304, 404), (303, 304, 305), (304, 404)])
def test_a_bridge_in_a_hex_lies_on_its_road(way: tuple[int, ...]) -> None:
    """It ends where the road crosses the hexsides, even where the road bends in the hex."""
    m = field.small(terrain={304: "bridge"}, roads=[Road(type="dirt_road", hexes=way)]).map
    deck = [mark for mark in hex_bridge(m, 304, road_ends(m)) if mark.ink == "road"][-1]
    for n in set(way) - {304}:
        assert lerp(centre(304), centre(n), 0.5) in deck.points


def test_spelling_of_types_is_forgiven() -> None:
    assert kind_of("City Wall") == kind_of("city_wall") == "city-wall"
    assert side_kind_of("steep-bank") == "steep-bank"
    assert (kind_of("glacier"), side_kind_of("glacier")) == (UNKNOWN, UNKNOWN)


def test_levels_climates_and_roads_show() -> None:
    road = (102, 202, 302)
    looks = [
        look(),
        look(levels={202: 1}),
        look(levels={202: 2}),
        look(climate="arid"),
        look(climate="meadow"),
        look(roads=[Road(type="road", hexes=road)]),
        look(roads=[Road(type="dirt_road", hexes=road)]),
    ]
    assert len(set(looks)) == len(looks)


def test_an_unknown_climate_is_temperate() -> None:
    assert look(climate="lunar") == look()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tiles_meet_without_a_seam(theme: Theme) -> None:
    """Drawn at once or put together from tiles, at any radius."""
    for m, radii in ((skirmish.ground().map, (17, 40, 66)), (naval(), (17, 34))):
        plan = plan_of(m)
        for r in radii:
            origin, size = (133, 71), (r * 8, r * 6)
            forget()
            land(plan, theme, r, (0, 0), (r * 4, r * 4))
            at_once = drawn(plan, theme, r, origin, size)
            assert land(plan, theme, r, origin, size).convert("RGB").tobytes() == at_once.convert("RGB").tobytes()


def test_maps_with_the_same_content_share_a_plan() -> None:
    assert plan_of(small()) is plan_of(small())
    assert plan_of(small()) is not plan_of(small(terrain={202: "woods"}))


def test_void_hexes_are_blank() -> None:
    with_void = field.small(cols=(1, 4), rows=(1, 4), void=frozenset({101, 404}))
    assert render(with_void).png != render(field.small(cols=(1, 4), rows=(1, 4))).png


@pytest.mark.parametrize(
    ("compass", "angle"),
    [
        ({"R": "east", "UP": "north"}, 90),
        ({"R": "north"}, 0),
        ({"L": "north"}, 180),
        ({"UP": "south"}, 270),
        ({"R": "north-east"}, 45),
        ({}, 90),
        ({"R": "upstream"}, 90),
    ],
)
def test_the_compass_points_north(compass: dict[str, str], angle: int) -> None:
    assert north(compass) == angle

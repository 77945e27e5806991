"""The ground: every kind has its look, unknown ones a plain one, tiles meet without a seam."""

from __future__ import annotations

import math
from typing import Any

import pytest

from engine.kernel.hexes import centre
from engine.kernel.terrain import BattleMap, HexsideFeature, Road
from renderer import render
from renderer.curves import lerp
from renderer.footer import north
from renderer.ground import ground, plan_of
from renderer.ground.built import road_ends, town_middles
from renderer.ground.hexsides import hex_bridge
from renderer.ground.tiles import draw_ground, forget
from renderer.ground.types import KINDS, SIDE_KINDS, UNKNOWN, kind_of, side_kind_of
from renderer.palette import Theme
from tests.renderer import field, skirmish


def small(**fields: Any) -> BattleMap:
    return field.small(cols=(1, 4), rows=(1, 4), **fields).map


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
    plan = plan_of(skirmish.ground().map)
    for r in (17, 40, 66):
        origin, size = (133, 71), (r * 8, r * 6)
        forget()
        ground(plan, theme, r, (0, 0), (r * 4, r * 4))
        assert ground(plan, theme, r, origin, size).tobytes() == draw_ground(plan, theme, r, origin, size).tobytes()


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

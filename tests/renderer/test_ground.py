"""The ground: every type has its look, unknown ones a plain one, tiles meet without a seam."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageStat

from engine.kernel.terrain import HexsideFeature, Place, Road
from renderer import render
from renderer.footer import north
from renderer.ground import ground as drawn_ground
from renderer.ground import plan_of
from renderer.ground.tiles import draw_ground
from renderer.ground.types import KINDS, SIDE_KINDS, UNKNOWN, kind_of, side_kind_of
from renderer.palette import Theme
from tests.renderer.kit import country, ground, table

BOX = ((40, 20), (230, 230))


def look(**kwargs) -> bytes:
    return draw_ground(plan_of(ground(cols=(1, 4), rows=(1, 4), **kwargs)), "light", 28, *BOX).tobytes()


def test_every_kind_of_ground_looks_its_own_way() -> None:
    looks = {kind: look(terrain={202: t, 203: t}) for t, kind in KINDS.items()}
    looks[UNKNOWN] = look(terrain={202: "glacier", 203: "glacier"})
    assert len(set(looks.values())) == len(looks)


def test_every_kind_of_hexside_looks_its_own_way() -> None:
    looks = {kind: look(hexsides=[HexsideFeature(a=202, b=203, type=t)]) for t, kind in SIDE_KINDS.items()}
    looks[UNKNOWN] = look(hexsides=[HexsideFeature(a=202, b=203, type="force field")])
    assert len(set(looks.values())) == len(looks)


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
    plan = plan_of(country())
    origin, size = (130, 70), (700, 620)
    whole = draw_ground(plan, theme, 58, origin, size)
    tiled = drawn_ground(plan, theme, 58, origin, size)
    apart = ImageChops.difference(whole, tiled)
    assert ImageStat.Stat(apart.convert("L")).mean[0] < 0.5
    # A seam would be a line; single pixels at the edge of a blur may differ.
    rows = apart.convert("L").resize((1, size[1])).getextrema()
    assert rows[1] < 12  # type: ignore[operator]


def test_maps_with_the_same_content_share_a_plan() -> None:
    assert plan_of(ground()) is plan_of(ground())
    assert plan_of(ground()) is not plan_of(ground(terrain={202: "woods"}))


def test_void_hexes_and_odd_places_are_drawn() -> None:
    m = ground(void=frozenset({101, 102, 1007}), places=(Place(name="Żółć", hex=1001), Place(name="x" * 80, hex=505)))
    assert render(table(m)).png != render(table(ground())).png


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

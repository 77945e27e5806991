"""The ground: every kind has its look, unknown ones a plain one, tiles meet without a seam."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.terrain import BattleMap, HexsideFeature, Road
from renderer import render
from renderer.footer import north
from renderer.ground import ground, plan_of
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

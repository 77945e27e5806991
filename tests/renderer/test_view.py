"""Which part of the map a picture shows."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import within
from engine.kernel.view import TableView
from renderer import area, around, whole
from renderer.bench import battle
from renderer.layout import RADII, Layout
from renderer.view import FOOTER, MAX_PIXELS, MAX_WIDTH, TALLEST, WIDEST
from tests.renderer.kit import ground, table, unit


def block(layout: Layout) -> tuple[int, int, int, int]:
    return layout.c0, layout.r0, layout.c1, layout.r1


def test_the_whole_field(tricameron: TableView) -> None:
    assert block(whole().layout(tricameron)) == (36, 1, 60, 25)


def test_a_small_field_is_drawn_large() -> None:
    assert whole().layout(table(ground())).r == 66


@pytest.mark.parametrize("view", [whole(), around([3020]), around([1010, 1030, 2020], 3), area(1, 1, 50, 10)])
def test_radius_and_size_stay_within_limits(view) -> None:
    layout = view.layout(battle())
    assert layout.r in RADII
    assert layout.size[0] <= MAX_WIDTH
    assert layout.size[0] * (layout.size[1] + FOOTER) <= MAX_PIXELS * 1.01


def test_a_field_too_large_for_any_listed_radius_still_fits() -> None:
    layout = whole().layout(table(ground(cols=(1, 99), rows=(1, 70))))
    assert layout.size[0] <= MAX_WIDTH


def test_a_close_up_holds_what_it_is_about_and_a_ring(tricameron: TableView) -> None:
    layout = around([4810, 5012]).layout(tricameron)
    assert all(layout.holds(h) for x in (4810, 5012) for h in within(x, 1))
    assert layout.r == 66


@pytest.mark.parametrize("hexes", [[3601], [6025], [4801, 4825], [3612, 6012]])
def test_a_close_up_keeps_a_shape_screens_show_well(tricameron: TableView, hexes: list[int]) -> None:
    layout = around(hexes).layout(tricameron)
    w, h = layout.size
    hex_w, hex_h = w - 2 * layout.margin, h - 2 * layout.margin
    assert hex_h <= hex_w * TALLEST * 1.1
    assert hex_w <= hex_h * WIDEST * 1.1


def test_a_close_up_never_cuts_a_two_hex_unit() -> None:
    m = ground(cols=(1, 40), rows=(1, 30))
    pair = unit("PH1", 0, (1015, 1016))
    # The ring round 1010 at distance 5 just touches the pair's first hex.
    layout = around([1010], 5).layout(table(m, pair))
    assert layout.holds(1015) and layout.holds(1016)


def test_hexes_off_the_map_are_ignored(tricameron: TableView) -> None:
    layout = around([3601, 101]).layout(tricameron)
    assert (layout.c0, layout.r0) == (36, 1)
    assert block(area(0, 0, 99, 99).layout(tricameron)) == (36, 1, 60, 25)


def test_corners_of_an_area_in_any_order(tricameron: TableView) -> None:
    assert block(area(50, 20, 40, 10).layout(tricameron)) == (40, 10, 50, 20)


def test_nothing_to_look_at_is_the_whole_field(tricameron: TableView) -> None:
    assert around([]) == whole()
    assert block(around([101], 0).layout(tricameron)) == (36, 1, 60, 25)

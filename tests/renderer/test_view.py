"""Which part of the map is shown, and how large."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.hexes import Facing
from engine.kernel.view import CounterView, TableView
from renderer import area, around, render, whole
from renderer.layout import RADII, Layout
from renderer.view import FOOTER, MAX_PIXELS, MAX_WIDTH
from tests.renderer import field

TABLE = field.tricameron()
HEXES = sorted(TABLE.map.hexes)


def block(layout: Layout) -> tuple[int, int, int, int]:
    return layout.c0, layout.r0, layout.c1, layout.r1


def test_the_whole_field() -> None:
    assert block(whole().layout(TABLE)) == (36, 1, 60, 25)
    assert whole().layout(TABLE).r in RADII


def test_nothing_to_look_at_is_the_whole_field() -> None:
    assert around([]) == whole()
    assert block(around([101]).layout(TABLE)) == (36, 1, 60, 25)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(HEXES), min_size=1, max_size=6), st.integers(0, 3))
def test_a_close_up_holds_all_it_was_asked_for_and_keeps_to_the_limits(hexes: list[int], ring: int) -> None:
    layout = around(hexes, ring).layout(TABLE)
    assert all(layout.holds(h) for h in hexes)
    w, h = layout.size
    assert w <= MAX_WIDTH + 1 and w * (h + FOOTER) <= MAX_PIXELS * 1.02
    assert layout.r in RADII
    # Neither phone nor desktop has to shrink it by its height, unless the map itself ends there.
    columns, rows = layout.c1 - layout.c0 + 1, layout.r1 - layout.r0 + 1
    assert h <= w * 1.45 or columns == 25
    assert w <= h * 1.75 or rows == 25


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(HEXES), min_size=1, max_size=3))
def test_every_hex_shown_lies_wholly_in_the_picture(hexes: list[int]) -> None:
    layout = around(hexes).layout(TABLE)
    w, h = layout.size
    for x in HEXES:
        if layout.holds(x):
            assert all(0 <= px <= w and 0 <= py <= h for px, py in layout.corners(x))


def test_a_close_look_is_drawn_large() -> None:
    layout = around([4810]).layout(TABLE)
    assert layout.r == 66
    assert 7 <= layout.c1 - layout.c0 + 1 <= 9


def test_a_pair_is_never_cut() -> None:
    pair = CounterView("PH1", "Phalanx", 0, "phalanx", (4705, 4706), Facing.E, 7)
    table = replace(TABLE, counters=(pair,))
    for at in (4705, 4706, 4707, 4704):
        layout = around([at], ring=0).layout(table)
        assert layout.holds(4705) == layout.holds(4706)


def test_an_area_is_cut_to_the_map_and_may_be_given_from_any_corner() -> None:
    assert block(area(40, 3, 45, 9).layout(TABLE)) == (40, 3, 45, 9)
    assert block(area(45, 9, 40, 3).layout(TABLE)) == (40, 3, 45, 9)
    assert block(area(1, 0, 99, 99).layout(TABLE)) == (36, 1, 60, 25)
    c0, r0, c1, r1 = block(area(90, 90, 95, 95).layout(TABLE))
    assert (c0, r0) == (60, 25) and (c1, r1) == (60, 25)


@pytest.mark.parametrize("cols, rows", [((1, 1), (1, 1)), ((1, 60), (1, 40)), ((1, 99), (1, 98)), ((1, 3), (1, 40))])
def test_maps_of_every_shape_fit(cols: tuple[int, int], rows: tuple[int, int]) -> None:
    table: TableView = field.small(id=f"shape-{cols}-{rows}", cols=cols, rows=rows)
    layout = whole().layout(table)
    assert layout.size[0] <= 1610
    if cols[1] <= 3:
        picture = render(table)
        assert (picture.width, picture.height) == (layout.size[0], layout.size[1] + FOOTER)

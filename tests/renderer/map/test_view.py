"""Which part of the map is shown, and how large."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.hexes import Facing, neighbours
from engine.kernel.view import CounterView, TableView
from renderer import area, around, clusters, render, whole, wing
from renderer.graphics import fonts
from renderer.map.layout import RADII, Layout
from renderer.map.lettering import number_size
from renderer.map.view import (
    ACTION_COLUMNS,
    CLOSE_COLUMNS,
    FOOTER,
    LEAST_WIDTH,
    MAX_PIXELS,
    MAX_WIDTH,
    SLIMMEST,
    TALLEST,
    WIDEST,
    View,
)
from tests.each import for_each
from tests.renderer import field

TABLE = field.tricameron()
HEXES = sorted(TABLE.map.hexes)


def block(layout: Layout) -> tuple[int, int, int, int]:
    return layout.c0, layout.r0, layout.c1, layout.r1


def keeps_to_the_limits(layout: Layout, table: TableView) -> None:
    """Width, area, and a shape that neither phone nor desktop has to shrink, unless the map itself ends there."""
    w, h = layout.size[0], layout.size[1] + FOOTER
    assert LEAST_WIDTH <= w <= MAX_WIDTH and w * h <= MAX_PIXELS
    assert h <= w * TALLEST or (layout.c0, layout.c1) == table.map.cols
    assert w <= h * WIDEST or (layout.r0, layout.r1) == table.map.rows


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
    keeps_to_the_limits(layout, TABLE)
    assert layout.r in RADII


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
    assert layout.r == 84
    assert 7 <= layout.c1 - layout.c0 + 1 <= 9


def test_a_pair_is_never_cut() -> None:
    pair = CounterView("PH1", "Phalanx", 0, "phalanx", (4705, 4706), Facing.E, 7)
    table = replace(TABLE, counters=(pair,))
    for at in range(4701, 4716):
        layout = around([at], ring=0).layout(table)
        assert layout.holds(4705) == layout.holds(4706)
    assert block(area(44, 1, 49, 5).layout(table)) == (44, 1, 49, 6)
    assert block(area(44, 6, 49, 9).layout(table)) == (44, 5, 49, 9)


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
    w, h = layout.size[0], layout.size[1] + FOOTER
    assert LEAST_WIDTH <= w <= MAX_WIDTH and w * h <= MAX_PIXELS and h <= w * SLIMMEST + 2
    if cols[1] <= 3:
        picture = render(table)
        assert (picture.width, picture.height) == (layout.size[0], layout.size[1] + FOOTER)


# Of every shape and size

MAPS = st.tuples(st.integers(0, 3), st.integers(1, 99), st.integers(1, 3), st.integers(1, 95))


@st.composite
def fields(draw: st.DrawFn) -> tuple[TableView, list[int]]:
    """A field of any size with some void, with one-hex and two-hex units, and some of its hexes."""
    c, wide, r, high = draw(MAPS)
    cols, rows = (c, min(99, c + wide - 1)), (r, r + high - 1)
    numbers = st.builds(lambda x, y: 100 * x + y, st.integers(*cols), st.integers(*rows))
    void = draw(st.frozensets(numbers, max_size=12))
    table = field.small(id="any", cols=cols, rows=rows, void=void)
    units = []
    for i, h in enumerate(draw(st.lists(numbers, max_size=12))):
        there = [h, *(n for n in neighbours(h) if n in table.map)][: draw(st.integers(1, 2))]
        units.append(CounterView(f"U{i}", "Unit", i % 2, "phalanx", tuple(there), Facing.E, 7, band=i % 3))
    return replace(table, counters=tuple(units)), draw(st.lists(numbers, max_size=25))


def cut(layout: Layout, table: TableView) -> list[str]:
    """Units of which a part only is in view."""
    found = []
    for c in table.counters:
        inside = [layout.holds(h) for h in c.hexes if h in table.map]
        if any(inside) and not all(inside):
            found.append(c.id)
    return found


@settings(max_examples=80, deadline=None)
@given(fields(), st.integers(0, 3), st.sampled_from([0, 350]))
def test_whatever_the_map_the_limits_hold_and_nothing_is_cut(
    made: tuple[TableView, list[int]], ring: int, below: int
) -> None:
    table, hexes = made
    views: list[View] = [whole(), around(hexes, ring), wing(table, 0), wing(table, 1, 2), area(3, 3, 9, 9)]
    for view in views:
        layout = view.layout(table, below)
        w, h = layout.size[0], layout.size[1] + FOOTER + below
        assert LEAST_WIDTH <= w <= MAX_WIDTH and w * h <= MAX_PIXELS
        assert cut(layout, table) == []
        assert table.map.cols[0] <= layout.c0 <= layout.c1 <= table.map.cols[1]
        assert table.map.rows[0] <= layout.r0 <= layout.r1 <= table.map.rows[1]
    layout = around(hexes, ring).layout(table)
    assert all(layout.holds(h) for h in hexes if h in table.map)


@settings(max_examples=80, deadline=None)
@given(fields(), st.integers(0, 3))
def test_pictures_of_a_post(made: tuple[TableView, list[int]], ring: int) -> None:
    """One close-up that holds everything; or one readable on a phone, and the whole field."""
    table, hexes = made
    views = clusters(table, hexes, ring)
    there = [h for h in hexes if h in table.map]
    first = views[0].layout(table)
    if len(views) == 1:
        assert all(first.holds(h) for h in there)
        assert views == [whole()] or first.columns <= CLOSE_COLUMNS
    else:
        assert views[1:] == [whole()]
        assert set(views[0].hexes) <= set(there)
        assert around(there, ring).layout(table).columns > CLOSE_COLUMNS
        if not any(len(c.hexes) > 1 for c in table.counters):
            assert first.columns <= CLOSE_COLUMNS


@settings(max_examples=80, deadline=None)
@given(fields(), st.integers(0, 3))
def test_what_a_phone_must_show_can_be_read_there(made: tuple[TableView, list[int]], ring: int) -> None:
    """At 400 pixels: Troop Quality six pixels high up to fifteen columns, hex numbers near five up to nine."""
    table, hexes = made
    layout = clusters(table, hexes, ring)[0].layout(table)
    shrunk = 400 / layout.size[0]
    wide_enough = layout.mat == 0
    if layout.columns <= CLOSE_COLUMNS and wide_enough:
        assert capital(0.52 * layout.r) * shrunk >= 5.95
    if layout.columns <= ACTION_COLUMNS and wide_enough:
        assert capital(number_size(layout.r)) * shrunk >= 4.7


def capital(px: float) -> float:
    """Height of the digits of a font of this size, in pixels."""
    box = fonts.plain(100).getbbox("8")
    return (box[3] - box[1]) / 100 * px


@for_each("at", HEXES[::37])
def test_an_action_view_fills_a_phone_with_three_dots_to_a_pixel(at: int) -> None:
    layout = around([at], 2).layout(TABLE)
    assert layout.columns <= ACTION_COLUMNS and 1200 <= layout.size[0] <= 1600


# What a post shows


def test_what_happened_nowhere_is_shown_on_the_whole_field() -> None:
    assert clusters(TABLE, []) == [whole()]
    assert clusters(TABLE, [101, 9999]) == [whole()]


def test_a_fight_in_one_place_is_one_close_up() -> None:
    assert clusters(TABLE, [4810, 4711, 4909], 2) == [around([4810, 4711, 4909], 2)]


def test_a_field_that_is_small_itself_is_shown_whole() -> None:
    assert clusters(field.small(), [101, 806]) == [whole()]


def test_of_two_fights_far_apart_the_larger_is_shown_closely() -> None:
    table = field.small(id="wide", cols=(1, 60), rows=(1, 30))
    first, second = [505, 506, 606, 605], [5020, 5021, 5121]
    assert clusters(table, [*first, *second]) == [around(first), whole()]
    assert clusters(table, [*first[:2], *second]) == [around(second), whole()]


def test_what_is_near_comes_with_the_larger_fight() -> None:
    table = field.small(id="wide", cols=(1, 60), rows=(1, 30))
    assert clusters(table, [2010, 2011, 2110, 2810, 5020]) == [around([2010, 2011, 2110, 2810]), whole()]


def test_of_one_long_line_the_densest_part_is_shown_closely() -> None:
    table = field.small(id="wide", cols=(1, 60), rows=(1, 30))
    line = [100 * c + 15 for c in range(5, 56)] + [100 * c + r for c in range(40, 46) for r in (13, 14, 16, 17)]
    close, all_of_it = clusters(table, line)
    layout = close.layout(table)
    assert all_of_it == whole() and layout.columns <= CLOSE_COLUMNS
    assert layout.c0 <= 40 and layout.c1 >= 45


def test_the_same_hexes_in_any_order_are_the_same_pictures() -> None:
    table = field.small(id="wide", cols=(1, 60), rows=(1, 30))
    hexes = [505, 5020, 1212, 3030, 3029, 506, 5021]
    assert clusters(table, hexes) == clusters(table, hexes[::-1] * 2)


# Armies and wings


def test_an_army_comes_whole_with_its_leaders() -> None:
    layout = wing(TABLE, 0).layout(TABLE)
    assert all(layout.holds(h) for c in TABLE.counters if c.side == 0 for h in c.hexes)
    assert all(layout.holds(x.hex) for x in TABLE.leaders if x.side == 0)
    assert wing(TABLE, 0).hexes != wing(TABLE, 1).hexes


def test_a_wing_is_one_contingent() -> None:
    mine = {h for c in TABLE.counters if (c.side, c.band) == (0, 1) for h in c.hexes}
    assert set(wing(TABLE, 0, 1).hexes) == mine
    assert wing(TABLE, 0, 1).layout(TABLE).rows < wing(TABLE, 0).layout(TABLE).rows


def test_an_army_that_is_gone_is_the_whole_field() -> None:
    assert wing(TABLE, 5) == whole()
    assert wing(TABLE, 0, 99) == whole()


def test_what_is_looked_at_stays_in_the_middle() -> None:
    table = field.small(id="wide", cols=(1, 60), rows=(1, 30))
    layout = around([2015]).layout(table)
    assert abs(layout.c0 + layout.c1 - 2 * 20) <= 1 and abs(layout.r0 + layout.r1 - 2 * 15) <= 1


def test_a_row_of_interlocked_pairs_is_not_cut_either() -> None:
    pairs = tuple(
        CounterView(f"P{c}{r}", "Phalanx", 0, "phalanx", (100 * c + r, 100 * c + r + 1), Facing.E, 7)
        for c in (47, 48)
        for r in range(3 + c % 2, 22, 2)
    )
    table = replace(TABLE, counters=pairs)
    for at in (4703, 4810, 4716):
        assert cut(around([at]).layout(table), table) == []
        assert cut(area(46, at % 100, 49, at % 100 + 2).layout(table), table) == []

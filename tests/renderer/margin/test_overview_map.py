"""The small picture of the whole field: where it lies, what it shows, and that it hides nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, centre
from engine.kernel.terrain import Place
from engine.kernel.view import CounterView, LeaderView, TableView
from renderer import Picture, Reach, Theme, View, area, around, render, whole
from renderer.map.layout import Layout
from renderer.map.view import MAX_PIXELS, MAX_WIDTH, TALLEST_WITH_PANEL
from renderer.margin import overview_map
from renderer.margin.overview_map import EDGE, Inset, wanted
from renderer.palette.colours import CREAM, HIT
from renderer.palette.sides import SIDES
from tests.each import for_each
from tests.renderer import field
from tests.renderer.conftest import opened, where_changed

WIDE = field.small(id="wide", cols=(1, 40), rows=(1, 30))
HERE = around([2015], 2)


def unit(code: str, h: int, side: int = 0, *states: str) -> CounterView:
    return CounterView(code, "Unit", side, "axe", (h,), Facing.E, 6, states=frozenset(states))


def both(table: TableView, view: View, *args: object, **kwargs: object) -> tuple[Picture, Picture]:
    """The picture without and with an overview."""
    return (
        render(table, view, *args, **kwargs),  # type: ignore[arg-type]
        render(table, view, *args, overview=True, **kwargs),  # type: ignore[arg-type]
    )


def box_of(table: TableView, view: View, *args: object) -> tuple[int, int, int, int]:
    """Where the overview lies in a corner of the map."""
    bare, over = both(table, view, *args)
    assert (bare.width, bare.height) == (over.width, over.height), "it lies on a panel"
    found = where_changed(opened(bare), opened(over), 8)
    assert found is not None
    return found


def with_panel(table: TableView, view: View, *args: object) -> bool:
    bare, over = both(table, view, *args)
    return over.height > bare.height


def test_it_lies_in_a_corner_and_is_large_enough_for_a_phone() -> None:
    layout = HERE.layout(WIDE)
    x0, y0, x1, y1 = box_of(WIDE, HERE)
    small = Inset(WIDE, "light", layout.size[0])
    assert x1 - x0 >= 0.22 * layout.size[0] - EDGE
    assert (x1 - x0, y1 - y0) <= small.size
    assert x1 == layout.size[0] or x0 == 0 or (x1 > layout.size[0] - 8 or x0 < 8)


@pytest.mark.parametrize("view", [whole(), area(1, 1, 40, 30), area(1, 1, 36, 28)])
def test_it_is_left_out_where_nearly_everything_is_in_view(view: View) -> None:
    bare, over = both(WIDE, view)
    assert bare == over


def test_a_field_no_larger_than_a_close_up_has_none() -> None:
    table = field.small()
    bare, over = both(table, around([404]))
    assert bare == over
    assert not wanted(table, around([404]).layout(table))


def test_pictures_without_it_are_as_ever(table: TableView) -> None:
    assert render(table, HERE).png == render(table, HERE, overview=False).png


# It hides nothing


def corner_hexes(layout: Layout) -> list[int]:
    return [100 * c + r for c in (layout.c0, layout.c1) for r in (layout.r0, layout.r1)]


def test_it_keeps_clear_of_units() -> None:
    """One corner after the other is taken; when none is left, a panel is added."""
    layout = HERE.layout(WIDE)
    seen: list[tuple[int, int, int, int]] = []
    for taken in range(4):
        units = tuple(unit(f"U{i}", h) for i, h in enumerate(corner_hexes(layout)[:taken]))
        table = replace(WIDE, counters=units)
        box = box_of(table, HERE)
        for u in units:
            x, y = layout.xy(u.hexes[0])
            assert not (box[0] <= x <= box[2] and box[1] <= y <= box[3])
        seen.append(box)
    assert len(set(seen)) > 1
    full = replace(WIDE, counters=tuple(unit(f"U{i}", h) for i, h in enumerate(corner_hexes(layout))))
    assert with_panel(full, HERE)


def test_it_keeps_clear_of_leaders_names_and_what_is_looked_at() -> None:
    layout = HERE.layout(WIDE)
    at = corner_hexes(layout)
    chiefs = tuple(LeaderView(f"L{i}", "Chief", 0, h, "sc", 4) for i, h in enumerate(at))
    assert with_panel(replace(WIDE, leaders=chiefs), HERE)
    names = field.small(id="named", cols=(1, 40), rows=(1, 30), places=[Place(name="Old mill", hex=h) for h in at])
    assert with_panel(names, HERE)
    assert with_panel(WIDE, around(at, 0))


def test_it_keeps_clear_of_overlays_and_traces() -> None:
    layout = HERE.layout(WIDE)
    at = corner_hexes(layout)
    assert with_panel(WIDE, HERE, [Reach(dict.fromkeys(at, 3), {}, 2015)])
    losses = [Trace(kind="loss", unit=f"U{h}", hexes=(h,), side="red") for h in at]
    assert with_panel(WIDE, HERE, (), losses)


def test_it_prefers_ground_off_the_map() -> None:
    void = frozenset(100 * c + r for c in range(1, 19) for r in range(1, 16))
    table = field.small(id="void", cols=(1, 40), rows=(1, 30), void=void)
    box = box_of(table, HERE)
    assert box[0] < 8 and box[1] < 8


# On a panel


def crowded(view: View = HERE) -> TableView:
    layout = view.layout(WIDE)
    units = [unit(f"U{h}", h, i % 2) for i, h in enumerate(corner_hexes(layout))]
    return replace(WIDE, counters=tuple(units))


def test_the_panel_shows_map_overview_and_footer() -> None:
    table = crowded()
    layout = HERE.layout(table)
    bare, over = (opened(p) for p in both(table, HERE, (), (), "light", "trail 12ab"))
    size = layout.size
    top = bare.crop((8, 0, size[0] - 8, size[1] - 4)), over.crop((8, 0, size[0] - 8, size[1] - 4))
    assert where_changed(*top) is None
    # The strip with the title moves down; the state of play is told above it.
    strip = bare.crop((24, size[1] + 24, 500, size[1] + 70))
    lower = over.height - bare.height
    assert where_changed(strip, over.crop((24, size[1] + 24 + lower, 500, size[1] + 70 + lower))) is None


def test_the_panels_bars_fill_with_the_points() -> None:
    empty, full = (
        opened(render(replace(crowded(), sides=(replace(WIDE.sides[0], points=p, limit=20),)), HERE, overview=True))
        for p in (0, 19)
    )
    top = HERE.layout(WIDE).size[1]
    colour = SIDES[0].chevron

    def share(image: Image.Image) -> int:
        row = image.crop((image.width // 2, top, image.width - 60, image.height - 104))
        return sum(n for n, c in row.getcolors(1 << 24) or [] if c == colour)

    assert share(full) > share(empty) + 1000


@pytest.mark.parametrize("columns, rows", [(9, 12), (14, 15), (15, 9), (22, 26), (3, 20)])
def test_with_a_panel_the_limits_hold_too(columns: int, rows: int) -> None:
    hexes = [100 * c + r for c in (4, 3 + columns) for r in (3, 2 + rows)]
    table = replace(WIDE, counters=tuple(unit(f"U{h}", h) for h in hexes))
    for view in (around(hexes, 0), area(4, 3, 3 + columns, 2 + rows)):
        bare, over = both(table, view)
        assert over.height > bare.height * 0.9
        assert over.width <= MAX_WIDTH and over.width * over.height <= MAX_PIXELS
        if view.kind == "around":
            assert over.height <= over.width * TALLEST_WITH_PANEL + 1


def test_overlays_stay_in_place_when_a_panel_makes_the_map_smaller() -> None:
    """A tall close-up is laid out anew for its panel: everything on it with it."""
    hexes = [100 * c + r for c in (10, 24) for r in (3, 18)]
    table = replace(WIDE, counters=tuple(unit(f"U{h}", h) for h in hexes))
    view = around(hexes, 0)
    plain, moved = (
        render(table, view, (), traces, overview=True)
        for traces in ((), [Trace(kind="move", unit="U1", hexes=(1510, 1610, 1711), side="red")])
    )
    found = where_changed(opened(plain), opened(moved))
    _, layout = overview_map.panelled(table, "light", view, view.layout(table))
    assert found is not None
    assert moved.width == layout.size[0]
    x, y = layout.xy(1610)
    assert found[0] <= x <= found[2] and found[1] <= y + layout.r and found[3] >= y


# What it shows


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_unit_is_a_dot_of_its_side(theme: Theme) -> None:
    units = tuple(unit(f"U{i}", h, i) for i, h in enumerate((505, 3025, 1020)))
    small = Inset(replace(WIDE, counters=units), theme, 1240)
    drawn = small.drawn(HERE.layout(WIDE))
    for i, u in enumerate(units):
        x, y = small.at(*centre(u.hexes[0]))
        assert drawn.getpixel((round(x), round(y))) == SIDES[i].face


def test_sides_differ_in_shape_not_in_colour_alone() -> None:
    drawn = []
    for side in (0, 1, 2):
        small = Inset(replace(WIDE, counters=(unit("U", 505, side),)), "light", 1240)
        image, empty = (Inset(t, "light", 1240).drawn(HERE.layout(WIDE)) for t in (small.table, WIDE))
        drawn.append(ImageChops.difference(image, empty).convert("L").point([255 if v else 0 for v in range(256)]))
    assert len({d.tobytes() for d in drawn}) == 3


def test_routed_units_are_paler() -> None:
    small = Inset(replace(WIDE, counters=(unit("U", 505, 0, "routed"),)), "light", 1240)
    x, y = small.at(*centre(505))
    assert small.drawn(HERE.layout(WIDE)).getpixel((round(x), round(y))) == SIDES[0].routed


@for_each("theme", ["light", "dark"])
@for_each("at", [505, 2015, 4030, 101])
def test_the_frame_shows_where_the_close_up_lies(at: int, theme: Theme) -> None:
    layout = around([at]).layout(WIDE)
    small = Inset(WIDE, theme, layout.size[0])
    drawn = small.drawn(layout)
    red = drawn.point([v for v in range(256)] * 3)
    pixels = red.load()
    assert pixels is not None
    hits = [(x, y) for x in range(drawn.width) for y in range(drawn.height) if pixels[x, y] == HIT]
    assert hits
    box = min(x for x, _ in hits), min(y for _, y in hits), max(x for x, _ in hits), max(y for _, y in hits)
    x, y = small.at(*centre(at))
    assert box[0] <= x <= box[2] and box[1] <= y <= box[3]
    assert 0.5 < (box[2] - box[0]) / (small.scale * (1.5 * layout.columns + 0.5)) < 1.3
    assert any(pixels[x, y] == CREAM for x in range(drawn.width) for y in range(drawn.height))


def test_a_unit_that_moves_moves_on_it_too() -> None:
    a, b = (opened(render(replace(WIDE, counters=(unit("U", h),)), HERE, overview=True)) for h in (505, 3525))
    assert where_changed(a, b) is not None


def test_it_is_told_to_those_who_cannot_see_it() -> None:
    bare, over = both(WIDE, HERE)
    assert "whole field" in over.alt and "whole field" not in bare.alt


def test_the_same_table_gives_the_same_bytes() -> None:
    first = render(crowded(), HERE, overview=True).png
    overview_map.forget()
    assert render(crowded(), HERE, overview=True).png == first


def test_its_ground_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = field.small(id="once", cols=(1, 40), rows=(1, 30))
    drawn: list[object] = []
    original = overview_map.land

    def counted(*args: object) -> Image.Image:
        drawn.append(args)
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(overview_map, "land", counted)
    for _ in range(3):
        render(table, HERE, overview=True)
    render(replace(table, counters=(unit("U", 505),)), around([2016], 2), overview=True)
    assert len(drawn) == 1


@pytest.mark.parametrize("rows", [(1, 1), (1, 99)])
@pytest.mark.parametrize("cols", [(1, 1), (1, 4), (0, 99)])
def test_maps_of_every_shape(cols: tuple[int, int], rows: tuple[int, int]) -> None:
    table = field.small(id=f"shape-{cols}-{rows}", cols=cols, rows=rows)
    picture = render(table, around([100 * cols[1] + rows[0]]), overview=True)
    assert picture.width <= MAX_WIDTH and picture.width * picture.height <= MAX_PIXELS

"""Retreat edges: each side's own mark along the edge of the map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer import area, render, whole
from renderer.map.layout import Layout
from renderer.map.retreat_edges import edges_of, flights
from renderer.palette.colours import Theme
from renderer.sheet import sheet_for
from tests.renderer import field
from tests.renderer.conftest import changed_near, opened, where_changed

LEFT = tuple(range(101, 107))
RIGHT = tuple(range(801, 807))
TOP = tuple(c * 100 + 1 for c in range(1, 9))
BOTTOM = tuple(c * 100 + 6 for c in range(1, 9))


def fleeing(**edges: tuple[Hex, ...]) -> TableView:
    return replace(field.small(), retreat_edges={int(k[1:]): v for k, v in edges.items()})


def small_map() -> BattleMap:
    return field.small().map


@pytest.mark.parametrize(("edge", "way"), [(LEFT, (-1, 0)), (RIGHT, (1, 0)), (TOP, (0, -1)), (BOTTOM, (0, 1))])
def test_arrowheads_point_off_the_map(edge: tuple[Hex, ...], way: tuple[int, int]) -> None:
    found = flights(small_map(), edges_of({0: edge}))
    assert len(found) >= 3
    for f in found:
        assert f.towards == pytest.approx(way, abs=1e-6)
        assert len(f.near) > 1
        assert set(f.near) <= set(edge)


def test_a_corner_alone_has_its_arrowheads() -> None:
    assert {f.near for f in flights(small_map(), edges_of({0: (101,)}))} == {(101,)}


def test_a_refuge_within_the_map_is_pointed_at_from_both_sides() -> None:
    a, b = flights(small_map(), edges_of({1: (403,)}))
    assert a.near == b.near == (403,)
    assert a.towards[0] * b.towards[0] < 0
    assert a.towards[1] == b.towards[1] < 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_are_drawn_at_the_edge_and_explained(theme: Theme) -> None:
    plain, marked = (opened(render(t, theme=theme)) for t in (fleeing(), fleeing(s0=LEFT)))
    layout = whole().layout(fleeing())
    at = layout.at(flights(small_map(), edges_of({0: LEFT}))[1].at)
    map_plain, map_marked = (p.crop((0, 0, layout.size[0], layout.size[1])) for p in (plain, marked))
    box = where_changed(map_plain, map_marked)
    assert box is not None
    assert box[2] < layout.xy(101)[0] - 0.3 * layout.r, "nothing inside the hexes"
    assert changed_near(map_plain, map_marked, at, 0.4 * layout.r) > 0.1
    strip = (0, layout.size[1], plain.width, plain.height)
    assert where_changed(plain.crop(strip), marked.crop(strip)) is not None, "the legend explains them"


def test_each_side_has_its_own_shape() -> None:
    """Not by colour alone: in a grey picture they differ by more than their tone."""
    layout = whole().layout(fleeing())
    x, y = layout.at(flights(small_map(), edges_of({0: LEFT}))[1].at)
    box = tuple(round(v) for v in (x - 10, y - 10, x + 10, y + 10))
    shapes = set()
    for side in (0, 1, 2):
        cut = opened(render(replace(field.small(), retreat_edges={side: LEFT}))).crop(box).convert("L")  # type: ignore[arg-type]
        dark = sorted(cut.tobytes())[40]
        shapes.add(cut.point([255 if v <= dark else 0 for v in range(256)]).tobytes())
    assert len(shapes) == 3


def test_a_close_up_away_from_the_edge_shows_none() -> None:
    view = area(3, 2, 6, 4)
    assert render(fleeing(s0=LEFT), view).png == render(fleeing(), view).png


def test_sheets_of_other_edges_and_other_words_are_kept_apart() -> None:
    layout: Layout = whole().layout(fleeing())
    sheets = [
        sheet_for(fleeing(), layout, "light"),
        sheet_for(fleeing(s0=LEFT), layout, "light"),
        sheet_for(fleeing(s1=LEFT), layout, "light"),
        sheet_for(fleeing(s0=LEFT), layout, "light", _shout),
    ]
    assert len({s.base.tobytes() for s in sheets}) == 4
    assert sheet_for(fleeing(s0=LEFT), layout, "light") is sheets[1]


def _shout(text: Text) -> str:
    return str(text).upper()

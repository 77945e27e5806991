"""The sheet under the counters: put together from tiles and strips as if it were drawn at once."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageStat

from renderer import View, area, sheet, whole
from renderer.map.layout import Layout
from renderer.map.retreat_edges import Marks
from renderer.map.view import around
from renderer.palette.colours import Theme
from tests.renderer.skirmish import skirmish

NONE = Marks((), ())
VIEWS: list[View] = [area(2, 2, 10, 7), area(1, 1, 9, 6), around([405], 1), whole()]


def _drawn(view: View, theme: Theme) -> sheet.Sheet:
    sheet.forget()
    table = skirmish()
    return sheet.sheet_for(table, view.layout(table), theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_strips_along_the_edges_look_as_the_whole_drawn_at_once(
    view: View, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies within them is the ground alone."""
    strips = _drawn(view, theme).base.convert("RGB")
    layout = view.layout(skirmish())
    assert len(sheet._rims(layout, layout.columns * layout.rows)) == 4

    def one(layout: Layout, *rest: object) -> list[sheet.Box]:
        return [(0, 0, *layout.size)]

    monkeypatch.setattr(sheet, "_rims", one)
    at_once = _drawn(view, theme).base.convert("RGB")
    apart = ImageChops.difference(strips, at_once).convert("L")
    changed = sum(apart.histogram()[9:]) / (apart.width * apart.height)
    assert changed < 0.0005, "a stroke at an edge is cut off, or stands twice"
    assert ImageStat.Stat(apart).mean[0] < 0.2


def test_a_map_with_holes_is_drawn_at_once() -> None:
    layout = whole().layout(skirmish())
    assert sheet._rims(layout, layout.columns * layout.rows - 1) == [(0, 0, *layout.size)]

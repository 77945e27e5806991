"""Small made-up fields for plates, drawn exactly as the maps are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from renderer.draw import compose
from renderer.map.layout import Layout
from renderer.overlays.kinds import Overlay
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours
from renderer.scene import Scene
from renderer.sheet import sheet_for
from renderer.words.say import Say

EDGE = 10
"""Pixels of paper left round a field."""


def table(name: str, columns: int, rows: int, *counters: CounterView, **more: Any) -> TableView:
    """A table with these counters; ``more`` are fields of its map, or of itself (leaders, zoc, markers)."""
    own = {k: more.pop(k) for k in ("leaders", "zoc", "areas", "markers") if k in more}
    ground: dict[str, Any] = {"id": name, "name": name, "cols": (1, columns), "rows": (1, rows), "compass": {}}
    view = TableView(
        title=name,
        subtitle="",
        board=BattleMap.model_validate(ground | {"climate": "meadow"} | more),
        sides=(SideView("first", "First"), SideView("second", "Second")),
        counters=counters,
        leaders=(),
        turn=1,
        phase=Text("Orders"),
    )
    return replace(view, **own)


def unit(code: str, side: int, at: Hex, symbol: str = "heavy-infantry", tq: int = 6, **more: Any) -> CounterView:
    """A unit of the first side, facing east, or of the second, facing west."""
    whole = CounterView(code, code, side, symbol, (at,), (Facing.E, Facing.W)[side], tq=tq, size=5, band=side * 6)
    return replace(whole, **more)


def scene(shown: TableView, layout: Layout, theme: Theme = "light", say: Say = str) -> Scene:
    """The field with nothing on it yet."""
    return Scene(shown, layout, theme, sheet_for(shown, layout, theme, say).base.convert("RGB"), say)


def plot(
    shown: TableView,
    r: int,
    theme: Theme = "light",
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    say: Say = str,
) -> Image.Image:
    """The field at a radius of ``r`` pixels, with a strip of paper round it and neither rulers nor footer."""
    m = shown.map
    # The margin is wide enough for what stands out over the edge, then cut down.
    layout = Layout(r, m.cols[0], m.rows[0], m.cols[1], m.rows[1], 32)
    drawn = scene(shown, layout, theme, say)
    w, h = layout.size
    mat = ground_colours(theme, m.climate)["mat"]
    for box in ((0, 0, w, 26), (0, h - 26, w, h), (0, 0, 26, h), (w - 26, 0, w, h)):
        drawn.image.paste(mat, box)
    compose(drawn, overlays, traces)
    cut = 32 - EDGE
    return drawn.image.crop((cut, cut, w - cut, h - cut))


__all__ = ["plot", "scene", "table", "unit"]

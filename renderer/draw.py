"""One picture, put together: sheet, marks under the counters, counters, marks over them, footer, PNG."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex, centre
from engine.kernel.view import CounterView, TableView
from renderer import counters, encode, status
from renderer.footer import Footer
from renderer.overlays import Overlay
from renderer.palette import Theme
from renderer.picture import Picture
from renderer.sheet import sheet_for
from renderer.view import View, whole


def render(
    table: TableView,
    view: View | None = None,
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    theme: Theme = "light",
    footer_extra: str = "",
) -> Picture:
    """Draw the position.

    ``view`` chooses the part of the map (the whole field by default), ``overlays`` answer a player's question,
    ``traces`` show what just happened, ``footer_extra`` is written at the right of the state of play. The same
    arguments give the same bytes on one version of Pillow. Safe to call from several threads.
    """
    layout = (view or whole()).layout(table)
    sheet = sheet_for(table, layout, theme)
    image = sheet.base.convert("RGB")
    for piece in placed(table, layout):
        counters.sprite(piece[1], layout.r, theme, "body").onto(image, piece[0])
    footer = Footer(image, layout.size[1], sheet.colours)
    footer.status(status.state_of_play(table), footer_extra)
    data = encode.png(encode.reduced(image, sheet.palette))
    return Picture(data, image.width, image.height, status.alt_text(table, traces))


def placed(table, layout):
    zoom = counters.zoom_of(layout.r)
    stacks: dict[tuple[Hex, ...], list[CounterView]] = {}
    for c in table.counters:
        if c.hexes and any(layout.holds(h) for h in c.hexes):
            stacks.setdefault(c.hexes, []).append(c)
    for hexes in sorted(stacks):
        top = stacks[hexes][-1]
        span = None
        if len(hexes) > 1:
            a, b = centre(hexes[0]), centre(hexes[1])
            span = (b[0] - a[0], b[1] - a[1])
        yield layout.xy(hexes[0]), counters.Look.of(top, zoom, len(stacks[hexes]), span)

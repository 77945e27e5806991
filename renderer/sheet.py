"""The sheet counters are laid on: ground cut to its hexes, numbers, rulers, names, title, legend, scale, compass.

Nothing on it changes while a battle shows the same part of the map, so it is drawn once and kept in its palette.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, neighbours
from engine.kernel.view import TableView
from renderer.graphics.cache import Cache
from renderer.graphics.png import reduced
from renderer.map import lettering, retreat_edges
from renderer.map.colour_table import map_palette
from renderer.map.ground.plan import Plan, plan_of
from renderer.map.ground.tiles import ground
from renderer.map.layout import SQRT3, Layout, side_between, zoom_of
from renderer.map.view import FOOTER
from renderer.margin import footer, legend, ornaments
from renderer.margin.footer import Footer
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.palette.map import ground as ground_colours
from renderer.words.say import Say


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished base and the palette for everything drawn on it."""

    base: Image.Image
    """Mode P. Not to be changed: it is shared."""
    palette: Image.Image
    colours: Ground
    room: tuple[int, int]
    """Left and right end of what the footer has free for the legend of states."""


_SHEETS: Cache[tuple[object, ...], Sheet] = Cache(28 << 20, lambda s: s.base.width * s.base.height, "sheets")


def sheet_for(table: TableView, layout: Layout, theme: Theme, say: Say = str) -> Sheet:
    """The sheet of this part of the table's map, with its words as ``say`` puts them."""
    plan = plan_of(table.map)
    names = tuple((kind, say(text)) for kind, text in table.legend)
    edges = retreat_edges.edges_of(table.retreat_edges)
    said = tuple(say(text) for text in (*legend.WORDS, *footer.WORDS))
    key = (plan.key, theme, layout, table.title, table.subtitle, names, edges, said)
    return _SHEETS.get(key, lambda: _drawn(plan, layout, theme, table.title, table.subtitle, names, edges, say))


def forget() -> None:
    """Drop every sheet, as when a benchmark wants a cold start."""
    _SHEETS.clear()


def _drawn(
    plan: Plan,
    layout: Layout,
    theme: Theme,
    title: str,
    subtitle: str,
    names: tuple[tuple[str, str], ...],
    edges: retreat_edges.Edges,
    say: Say,
) -> Sheet:
    m = plan.map
    colours = ground_colours(theme, m.climate)
    w, h = layout.size
    image = Image.new("RGB", (w, h + FOOTER), colours["paper"])
    image.paste(colours["mat"], (0, 0, w, h))
    land = ground(plan, theme, layout.r, layout.origin, (w, h))
    shown = [x for x in sorted(m.hexes) if layout.holds(x)]
    retreat_edges.draw_ribbons(image, m, layout, colours, edges)
    mask = Image.new("L", (w * 2, h * 2), 0)
    draw = ImageDraw.Draw(mask)
    for x in shown:
        draw.polygon([(a * 2, b * 2) for a, b in layout.corners(x, 1.01)], fill=255)
    image.paste(land, (0, 0), mask.reduce(2))
    border(image, plan, layout, colours, shown)
    lettering.numbers(image, plan, layout, colours, shown)
    lettering.levels(image, plan, layout, colours, shown)
    lettering.rulers(image, layout, colours)
    fleeing = retreat_edges.draw_flights(image, m, layout, colours, edges)
    for place in m.places:
        if layout.holds(place.hex):
            lettering.place(image, plan, layout, colours, place)
    _frame(image, layout, colours)
    strip = Footer(image, h, colours, say)
    strip.rules()
    strip.heading(title, subtitle)
    strip.compass(m)
    strip.scale(m, layout.r)
    entries = [
        *legend.terrain(m, layout, land, names, shown),
        *legend.heights(plan, colours, shown, say),
        *legend.retreats(fleeing, colours, say),
    ]
    strip.legend(entries, 2 if zoom_of(layout.r) == "near" and len(entries) > 2 else 1)
    palette = map_palette(plan, theme)
    return Sheet(reduced(image, palette), palette, colours, (strip.left, strip.right))


def _frame(image: Image.Image, layout: Layout, colours: Ground) -> None:
    """The inner line of the neatline round the map, and the ladder that marks its columns and rows."""
    w, h = layout.size
    draw = ImageDraw.Draw(image)
    draw.rectangle((8, 8, w - 9, h - 6), outline=colours["ink"])
    across = [layout.at((1.5 * c - 0.75, 0.0))[0] for c in range(layout.c0, layout.c1 + 2)]
    down = [layout.at((0.0, SQRT3 * (row - 0.25)))[1] for row in range(layout.r0, layout.r1 + 2)]
    ornaments.ladder(draw, (w, h), across, down, colours["ink"], colours["paper"])


def border(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: list[Hex]) -> None:
    """A firm line where the map ends, a fine one where the picture ends and the map goes on."""
    inside = set(shown)
    w, h = layout.size
    mask = Image.new("L", (w * 2, h * 2), 0)
    draw = ImageDraw.Draw(mask)
    r = layout.r
    firm = max(2, round((0.045 if r < 40 else 0.03) * r * 2))
    for x in shown:
        for n in neighbours(x):
            if n not in inside:
                a, b = (layout.at(p) for p in side_between(x, n))
                goes_on = n in plan.map.hexes
                path = [(a[0] * 2, a[1] * 2), (b[0] * 2, b[1] * 2)]
                draw.line(path, fill=150 if goes_on else 255, width=2 if goes_on else firm)
    image.paste(colours["ink"], (0, 0), mask.reduce(2))


__all__ = ["Sheet", "border", "forget", "sheet_for"]

"""The sheet counters are laid on: ground cut to its hexes, numbers, rulers, names, title, legend, scale, compass.

Nothing on it changes while a battle shows the same part of the map, so it is drawn once and kept in its palette.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, column, neighbours, row
from engine.kernel.view import TableView
from renderer.graphics.cache import Cache
from renderer.graphics.curves import Side
from renderer.graphics.masks import Box, Shape, To, masked, shape
from renderer.graphics.png import reduced
from renderer.map import lettering, retreat_edges
from renderer.map.colour_table import map_palette
from renderer.map.ground.plan import Plan, plan_of
from renderer.map.layout import SQRT3, Layout, side_between, zoom_of
from renderer.map.names import name_of
from renderer.map.tiles import land
from renderer.map.view import FOOTER
from renderer.margin import footer, legend, ornaments
from renderer.margin.footer import Footer, room_beside
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.palette.map import ground as ground_colours
from renderer.words.say import Say, words


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished base and the palette for everything drawn on it."""

    base: Image.Image
    """Mode P. Not to be changed: it is shared."""
    palette: Image.Image
    colours: Ground
    room: tuple[int, int]
    """Left and right end of what the footer has free for the legend of states."""


_SHEETS: Cache[tuple[object, ...], Sheet] = Cache(18 << 20, lambda s: s.base.width * s.base.height, "sheets")


def sheet_for(table: TableView, layout: Layout, theme: Theme, say: Say = str) -> Sheet:
    """The sheet of this part of the table's map, with its words as ``say`` puts them."""
    plan = plan_of(table.map)
    names = tuple((kind, say(text)) for kind, text in table.legend)
    edges = retreat_edges.edges_of(table.retreat_edges)
    said = tuple(say(text) for text in (*legend.WORDS, *footer.WORDS))
    title, subtitle = words(table.title, say), words(table.subtitle, say)
    key = (plan.key, theme, layout, title, subtitle, names, edges, said)
    return _SHEETS.get(key, lambda: _drawn(plan, layout, theme, title, subtitle, names, edges, say))


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
    """The sheet put together in its palette: only what lies along its edges and under names is drawn in full colour."""
    m = plan.map
    colours = ground_colours(theme, m.climate)
    w, h = layout.size
    shown = layout.on(m)
    marks = retreat_edges.marks_of(plan, edges)
    ground = land(plan, theme, layout.r, layout.origin, (w, h))
    named = [name_of(plan, layout, colours, p) for p in m.places if layout.holds(p.hex)]
    rims = _rims(layout, len(shown))
    spots = [*(n.box for n in named), *retreat_edges.spots(marks, layout)]
    image = Image.new("RGB", (w, h + (FOOTER if layout.footed else 0)), colours["paper"])
    _cut(image, ground, plan, layout, colours, _outer(shown, layout) if len(rims) > 1 else shown, marks, rims)
    for box in spots:
        _uncovered(image, ground, box, rims)
    lettering.rulers(image, layout, colours)
    fleeing = retreat_edges.draw_flights(image, marks, layout, colours)
    for name in named:
        name.draw(image)
    _frame(image, layout, colours)
    strip = Footer(image, h, colours, say)
    if layout.footed:
        entries = [
            *legend.terrain(plan, theme, layout, names, shown),
            *legend.heights(plan, colours, shown, say),
            *legend.retreats(fleeing, colours, say),
        ]
        strip.rules()
        strip.heading(title, subtitle, room_beside([label for label, _ in entries], layout.r))
        strip.compass(m)
        strip.scale(m, layout.r)
        strip.legend(entries, 2 if zoom_of(layout.r) == "near" and len(entries) > 2 else 1)
    else:
        ImageDraw.Draw(image).rectangle((0, 0, w - 1, h - 1), outline=colours["ink"], width=3)
    palette = map_palette(plan, theme)
    base = _joined(ground, image, [*rims, *spots], palette)
    return Sheet(base, palette, colours, (strip.left, strip.right))


def _rims(layout: Layout, shown: int) -> list[Box]:
    """Strips along the four sides that hold every edge of the map in view; the whole where edges are within it."""
    w, h = layout.size
    stroke = math.ceil(0.1 * layout.r) + 3
    across = math.ceil(layout.margin + layout.mat + 0.5 * layout.r) + stroke
    down = math.ceil(layout.margin + SQRT3 / 2 * layout.r) + stroke
    whole = shown < layout.columns * layout.rows or 2 * across >= w or 2 * down >= h
    if whole:
        return [(0, 0, w, h)]
    return [(0, 0, w, down), (0, h - down, w, h), (0, down, across, h - down), (w - across, down, w, h - down)]


def _outer(shown: Sequence[Hex], layout: Layout) -> list[Hex]:
    """The hexes along the sides of a full block, which cover all of its rims that isn't beyond its edge."""
    columns, rows = (layout.c0, layout.c1), (layout.r0, layout.r1)
    return [x for x in shown if column(x) in columns or row(x) in rows]


def _cut(
    image: Image.Image,
    ground: Image.Image,
    plan: Plan,
    layout: Layout,
    colours: Ground,
    shown: list[Hex],
    marks: retreat_edges.Marks,
    rims: Sequence[Box],
) -> None:
    """The ground cut to its hexes on the mat, within the rims."""
    for box in rims:
        image.paste(colours["mat"], box)
    retreat_edges.draw_ribbons(image, marks, layout, colours, rims)

    hexes = [_covered(layout, x, plan) for x in shown]
    # What lies farther out is mat alone.
    (w, h), out = layout.size, layout.margin - math.ceil(0.1 * layout.r) - 3
    aside = out + layout.mat
    edges = [(max(x0, aside), max(y0, out), min(x1, w - aside), min(y1, h - out)) for x0, y0, x1, y1 in rims]
    masked(image, ground, edges, 2, hexes)
    border(image, plan, layout, colours, shown, edges)
    lettering.numbers_over_border(image, plan, layout, colours, shown)


def _uncovered(image: Image.Image, ground: Image.Image, box: Box, rims: Sequence[Box]) -> None:
    """The ground of a box where no rim has it already."""
    w, h = ground.size
    x0, y0, x1, y1 = max(0, box[0]), max(0, box[1]), min(w, box[2]), min(h, box[3])
    if len(rims) > 1:
        top, bottom, left, right = rims
        x0, y0, x1, y1 = max(x0, left[2]), max(y0, top[3]), min(x1, right[0]), min(y1, bottom[1])
        if x0 < x1 and y0 < y1:
            image.paste(ground.crop((x0, y0, x1, y1)).convert("RGB"), (x0, y0))


def _joined(ground: Image.Image, drawn: Image.Image, boxes: Sequence[Box], palette: Image.Image) -> Image.Image:
    """The ground with what was drawn in these boxes and in the footer, all in the palette."""
    (w, h), high = ground.size, drawn.height
    inside = [(max(0, x0), max(0, y0), min(w, x1), min(h, y1)) for x0, y0, x1, y1 in boxes]
    parts = [b for b in inside if b[0] < b[2] and b[1] < b[3]]
    if high > h:
        parts.append((0, h, w, high))
    base = Image.new("P", (w, high))
    base.putpalette(palette.getpalette() or ())
    base.paste(ground, (0, 0))
    for box in parts:
        base.paste(reduced(drawn.crop(box), palette), box[:2])
    return base


def _frame(image: Image.Image, layout: Layout, colours: Ground) -> None:
    """The inner line of the neatline round the map, and the ladder that marks its columns and rows."""
    w, h = layout.size
    draw = ImageDraw.Draw(image)
    draw.rectangle((8, 8, w - 9, h - 6), outline=colours["ink"])
    across = [layout.at((1.5 * c - 0.75, 0.0))[0] for c in range(layout.c0, layout.c1 + 2)]
    down = [layout.at((0.0, SQRT3 * (row - 0.25)))[1] for row in range(layout.r0, layout.r1 + 2)]
    ornaments.ladder(draw, (w, h), across, down, colours["ink"], colours["paper"])


def border(
    image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: list[Hex], boxes: Sequence[Box] = ()
) -> None:
    """A firm line where the map ends, a fine one where the picture ends and the map goes on.

    ``boxes`` hold all edges in view, where that is known.
    """
    r = layout.r
    firm = max(2, round((0.045 if r < 40 else 0.03) * r * 2))
    lines: list[Shape] = []
    for x in shown:
        for n in neighbours(x):
            if not (n in plan.map.hexes and layout.holds(n)):
                a, b = (layout.at(p) for p in side_between(x, n))
                strong, width = (150, 2) if n in plan.map.hexes else (255, firm)
                lines.append(shape((a, b), firm, partial(_stroke, points=(a, b), fill=strong, width=width)))
    masked(image, colours["ink"], boxes or [(0, 0, *layout.size)], 2, lines)


def _stroke(pen: ImageDraw.ImageDraw, to: To, *, points: Side, fill: int, width: int) -> None:
    pen.line([to(p) for p in points], fill=fill, width=width)


def _covered(layout: Layout, h: Hex, plan: Plan) -> Shape:
    """What a hex covers of the mat."""
    outline = layout.corners(h, 1.01)
    found = shape(outline, 1, lambda pen, to: pen.polygon([to(p) for p in outline], fill=255))
    return replace(found, inner=all(n in plan.map.hexes and layout.holds(n) for n in neighbours(h)))


__all__ = ["Sheet", "border", "forget", "sheet_for"]

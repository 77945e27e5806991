"""A piece of the map cut out round a hex or two: the hexes within reach and all that stands on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.kernel.areas import AreaMap
from engine.kernel.hexes import Hex, column, neighbours, row, within
from engine.kernel.view import TableView
from renderer.areas import draw as areas
from renderer.draw import compose
from renderer.graphics.curves import loops
from renderer.map.layout import RADII, Layout, corners, side_between
from renderer.map.view import margin_of
from renderer.palette.colours import GOLD, RGB, Theme, casing
from renderer.palette.indexed import COLOURS
from renderer.scene import Scene
from renderer.sheet import sheet_for
from renderer.words.say import Say

REACH = 2
"""Hexes shown on every side."""
MARGIN = 12
"""Pixels of paper round them."""


@dataclass(frozen=True, slots=True)
class Vicinity:
    """The cut-out, and the palette of the ground it shows."""

    image: Image.Image
    """RGB on paper. Not shared."""
    palette: Image.Image


def vicinity(table: TableView, at: tuple[Hex, ...], room: tuple[int, int], theme: Theme, say: Say) -> Vicinity:
    """The ground within two hexes of ``at`` that are on the map, as large as the room in pixels allows.

    On a map of areas it is the area alone, with all that stands in it.
    """
    if isinstance(table.board, AreaMap):
        image = areas.alone(table, at, room, theme)
        return Vicinity(image, image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))
    shown = sorted({n for h in at for n in within(h, REACH) if n in table.map.hexes} or set(at))
    layout = _layout(shown, room)
    standing = replace(
        table,
        title="",
        subtitle="",
        legend=(),
        counters=tuple(c for c in table.counters if c.hexes and set(c.hexes) <= set(shown)),
        leaders=tuple(x for x in table.leaders if x.hex in shown),
        markers=tuple(x for x in table.markers if x.hex in shown),
    )
    sheet = sheet_for(standing, layout, theme)
    base = sheet.base.convert("RGB")
    image = Image.new("RGB", base.size, sheet.colours["paper"])
    mask = Image.new("L", (layout.size[0] * 2, layout.size[1] * 2), 0)
    draw = ImageDraw.Draw(mask)
    for h in shown:
        draw.polygon([(x * 2, y * 2) for x, y in layout.corners(h, 1.01)], fill=255)
    cut = mask.reduce(2)
    image.paste(base.crop((0, 0, *layout.size)), (0, 0), cut)
    scene = Scene(standing, layout, theme, image, say)
    _outlined(scene, shown, ((sheet.colours["ink"], 2.4),))
    _outlined(scene, at, ((casing(theme), 7), (GOLD, 4)))
    compose(scene, (), ())
    return Vicinity(image.crop(_box(layout, shown)), sheet.palette)


def _layout(shown: list[Hex], room: tuple[int, int]) -> Layout:
    """The block of columns and rows round the hexes, at the largest listed radius at which they fit."""
    cols, rows = [column(h) for h in shown], [row(h) for h in shown]
    block = min(cols), min(rows), max(cols), max(rows)
    points = [p for h in shown for p in corners(h)]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    fitting = [r for r in RADII if wide * r <= room[0] and high * r <= room[1]]
    r = max(fitting, default=RADII[0])
    return Layout(r, *block, margin_of(r))


def _box(layout: Layout, shown: list[Hex]) -> tuple[int, int, int, int]:
    """The pixels of the hexes with a narrow margin, for what stands over their edge."""
    points = [p for h in shown for p in layout.corners(h)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return round(left) - MARGIN, round(top) - MARGIN, round(right) + MARGIN, round(bottom) + MARGIN


def _outlined(scene: Scene, hexes: Iterable[Hex], inks: Sequence[tuple[RGB, float]]) -> None:
    """Lines of these colours and widths, in pixels, round the hexes."""
    inside = sorted(h for h in hexes if scene.layout.holds(h))
    canvas = scene.canvas([scene.layout.xy(h) for h in inside], 1.2)
    if canvas is None:
        return
    edges = [side_between(h, n) for h in inside for n in neighbours(h) if n not in inside]
    for path, _ in loops(edges):
        points = [scene.layout.at(p) for p in path]
        for colour, width in inks:
            canvas.line([*points, *points[:2]], colour, width)
    canvas.onto(scene.image)

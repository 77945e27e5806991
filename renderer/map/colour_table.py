"""The 256 colours of a map: one palette for every picture of it in one theme, at any zoom.

Working it out takes as long as several pictures, so it is done once, from the whole field drawn small.
"""

from __future__ import annotations

import math

from PIL import Image

from engine.kernel.hexes import Hex
from renderer.graphics.cache import Cache
from renderer.map import files
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import kind_of
from renderer.map.layout import SQRT3, Layout
from renderer.palette.colours import Theme
from renderer.palette.indexed import palette_for
from renderer.palette.map import NUMBERS
from renderer.palette.map import ground as ground_colours

SMALL = 16
"""Radius in pixels the field is drawn at to see its colours; less for a field that would take too long."""
MOST_PIXELS = 500_000

_PALETTES: Cache[tuple[str, Theme], Image.Image] = Cache(64, lambda _: 1)


def map_palette(plan: Plan, theme: Theme) -> Image.Image:
    """An image of mode P that carries the palette. Not to be changed: it is shared."""
    return _PALETTES.get((plan.key, theme), lambda: _known(plan, theme))


def _known(plan: Plan, theme: Theme) -> Image.Image:
    """The palette as it was worked out before, by this process or another, or else now."""
    key = ("palette", plan.key, theme)
    colours = files.read(key)
    if colours is None:
        image = _worked_out(plan, theme)
        files.write(key, bytes(image.getpalette() or ()))
        return image
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    return image


def _worked_out(plan: Plan, theme: Theme) -> Image.Image:
    m = plan.map
    columns, rows = m.cols[1] - m.cols[0] + 1, m.rows[1] - m.rows[0] + 1
    r = max(4, min(SMALL, math.floor(math.sqrt(MOST_PIXELS / (columns * rows * 1.5 * SQRT3)))))
    layout = Layout(r, m.cols[0], m.rows[0], m.cols[1], m.rows[1], 0)
    land = draw_ground(plan, theme, r, layout.origin, layout.size)
    return palette_on(land, plan, theme, _rare(land, plan, layout))


def palette_on(image: Image.Image, plan: Plan, theme: Theme, rare: Image.Image | None) -> Image.Image:
    """256 colours for an RGB image of the map; ``rare`` is a sample of what covers little of it."""
    heights = sorted({min(plan.level(h), 5) for h in plan.map.hexes})
    return palette_for(image, ground_colours(theme, plan.map.climate), roles(plan), rare, heights)


_SAMPLES = 4
"""Hexes of each kind of ground looked at for its colours."""

_INKS = {
    "woods": ("woods", "tree", "tree-lit", "tree-line"),
    "rough": ("rough", "rough-line"),
    "riverbed": ("rough", "rough-line"),
    "marsh": ("marsh", "marsh-line"),
    "fen": ("marsh", "marsh-line", "water-edge"),
    "mud": ("mud", "mud-line"),
    "water": ("water", "water-line", "water-edge"),
    "sea": ("water", "water-line", "water-edge"),
    "ford": ("water", "water-line", "water-edge"),
    "bridge": ("water", "water-line", "water-edge", "road", "wall-line"),
    "city": ("town", "roof", "roof-line"),
    "town": ("town", "roof", "roof-line", "wall", "wall-line"),
    "village": ("town", "roof", "roof-line"),
    "city-wall": ("wall", "wall-line"),
    "city-gate": ("wall", "wall-line"),
    "castle": ("wall", "wall-line"),
    "building": ("wall", "wall-line"),
    "camp": ("camp", "hachure"),
    "vineyard": ("vineyard",),
    "pits": ("pits",),
    "ditch": ("trench", "trench-line"),
}
"""Kinds of ground and the colours they are drawn in."""


def roles(plan: Plan) -> list[str]:
    """Colours of the ground that this map uses."""
    found = [r for kind in plan.kinds for r in _INKS.get(kind, ())]
    if plan.map.hexsides:
        found += ["water-edge", "stream", "trench", "trench-line", "hedge"]
    if plan.map.roads:
        found += ["road", "road-line"]
    if plan.map.levels:
        found += ["hachure"]
    return [*dict.fromkeys(found), *NUMBERS]


def _rare(image: Image.Image, plan: Plan, layout: Layout) -> Image.Image | None:
    """A sample of the ground that is not the common one: some hexes of every kind and level, side by side."""
    kinds: dict[tuple[str, int], list[Hex]] = {}
    for h in sorted(plan.map.hexes):
        kinds.setdefault((kind_of(plan.map.terrain_at(h)), plan.level(h)), []).append(h)
    if len(kinds) < 2:
        return None
    common = max(kinds, key=lambda k: len(kinds[k]))
    half = max(4, round(0.85 * layout.r))
    samples: list[Image.Image] = []
    for kind in sorted(k for k in kinds if k != common):
        hexes = kinds[kind]
        for h in hexes[:: max(1, len(hexes) // _SAMPLES)][:_SAMPLES]:
            x, y = (round(v) for v in layout.xy(h))
            samples.append(image.crop((x - half, y - half, x + half, y + half)))
    strip = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for i, sample in enumerate(samples):
        strip.paste(sample, (0, i * sample.height))
    return strip


__all__ = ["map_palette", "palette_on", "roles"]

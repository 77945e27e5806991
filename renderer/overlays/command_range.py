"""How far a leader commands: a gold contour, and all the rest of the map dimmed."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex
from renderer.graphics.cache import Cache
from renderer.map.layout import Layout
from renderer.overlays.kinds import CommandRange
from renderer.overlays.parts.region import Region, Stroke, tint
from renderer.palette.colours import BLACK
from renderer.palette.overlays import inks, washes
from renderer.scene import Scene

_FIELDS: Cache[tuple[Layout, frozenset[Hex]], Image.Image] = Cache(5 << 20, lambda i: i.width * i.height, "fields")


def under(scene: Scene, o: CommandRange) -> None:
    """Everything outside the range dimmed, a gold contour round it."""
    dark = scene.theme == "dark"
    inside = Region(scene, o.hexes)
    outside = _field(scene).copy()
    if inside:
        outside.paste(0, inside.box[:2], inside.mask)
    tint(scene.image, (0, 0, *scene.layout.size), outside, (0, 0, 0) if dark else BLACK, washes(scene.theme).dimmed)
    inside.contour(Stroke(inks(scene.theme).command, 0.09, scene.casing))


def _field(scene: Scene) -> Image.Image:
    """The map's own pixels, which don't change while a battle shows the same part of it."""
    layout, hexes = scene.layout, scene.table.map.hexes

    def make() -> Image.Image:
        mask = Image.new("1", layout.size)
        draw = ImageDraw.Draw(mask)
        for h in hexes:
            if layout.holds(h):
                draw.polygon(layout.corners(h, 1.01), fill=1)
        return mask

    return _FIELDS.get((layout, hexes), make)

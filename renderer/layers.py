"""A picture in two: the map, which stays as it is, and all that lies on it, for whoever lays one over the other.

Together they are the pixels of :func:`renderer.draw.render`. A position is a fifth of the bytes that way.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops

from engine.kernel.areas import AreaMap
from engine.kernel.events import Trace
from engine.kernel.view import TableView
from renderer.areas import draw as areas
from renderer.draw import composed
from renderer.graphics.png import png, reduced
from renderer.map.view import View
from renderer.overlays.kinds import Overlay
from renderer.palette.colours import Theme
from renderer.sheet import sheet_for
from renderer.words.say import Say


def beneath(table: TableView, view: View, theme: Theme = "light", say: Say = str) -> bytes:
    """The map with nobody on it, as PNG: the same as long as :func:`renderer.changes.beneath_key` is."""
    if isinstance(table.board, AreaMap):
        return png(_told(areas.bare(table, view, theme)))
    return png(sheet_for(table, view.layout(table), theme, say).base)


def above(
    table: TableView,
    view: View,
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    theme: Theme = "light",
    say: Say = str,
) -> bytes:
    """All that lies on the map, as PNG: clear where nothing does. Views with a footer have it beneath."""
    if isinstance(table.board, AreaMap):
        full, bare = areas.laid(table, view, overlays, traces, theme), areas.bare(table, view, theme)
    else:
        scene, sheet = composed(table, view.layout(table), overlays, traces, theme, say)
        full, bare = reduced(scene.image, sheet.palette), sheet.base
    return _clear(_told(full), _changed(full, bare))


def _told(image: Image.Image) -> Image.Image:
    """In mode P: pictures without a sheet have colours of their own."""
    return image if image.mode == "P" else areas.faithful(image)


def _changed(full: Image.Image, bare: Image.Image) -> Image.Image:
    """Where two images in RGB, or in one palette, differ: 255 there, else 0."""
    if full.mode == "P":
        # Numbers of colours are compared as if they were shades of grey.
        a, b = (Image.frombytes("L", i.size, i.tobytes()) for i in (full, bare))
        found = ImageChops.difference(a, b)
    else:
        red, green, blue = ImageChops.difference(full, bare).split()
        found = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return found.point(lambda v: 255 if v else 0)


def _clear(full: Image.Image, kept: Image.Image) -> bytes:
    """The image as PNG, clear where it isn't kept."""
    seen = Image.frombytes("L", full.size, full.tobytes()).histogram(kept)
    free = next((n for n, many in enumerate(seen) if not many), None)
    if free is None:
        # Every colour is used, so there is none left for nothing: it is told whole.
        return png(full)
    image = Image.new("P", full.size, free)
    image.putpalette(full.getpalette() or ())
    image.paste(full, (0, 0), kept)
    return png(image, clear=free)

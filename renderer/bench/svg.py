"""The scene as SVG, turned into pixels by CairoSVG."""

# pyright: basic, reportMissingImports=false
# What it is measured against is installed by hand, if at all (hexarch[rivals]): no type of it is known.

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from renderer.bench.packing import Packing
from renderer.bench.shapes import Fill, Shape, Sketch, Stroke
from renderer.graphics.curves import Point
from renderer.palette.colours import RGB

NAME = "CairoSVG"


def version() -> str:
    """Raises ImportError where it isn't installed."""
    import cairosvg

    return str(cairosvg.__version__)


def document(size: tuple[int, int], *sketches: Sketch) -> bytes:
    """The sketches as one SVG file: one path for all shapes of a colour."""
    w, h = size
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">']
    parts += [element for sketch in sketches for shape in sketch for element in _elements(shape)]
    return "".join([*parts, "</svg>"]).encode()


def _elements(shape: Shape) -> list[str]:
    if isinstance(shape, Fill):
        return [f'<path fill="{_hex(shape.colour)}" d="{"".join(_path(a) + "Z" for a in shape.areas)}"/>']
    if isinstance(shape, Stroke):
        style = f'fill="none" stroke="{_hex(shape.colour)}" stroke-width="{shape.width:.2f}" stroke-linecap="round"'
        return [f'<path {style} stroke-linejoin="round" d="{"".join(_path(line) for line in shape.lines)}"/>']
    style = f'font-family="sans-serif" font-size="{shape.size:.1f}" text-anchor="middle" fill="{_hex(shape.colour)}"'
    drop = 0.36 * shape.size
    words = "".join(f'<text x="{x:.1f}" y="{y + drop:.1f}">{text}</text>' for (x, y), text in shape.words)
    return [f"<g {style}>{words}</g>"]


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


class Everything:
    """Writes and draws the whole picture each time."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = ground

    def draw(self, counters: Sketch) -> bytes:
        import cairosvg

        return cairosvg.svg2png(bytestring=document(self.size, self.ground, counters)) or b""


class Kept:
    """Keeps the ground as pixels, draws the counters over it, and packs the picture as ours is packed."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = self._surface(document(size, ground))
        self.packing = Packing()

    def draw(self, counters: Sketch) -> bytes:
        import cairocffi

        picture = cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, *self.size)
        context = cairocffi.Context(picture)
        for surface in (self.ground, self._surface(document(self.size, counters))):
            context.set_source_surface(surface)
            context.paint()
        return self.packing.pack(self._image(picture))

    def _surface(self, svg: bytes) -> Any:
        import cairosvg.parser
        import cairosvg.surface

        tree = cairosvg.parser.Tree(bytestring=svg)
        return cairosvg.surface.PNGSurface(tree, io.BytesIO(), 96).cairo

    @staticmethod
    def _image(surface: Any) -> Any:
        size = surface.get_width(), surface.get_height()
        return Image.frombuffer("RGB", size, bytes(surface.get_data()), "raw", "BGRX", surface.get_stride(), 1)

"""The scene drawn with Skia, on the processor."""

# pyright: basic, reportMissingImports=false
# What it is measured against is installed by hand, if at all (hexarch[rivals]): no type of it is known.

from __future__ import annotations

from typing import Any

from PIL import Image

from renderer.bench.packing import Packing
from renderer.bench.shapes import Fill, Shape, Sketch, Stroke
from renderer.bench.typeface import file
from renderer.graphics.curves import Point
from renderer.palette.colours import RGB

NAME = "skia-python"


def version() -> str:
    """Raises ImportError where it isn't installed."""
    import skia

    return str(skia.__version__)


class _Pens:
    """Draws shapes on a canvas; all of one colour as one path."""

    def __init__(self) -> None:
        import skia

        self.skia: Any = skia
        self.typeface = skia.Typeface.MakeFromFile(file())

    def surface(self, size: tuple[int, int]) -> Any:
        return self.skia.Surface(*size)

    def draw(self, canvas: Any, sketch: Sketch) -> None:
        for shape in sketch:
            self._shape(canvas, shape)

    def _shape(self, canvas: Any, shape: Shape) -> None:
        skia = self.skia
        paint = skia.Paint(AntiAlias=True, Color=self._colour(shape.colour))
        if isinstance(shape, Fill):
            canvas.drawPath(self._path(shape.areas, closed=True), paint)
        elif isinstance(shape, Stroke):
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(shape.width)
            paint.setStrokeCap(skia.Paint.kRound_Cap)
            paint.setStrokeJoin(skia.Paint.kRound_Join)
            canvas.drawPath(self._path(shape.lines, closed=False), paint)
        else:
            font, drop = skia.Font(self.typeface, shape.size), 0.36 * shape.size
            for (x, y), text in shape.words:
                canvas.drawString(text, x - font.measureText(text) / 2, y + drop, font, paint)

    def _path(self, lines: list[list[Point]], *, closed: bool) -> Any:
        builder = self.skia.PathBuilder()
        for line in lines:
            builder.addPolygon([self.skia.Point(x, y) for x, y in line], closed)
        return builder.detach()

    def _colour(self, colour: RGB) -> int:
        return int(self.skia.ColorSetRGB(*colour))


class Everything:
    """Draws the whole picture each time, and has Skia pack it."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = ground
        self.pens = _Pens()

    def draw(self, counters: Sketch) -> bytes:
        surface = self.pens.surface(self.size)
        with surface as canvas:
            for sketch in (self.ground, counters):
                self.pens.draw(canvas, sketch)
        return bytes(surface.makeImageSnapshot().encodeToData())


class Kept:
    """Keeps the ground as pixels, draws the counters over it, and packs the picture as ours is packed."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.pens = _Pens()
        surface = self.pens.surface(size)
        with surface as canvas:
            self.pens.draw(canvas, ground)
        self.ground = surface.makeImageSnapshot()
        self.packing = Packing()

    def draw(self, counters: Sketch) -> bytes:
        surface = self.pens.surface(self.size)
        with surface as canvas:
            canvas.drawImage(self.ground, 0, 0)
            self.pens.draw(canvas, counters)
        pixels = surface.makeImageSnapshot().tobytes()
        return self.packing.pack(Image.frombuffer("RGBA", self.size, pixels, "raw", "BGRA", 0, 1).convert("RGB"))

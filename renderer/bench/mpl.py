"""The scene drawn with Matplotlib, its Agg backend."""

# pyright: basic, reportMissingImports=false
# What it is measured against is installed by hand, if at all (hexarch[rivals]): no type of it is known.

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from renderer.bench.packing import Packing
from renderer.bench.shapes import Fill, Sketch, Stroke
from renderer.palette.colours import RGB

NAME = "Matplotlib"
DPI = 100


def version() -> str:
    """Raises ImportError where it isn't installed."""
    import matplotlib

    return matplotlib.__version__


def _figure(size: tuple[int, int]) -> tuple[Any, Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), frameon=False)
    axes.set(xlim=(0, size[0]), ylim=(size[1], 0), xticks=(), yticks=(), autoscale_on=False)
    return figure, axes


def _share(colour: RGB) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255


def artists(axes: Any, sketch: Sketch) -> list[Any]:
    """The sketch as Matplotlib's artists, one collection for all shapes of a colour."""
    from matplotlib.collections import LineCollection, PolyCollection

    found: list[Any] = []
    for z, shape in enumerate(sketch):
        colour = _share(shape.colour)
        if isinstance(shape, Fill):
            artist = PolyCollection(shape.areas, facecolors=[colour], linewidths=0, zorder=z)
            found.append(axes.add_collection(artist, autolim=False))
        elif isinstance(shape, Stroke):
            width = shape.width * 72 / DPI
            style = {"capstyle": "round", "joinstyle": "round", "zorder": z}
            artist = LineCollection(shape.lines, colors=[colour], linewidths=width, **style)
            found.append(axes.add_collection(artist, autolim=False))
        else:
            style = {"color": colour, "size": shape.size * 72 / DPI, "ha": "center", "va": "center_baseline"}
            found += [axes.text(x, y, text, zorder=z, parse_math=False, **style) for (x, y), text in shape.words]
    return found


class Everything:
    """Makes and draws the whole figure each time."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = ground

    def draw(self, counters: Sketch) -> bytes:
        figure, axes = _figure(self.size)
        below = artists(axes, self.ground)
        for artist in artists(axes, counters):
            artist.set_zorder(artist.get_zorder() + len(below))
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=DPI)
        return out.getvalue()


class Kept:
    """Keeps the ground as pixels, draws the counters over it, and packs the picture as ours is packed."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.figure, self.axes = _figure(size)
        on_ground = artists(self.axes, ground)
        self.figure.canvas.draw()
        self.ground = self.figure.canvas.copy_from_bbox(self.figure.bbox)
        self.packing = Packing()
        for artist in on_ground:
            artist.remove()

    def draw(self, counters: Sketch) -> bytes:
        canvas = self.figure.canvas
        canvas.restore_region(self.ground)
        for artist in artists(self.axes, counters):
            self.axes.draw_artist(artist)
            artist.remove()
        return self.packing.pack(self._image())

    def _image(self) -> Any:
        canvas = self.figure.canvas
        return Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba(), "raw", "RGBA", 0, 1).convert(
            "RGB"
        )

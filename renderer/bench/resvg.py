"""The same SVG, turned into pixels by resvg."""

# pyright: basic, reportMissingImports=false
# What it is measured against is installed by hand, if at all (hexarch[rivals]): no type of it is known.

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from renderer.bench.packing import Packing
from renderer.bench.shapes import Sketch
from renderer.bench.svg import document
from renderer.bench.typeface import FAMILY, file

NAME = "resvg"


def version() -> str:
    """Raises ImportError where it isn't installed."""
    import resvg_py

    return str(resvg_py.__resvg_version__)


def _drawn(svg: bytes) -> bytes:
    """It gives out pixels as PNG alone. Told which type to use, it needn't look for those of the system each time."""
    import resvg_py

    named: dict[str, Any] = {"sans_serif_family": FAMILY, "font_files": [file()]}
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.decode(), skip_system_fonts=True, **named))


class Everything:
    """Writes and draws the whole picture each time."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = ground

    def draw(self, counters: Sketch) -> bytes:
        return _drawn(document(self.size, self.ground, counters))


class Kept:
    """Keeps the ground as pixels, draws the counters and lays them over it, and packs the picture as ours is packed."""

    def __init__(self, size: tuple[int, int], ground: Sketch) -> None:
        self.size = size
        self.ground = self._image(document(size, ground)).convert("RGB")
        self.packing = Packing()

    def draw(self, counters: Sketch) -> bytes:
        over = self._image(document(self.size, counters))
        picture = self.ground.copy()
        picture.paste(over, (0, 0), over)
        return self.packing.pack(picture)

    def _image(self, svg: bytes) -> Image.Image:
        return Image.open(io.BytesIO(_drawn(svg))).convert("RGBA")

"""How pictures of others are packed where they keep their ground: as ours are, so that only the drawing differs."""

from __future__ import annotations

from PIL import Image

from renderer.graphics.png import png, reduced
from renderer.palette.indexed import palette_for
from renderer.palette.map import ground


class Packing:
    """A palette chosen at the first picture, and quick compression."""

    def __init__(self) -> None:
        self._palette: Image.Image | None = None

    def pack(self, image: Image.Image) -> bytes:
        if self._palette is None:
            self._palette = palette_for(image, ground("light"))
        return png(reduced(image, self._palette))

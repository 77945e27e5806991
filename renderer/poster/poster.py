"""A battle as a plate for the wall: the whole field, engraved, with its frame, title, legend and orders of battle.

The sheet has the proportions of paper (1 to the square root of 2, lying), so that it prints on A2 or A3 to the edge.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from PIL import Image

from engine.kernel.areas import AreaMap
from engine.kernel.view import TableView
from renderer.areas.poster import AreaPlate
from renderer.graphics.png import reduced
from renderer.palette.colours import Theme
from renderer.poster.measures import LONG_SIDE
from renderer.poster.plate import Plate
from renderer.words.say import Say

Paper = Literal["A1", "A2", "A3", "A4"]
PAPERS: dict[Paper, float] = {"A1": 841.0, "A2": 594.0, "A3": 420.0, "A4": 297.0}
"""Long side of a sheet of paper in millimetres."""

LEAST, MOST = 1200, 7200
"""Pixels of the long side."""
QUALITY = 93
"""Of the JPEG inside a PDF; pen work shows no fringes at it."""


@dataclass(frozen=True)
class Poster:
    """A finished plate."""

    image: Image.Image
    """Mode RGB."""
    make_palette: Callable[[], Image.Image]
    """256 colours for it, which take a while to be found and which a PDF has no need of."""
    title: str
    alt: str

    @property
    def width(self) -> int:
        return self.image.width

    @property
    def height(self) -> int:
        return self.image.height

    @cached_property
    def _png(self) -> bytes:
        out = io.BytesIO()
        reduced(self.image, self.make_palette()).save(out, "PNG", compress_level=5)
        return out.getvalue()

    def png(self) -> bytes:
        """PNG in 256 colours, of a few MB: packed as tightly as can be it would take three times as long."""
        return self._png

    def dpi(self, paper: Paper = "A2") -> float:
        """Pixels per inch when printed on a sheet of this size."""
        return self.width / (PAPERS[paper] / 25.4)

    def pdf(self, paper: Paper = "A2") -> bytes:
        """A PDF of one page of exactly this size, lying."""
        out = io.BytesIO()
        # Without the dates the same poster is the same file tomorrow.
        self.image.save(
            out,
            "PDF",
            resolution=self.dpi(paper),
            quality=QUALITY,
            subsampling=0,
            title=self.title,
            creationDate=None,
            modDate=None,
        )
        return out.getvalue()


def poster(
    table: TableView,
    theme: Theme = "light",
    *,
    pieces: bool = True,
    story: str = "",
    say: Say = str,
    long_side: int = LONG_SIDE,
) -> Poster:
    """Draw the whole field as a sheet for the wall.

    ``pieces=False`` leaves the counters off and the title out of the field: a map to play on. ``story`` is a paragraph
    about the battle to be set beside it, ``long_side`` the sheet's length in pixels, 1200 to 7200. Takes seconds of
    CPU and some hundreds of MB for the time it takes. Raises :class:`ValueError` for another length.
    """
    if not LEAST <= long_side <= MOST:
        raise ValueError(f"long_side {long_side} is not between {LEAST} and {MOST}")
    kind = AreaPlate if isinstance(table.board, AreaMap) else Plate
    plate = kind(table, theme, pieces, story, say, long_side)
    image = plate.drawn()
    return Poster(image, lambda: plate.palette(image), table.title, plate.alt())


__all__ = ["LEAST", "LONG_SIDE", "MOST", "PAPERS", "Paper", "Poster", "poster"]

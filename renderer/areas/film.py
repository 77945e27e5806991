"""Films of a map of areas: the same strip, cards and file as every film, the map drawn as a scheme."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from PIL import Image

from renderer.areas.draw import board_of, field, layout_for
from renderer.areas.inks import inks
from renderer.areas.layout import AreaLayout
from renderer.film import strip
from renderer.film.gif import COLOURS
from renderer.film.model import Frame
from renderer.film.take import BaseTake
from renderer.map.view import View
from renderer.palette.map import Ground

SIZES = (26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5)
"""Sizes of an em that films come in, in pixels."""


def layouts(shots: Sequence[Frame], view: View) -> list[AreaLayout]:
    """The sizes a film may be drawn at, the largest first."""
    board = board_of(shots[0].table)
    plain = layout_for(board, view)
    return [plain, *(layout_for(board, view, px) for px in SIZES if px < plain.px)]


class AreaTake(BaseTake[AreaLayout]):
    """One attempt at a film of a map of areas, at one size."""

    def _picture(self, f: Frame, gone: float, moved: float | None = None) -> Image.Image:
        w, h = self.layout.size
        image = Image.new("RGB", (w, h + strip.height(w)))
        image.paste(field(f.table, self.layout, (), f.traces if moved is None else (), inks(self.theme)), (0, 0))
        self._strip(image, f, gone)
        return image

    @cached_property
    def _colours(self) -> Ground:
        return inks(self.theme).ground

    @property
    def _palette(self) -> list[int]:
        """The colours of the first and the last picture together."""
        ends = [self._picture(f, 0.0) for f in (self.shots[0], self.shots[-1])]
        both = Image.new("RGB", (ends[0].width, 2 * ends[0].height))
        for n, image in enumerate(ends):
            both.paste(image, (0, n * image.height))
        return (both.quantize(COLOURS, Image.Quantize.MEDIANCUT).getpalette() or [])[: 3 * COLOURS]

    @cached_property
    def _gliding(self) -> int:
        """Nothing glides from plate to plate: arrows tell it."""
        return 0

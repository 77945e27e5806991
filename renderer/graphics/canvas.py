"""What overlays and counters are drawn with: a transparent sheet at a multiple of the picture's size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from renderer.graphics import fonts, letters
from renderer.graphics.curves import Point, along, lerp
from renderer.palette.colours import RGB

_BLOCK = 96
"""Pixels of the picture along the side of a block that is laid on it at once."""


class Canvas:
    """A sheet over the rectangle from ``origin`` in pixels of the picture; lengths are in pixels of the picture too.

    Strokes replace what lies under them on the sheet; the sheet as a whole is laid over the picture.
    """

    def __init__(self, origin: tuple[int, int], size: tuple[int, int], sharpness: int = 2) -> None:
        self.origin = origin
        self.q = sharpness
        self.image = Image.new("RGBA", (size[0] * sharpness, size[1] * sharpness), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    @classmethod
    def around(cls, points: Iterable[Point], reach: float, limit: tuple[int, int], sharpness: int = 2) -> Canvas | None:
        """A sheet just large enough for the points and ``reach`` round them; None if it would miss the picture."""
        found = list(points)
        if not found:
            return None
        x0 = max(0, math.floor(min(p[0] for p in found) - reach))
        y0 = max(0, math.floor(min(p[1] for p in found) - reach))
        x1 = min(limit[0], math.ceil(max(p[0] for p in found) + reach))
        y1 = min(limit[1], math.ceil(max(p[1] for p in found) + reach))
        if x1 <= x0 or y1 <= y0:
            return None
        return cls((x0, y0), (x1 - x0, y1 - y0), sharpness)

    def to(self, p: Point) -> Point:
        """A point of the picture on the sheet."""
        return (p[0] - self.origin[0]) * self.q, (p[1] - self.origin[1]) * self.q

    def _path(self, points: Iterable[Point]) -> list[Point]:
        (ox, oy), q = self.origin, self.q
        return [((x - ox) * q, (y - oy) * q) for x, y in points]

    def _width(self, w: float) -> int:
        return max(1, round(w * self.q))

    def _missed(self, path: Sequence[Point], width: float) -> bool:
        """Whether a line so wide along a path on the sheet lies off it."""
        (w, h), off = self.image.size, self._width(width) + 1
        xs, ys = [p[0] for p in path], [p[1] for p in path]
        return max(xs) < -off or min(xs) > w + off or max(ys) < -off or min(ys) > h + off

    def area(self, points: Iterable[Point], colour: RGB, opacity: float = 1.0) -> None:
        self.draw.polygon(self._path(points), fill=(*colour, round(255 * opacity)))

    def line(
        self, points: Iterable[Point], colour: RGB, width: float, opacity: float = 1.0, round_ends: bool = False
    ) -> None:
        path = self._path(points)
        if self._missed(path, width):
            return
        fill = (*colour, round(255 * opacity))
        self.draw.line(path, fill=fill, width=self._width(width), joint="curve")
        if round_ends:
            w = self._width(width) / 2
            for x, y in (path[0], path[-1]):
                self.draw.ellipse((x - w, y - w, x + w, y + w), fill=fill)

    def dashes(self, points: Sequence[Point], colour: RGB, width: float, on: float, off: float) -> None:
        """A broken line, ``on`` pixels drawn and ``off`` left out in turn."""
        fine = max(0.5, min(on, off) / 5)
        dash, gap = max(2, round(on / fine) + 1), round(off / fine)
        if len(points) == 2:
            self._straight(points[0], points[1], colour, width, (dash - 1) * fine, (dash + gap) * fine)
            return
        dots = [p for p, _ in along(points, fine)]
        for i in range(0, len(dots) - 1, dash + gap):
            self.line(dots[i : i + dash], colour, width)

    def _straight(self, a: Point, b: Point, colour: RGB, width: float, on: float, step: float) -> None:
        """A broken straight line, ``on`` pixels of every ``step`` drawn; what lies off the sheet is passed over."""
        far = math.dist(a, b)
        first, last = 0.0, far
        for start, end, low, size in zip(a, b, self.origin, self.image.size, strict=True):
            along, off = (end - start) / far if far else 0.0, width + step
            sheet = low - off - start, low + size / self.q + off - start
            if abs(along) > 1e-9:
                near, away = sorted(x / along for x in sheet)
                first, last = max(first, near), min(last, away)
            elif not sheet[0] <= 0 <= sheet[1]:
                return
        for n in range(math.floor(first / step), math.ceil(last / step)):
            ends = (lerp(a, b, x / far) for x in (n * step, min(n * step + on, far)))
            self.line(ends, colour, width)

    def disc(self, at: Point, r: float, colour: RGB, opacity: float = 1.0) -> None:
        x, y = self.to(at)
        r *= self.q
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, round(255 * opacity)))

    def ring(self, at: Point, r: float, colour: RGB, width: float, opacity: float = 1.0) -> None:
        x, y = self.to(at)
        r *= self.q
        self.draw.ellipse(
            (x - r, y - r, x + r, y + r), outline=(*colour, round(255 * opacity)), width=self._width(width)
        )

    def stamp(self, mask: Image.Image, at: Point, colour: RGB) -> None:
        """A mask, already at the sheet's sharpness, centred on a point."""
        x, y = self.to(at)
        self.image.paste((*colour, 255), (round(x - mask.width / 2), round(y - mask.height / 2)), mask)

    def text(
        self,
        at: Point,
        text: str,
        px: float,
        colour: RGB,
        bold: float = 0.05,
        halo: RGB | None = None,
        halo_width: float = 0.0,
        anchor: str = "mm",
        font: fonts.Font | None = None,
    ) -> None:
        """Digits and codes; ``px`` is the size, ``bold`` the emboldening in ems. Names come with their own ``font``."""
        q = self.q
        size = round(px * q)
        if font is None:
            text = fonts.ascii_only(text)
        xy = self.to(at)
        stroke = bold * px * q
        passes = [(colour, stroke)] if halo is None else [(halo, stroke + halo_width * q), (colour, stroke)]
        for ink, wide in passes:
            if font is None:
                mask, corner = letters.written(text, size, xy, anchor, wide)
                self.image.paste((*ink, 255), corner, mask)
            else:
                fill = (*ink, 255)
                self.draw.text(xy, text, font=font, fill=fill, anchor=anchor, stroke_width=wide, stroke_fill=fill)

    def flat(self) -> Image.Image:
        """The sheet at the picture's size."""
        (w, h), q = self.image.size, self.q
        box = self.image.getbbox()
        if q == 1 or box is None:
            return self.image if q == 1 else Image.new("RGBA", (-(-w // q), -(-h // q)), (0, 0, 0, 0))
        # Only what is drawn on: most of a sheet is empty.
        x0, y0, x1, y1 = box[0] // q, box[1] // q, -(-box[2] // q), -(-box[3] // q)
        flat = Image.new("RGBA", (-(-w // q), -(-h // q)), (0, 0, 0, 0))
        flat.paste(self.image.crop((x0 * q, y0 * q, min(w, x1 * q), min(h, y1 * q))).reduce(q), (x0, y0))
        return flat

    def onto(self, image: Image.Image) -> None:
        """Lay the sheet over the picture, block by block: most of a large one is empty."""
        (w, h), (x0, y0), q = self.image.size, self.origin, self.q
        step = _BLOCK * q
        for y in range(0, h, step):
            for x in range(0, w, step):
                block = self.image.crop((x, y, min(x + step, w), min(y + step, h)))
                if block.getbbox() is not None:
                    flat = block.reduce(q) if q > 1 else block
                    image.paste(flat, (x0 + x // q, y0 + y // q), flat)

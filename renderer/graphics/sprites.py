"""Finished little pictures with a fixed point, kept by what they show."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from PIL import Image, ImageFilter

from renderer.graphics.cache import Cache
from renderer.graphics.curves import Point
from renderer.palette.colours import Theme


@dataclass(frozen=True, slots=True)
class Sprite:
    """An RGBA image and the point of it, in pixels, that lies on the spot it is put on."""

    image: Image.Image
    anchor: Point
    cut: tuple[int, int] = (0, 0)
    """Empty pixels cut off at the left and above; the anchor counts from before."""

    def corner(self, at: Point) -> tuple[int, int]:
        """Where the image's upper left pixel goes for the fixed point to lie on ``at``."""
        return round(at[0] - self.anchor[0]) + self.cut[0], round(at[1] - self.anchor[1]) + self.cut[1]

    def onto(self, picture: Image.Image, at: Point) -> None:
        picture.paste(self.image, self.corner(at), self.image)

    def trimmed(self) -> Sprite:
        """The same without what is empty round it, which would be laid on for nothing every time."""
        box = self.image.getbbox()
        if box is None or box == (0, 0, *self.image.size):
            return self
        return Sprite(self.image.crop(box), self.anchor, (self.cut[0] + box[0], self.cut[1] + box[1]))


_SPRITES: Cache[Hashable, Sprite] = Cache(26 << 20, lambda s: s.image.width * s.image.height * 4, "counters")


def kept(key: Hashable, make: Callable[[], Sprite]) -> Sprite:
    """The sprite of this key, drawn now if it isn't there."""
    return _SPRITES.get(key, lambda: make().trimmed())


def forget() -> None:
    """Drop every sprite, as when a benchmark wants a cold start."""
    _SPRITES.clear()


def shadowed(image: Image.Image, r: int, theme: Theme, drop: float, blur: float) -> Image.Image:
    """The image over its own soft shadow; ``drop`` and ``blur`` in units of the radius."""
    dark = theme == "dark"
    shape = image.getchannel("A")
    key = hashlib.blake2b(shape.tobytes(), digest_size=16).digest(), image.size, dark, drop * r, blur * r
    under = Image.new("RGBA", image.size, (0, 0, 0, 0) if dark else (40, 28, 12, 0))
    under.putalpha(_SHADOWS.get(key, lambda: _shadow(shape, max(1, round(drop * r)), max(0.8, blur * r), dark)))
    under.alpha_composite(image)
    return under


_SHADOWS: Cache[Hashable, Image.Image] = Cache(2 << 20, lambda mask: mask.width * mask.height, "shadows")
"""By what throws them: most counters of a side that face one way have one outline."""


def _shadow(shape: Image.Image, down: int, soft: float, dark: bool) -> Image.Image:
    """What a shape throws ``down`` pixels below it, as a mask."""
    shadow = Image.new("L", shape.size, 0)
    shadow.paste(shape, (down // 2, down))
    strength = 0.62 if dark else 0.45
    return shadow.filter(ImageFilter.GaussianBlur(soft)).point([int(v * strength) for v in range(256)])

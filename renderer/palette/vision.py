"""How a picture looks to people who see colours differently, and how far apart two colours are.

The simulation is that of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009: its matrices for full
severity, applied to linear RGB. Distances are CIE76 in CIELAB under D65.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

from PIL import Image, ImageFilter

from renderer.palette.colours import RGB

Vision = Literal["protanopia", "deuteranopia", "tritanopia"]
VISIONS: tuple[Vision, ...] = get_args(Vision)

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

MATRICES: dict[Vision, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB to what is left of it, severity 1.0 (table 1 of the paper)."""

_STEPS = 33
"""Grid points a side of the table that full-colour images are looked up in."""


def _linear(v: float) -> float:
    """A share of sRGB, 0 to 1, as a share of light (IEC 61966-2-1)."""
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def _coded(v: float) -> float:
    """A share of light as sRGB, 0 to 1, cut to what a screen shows."""
    v = min(1.0, max(0.0, v))
    return v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055


def _seen(r: float, g: float, b: float, vision: Vision) -> tuple[float, float, float]:
    light = _linear(r), _linear(g), _linear(b)
    x, y, z = (_coded(sum(k * v for k, v in zip(row, light, strict=True))) for row in MATRICES[vision])
    return x, y, z


@lru_cache(maxsize=4096)
def colour_seen(colour: RGB, vision: Vision) -> RGB:
    """A colour as somebody with this vision sees it.

    >>> colour_seen((255, 0, 0), "protanopia")
    (109, 95, 0)
    >>> colour_seen((128, 128, 128), "deuteranopia")
    (128, 128, 128)
    """
    r, g, b = _seen(colour[0] / 255, colour[1] / 255, colour[2] / 255, vision)
    return round(r * 255), round(g * 255), round(b * 255)


def seen_by(image: Image.Image, vision: Vision) -> Image.Image:
    """The picture in RGB as somebody with this vision sees it.

    Exact for palette images; others go through a table and may be a step or two of 255 off.
    """
    if image.mode != "P":
        return image.convert("RGB").filter(_table(vision))
    other = image.copy()
    values: Sequence[int] = image.getpalette() or []
    colours = zip(values[::3], values[1::3], values[2::3], strict=True)
    other.putpalette([v for c in colours for v in colour_seen(c, vision)])
    return other.convert("RGB")


@lru_cache(maxsize=len(VISIONS))
def _table(vision: Vision) -> ImageFilter.Color3DLUT:
    return ImageFilter.Color3DLUT.generate(_STEPS, lambda r, g, b: _seen(r, g, b, vision))


def lab(colour: RGB) -> tuple[float, float, float]:
    """CIELAB under D65: L* from 0 (black) to 100 (white), a*, b*."""
    r, g, b = (_linear(v / 255) for v in colour)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(a: RGB, b: RGB) -> float:
    """CIE76 difference of two colours: about 2.3 is just noticed, 20 told apart at a glance.

    >>> round(distance((0, 0, 0), (255, 255, 255)))
    100
    """
    return math.dist(lab(a), lab(b))

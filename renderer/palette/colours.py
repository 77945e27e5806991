"""Colours as numbers: mixing them, how light they are, the contrast between any two; and the inks every picture has."""

from __future__ import annotations

from typing import Literal, TypeAlias

Theme = Literal["light", "dark"]
RGB: TypeAlias = tuple[int, int, int]


def rgb(code: str) -> RGB:
    """``"#RRGGBB"`` as three bytes.

    >>> rgb("#27426F")
    (39, 66, 111)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: RGB, b: RGB, t: float) -> RGB:
    """The colour a share ``t`` of the way from ``a`` to ``b``.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def luminance(c: RGB) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    r, g, b = ((v / 255 / 12.92) if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in c)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: RGB, b: RGB) -> float:
    """Contrast ratio as WCAG 2 defines it, 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    hi, lo = sorted((luminance(a), luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


HIT = rgb("#A5172B")
GOLD = rgb("#E9B93C")
BLACK = rgb("#17130F")
CREAM = rgb("#FFF6E6")
IVORY = rgb("#FFFDF4")
WHITE = rgb("#FFFFFF")
ROUT = rgb("#7B766C")
ROUT_PALE = rgb("#A9A396")
RALLY = rgb("#2F8A63")
NIGHT_CASING = rgb("#14171A")


def casing(theme: Theme) -> RGB:
    """The light or dark edge that keeps an overlay's lines apart from what lies beneath."""
    return NIGHT_CASING if theme == "dark" else CREAM

"""Type: Aileron (inside Pillow) for digits and codes, Source Serif for every name a human has."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import ImageDraw, ImageFont

Font: TypeAlias = "ImageFont.FreeTypeFont | ImageFont.ImageFont"
Style = Literal["Regular", "It", "Semibold", "SemiboldIt", "Bold"]

_SMALLEST = 6

PLAIN_SIZES, SERIF_SIZES = 112, 64
"""Sizes of type kept: one of Aileron takes 50 KB of memory, one of the serif 210, so together some 20 MB."""


@cache
def serif_folder() -> Path | None:
    """Where the serif's files are; None when the package isn't installed."""
    spec = find_spec("font_source_serif_pro")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "files"
    return folder if (folder / "SourceSerifPro-Regular.ttf").exists() else None


@lru_cache(maxsize=PLAIN_SIZES)
def plain(px: int) -> Font:
    """Aileron of ``px`` pixels. It holds ASCII only: pass text through :func:`ascii_only`."""
    return ImageFont.load_default(max(_SMALLEST, px))


@lru_cache(maxsize=SERIF_SIZES)
def serif(style: Style, px: int) -> Font:
    """Source Serif of ``px`` pixels, or Aileron where it is missing."""
    folder = serif_folder()
    if folder is None:
        return plain(px)
    return ImageFont.truetype(str(folder / f"SourceSerifPro-{style}.ttf"), max(_SMALLEST, px))


_ASCII = (
    {"ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d"}
    | {"þ": "th", "Þ": "Th", "ð": "d", "\u0131": "i", "\u00b7": "-", "\u2026": "...", "\u00d7": "x"}
    | {"\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'}
)


@lru_cache(maxsize=4096)
def ascii_only(text: str) -> str:
    """The nearest spelling without accents, so that no font ever shows an empty box.

    >>> ascii_only("Władysław · Håkon")
    'Wladyslaw - Hakon'
    """
    plain_letters = "".join(_ASCII.get(c, c) for c in text)
    split = unicodedata.normalize("NFKD", plain_letters)
    return split.encode("ascii", "ignore").decode()


def written(text: str) -> str:
    """A name as the serif can write it."""
    return text if serif_folder() is not None else ascii_only(text)


def width(text: str, font: Font, tracking: float = 0.0) -> float:
    """Pixels ``text`` takes with ``tracking`` pixels after each letter but the last."""
    if not tracking:
        return font.getlength(text)
    return sum(font.getlength(c) + tracking for c in text) - (tracking if text else 0)


def tracked(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    font: Font,
    fill: tuple[int, ...] | int,
    tracking: float,
    anchor: str = "ls",
) -> float:
    """Write ``text`` letter by letter with ``tracking`` pixels between; returns its width."""
    x, y = at
    for c in text:
        draw.text((x, y), c, font=font, fill=fill, anchor=anchor)
        x += font.getlength(c) + tracking
    return x - at[0] - (tracking if text else 0)


def fitted(text: str, font: Font, room: float) -> str:
    """``text``, cut with an ellipsis when it is wider than ``room`` pixels."""
    if font.getlength(text) <= room:
        return text
    end = "…" if serif_folder() is not None else "..."
    while text and font.getlength(text + end) > room:
        text = text[:-1]
    return text.rstrip(" ,·-") + end if text else ""

"""The type that rivals write with which have to be given one: a file that comes with us."""

from __future__ import annotations

from renderer.graphics import fonts

FAMILY = "Source Serif Pro"


def file() -> str:
    """Raises ImportError where it isn't installed."""
    folder = fonts.serif_folder()
    if folder is None:
        raise ImportError("font-source-serif-pro isn't installed")
    return str(folder / "SourceSerifPro-Regular.ttf")
